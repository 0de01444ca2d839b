/* Lets plain node load the plugin's TypeScript, for processes that jest does not run. */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { Module } = require('node:module');
const path = require('node:path');
const { threadId } = require('node:worker_threads');

const { transformSync, version } = require('@swc/core');

const { transform } = require('../../jest.config.js').projects[0];
const [, options] = Object.values(transform)[0];

/** Dozens of processes load the same files: they are compiled once. */
const COMPILED = path.resolve(__dirname, '../../node_modules/.cache/syndication-typescript');
mkdirSync(COMPILED, { recursive: true });

const compile = (source, file) => {
  const { code } = transformSync(source, {
    ...options,
    filename: file,
    module: { type: 'commonjs' },
    jsc: {
      ...options.jsc,
      parser: { ...options.jsc.parser, tsx: path.extname(file) === '.tsx' },
    },
  });
  return code;
};

/** What else a compiled file depends on. */
const settings = version + JSON.stringify(options) + String(compile);

const readCompiled = (file) => {
  const source = readFileSync(file, 'utf8');
  const hash = createHash('sha1').update(`${settings}\n${file}\n${source}`).digest('hex');
  const compiled = path.join(COMPILED, `${hash}.js`);
  try {
    return readFileSync(compiled, 'utf8');
  } catch {
    const code = compile(source, file);
    // In one step: others may read it meanwhile.
    const written = `${compiled}.${process.pid}-${threadId}`;
    writeFileSync(written, code);
    renameSync(written, compiled);
    return code;
  }
};

const load = (module, file) => module._compile(readCompiled(file), file);

require.extensions['.ts'] = load;
require.extensions['.tsx'] = load;

const { name } = require('../../package.json');

const SOURCE = path.resolve(__dirname, '../../strapi-server.ts');

// Examples import the package by its name; it may not be built.
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
  request === `${name}/strapi-server` ? SOURCE : resolve.call(Module, request, ...rest);

/* Lets Node load the plugin's TypeScript, in processes outside of jest. */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { Module } = require('node:module');
const path = require('node:path');
const { threadId } = require('node:worker_threads');

const { transformSync, version } = require('@swc/core');

const { transform } = require('../../jest.config.js').projects[0];
const [, options] = Object.values(transform)[0];

/** Cache of compiled files, since dozens of processes load the same ones. */
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

/** Other inputs of the compilation, for the cache key. */
const settings = version + JSON.stringify(options) + String(compile);

const readCompiled = (file) => {
  const source = readFileSync(file, 'utf8');
  const hash = createHash('sha1').update(`${settings}\n${file}\n${source}`).digest('hex');
  const compiled = path.join(COMPILED, `${hash}.js`);
  try {
    return readFileSync(compiled, 'utf8');
  } catch {
    const code = compile(source, file);
    // Renamed into place, as other processes may read the file meanwhile.
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

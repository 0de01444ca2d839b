/* Lets plain node load the plugin's TypeScript, for processes that jest does not run. */
const { readFileSync } = require('node:fs');
const { Module } = require('node:module');
const path = require('node:path');

const { transformSync } = require('@swc/core');

const { transform } = require('../../jest.config.js').projects[0];
const [, options] = Object.values(transform)[0];

const load = (module, file) => {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    ...options,
    filename: file,
    module: { type: 'commonjs' },
    jsc: {
      ...options.jsc,
      parser: { ...options.jsc.parser, tsx: path.extname(file) === '.tsx' },
    },
  });
  module._compile(code, file);
};

require.extensions['.ts'] = load;
require.extensions['.tsx'] = load;

const { name } = require('../../package.json');

const SOURCE = path.resolve(__dirname, '../../strapi-server.ts');

// Examples import the package by its name; it may not be built.
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
  request === `${name}/strapi-server` ? SOURCE : resolve.call(Module, request, ...rest);

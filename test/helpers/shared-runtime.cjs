/*
 * How tests that start Strapi are loaded: files in `test/` by jest, for each test file anew;
 * everything else by node itself, once for all files. Jest alone would load Strapi again for every
 * file, which takes several times as long as to start it. `jest.mock` reaches files in `test/` only.
 */
const { createRequire, isBuiltin, Module } = require('node:module');
const path = require('node:path');
const { compileFunction } = require('node:vm');

const { default: Runtime } = require('jest-runtime');

require('./register-typescript.cjs');

const TESTS = path.resolve(__dirname, '..') + path.sep;

/** Files that stand in for others: a thread of jest's process does not load TypeScript by itself. */
const STAND_INS = {
  '../../src/cache/render-worker-file.ts': {
    RENDER_WORKER: require.resolve('./render-worker.cjs'),
  },
};

for (const [name, exports] of Object.entries(STAND_INS)) {
  const file = require.resolve(name);
  require.cache[file] = Object.assign(new Module(file), { exports, loaded: true });
}

const isOfTests = (file) => file.startsWith(TESTS) && /\.tsx?$/.test(file);

module.exports = class SharedRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  // The real `process` is not a copy to be changed.
  installGetBuiltinModule() {}

  /** Jest's own: the packages keep what they keep with node's globals, so that one of each will do. */
  requireInternalModule(from, name) {
    const isPackage = name && /^[@a-z][\w@/.-]*$/.test(name) && !isBuiltin(name);
    return isPackage ? createRequire(from)(name) : super.requireInternalModule(from, name);
  }

  requireModuleOrMock(from, name) {
    if (name === '@jest/globals') return super.requireModuleOrMock(from, name);
    const require = createRequire(from);
    if (isBuiltin(name) || !isOfTests(require.resolve(name))) return require(name);
    return super.requireModuleOrMock(from, name);
  }
};

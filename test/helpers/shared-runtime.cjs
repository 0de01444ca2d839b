/*
 * Module loader of tests that start Strapi. Jest loads files in `test/`, again for each test file; Node loads
 * everything else once for all files. If jest loaded Strapi for every file, that would take several times as long as
 * starting it. `jest.mock` works for files in `test/` only.
 */
const { createRequire, isBuiltin, Module } = require('node:module');
const path = require('node:path');
const { compileFunction } = require('node:vm');

const { default: Runtime } = require('jest-runtime');

require('./register-typescript.cjs');

const TESTS = path.resolve(__dirname, '..') + path.sep;

/** Replaced modules: a thread of jest's process does not load TypeScript by itself. */
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

  // Skipped, as it would patch the real `process` here, not a copy.
  installGetBuiltinModule() {}

  /** Loads jest's own packages by Node, since they store their state in Node's globals: one instance is enough. */
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

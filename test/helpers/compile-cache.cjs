/*
 * Dozens of processes load the same packages: V8 compiles them once, and what it has made of them is kept
 * in one file for those that come later. From version 22 on, Node does so itself.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { Module } = require('node:module');
const path = require('node:path');
const { deserialize, serialize } = require('node:v8');
const { constants, Script } = require('node:vm');

const MODULES = path.resolve(__dirname, '../../node_modules');
const CACHE = path.join(MODULES, '.cache');

/** What was installed: V8 compares no more of a file than its length. */
const installed = createHash('sha1')
  .update(readFileSync(path.join(MODULES, '../package-lock.json')))
  .digest('hex');
const FILE = path.join(CACHE, `compiled-${process.version}-${process.arch}-${installed}`);

const read = () => {
  try {
    return deserialize(readFileSync(FILE));
  } catch {
    return undefined;
  }
};

const known = read();
/** What this process has compiled, where nobody has before. */
const scripts = new Map();

const requireOf = (module) =>
  Object.assign((name) => module.require(name), {
    resolve: Object.assign(
      (name, options) => Module._resolveFilename(name, module, false, options),
      {
        paths: (name) => Module._resolveLookupPaths(name, module),
      },
    ),
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, filename, ...rest) {
  if (!filename.startsWith(MODULES)) return compile.call(this, source, filename, ...rest);
  const script = new Script(Module.wrap(source.replace(/^#!.*/, '')), {
    filename,
    cachedData: known?.get(filename),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (!known) scripts.set(filename, script);
  const { exports } = this;
  const given = [exports, requireOf(this), this, filename, path.dirname(filename)];
  return script.runInThisContext().apply(exports, given);
};

/** Keeps what was compiled, with the functions that were called so far. */
exports.keepCompiled = () => {
  if (known) return;
  const made = new Map([...scripts].map(([file, script]) => [file, script.createCachedData()]));
  mkdirSync(CACHE, { recursive: true });
  // In one step: others may read it meanwhile.
  const written = `${FILE}.${process.pid}`;
  writeFileSync(written, serialize(made));
  renameSync(written, FILE);
  scripts.clear();
};

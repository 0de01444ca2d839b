/*
 * The environment of tests that start Strapi: node's own globals instead of a copy for each file,
 * so that what `shared-runtime.cjs` loads once and what a test file makes are of the same classes.
 */
const { TestEnvironment } = require('jest-environment-node');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { AsyncLocalStorage } = require('node:async_hooks');
const { setTimeout: sleep } = require('node:timers/promises');

/** Where jest keeps who listens to a file's tests; the next file has listeners of its own. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

/** Apps that run, as `app.ts` notes them. */
const APPS = Symbol.for('syndication.test-apps');

/** Milliseconds after which an app that does not end is left alone. */
const ENDED_WITHIN = 120_000;

// Strapi listens to these, and takes all listeners from its process when it ends; jest has others.
const SIGNALS = ['SIGINT', 'SIGTERM'];
const kept = new Set(SIGNALS.flatMap((signal) => process.rawListeners(signal)));
const { removeAllListeners } = process;
process.removeAllListeners = (event) => {
  if (event !== undefined) return removeAllListeners.call(process, event);
  for (const signal of SIGNALS) {
    const listeners = process.rawListeners(signal).filter((listener) => !kept.has(listener));
    for (const listener of listeners) process.off(signal, listener);
  }
  return process;
};

/*
 * Jest makes one for each file, which stays: until Node 24, each promise is given something of each of
 * them, so that files compute longer the later they come.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
  storages.add(this);
  return run.apply(this, given);
};

/** Nothing runs within them any more; one that is used again is enabled again. */
const disableStorages = () => {
  for (const storage of storages) storage.disable();
  storages.clear();
};

module.exports = class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({
      config: config.projectConfig,
      global: globalThis,
    });
    this.own = { console: globalThis.console, exit: process.exit };
  }

  async teardown() {
    // Of a test that took too long: it would disturb the next file, whose Strapi is the same.
    for (const close of globalThis[APPS] ?? []) {
      await Promise.race([close().catch(() => undefined), sleep(ENDED_WITHIN, 0, { ref: false })]);
    }
    await super.teardown();
    disableStorages();
    globalThis.console = this.own.console;
    process.exit = this.own.exit;
    delete globalThis[LISTENERS];
  }
};

/*
 * Jest environment of tests that start Strapi. It uses Node's own globals instead of a copy for each file, so that
 * modules of `shared-runtime.cjs`, loaded once, and test files share the same classes.
 */
const { TestEnvironment } = require('jest-environment-node');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { AsyncLocalStorage } = require('node:async_hooks');
const { setTimeout: sleep } = require('node:timers/promises');

/** Key under which jest keeps a file's event handlers; the next file needs new ones. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

/** Key of the running apps (`app.ts`). */
const APPS = Symbol.for('syndication.test-apps');

/** Milliseconds to wait for an app to end. */
const ENDED_WITHIN = 120_000;

// Strapi listens to these signals, and removes all listeners of the process when it ends, even those of jest.
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
 * Jest creates an AsyncLocalStorage for each file and never disables it. Until Node 24, each promise copies the
 * state of every enabled one, so that later files run ever more slowly.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
  storages.add(this);
  return run.apply(this, given);
};

/** Disables finished storages. A storage that runs again is enabled again. */
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
    this.own = { console: globalThis.console, exit: process.exit, Date, now: Date.now };
  }

  handleTestEvent({ name }) {
    if (name !== 'run_finish') return;
    // A test may have moved the clocks (`clock.ts`), by which jest tells how long a file took.
    globalThis.Date = this.own.Date;
    Date.now = this.own.now;
    delete performance.now;
  }

  async teardown() {
    // An app whose test timed out would disturb the next file, which shares Strapi's modules.
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

/** Timers that stay real when a test fakes the clock: Jest has no option to fake the date alone. */
export const NOT_THE_CLOCK = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Milliseconds by which the clock of this process is ahead of the machine's. */
let ahead = 0;

/**
 * Moves the clock of this process forward to a moment, from which it goes on until the end of the test file
 * (`shared-environment.cjs`). Timers are not moved, nor are other processes.
 */
export const reach = (moment: Date): void => {
  const left = moment.getTime() - Date.now();
  if (left <= 0) return;
  if (ahead === 0) {
    const { now } = Date;
    Date.now = () => now() + ahead;
    globalThis.Date = new Proxy(Date, {
      construct: (target, given: []) =>
        Reflect.construct(target, given.length === 0 ? [target.now()] : given) as Date,
    });
  }
  ahead += left;
};

/** Moves the clock to the next second, so that a change gets another date: dates in feeds have whole seconds. */
export const reachNextSecond = (): void =>
  reach(new Date((Math.floor(Date.now() / 1_000) + 1) * 1_000));

/** Milliseconds by which the clock that counts what passes in this process is ahead. */
let passed = 0;

/** Has a time be over for what is measured in this process by `performance.now()`, until the end of the test file. */
export const letPass = (milliseconds: number): void => {
  if (passed === 0) {
    const now = performance.now.bind(performance);
    performance.now = () => now() + passed;
  }
  passed += milliseconds;
};

/** Has timers of some milliseconds end after fewer, until mocks are restored. */
export const shortenTimers = (usual: number, milliseconds: number): void => {
  const { setTimeout: start } = globalThis;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((act: () => void, after?: number, ...given: unknown[]) =>
      start(act, after === usual ? milliseconds : after, ...(given as []))) as typeof setTimeout);
};

import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which a test gives up: the machine is not slow, but stuck. */
const STUCK = 100_000;

/**
 * Runs steps that must end before a moment, which is passed to them. If the machine was too slow, runs them again
 * with a later moment.
 *
 * @param ahead initial distance of the moment, in milliseconds
 * @param spare milliseconds that must be left after the steps
 * @returns the moment, still in the future
 */
export const inTime = async (
  steps: (due: Date) => Promise<void>,
  ahead = 3_000,
  spare = 0,
): Promise<Date> => {
  for (let left = ahead; ; left *= 4) {
    const due = new Date(Date.now() + left);
    try {
      await steps(due);
      if (Date.now() + spare < due.getTime()) return due;
    } catch (error) {
      if (Date.now() < due.getTime() || left > STUCK) throw error;
    }
    if (left > STUCK) throw new Error(`The steps took more than ${left / 1_000} s.`);
  }
};

/** Waits until a moment. Where Strapi runs in the process of the tests, use `reach`, which moves the clock. */
export const waitUntil = async (due: Date): Promise<void> => {
  while (Date.now() < due.getTime()) await sleep(due.getTime() - Date.now() + 5);
};

/** Waits until the next second. Where Strapi runs in the process of the tests, use `reachNextSecond`. */
export const waitForNextSecond = (): Promise<void> =>
  waitUntil(new Date((Math.floor(Date.now() / 1_000) + 1) * 1_000));

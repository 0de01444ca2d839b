import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which a machine is no longer slow, but stuck. */
const STUCK = 100_000;

/**
 * Takes steps that must be over before a moment comes, which they are given. Where the machine was
 * too slow for them, they are taken again, with a moment that is further away.
 *
 * @param ahead how far away the moment is at first, in milliseconds
 * @param spare how much of that must be left when they are over
 * @returns the moment, which has not come yet
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

/** Waits until a moment has come. */
export const reach = async (due: Date): Promise<void> => {
  while (Date.now() < due.getTime()) await sleep(due.getTime() - Date.now() + 5);
};

/** Waits until what changes has another date in feeds, which is of a second. */
export const nextSecond = (): Promise<void> =>
  reach(new Date((Math.floor(Date.now() / 1_000) + 1) * 1_000));

/** The last milliseconds before a moment, in which a test leaves out nothing. */
const CLOSE = 200;

/** Does something again and again until a moment has come, without a pause when it is close. */
export const repeatUntil = async (due: Date, act: () => Promise<unknown>): Promise<void> => {
  while (Date.now() < due.getTime()) {
    await act();
    if (Date.now() < due.getTime() - CLOSE) await sleep(100);
  }
};

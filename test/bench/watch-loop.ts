import { readFileSync } from 'node:fs';

/**
 * Processor time that this thread has had, in milliseconds: what else runs on the machine is not in it.
 * Linux counts it at each tick of its scheduler, so to some milliseconds. Elsewhere it is the clock.
 */
const threadTime = (): number => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
};

/** How long the event loop was busy with something, in milliseconds. */
export interface Watched<Result> {
  result: Result;
  /** The longest turn: other requests wait for it. */
  longest: number;
  /** All turns together. */
  busy: number;
}

/** Does something, and tells how long the event loop was busy with it, and at most in one turn. */
export const watchLoop = async <Result>(act: () => Promise<Result>): Promise<Watched<Result>> => {
  const began = threadTime();
  let last = began;
  let longest = 0;
  let isDone = false;
  const turn = (): void => {
    const time = threadTime();
    longest = Math.max(longest, time - last);
    last = time;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await act();
  isDone = true;
  await new Promise((done) => setTimeout(done, 1));
  return { result, longest, busy: last - began };
};

import { DatabaseAwayError } from './database';

let turn = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other caller gets. Long work waits before each of its steps, so that other
 * requests are answered in between.
 */
export const waitForTurn = (): Promise<void> => {
  turn = turn.then(() => new Promise((done) => setImmediate(done)));
  return turn;
};

/**
 * Waits for work, but no longer than a time. The work itself goes on.
 *
 * @param milliseconds longest wait
 * @param late makes the error to throw when the time is up; by default, the work waits for the database
 */
export const withDeadline = async <Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => Error = () => new DatabaseAwayError(),
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(late()), milliseconds);
  });
  return Promise.race([work, ended]).finally(() => clearTimeout(timer));
};

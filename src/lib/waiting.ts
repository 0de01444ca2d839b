import { DatabaseAwayError } from './database';
import { chunk } from './values';

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
 * Finds rows by things that statements name, as many in each statement as databases take. SQLite answers within a turn
 * of the event loop, so each statement gets one.
 */
export const findInParts = async <Named, Found>(
  named: Iterable<Named>,
  find: (some: Named[]) => PromiseLike<Found[]>,
): Promise<Found[]> => {
  const found: Found[] = [];
  for (const [index, some] of chunk([...new Set(named)]).entries()) {
    if (index > 0) await waitForTurn();
    // Not `push(...rows)`: very many rows would be too many arguments.
    for (const row of await find(some)) found.push(row);
  }
  return found;
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

let turn = Promise.resolve();

/**
 * Waits for a turn of the event loop that nothing else which waits here takes part of. Long work goes in
 * steps with a turn before each, so that other requests are answered between them.
 */
export const ownTurn = (): Promise<void> => {
  turn = turn.then(() => new Promise((done) => setImmediate(done)));
  return turn;
};

/**
 * Waits for something no longer than a time. What is waited for goes on.
 *
 * @param milliseconds how long
 * @param late makes the error that is thrown when it takes longer
 */
export const within = async <Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => Error,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(late()), milliseconds);
  });
  return Promise.race([work, ended]).finally(() => clearTimeout(timer));
};

let turn = Promise.resolve();

/**
 * Waits for a turn of the event loop that nothing else which waits here takes part of. Long work goes in
 * steps with a turn before each, so that other requests are answered between them.
 */
export const ownTurn = (): Promise<void> => {
  turn = turn.then(() => new Promise((done) => setImmediate(done)));
  return turn;
};

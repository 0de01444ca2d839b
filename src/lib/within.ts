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

import * as React from 'react';

/** Milliseconds between two questions, and how many are asked. */
const EVERY = 2_000;
const TIMES = 10;

/**
 * Asks again while something is on its way, a few times.
 *
 * @param of what is on its way: of another, it is asked as often again
 */
export const useAskAgain = (isUnderWay: boolean, ask: () => void, of: string): void => {
  const asked = React.useRef({ of, times: 0 });
  React.useEffect(() => {
    if (asked.current.of !== of) asked.current = { of, times: 0 };
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => {
      asked.current.times += 1;
      if (asked.current.times > TIMES) clearInterval(timer);
      else ask();
    }, EVERY);
    return () => clearInterval(timer);
  }, [isUnderWay, ask, of]);
};

import type { App } from './app';

/** Milliseconds that one transaction may wait for another before the other one goes on. */
const WAITS_AT_MOST = 1_000;

type Act = () => Promise<unknown>;

interface Held {
  /** Resolves when the work is done, before the commit. */
  done: Promise<void>;
  /** Commits the transaction. */
  commit: () => Promise<void>;
  /** Rolls the transaction back. */
  rollBack: () => Promise<void>;
}

/** A promise with functions to resolve and reject it. */
const upcoming = () => {
  let passes = (): void => undefined;
  let fails: (error: Error) => void = () => undefined;
  const passed = new Promise<void>((resolve, reject) => {
    passes = resolve;
    fails = reject;
  });
  return { passed, passes, fails };
};

/** Runs an action in a transaction that stays open until the caller ends it. */
export const hold = ({ strapi }: Pick<App, 'strapi'>, act: Act): Held => {
  const end = upcoming();
  const work = upcoming();
  const ended = strapi.db.transaction(async () => {
    await act();
    work.passes();
    await end.passed;
  });
  ended.catch(() => undefined);
  return {
    done: Promise.race([work.passed, ended.then(() => undefined)]),
    async commit() {
      end.passes();
      await ended;
    },
    async rollBack() {
      end.fails(new Error('taken back'));
      await ended.catch(() => undefined);
    },
  };
};

/**
 * Runs two actions in overlapping transactions. The first transaction ends when the second action is done, or has
 * waited for `WAITS_AT_MOST`.
 *
 * @param end how the first transaction ends
 */
export const atOnce = async (
  app: Pick<App, 'strapi'>,
  one: Act,
  other: Act,
  end: 'commit' | 'rollBack' = 'commit',
): Promise<void> => {
  const first = hold(app, one);
  await first.done;
  const second = hold(app, other);
  await Promise.race([second.done, new Promise((next) => setTimeout(next, WAITS_AT_MOST))]);
  await first[end]();
  await second.commit();
};

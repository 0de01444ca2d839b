import type { App } from './app';

/** How long one transaction may wait for another before that one goes on, in milliseconds. */
const WAITS_AT_MOST = 1_000;

type Act = () => Promise<unknown>;

interface Held {
  /** Ends when its work is done, and nothing is committed yet. */
  done: Promise<void>;
  /** Has it committed. */
  commit: () => Promise<void>;
  /** Has it taken back. */
  rollBack: () => Promise<void>;
}

/** Something that comes to pass, or fails to. */
const upcoming = () => {
  let passes = (): void => undefined;
  let fails: (error: Error) => void = () => undefined;
  const passed = new Promise<void>((resolve, reject) => {
    passes = resolve;
    fails = reject;
  });
  return { passed, passes, fails };
};

/** Does something in a transaction that stays open until it is told to end. */
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
 * Does two things in transactions that overlap: the first one ends when the second is done, or has
 * waited for it for a while.
 *
 * @param end how the first one ends
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

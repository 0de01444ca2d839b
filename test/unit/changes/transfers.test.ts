import type { Core } from '@strapi/strapi';

import { createTransfers } from '../../../src/changes/transfers';

/** A Strapi that serves, and what its transfers do, in which `announce` fails as often as is said. */
const createWatched = ({ failures = 0 } = {}) => {
  const errors: unknown[] = [];
  const done: string[] = [];
  let left = failures;
  const lifecycles = {
    disable: () => undefined,
    enable: () => undefined,
    run: () => Promise.resolve(new Map()),
  } as Record<'disable' | 'enable', () => void> & {
    run: (action: string, uid: string) => Promise<unknown>;
  };
  const strapi = {
    db: { lifecycles },
    server: { httpServer: { listening: true } },
    documents: { use: () => undefined },
    log: { error: (error: unknown) => errors.push(error), warn: () => undefined },
  } as unknown as Core.Strapi;
  const transfers = createTransfers(strapi, {
    changeLog: {
      forgetCounter: () => undefined,
      announce: async () => {
        if (left > 0) {
          left -= 1;
          throw new Error('The connection was lost');
        }
        done.push('announced');
      },
    },
    rebuild: { rebuild: async () => void done.push('read') },
    layouts: { prepare: async () => void done.push('prepared') },
    ids: { settle: () => void done.push('settled') },
  });
  transfers.watch();
  return { lifecycles, transfers, errors, done };
};

const ALL = ['announced', 'prepared', 'read', 'settled'];

describe('after a transfer', () => {
  it('everything is read once more where that failed at first, and the failure is in the log once', async () => {
    const { lifecycles, transfers, errors, done } = createWatched({ failures: 1 });
    lifecycles.disable();
    await lifecycles.run('afterCreate', 'api::article.article');
    lifecycles.enable();
    await transfers.settled();
    expect(done).toEqual(ALL);
    expect(errors).toEqual([
      expect.stringMatching(/^Syndication: Error: The connection was lost\n/),
    ]);
  });

  it('nothing is read where nothing was written but who signed in', async () => {
    const { lifecycles, transfers, done } = createWatched();
    lifecycles.disable();
    await lifecycles.run('afterUpdate', 'admin::user');
    await lifecycles.run('afterFindMany', 'api::article.article');
    lifecycles.enable();
    await transfers.settled();
    expect(done).toEqual([]);
  });

  it('another one that ends while all is read has it read once more', async () => {
    const { lifecycles, transfers, done } = createWatched();
    for (const uid of ['api::article.article', 'api::tag.tag']) {
      lifecycles.disable();
      await lifecycles.run('afterDeleteMany', uid);
      lifecycles.enable();
    }
    await transfers.settled();
    expect(done).toEqual([...ALL, ...ALL]);
  });

  it('nothing is tried again where Strapi ends', async () => {
    const { lifecycles, transfers, done } = createWatched({ failures: 1 });
    lifecycles.disable();
    await lifecycles.run('afterCreate', 'api::article.article');
    lifecycles.enable();
    await transfers.stop();
    await transfers.settled();
    expect(done).toEqual([]);
  });
});

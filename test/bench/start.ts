import type { DatabaseKind } from '../helpers/database';
import { startOn, withFolder } from './app';
import { median } from './median';

/** Articles of the archives that are compared. */
const SIZES = (process.env.BENCH_ARTICLES ?? '19,110000').split(',').map(Number);
const ROUNDS = 5;

/** How long Strapi with the plugin takes to start on an archive, in milliseconds. */
export interface StartTimes {
  articles: number;
  /** After the archive was written past Strapi: all of it is indexed. */
  first: number;
  later: number;
}

const timedStart = async (folder: string, database: DatabaseKind): Promise<number> => {
  const began = performance.now();
  const app = await startOn(folder, { database });
  const took = performance.now() - began;
  await app.close();
  return took;
};

/** What a start costs on archives of several sizes. */
export const measureStart = async (database: DatabaseKind): Promise<StartTimes[]> => {
  const measured: StartTimes[] = [];
  for (const articles of SIZES) {
    const archive = { articles, tags: { all: () => true }, database };
    const times = await withFolder(archive, async (folder) => {
      const first = await timedStart(folder, database);
      const later: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        later.push(await timedStart(folder, database));
      }
      return { first, later: median(later) };
    });
    measured.push({ articles, ...times });
  }
  return measured;
};

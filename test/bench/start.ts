import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type App, startApp } from '../helpers/app';
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

const timed = async (start: () => Promise<App>): Promise<number> => {
  const began = performance.now();
  const app = await start();
  const took = performance.now() - began;
  await app.close();
  return took;
};

/** How long Strapi takes without the plugin, on a database of its own, in milliseconds. */
export const measurePlainStart = async (database: DatabaseKind): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  try {
    const start = (): Promise<App> => startApp({ enabled: false, folder, database });
    // The first makes the tables.
    await (await start()).close();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(start));
    return median(times);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const timedStart = (folder: string, database: DatabaseKind): Promise<number> =>
  timed(() => startOn(folder, { database }));

/**
 * What a start costs on archives of several sizes, one after the other in turns: a process that has seeded
 * many articles starts slower than one that has seeded a few.
 */
export const measureStart = (database: DatabaseKind): Promise<StartTimes[]> => {
  const measure = async (archives: { articles: number; folder: string }[]) => {
    const firsts: number[] = [];
    for (const { folder } of archives) firsts.push(await timedStart(folder, database));
    const later: number[][] = archives.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { folder }] of archives.entries()) {
        later[index]!.push(await timedStart(folder, database));
      }
    }
    return archives.map(({ articles }, index) => ({
      articles,
      first: firsts[index]!,
      later: median(later[index]!),
    }));
  };
  /** With all archives there at once. */
  const withAll = (
    sizes: number[],
    archives: { articles: number; folder: string }[] = [],
  ): Promise<StartTimes[]> => {
    const [articles, ...others] = sizes;
    if (articles === undefined) return measure(archives);
    return withFolder({ articles, tags: { all: () => true }, database }, (folder) =>
      withAll(others, [...archives, { articles, folder }]),
    );
  };
  return withAll(SIZES);
};

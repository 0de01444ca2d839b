import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createEditor } from '../helpers/content';
import type { DatabaseKind } from '../helpers/database';
import { rebuild } from '../helpers/state';
import { startOn } from './app';
import { median } from './median';
import { seedArticles } from './seed';

const ARTICLES = 10_000;

/** Publications that are timed, before anything is told and meanwhile. */
const SAVES = 15;

export interface PushTimes {
  /** Seconds until a front end has heard of every article. */
  drained: number;
  /** Milliseconds of a publication, before and meanwhile. */
  before: number;
  meanwhile: number;
  /** Megabytes of memory, as it begins, at most, and when all is told. */
  memory: [begin: number, most: number, end: number];
}

const megabytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
};

/** How a front end hears of an import of 10,000 articles, and what editors notice of it meanwhile. */
export const measurePush = async (database: DatabaseKind): Promise<PushTimes> => {
  let told = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      told += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  const app = await startOn(folder, { database }, { push: { webhooks: [{ url }] } });
  try {
    const editor = createEditor(app);
    let saved = 0;
    const save = async (): Promise<number> => {
      const began = performance.now();
      await editor.published({ slug: `saved-${(saved += 1)}` });
      return performance.now() - began;
    };
    const saveAll = async (): Promise<number> => {
      const times: number[] = [];
      for (let index = 0; index < SAVES; index += 1) times.push(await save());
      return median(times);
    };
    // Behind Strapi's back: nobody is told of them yet.
    await seedArticles(app.strapi, ARTICLES, {});
    await saveAll();
    const before = await saveAll();
    await sleep(3_000);
    const begin = megabytes();
    let most = begin;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss / 1e6);
    }, 200);
    told = 0;
    const began = performance.now();
    await rebuild(app, { told: true });
    const meanwhile = await saveAll();
    while (told < ARTICLES) await sleep(100);
    const drained = (performance.now() - began) / 1_000;
    clearInterval(watching);
    return { drained, before, meanwhile, memory: [begin, most, megabytes()] };
  } finally {
    await app.stop();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { TAG_UID } from '../../src/lib/constants';
import type { App } from '../helpers/app';
import { createEditor } from '../helpers/content';
import type { DatabaseKind } from '../helpers/database';
import { startNode, type Node } from '../helpers/node';
import { startOn, withFolder } from './app';
import { median } from './median';

const ROUNDS = 20;
const FEED = '/tags/api/index.xml';

export interface Times {
  median: number;
  slowest: number;
}

const summary = (times: number[]): Times => ({
  median: median(times),
  slowest: Math.max(...times),
});

/** Milliseconds from a publication's end on one node to the feed of another that shows it. */
const measureElsewhere = async (app: App, other: Node): Promise<Times> => {
  const editor = createEditor(app);
  const { documentId } = await app.strapi.db.query(TAG_UID).findOne({ where: { slug: 'api' } });
  const read = async (): Promise<string> => (await other.get(FEED)).text();
  const times: number[] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const title = `elsewhere-${number}`;
    const id = await editor.draft({ slug: title, title, tags: [documentId], date: new Date() });
    // At any moment of the other node's own time.
    await read();
    await sleep((number / ROUNDS) * 1_000);
    await read();
    await editor.publish(id);
    const began = performance.now();
    while (!(await read()).includes(title)) await sleep(5);
    times.push(performance.now() - began);
  }
  return summary(times);
};

/** What a node knows of another on the same database. */
export const measureNodes = (database: DatabaseKind): Promise<Times> =>
  withFolder({ articles: 19, tags: { api: () => true }, database }, async (folder) => {
    const ownFolder = mkdtempSync(path.join(tmpdir(), 'syndication-nodes-'));
    const app = await startOn(folder, { database });
    const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
    const other = await startNode({ config, database, folder: ownFolder, databaseOf: folder });
    try {
      return await measureElsewhere(app, other);
    } finally {
      await other.kill();
      await app.close();
      rmSync(ownFolder, { recursive: true, force: true });
    }
  });

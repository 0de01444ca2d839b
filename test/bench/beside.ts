import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { TAG_UID } from '../../src/lib/constants';
import { createEditor, type Editor } from '../helpers/content';
import type { DatabaseKind } from '../helpers/database';
import { startNode } from '../helpers/node';
import { startOn, withFolder } from './app';
import { median } from './median';

const ARTICLES = Number(process.env.BENCH_BESIDE ?? '20000');

/** How long publications take, in milliseconds, and how many of them fail. */
export interface SaveTimes {
  saves: number;
  failed: number;
  median: number;
  slowest: number;
}

/** Publishes one article after the other for as long as something else takes. */
const publishDuring = async (
  editor: Editor,
  tags: string[],
  work: Promise<unknown>,
): Promise<SaveTimes> => {
  const times: number[] = [];
  let failed = 0;
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const began = performance.now();
    await editor.published({ tags }).catch(() => {
      failed += 1;
    });
    times.push(performance.now() - began);
  }
  await ended;
  return { saves: times.length, failed, median: median(times), slowest: Math.max(...times) };
};

/** What saving costs on a node while nothing else happens, and while another starts. */
export const measureBeside = (
  database: DatabaseKind,
): Promise<{ articles: number; times: Record<string, SaveTimes> }> =>
  withFolder({ articles: ARTICLES, tags: { all: () => true }, database }, async (folder) => {
    const ownFolder = mkdtempSync(path.join(tmpdir(), 'syndication-beside-'));
    const app = await startOn(folder, { database });
    const startOther = async (): Promise<void> => {
      const config = { baseUrl: 'https://www.example.com' };
      const node = await startNode({ config, database, folder: ownFolder, databaseOf: folder });
      await node.kill();
    };
    try {
      const { documentId } = await app.strapi.db.query(TAG_UID).findOne({ where: { slug: 'all' } });
      const editor = createEditor(app);
      const wait = new Promise((done) => setTimeout(done, 3_000));
      const times: Record<string, SaveTimes> = {
        'nothing else': await publishDuring(editor, [documentId], wait),
        'a later start': await publishDuring(editor, [documentId], startOther()),
      };
      await app.strapi.db.connection(CATALOGUE_TABLE).delete();
      times['the first start'] = await publishDuring(editor, [documentId], startOther());
      return { articles: ARTICLES, times };
    } finally {
      await app.close();
      rmSync(ownFolder, { recursive: true, force: true });
    }
  });

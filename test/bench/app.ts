import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type App, startApp } from '../helpers/app';
import { type DatabaseKind, defaultDatabase } from '../helpers/database';
import { seedArticles, type Share } from './seed';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', itemsPerFeed: 19 };

/** Does something with an app that holds an archive, started after the archive was written. */
export const withArchive = async <Result>(
  archive: { articles: number; tags: Record<string, Share>; database?: DatabaseKind },
  use: (app: App) => Promise<Result>,
  options: Record<string, unknown> = {},
): Promise<Result> => {
  const { articles, tags, database = defaultDatabase } = archive;
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  const start = () => startApp({ config: { ...config, ...options }, folder, database });
  const empty = await start();
  await seedArticles(empty.strapi, articles, tags);
  await empty.stop();
  const app = await start();
  try {
    return await use(app);
  } finally {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type App, startApp } from '../helpers/app';
import { type DatabaseKind, defaultDatabase } from '../helpers/database';
import { seedArticles, type Share } from './seed';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', itemsPerFeed: 19 };

export interface Archive {
  articles: number;
  tags: Record<string, Share>;
  database?: DatabaseKind;
  /** Files of the site's own, as `startApp` takes them. */
  files?: Record<string, string>;
}

/** Starts an app on the archive in a folder. */
export const startOn = (
  folder: string,
  { database = defaultDatabase, files }: Pick<Archive, 'database' | 'files'> = {},
  options: Record<string, unknown> = {},
): Promise<App> => startApp({ config: { ...config, ...options }, folder, database, files });

/** Does something with the folder of an app that holds an archive. */
export const withFolder = async <Result>(
  archive: Archive,
  use: (folder: string) => Promise<Result> | Result,
): Promise<Result> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  try {
    const empty = await startOn(folder, archive);
    await seedArticles(empty.strapi, archive.articles, archive.tags);
    await empty.stop();
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Does something with an app that holds an archive, started after the archive was written. */
export const withArchive = <Result>(
  archive: Archive,
  use: (app: App) => Promise<Result>,
): Promise<Result> =>
  withFolder(archive, async (folder) => {
    const app = await startOn(folder, archive);
    try {
      return await use(app);
    } finally {
      await app.stop();
    }
  });

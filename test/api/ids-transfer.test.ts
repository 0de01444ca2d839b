/**
 * @runs-on sqlite: What of ids goes into a file; that an export and an import keep them is tested on
 * two databases by switching-off.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { engine, file, strapi } from '@strapi/data-transfer';
import { parseRssFeed } from 'feedsmith';

import { ARTICLE_UID, PERMALINK_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { settled } from '../helpers/state';

const PUBLIC = 'https://www.example.com';

const folder = mkdtempSync(path.join(tmpdir(), 'syndication-transfer-'));
let app: App | undefined;

afterAll(async () => {
  await app?.close();
  await testDatabase(defaultDatabase, folder).drop();
  rmSync(folder, { recursive: true, force: true });
});

type Source = Parameters<typeof engine.createTransferEngine>[0];
type Destination = Parameters<typeof engine.createTransferEngine>[1];

/** What `strapi export` and `strapi import` do, without their questions. */
const transfer = async (source: Source, destination: Destination): Promise<void> => {
  await engine
    .createTransferEngine(source, destination, {
      versionStrategy: 'ignore',
      schemaStrategy: 'strict',
      only: ['content'],
      exclude: [],
      transforms: {},
    } as unknown as Parameters<typeof engine.createTransferEngine>[2])
    .transfer();
};

const plain = { encryption: { enabled: false }, compression: { enabled: false } };

const guids = async () => {
  const feed = await (await app!.get('/index.xml')).text();
  return parseRssFeed(feed).items?.map(({ guid }) => guid?.value);
};

test('a site written at localhost, exported and imported in production, has ids of production', async () => {
  const dump = path.join(folder, 'dump');
  const development = await startApp({ config: { baseUrl: 'http://localhost:1337' } });
  try {
    await createEditor(development).published({ slug: 'hello', date: '2026-01-01T00:00:00.000Z' });
    await development.strapi.db.query(PERMALINK_UID).updateMany({
      where: { contentType: ARTICLE_UID },
      data: { toldAt: new Date('2026-02-01T00:00:00.000Z') },
    });
    await transfer(
      strapi.providers.createLocalStrapiSourceProvider({
        getStrapi: () => development.strapi,
        autoDestroy: false,
      }),
      file.providers.createLocalFileDestinationProvider({ file: { path: dump }, ...plain }),
    );
  } finally {
    await development.stop();
  }

  app = await startApp({ folder, config: { baseUrl: PUBLIC } });
  await transfer(
    file.providers.createLocalFileSourceProvider({ file: { path: `${dump}.tar` }, ...plain }),
    strapi.providers.createLocalStrapiDestinationProvider({
      getStrapi: () => app!.strapi,
      autoDestroy: false,
      strategy: 'restore',
      restore: { entities: { exclude: [] } },
    }),
  );
  await app.close();

  app = await startApp({ folder, config: { baseUrl: PUBLIC } });
  expect(await guids()).toEqual([`${PUBLIC}/posts/hello/`]);
  // Nobody is told anew of what was only taken elsewhere.
  expect(await (await app.get('/atom.xml')).text()).toMatch(
    /<updated>2026-02-01T00:00:00(Z|\+00:00)</,
  );
  await settled(app);
  await app.close();
  app = await startApp({ folder, config: { baseUrl: 'https://elsewhere.example.org' } });
  expect(await guids()).toEqual([`${PUBLIC}/posts/hello/`]);
}, 900_000);

/** @runs-on mysql: Tables of other databases have no character sets of their own. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createConnection } from 'mysql2/promise';

import { type App, startApp } from '../helpers/app';
import { type TestDatabase, testDatabase } from '../helpers/database';
import { siteTypes } from '../helpers/site-types';

const STORY = 'api::story.story';

const slugged = {
  draftAndPublish: true,
  attributes: { title: { type: 'string' }, slug: { type: 'uid' }, body: { type: 'richtext' } },
};

describe('a database whose own character set has no emoji, as old ones have', () => {
  let database: TestDatabase;
  let app: App;

  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'syndication-character-sets-'));
    database = testDatabase('mysql', folder);
    await database.create();
    const { connection } = database.config as { connection: { connection: object } };
    const server = await createConnection(connection.connection);
    await server.query(`ALTER DATABASE \`${database.name}\` CHARACTER SET utf8mb3`);
    await server.end();
    app = await startApp({
      config: {
        baseUrl: 'https://www.example.com',
        sources: {
          [STORY]: { address: '/stories/{slug}/' },
          'api::note.note': { address: '/notes/{slug}/' },
        },
      },
      folder,
      fromNothing: true,
      files: siteTypes({ story: slugged, note: slugged }),
    });
    await app.strapi.db.connection.raw(
      'ALTER TABLE site_storys CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
    );
  }, 300_000);
  afterAll(async () => {
    await app?.stop();
    await database.drop();
  });

  it('shows entries of a table that the site has converted', async () => {
    await app.strapi.documents(STORY as never).create({
      data: { title: 'A party 🎉', slug: 'party', body: 'With 🎂' } as never,
      status: 'published',
    });
    expect(await (await app.get('/index.xml')).text()).toContain('A party 🎉');
    const page = await app.get('/stories/party/');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('🎂')]);
  });

  it('has nothing at an address that its tables cannot hold', async () => {
    expect((await app.get('/notes/🎉/')).status).toBe(404);
    expect((await app.get('/stories/🎉/')).status).toBe(404);
  });
});

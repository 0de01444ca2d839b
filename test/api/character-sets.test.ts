/** @runs-on mysql: Tables of other databases have no character sets of their own. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createConnection } from 'mysql2/promise';

import { TAG_UID } from '../../src/lib/constants';
import { signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { frontEnd } from '../helpers/content-api';
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
          'api::report.report': { address: '/reports/{kind}/{slug}/', topics: ['section'] },
        },
      },
      folder,
      fromNothing: true,
      files: siteTypes({
        story: slugged,
        note: slugged,
        report: {
          ...slugged,
          attributes: {
            ...slugged.attributes,
            kind: { type: 'string' },
            section: { type: 'relation', relation: 'manyToOne', target: 'api::section.section' },
          },
        },
        section: { attributes: { name: { type: 'string' }, slug: { type: 'uid' } } },
      }),
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

  it.each([
    '/notes/🎉/',
    '/stories/🎉/',
    '/reports/kind/🎉/',
    '/reports/🎉/slug/',
    '/sections/🎉/',
    '/sections/🎉/index.xml',
  ])('has nothing at %s, which its tables cannot hold', async (address) => {
    expect((await app.get(address)).status).toBe(404);
  });

  it('tells editors of links that lead to such addresses, and of others', async () => {
    const links = ['notes/🎉', 'reports/kind/🎉', 'sections/🎉', 'stories/party', 'stories/none'];
    await app.strapi.documents(STORY as never).create({
      data: {
        title: 'Links',
        slug: 'links',
        body: links.map((to) => `[a](/${to}/)`).join(' '),
      } as never,
      status: 'published',
    });
    await app.get('/index.xml');
    const editor = await signIn(app, 'strapi-editor');
    const response = await editor('/syndication/attention');
    expect(response.status).toBe(200);
    const said = decodeURI(await response.text());
    expect(said).toContain('/stories/none/');
    expect(said).toContain('/notes/🎉/');
    expect(said).not.toContain('/stories/party/');
  });

  it('lists tags whose table came from another server', async () => {
    const { strapi } = app;
    await strapi.db.connection.raw(
      'ALTER TABLE syndication_tags CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
    );
    const { rest } = await frontEnd(app, [`${TAG_UID}.find`], ['name']);
    expect(await rest('/syndication/tags')).toEqual([]);
  });

  it.each(['site_notes', 'syndication_articles'])(
    'leaves the table %s of a content type as it is',
    async (name) => {
      const { connection } = app.strapi.db;
      const table = (await connection('information_schema.tables')
        .whereRaw('table_schema = database()')
        .where('table_name', name)
        .first({ collation: 'table_collation' })) as { collation: string };
      expect(table.collation).toMatch(/^utf8(?:mb3)?_/);
    },
  );
});

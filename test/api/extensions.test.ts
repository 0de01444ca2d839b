/**
 * @runs-on sqlite: What an extension may change is decided by schemas, before Strapi looks at the
 * database.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import knex from 'knex';

import { ARTICLE_UID, PERMALINK_UID, TAG_UID } from '../../src/lib/constants';
import { article as articleSchema, tag as tagSchema } from '../../src/own-types/schemas';
import { type Admin, logIn } from '../helpers/admin';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { type Site, startSite } from '../helpers/site';

const EXAMPLE = path.resolve(__dirname, '../../examples/extending/strapi-server.js');

/** Folders of apps, which a test starts several times. */
const folders: string[] = [];

const createFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-extensions-'));
  folders.push(folder);
  return folder;
};

afterAll(async () => {
  for (const folder of folders) {
    await testDatabase(defaultDatabase, folder).drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What a developer writes below `src/extensions/syndication`. */
const extend = (folder: string, file: string, content: string | object): void => {
  const target = path.join(folder, 'src/extensions/syndication', file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
};

const withdraw = (folder: string): void =>
  rmSync(path.join(folder, 'src/extensions'), { recursive: true, force: true });

/** What a start that must fail says. */
const refusal = async (folder: string): Promise<Error> => {
  const site = await startSite({}, folder).catch((error: Error) => error);
  if (site instanceof Error) return site;
  await site.stop();
  throw new Error('The app started');
};

const withSite = async <Result>(folder: string, use: (site: Site) => Promise<Result>) => {
  const site = await startSite({}, folder);
  try {
    return await use(site);
  } finally {
    await site.stop();
  }
};

/** What Strapi uses for a kind of database. */
const DRIVERS = { sqlite: 'better-sqlite3', postgres: 'pg', mysql: 'mysql2' };

/** All a database has of the plugin's types, read past Strapi. */
const readTables = async (folder: string) => {
  const { connection } = testDatabase(defaultDatabase, folder).config as {
    connection: knex.Knex.Config;
  };
  const database = knex({ ...connection, client: DRIVERS[defaultDatabase] });
  try {
    const tables = ['articles', 'tags', 'permalinks', 'articles_tags_lnk'];
    return await Promise.all(tables.map((name) => database(`syndication_${name}`).orderBy('id')));
  } finally {
    await database.destroy();
  }
};

describe('an extension of a site that would destroy content', () => {
  let folder: string;
  let before: unknown;

  beforeAll(async () => {
    folder = createFolder();
    await withSite(folder, async (site) => {
      const tag = await site.tag('tools', { description: 'What one needs' });
      await site.published('hammer', { tags: [tag], summary: 'It hits.', author: 'Ann' });
      await site.draft('saw', { title: 'Saw' });
    });
    before = await readTables(folder);
  });

  afterEach(async () => {
    expect(await readTables(folder)).toEqual(before);
    withdraw(folder);
  });

  const article = 'content-types/article/schema.json';

  it('stops the start when it replaces all attributes, and everything is still there', async () => {
    extend(folder, article, { attributes: { subtitle: { type: 'string' } } });
    const { message, stack } = await refusal(folder);
    expect(message).toContain(`"${ARTICLE_UID}"`);
    for (const name of ['title', 'slug', 'date', 'tags', 'summary', 'body', 'keepOutOfFeeds']) {
      expect(message).toContain(`- The attribute "${name}" is missing: {"type":`);
    }
    expect(message).not.toContain('"subtitle"');
    expect(message).toContain('Nothing has been deleted yet.');
    expect(message).toContain('src/extensions/syndication/strapi-server.js');
    expect(stack).toBe(message);

    expect(await readTables(folder)).toEqual(before);
    withdraw(folder);
    await withSite(folder, async (site) => {
      expect(await site.read('/tags/tools/index.xml')).toContain('It hits.');
      expect(await site.read('/posts/hammer/')).toContain('About hammer.');
    });
  });

  it.each([
    ['content-types/tag/schema.json', TAG_UID, 'name'],
    ['content-types/permalink/schema.json', PERMALINK_UID, 'url'],
  ])('stops the start when %s replaces all attributes', async (file, uid, missing) => {
    extend(folder, file, { attributes: { color: { type: 'string' } } });
    const { message } = await refusal(folder);
    expect(message).toContain(`"${uid}"`);
    expect(message).toContain(`- The attribute "${missing}" is missing`);
  });

  it('stops the start when it switches drafts off or on', async () => {
    extend(folder, article, { options: {} });
    expect((await refusal(folder)).message).toMatch(
      /"draftAndPublish" is false\. Allowed: true\. .*deletes all drafts/,
    );
    withdraw(folder);
    extend(folder, 'content-types/tag/schema.json', { options: { draftAndPublish: true } });
    expect((await refusal(folder)).message).toMatch(/"draftAndPublish" is true\. Allowed: false\./);
  });

  it('stops the start when it moves a type to another table', async () => {
    extend(folder, article, { collectionName: 'my_articles' });
    const { message, stack } = await refusal(folder);
    expect(message).toContain(`"${ARTICLE_UID}"`);
    expect(message).toMatch(/"my_articles".*"syndication_articles".*Nothing has been deleted yet/);
    expect(stack).toBe(message);
  });

  it.each([
    ['body', { type: 'blocks' }, /"body" is of type "blocks"\. Allowed: "richtext", "text"/],
    ['date', { type: 'date' }, /"date" is of type "date"\. Allowed: "datetime"/],
    ['slug', { type: 'text' }, /"slug" is of type "text"\. Allowed: "uid", "string"/],
    ['cover', { type: 'media', multiple: true }, /"cover" has "multiple": true\. Allowed: false/],
    [
      'tags',
      { type: 'relation', relation: 'oneToMany', target: TAG_UID },
      /"relation": "oneToMany"/,
    ],
    ['keepOutOfFeeds', { type: 'string' }, /"keepOutOfFeeds" is of type "string"/],
  ])('stops the start when it makes of "%s" %j', async (name, attribute, said) => {
    extend(folder, article, { attributes: { ...articleSchema.attributes, [name]: attribute } });
    expect((await refusal(folder)).message).toMatch(said);
  });

  it('stops the start when it shows readers what is private', async () => {
    const hidden = { ...tagSchema.attributes.hidden, private: undefined };
    extend(folder, 'content-types/tag/schema.json', {
      attributes: { ...tagSchema.attributes, hidden },
    });
    expect((await refusal(folder)).message).toMatch(/"hidden" has "private": null\. Allowed: true/);
  });

  it('stops the start when entries have languages, but one slug for all of them', async () => {
    const i18n = { pluginOptions: { i18n: { localized: true } } };
    const title = { ...articleSchema.attributes.title, ...i18n };
    extend(folder, article, { attributes: { ...articleSchema.attributes, title }, ...i18n });
    expect((await refusal(folder)).message).toContain('its "slug" is not.');
  });

  it('is no schema that has all there was and more', async () => {
    // The Content-Type Builder writes such a file.
    extend(folder, article, {
      attributes: {
        ...articleSchema.attributes,
        body: { type: 'text' },
        rank: { type: 'integer' },
      },
    });
    await withSite(folder, async (site) => {
      expect(await site.read('/posts/hammer/')).toContain('About hammer.');
    });
    withdraw(folder);
    await withSite(folder, async () => undefined);
  });
});

describe('an extension that adds attributes, as examples/extending does', () => {
  let site: Site;
  let admin: Admin;

  beforeAll(async () => {
    const folder = createFolder();
    // On an installation that was there before.
    await withSite(folder, (before) => before.published('old'));
    mkdirSync(path.join(folder, 'src/extensions/syndication'), { recursive: true });
    cpSync(EXAMPLE, path.join(folder, 'src/extensions/syndication/strapi-server.js'));
    site = await startSite({}, folder);
    admin = await logIn(site.app);
  });

  afterAll(() => site.stop());

  it('has their columns, and what was there before', async () => {
    const columns = async (table: string) =>
      Object.keys(await site.strapi.db.connection(table).columnInfo());
    expect(await columns('syndication_articles')).toEqual(
      expect.arrayContaining(['title', 'subtitle']),
    );
    expect(await columns('syndication_tags')).toEqual(expect.arrayContaining(['name', 'color']));
    expect(await site.read('/posts/old/')).toContain('About old.');
  });

  it('offers them to editors in the form, and keeps what they write', async () => {
    const { body } = await admin.send(
      'GET',
      `/content-manager/content-types/${ARTICLE_UID}/configuration`,
    );
    const { contentType } = body.data as { contentType: { layouts: { edit: unknown } } };
    expect(JSON.stringify(contentType.layouts.edit)).toContain('"subtitle"');

    const address = `/content-manager/collection-types/${ARTICLE_UID}`;
    const created = await admin.send('POST', address, {
      title: 'New',
      slug: 'new',
      subtitle: 'At last',
    });
    expect(created.body).toMatchObject({ data: { subtitle: 'At last' } });
  });

  it('gives them to front ends', async () => {
    await site.published('said', { subtitle: 'And done' });
    const token = await site.strapi.service('admin::api-token').create({
      name: 'Front end',
      type: 'custom',
      permissions: ['plugin::syndication.article.find'],
      lifespan: null,
    });
    const response = await site.app.get('/api/syndication/articles?filters[slug]=said', {
      headers: { authorization: `Bearer ${token.accessKey}` },
    });
    expect(await response.json()).toMatchObject({ data: [{ subtitle: 'And done' }] });
  });
});

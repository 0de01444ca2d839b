import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parseAtomFeed, parseRssFeed } from 'feedsmith';

import { ARTICLE_UID, PERMALINK_UID, PERMISSIONS } from '../../src/lib/constants';
import { resetIds } from '../../src/addresses/reset-ids';
import { partsOf } from '../../src/compose';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { articlesOf, createEditor, type Editor } from '../helpers/content';
import { saveSettings, settled, spyOnAnnouncements, startIdsOver } from '../helpers/state';

const PUBLIC = 'https://www.example.com';
const MANY = 620;

let app: App;
let editor: Editor;
let admin: AdminFetch;

beforeAll(async () => {
  app = await startApp({ config: { itemsPerFeed: 0 } });
  editor = createEditor(app);
  admin = await signIn(app, 'strapi-super-admin');
});

afterAll(() => app?.stop());
afterEach(() => jest.restoreAllMocks());

const moveTo = (baseUrl: string) => saveSettings(app, { baseUrl });
const reset = (ask = admin) => ask('/syndication/ids/reset', { method: 'POST' });
const changed = async (): Promise<number> => {
  const response = await reset();
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { changed: number } }).data.changed;
};
const read = async (address: string): Promise<string> => (await app.get(address)).text();
const feedId = async (directory: string) => parseAtomFeed(await read(`${directory}atom.xml`)).id;
const table = () => app.strapi.db.connection(app.strapi.db.metadata.get(PERMALINK_UID).tableName);

/** Links and ids of the site's feed. */
const items = async () =>
  parseRssFeed(await read('/index.xml')).items?.map(({ link, guid }) => [link, guid?.value]);

describe('starting ids over', () => {
  it('is for Super Admins, and for roles that are given the permission', async () => {
    expect((await app.get('/syndication/ids/reset', { method: 'POST' })).status).toBe(401);
    expect((await reset(await signIn(app, 'strapi-editor'))).status).toBe(403);
    const others = [PERMISSIONS.updateSettings, PERMISSIONS.readFeeds];
    expect((await reset(await signIn(app, { actions: others }))).status).toBe(403);
    expect((await reset(await signIn(app, { actions: [PERMISSIONS.resetIds] }))).status).toBe(200);
    expect((await reset()).status).toBe(200);
  });

  it('makes the present address of every article and feed its id; old addresses lead there as before', async () => {
    await moveTo('https://old.example.org');
    const tag = await editor.tag({ slug: 'old-tag' });
    const article = await editor.published({ slug: 'old', date: null, tags: [tag] });
    const published = parseRssFeed(await read('/index.xml')).items?.[0]?.pubDate;
    await editor.republish(article, { slug: 'new' });
    await editor.changeTag(tag, { slug: 'new-tag' });
    await moveTo(PUBLIC);
    expect(await items()).toEqual([[`${PUBLIC}/posts/new/`, 'https://old.example.org/posts/old/']]);

    // The article, its tag, the site, and the listing of articles.
    expect(await changed()).toBe(4);
    expect(await items()).toEqual([[`${PUBLIC}/posts/new/`, `${PUBLIC}/posts/new/`]]);
    expect(await feedId('/')).toBe(`${PUBLIC}/`);
    expect(await feedId('/tags/new-tag/')).toBe(`${PUBLIC}/tags/new-tag/`);
    for (const [from, to] of [
      ['/posts/old/', '/posts/new/'],
      ['/tags/old-tag/', '/tags/new-tag/'],
    ]) {
      const response = await app.get(from!);
      expect([response.status, response.headers.get('location')]).toEqual([301, PUBLIC + to!]);
    }

    expect(await changed()).toBe(0);
    // From here on they last: through new slugs, other hosts, and a date that an editor clears.
    await editor.republish(article, { slug: 'newer', date: null });
    await moveTo('https://elsewhere.example.org');
    const [item] = parseRssFeed(await read('/index.xml')).items ?? [];
    expect(item?.guid?.value).toBe(`${PUBLIC}/posts/new/`);
    expect(item?.pubDate).toBe(published);
    await editor.delete(article);
  });

  it('at an address that is not public gives ids that follow it', async () => {
    await moveTo('https://old.example.org');
    const article = await editor.published({ slug: 'local' });
    await moveTo('http://localhost:1337');
    expect(await changed()).toBeGreaterThan(0);
    expect((await items())![0]![1]).toBe('http://localhost:1337/posts/local/');
    await moveTo(PUBLIC);
    expect((await items())![0]![1]).toBe(`${PUBLIC}/posts/local/`);
    await editor.delete(article);
  });

  it('gives no id twice: an address belongs to the first article that still has it', async () => {
    await moveTo('https://old.example.org');
    const deleted = await editor.published({ slug: 'shared', date: '2025-01-03' });
    const withdrawn = await editor.published({ slug: 'shared-no-more', date: '2025-01-02' });
    await editor.delete(deleted);
    await editor.republish(withdrawn, { slug: 'shared' });
    await editor.unpublish(withdrawn);
    await editor.change(withdrawn, { slug: 'shared-no-more' });
    const last = await editor.published({ slug: 'shared', date: '2025-01-01' });
    await moveTo(PUBLIC);
    await changed();
    await editor.publish(withdrawn);
    expect(await items()).toEqual([
      [`${PUBLIC}/posts/shared-no-more/`, `${PUBLIC}/posts/shared/`],
      [`${PUBLIC}/posts/shared/`, `${PUBLIC}/posts/shared/#${last}`],
    ]);
    expect(await table().where({ entry: deleted }).pluck('url')).toEqual([
      `${PUBLIC}/posts/shared/#${deleted}`,
    ]);
    await editor.delete(withdrawn);
    await editor.delete(last);
  });

  it('gives the address of two published articles to the first one', async () => {
    await moveTo('https://old.example.org');
    const found = await editor.published({ slug: 'twice', date: '2025-03-02' });
    await app.strapi.db.query(ARTICLE_UID).create({
      data: {
        documentId: 'second',
        title: 'Second',
        slug: 'twice',
        date: new Date('2025-03-01'),
        publishedAt: new Date(),
      },
    });
    await settled(app);
    await moveTo(PUBLIC);
    await changed();
    expect((await items())![0]).toEqual([`${PUBLIC}/posts/twice/`, `${PUBLIC}/posts/twice/`]);
    expect(await table().where({ entry: 'second' }).pluck('url')).toEqual([
      `${PUBLIC}/posts/twice/#second`,
    ]);
    await app.strapi.db.query(ARTICLE_UID).delete({ where: { documentId: 'second' } });
    await editor.delete(found);
  });

  it('keeps an id from an article that later takes the address', async () => {
    await moveTo('https://old.example.org');
    const first = await editor.published({ slug: 'before', date: '2025-02-02' });
    await editor.republish(first, { slug: 'wanted' });
    await moveTo(PUBLIC);
    await changed();
    await editor.republish(first, { slug: 'after' });
    const second = await editor.published({ slug: 'wanted', date: '2025-02-01' });
    expect((await items())!.slice(0, 2)).toEqual([
      [`${PUBLIC}/posts/after/`, `${PUBLIC}/posts/wanted/`],
      [`${PUBLIC}/posts/wanted/`, `${PUBLIC}/posts/wanted/#${second}`],
    ]);
  });
});

describe('starting many ids over', () => {
  const insertMany = async (): Promise<void> => {
    await table().delete();
    for (let start = 0; start < MANY; start += 20) {
      await table().insert(
        Array.from({ length: 20 }, (_, index) => {
          const number = start + index;
          const slug = `many-${number}`;
          const url = `https://old.example.org/posts/${slug}/`;
          return { content_type: ARTICLE_UID, entry: `many-${number}`, slug, url };
        }),
      );
    }
  };
  const expectAllNew = async (): Promise<void> => {
    const urls: string[] = await table().orderBy('id').pluck('url');
    expect(urls).toEqual(
      Array.from({ length: MANY }, (_, number) => `${PUBLIC}/posts/many-${number}/`),
    );
  };

  beforeEach(async () => {
    await moveTo(PUBLIC);
    await insertMany();
  });

  it('happens in transactions of at most 250, each of which tells all nodes', async () => {
    await settled(app);
    const announce = spyOnAnnouncements(app);
    expect(await changed()).toBe(MANY);
    await expectAllNew();
    await settled(app);
    expect(new Set(announce.mock.calls.flat(2))).toEqual(new Set(['*']));
  });

  it('can be ended by another run when it broke off', async () => {
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    // Each batch announces itself in its transaction: that of the second fails, after the first is committed.
    jest
      .spyOn(partsOf(app.strapi).changeLog, 'announce')
      .mockResolvedValueOnce()
      .mockRejectedValueOnce(new Error('The database has gone away'));
    const failed = await reset();
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('gone away');
    jest.restoreAllMocks();
    expect(await changed()).toBe(MANY - 250);
    await expectAllNew();
  });

  it('is refused while this node is doing it', async () => {
    // Reading the settings is the first that it does.
    const { settings } = partsOf(app.strapi);
    const { get } = settings;
    let meanwhile: Response | undefined;
    jest.spyOn(settings, 'get').mockImplementationOnce(async () => {
      meanwhile = await reset();
      return get();
    });
    await startIdsOver(app);
    expect(meanwhile?.status).toBe(409);
    expect(await meanwhile?.text()).toContain('already');
  });

  it('comes to the same when two nodes do it at once', async () => {
    // A node refuses a second request: two nodes are two calls of what one does.
    const parts = partsOf(app.strapi);
    await Promise.all([resetIds(app.strapi, parts), resetIds(app.strapi, parts)]);
    await expectAllNew();
  });
});

describe('starting over the ids of a site with translations that are published at one address', () => {
  const example = path.resolve(__dirname, '../../examples/languages/strapi-server.js');
  const files = { 'src/extensions/syndication/strapi-server.js': readFileSync(example, 'utf8') };

  beforeAll(async () => {
    // There is one Strapi in a process.
    await app.stop();
    app = await startApp({ config: { baseUrl: PUBLIC }, files });
    await app.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  });

  it('gives each an id of its own', async () => {
    const articles = articlesOf(app);
    const { documentId } = await articles.create({
      data: { title: 'Same', slug: 'same' },
      locale: 'en',
      status: 'published',
    });
    await articles.update({
      documentId,
      locale: 'de',
      data: { title: 'Same', slug: 'same' },
      status: 'published',
    });
    await settled(app);
    const permalinks = app.strapi.db.query(PERMALINK_UID);
    const ids = async (): Promise<unknown[]> =>
      (await permalinks.findMany({ where: { entry: documentId }, orderBy: { id: 'asc' } })).map(
        ({ locale, url }: { locale: string; url: string }) => [locale, url],
      );
    const before = await ids();
    expect(before).toEqual([
      ['en', `${PUBLIC}/posts/same/`],
      ['de', `${PUBLIC}/posts/same/#${documentId}-de`],
    ]);
    expect(await startIdsOver(app)).toBe(0);
    expect(await ids()).toEqual(before);
  });
});

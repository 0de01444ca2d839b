/**
 * @runs-on sqlite: What provisional ids read as is decided by the present address; that they are
 * made permanent is tested on every database by settle-ids.test.ts and lasting-ids.test.ts.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';

import { PERMALINK_UID, PERMISSIONS } from '../../src/lib/constants';
import type { FeedPage } from '../../src/panel/admin-api';
import { signIn } from '../helpers/admin';
import { type App, type AppOptions, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { saveSettings, settled } from '../helpers/state';

const PUBLIC = 'https://www.example.com';
const ELSEWHERE = 'https://elsewhere.example.org';
/** What create-strapi writes into .env. */
const CREATE_STRAPI = { host: '0.0.0.0', port: 1337 };

const folder = mkdtempSync(path.join(tmpdir(), 'syndication-ids-'));
const logFile = path.join(folder, 'warnings.log');
let app: App | undefined;
let editor: Editor;

/** Starts on the same data again, with other options. */
const start = async (options: AppOptions): Promise<void> => {
  await app?.close();
  rmSync(logFile, { force: true });
  app = await startApp({ folder, logFile: path.basename(logFile), ...options });
  editor = createEditor(app);
  await settled(app);
};

afterAll(async () => {
  await app?.close();
  await testDatabase(defaultDatabase, folder).drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sets the base address as an editor does, without a start. */
const moveTo = (baseUrl: string) => saveSettings(app!, { baseUrl });

const read = async (address: string): Promise<string> => (await app!.get(address)).text();

/** Ids of a feed and of its items in every format. */
const readIds = async (directory: string) => {
  const rss = parseRssFeed(await read(`${directory}index.xml`));
  const atom = parseAtomFeed(await read(`${directory}atom.xml`));
  const json = parseJsonFeed(await read(`${directory}feed.json`));
  return {
    feed: atom.id,
    items: [
      rss.items?.map(({ guid }) => guid?.value),
      atom.entries?.map(({ id }) => id),
      json.items?.map(({ id }) => id),
    ],
  };
};

const guids = async () =>
  parseRssFeed(await read('/index.xml')).items?.map(({ guid }) => guid?.value);

const warnings = (file = logFile): string[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('Syndication:'));
  } catch {
    return [];
  }
};

const provisionalRows = () =>
  app!.strapi.db.query(PERMALINK_UID).count({ where: { provisional: true } });

/** Gives an article the permalink that came with data from elsewhere, past everything. */
const replacePermalink = async (entry: string, url: string, provisional: boolean | null) => {
  const slug = url.split('/').at(-2);
  const { tableName } = app!.strapi.db.metadata.get(PERMALINK_UID);
  await app!.strapi.db.connection(tableName).where({ entry }).update({ slug, url, provisional });
};

describe('a site whose public address nobody set', () => {
  let tags: string[];
  let moved: string;

  beforeAll(() => start({ config: { baseUrl: '' }, server: CREATE_STRAPI }));

  const expectIdsAt = async (base: string): Promise<void> => {
    for (const directory of ['/', '/tags/one/']) {
      expect(await readIds(directory)).toEqual({
        feed: base + directory,
        items: Array(3).fill([`${base}/posts/moved/`, `${base}/posts/kept/`]),
      });
    }
    expect((await readIds('/tags/one+two/')).feed).toBe(`${base}/tags/one/+two`);
  };

  it('has ids that can be opened where Strapi listens at 0.0.0.0', async () => {
    tags = [await editor.tag({ slug: 'one' }), await editor.tag({ slug: 'two' })];
    moved = await editor.published({ slug: 'moved', date: '2025-01-02', tags });
    await editor.published({ slug: 'kept', date: '2025-01-01', tags });
    await expectIdsAt('http://localhost:1337');
  });

  it('is told at start what to set, once', () => {
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toMatch(/http:\/\/localhost:1337.*Set "baseUrl" in config\/plugins/);
  });

  it('tells whoever sees the feeds in the panel, while it has none', async () => {
    const ask = await signIn(app!, { actions: [PERMISSIONS.readFeeds] });
    const localAddress = async () =>
      ((await (await ask('/syndication/feeds')).json()) as FeedPage).localAddress;
    expect(await localAddress()).toEqual({ baseUrl: 'http://localhost:1337', isFixed: false });
    await moveTo(PUBLIC);
    expect(await localAddress()).toBeUndefined();
  });

  it('has ids that follow its address, in responses that were cached as well', async () => {
    for (const base of ['http://192.168.1.20:8080', 'http://intranet']) {
      await moveTo(base);
      await expectIdsAt(base);
    }
  });

  it('has ids that are the links until a slug moves', async () => {
    await editor.republish(moved, { slug: 'moved-on' });
    const feed = await read('/index.xml');
    expect(feed).toContain('<guid>http://intranet/posts/kept/</guid>');
    expect(feed).toContain('<guid isPermaLink="false">http://intranet/posts/moved/</guid>');
  });

  it('makes them permanent when it starts at a public address, wherever it moves then', async () => {
    await start({ config: { baseUrl: PUBLIC } });
    expect(warnings()).toEqual([]);
    expect(await provisionalRows()).toBe(0);
    await expectIdsAt(PUBLIC);
    await start({ config: { baseUrl: ELSEWHERE } });
    await expectIdsAt(PUBLIC);
    await start({ server: CREATE_STRAPI });
    // What the editor set last.
    expect(await read('/index.xml')).toContain('<link>http://intranet/</link>');
    await expectIdsAt(PUBLIC);
  });

  it('keeps ids apart where an article here has the address one had in production', async () => {
    const other = await editor.published({ slug: 'moved', date: '2024-01-01' });
    expect((await guids())![2]).toBe(`http://intranet/posts/moved/#${other}`);
    await moveTo(PUBLIC);
    expect((await guids())![2]).toBe(`${PUBLIC}/posts/moved/#${other}`);
    expect((await guids())![0]).toBe(`${PUBLIC}/posts/moved/`);
    await editor.delete(other);
  });
});

describe('ids that come with data from elsewhere', () => {
  let article: string;

  it('read as before when 0.1.0 recorded them', async () => {
    article = await editor.published({ slug: 'imported', date: '2026-01-01' });
    await replacePermalink(article, 'http://0.0.0.0:1337/posts/imported/', null);
    for (const base of ['http://localhost:1337', PUBLIC, ELSEWHERE]) {
      await moveTo(base);
      expect((await guids())![0]).toBe('http://0.0.0.0:1337/posts/imported/');
    }
  });

  it('read right in production at once, and stay after the next start', async () => {
    await moveTo(PUBLIC);
    await replacePermalink(article, '/posts/from-development/', true);
    expect((await guids())![0]).toBe(`${PUBLIC}/posts/from-development/`);
    await start({ config: { baseUrl: PUBLIC } });
    expect(await provisionalRows()).toBe(0);
    await start({ config: { baseUrl: `${ELSEWHERE}/notes` } });
    const feed = parseRssFeed(await read('/notes/index.xml'));
    expect(feed.items?.[0]?.guid?.value).toBe(`${PUBLIC}/posts/from-development/`);
  });
});

it('a start leaves ids provisional while the address is local, and has them follow its path', async () => {
  await start({ config: { baseUrl: 'http://10.0.0.7/notes' } });
  await editor.published({ slug: 'path', date: '2026-01-02' });
  await start({ config: { baseUrl: 'http://10.0.0.8/blog' } });
  expect(await provisionalRows()).toBe(1);
  const [item] = parseRssFeed(await read('/blog/index.xml')).items ?? [];
  expect(item?.guid?.value).toBe('http://10.0.0.8/blog/posts/path/');
  expect(item?.link).toBe('http://10.0.0.8/blog/posts/path/');
});

it('a start says that Strapi’s own address stands in for an empty one, for good', async () => {
  await app?.close();
  app = undefined;
  const empty = mkdtempSync(path.join(tmpdir(), 'syndication-empty-'));
  /** What a site is warned of whose Strapi has a public address. */
  const warned = async (config: object): Promise<string[]> => {
    const options = { folder: empty, logFile: path.basename(logFile), config };
    const site = await startApp({ ...options, url: 'https://cms.example.org' });
    await site.close();
    return warnings(path.join(empty, options.logFile));
  };
  try {
    expect(await warned({})).toEqual([]);
    const [warning, ...others] = await warned({ baseUrl: '' });
    expect(warning).toMatch(/"baseUrl" in config\/plugins is empty.*https:\/\/cms\.example\.org/);
    expect(others).toEqual([]);
  } finally {
    await testDatabase(defaultDatabase, empty).drop();
    rmSync(empty, { recursive: true, force: true });
  }
});

describe('a site that tried its addresses on localhost', () => {
  const NOTE = 'api::note.note';
  const REPORT = 'api::report.report';
  const files = siteTypes({
    note: {
      draftAndPublish: true,
      attributes: { title: { type: 'string' }, slug: { type: 'uid' }, kind: { type: 'string' } },
    },
    report: {
      isLocalised: true,
      draftAndPublish: true,
      attributes: {
        title: { type: 'string', pluginOptions: LOCALISED },
        slug: { type: 'string', pluginOptions: LOCALISED },
      },
    },
  });
  let tried = '';
  let site: Awaited<ReturnType<typeof startApp>> | undefined;

  const startAt = async (config: object): Promise<void> => {
    await site?.close();
    site = await startApp({ folder: tried, files, config });
    await settled(site);
  };
  const removeSite = async (): Promise<void> => {
    await site?.close();
    site = undefined;
    if (tried === '') return;
    await testDatabase(defaultDatabase, tried).drop();
    rmSync(tried, { recursive: true, force: true });
  };

  // One Strapi at a time.
  beforeAll(() => app?.close());
  afterAll(removeSite);

  /** The items of a feed, with what is at their ids. */
  const itemsOf = async (feed: string) => {
    const document = parseRssFeed(await (await site!.get(feed)).text());
    return (document.items ?? []).map(({ link, guid }) => ({ link, guid: guid?.value }));
  };

  it.each([
    ['elsewhere', '/news/{slug}/', '/news/tried/'],
    ['of other fields', '/notes/{kind}/{slug}/', '/notes/short/tried/'],
  ])('has ids that are its addresses at its first public start: %s', async (_, address, at) => {
    await removeSite();
    tried = mkdtempSync(path.join(tmpdir(), 'syndication-tried-'));
    await startAt({ baseUrl: '', sources: { [NOTE]: {} } });
    await site!.strapi.documents(NOTE as never).create({
      data: { title: 'Tried', slug: 'tried', kind: 'short' } as never,
      status: 'published',
    });
    const [first] = await itemsOf('/index.xml');
    expect(first!.link).toMatch(/^http:\/\/.*\/notes\/tried\/$/);
    await startAt({ baseUrl: `${PUBLIC}/site`, sources: { [NOTE]: { address } } });
    const link = `${PUBLIC}/site${at}`;
    expect(await itemsOf('/site/index.xml')).toEqual([{ link, guid: link }]);
    expect((await site!.get(`/site${at}`)).status).toBe(200);
    expect((await site!.get('/site/feed.json')).status).toBe(200);
    // What is public stays, whatever is changed from now on.
    await startAt({ baseUrl: PUBLIC, sources: { [NOTE]: { address: '/later/{slug}/' } } });
    expect(await itemsOf('/index.xml')).toEqual([{ link: `${PUBLIC}/later/tried/`, guid: link }]);
  });

  it.each([
    ['not published', { en: {} }],
    ['no longer told apart', undefined],
  ])('has an id for each translation where a language that it tried is %s', async (_, later) => {
    await removeSite();
    tried = mkdtempSync(path.join(tmpdir(), 'syndication-tried-'));
    const sources = { [REPORT]: { address: '/reports/{slug}/' } };
    const locales = { en: {}, de: {} };
    await startAt({ baseUrl: '', sources });
    await site!.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    await startAt({ baseUrl: '', sources, locales });
    const reports = site!.strapi.documents(REPORT as never) as unknown as Record<
      'create' | 'update',
      (parameters: object) => Promise<{ documentId: string }>
    >;
    const data = { title: 'Same', slug: 'same' };
    const { documentId } = await reports.create({ locale: 'en', data, status: 'published' });
    await reports.update({ documentId, locale: 'de', data, status: 'published' });

    await startAt({ baseUrl: PUBLIC, sources, locales: later });
    const link = `${PUBLIC}/reports/same/`;
    const ids = (await itemsOf('/index.xml')).map(({ guid }) => guid);
    expect(ids.sort()).toEqual(later ? [link] : [link, `${link}#${documentId}-de`]);
    await startAt({ baseUrl: PUBLIC, sources, locales });
    expect(await itemsOf('/index.xml')).toEqual([{ link, guid: link }]);
    const german = `${PUBLIC}/de/reports/same/`;
    expect(await itemsOf('/de/index.xml')).toEqual([
      { link: german, guid: later ? german : `${link}#${documentId}-de` },
    ]);
  });
});

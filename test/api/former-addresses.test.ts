import { rmSync } from 'node:fs';

import { PERMALINK_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { readFeed, text } from '../helpers/feed';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const STORY = 'api::story.story';
const SECTION = 'api::section.section';
const NOTE = 'api::note.note';
const LABEL = 'api::label.label';
const BASE = 'https://www.example.com/site';

const localised = (type: string) => ({ type, pluginOptions: LOCALISED });

const typesOf = (isLocalised: boolean) =>
  siteTypes({
    story: {
      isLocalised,
      draftAndPublish: true,
      attributes: {
        title: localised('string'),
        slug: localised('string'),
        section: { type: 'relation', relation: 'manyToOne', target: SECTION },
      },
    },
    section: {
      isLocalised,
      attributes: { name: localised('string'), slug: localised('uid') },
    },
    note: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        slug: { type: 'string' },
        date: { type: 'datetime' },
        label: { type: 'relation', relation: 'manyToOne', target: LABEL },
      },
    },
    label: { attributes: { name: { type: 'string' }, slug: { type: 'uid' } } },
  });

const files = {
  ...typesOf(true),
  'src/index.js': `const { existsSync } = require('node:fs');
module.exports = {
  register({ strapi }) {
    const give = (body) => (ctx) => { ctx.body = body; };
    strapi.server.routes([
      { method: 'GET', path: '/site/notes/of-the-site', handler: give('a route'), config: { auth: false } },
    ]);
    if (!existsSync(strapi.dirs.app.root + '/front-end.txt')) return;
    strapi.server.routes([
      { method: 'GET', path: '/(.*)', handler: give('the front end'), config: { auth: false } },
    ]);
  },
};`,
  'public/site/notes/file.txt': 'a file',
};

type Data = Record<string, unknown>;
type Action = (parameters: Data) => Promise<{ documentId: string }>;

/** Has the site's front end take whatever nobody else does. */
const FRONT_END = { 'front-end.txt': 'is there' };

const DAY = 24 * 60 * 60 * 1_000;

const plain = {
  baseUrl: BASE,
  siteName: 'Field Notes',
  sources: { [STORY]: { address: '/stories/{slug}/' }, [NOTE]: { date: 'date' } },
};

describe('addresses after a change of the configuration', () => {
  let app: App & { folder: string };
  let folder: string;
  let section: string;

  const restart = async (config: Data, own: Record<string, string> = files): Promise<void> => {
    await app.close();
    app = await startApp({ config, files: own, folder });
  };

  const documents = (uid: string) =>
    app.strapi.documents(uid as never) as unknown as Record<
      'create' | 'update' | 'publish' | 'unpublish' | 'delete',
      Action
    >;

  /** A story in two languages; only some slugs of these differ. */
  const publish = async (slugs: Record<string, string>): Promise<string> => {
    const [[locale, slug] = ['en', ''], ...others] = Object.entries(slugs);
    const dataOf = (name: string): Data => ({ title: name, slug: name, section });
    const status = 'published';
    const { documentId } = await documents(STORY).create({ locale, data: dataOf(slug), status });
    for (const [code, name] of others) {
      await documents(STORY).update({ documentId, locale: code, data: dataOf(name), status });
    }
    return documentId;
  };

  const note = async (slug: string, date?: string): Promise<string> => {
    const data = { title: slug, slug, date };
    return (await documents(NOTE).create({ data, status: 'published' })).documentId;
  };

  const get = (address: string, init?: RequestInit): Promise<Response> =>
    app.get(`/site${address}`, { redirect: 'manual', ...init });

  /** Waits, days after the start, for what is asked for. */
  const later = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const now = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * DAY);
    return ask().finally(() => clock.mockRestore());
  };

  /** What an address answers days after the start, and where it leads below the base address. */
  const at = async (address: string, init?: RequestInit): Promise<[number, string?]> => {
    const response = await later(() => get(address, init));
    const location = response.headers.get('location');
    return location === null ? [response.status] : [response.status, location.replace(BASE, '')];
  };

  const idOf = async (feed: string): Promise<string> => {
    const response = await app.get(`/site${feed}atom.xml`);
    return /<id>([^<]*)<\/id>/.exec(await response.text())![1]!;
  };

  const ids: Record<string, string> = {};

  beforeAll(async () => {
    app = await startApp({ config: plain, files });
    ({ folder } = app);
    for (const [code, name] of [
      ['de', 'German'],
      ['fr', 'French'],
    ]) {
      await app.strapi.plugin('i18n').service('locales').create({ code, name });
    }
    ({ documentId: section } = await documents(SECTION).create({
      locale: 'en',
      data: { name: 'News', slug: 'news' },
    }));
    for (const [locale, name] of [
      ['de', 'Neues'],
      ['fr', 'Nouvelles'],
    ] as const) {
      const data = { name, slug: name.toLowerCase() };
      await documents(SECTION).update({ documentId: section, locale, data });
    }
    await publish({ en: 'first', de: 'erste' });
    await publish({ en: 'same', de: 'same' });
    const withdrawn = await publish({ en: 'back', de: 'zurueck' });
    await settled(app);
    await documents(STORY).unpublish({ documentId: withdrawn, locale: 'de' });
    await publish({ fr: 'premier' });
    await note('kept');
    await note('crowded');
    await note('hidden', '2099-01-01T00:00:00.000Z');
    const gone = await note('gone');
    await settled(app);
    await documents(NOTE).delete({ documentId: gone });
  });

  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leads from where a language was among the others to where it is, once the option is given', async () => {
    await restart({ ...plain, locales: { en: {}, de: {} } });
    for (const [name, feed] of [
      ['site', '/'],
      ['stories', '/stories/'],
      ['german', '/de/'],
      ['german stories', '/de/stories/'],
    ] as const) {
      ids[name] = await idOf(feed);
    }
    expect(await at('/stories/first/')).toEqual([200]);
    expect(await at('/stories/same/')).toEqual([200]);
    expect(await at('/stories/erste/')).toEqual([301, '/de/stories/erste/']);
    expect(await at('/stories/erste/index.md')).toEqual([301, '/de/stories/erste/index.md']);
    expect(await at('/stories/erste/?utm=1')).toEqual([301, '/de/stories/erste/?utm=1']);
    expect(await at('/sections/neues/')).toEqual([301, '/de/sections/neues/']);
    expect(await at('/sections/neues/index.xml')).toEqual([301, '/de/sections/neues/index.xml']);
    expect(await at('/stories/zurueck/')).toEqual([410]);
    expect(await at('/stories/never/')).toEqual([404]);
    // A locale that is not published was, among the others.
    expect(await at('/stories/premier/')).toEqual([410]);
    // Of stories of others, which are listed still.
    expect(await at('/stories/page/99/')).toEqual([404]);
    // Published since, below the path of the language alone.
    await publish({ de: 'spaeter' });
    expect(await at('/de/stories/spaeter/')).toEqual([200]);
    expect(await at('/stories/spaeter/')).toEqual([404]);
  });

  it('lets nobody keep what it says on the day of a change', async () => {
    const moved = await get('/stories/erste/');
    expect([moved.status, moved.headers.get('cache-control')]).toEqual([301, 'no-store']);
    expect((await get('/stories/premier/')).status).toBe(404);
    const kept = await later(() => get('/stories/erste/'));
    expect(kept.headers.get('cache-control')).toContain('max-age=');
  });

  it('follows what becomes of it in the next response', async () => {
    const documentId = await publish({ en: 'now' });
    expect(await at('/stories/erste/')).toEqual([301, '/de/stories/erste/']);
    // Another takes the address.
    const data = { title: 'Now', slug: 'erste' };
    await documents(STORY).update({ documentId, locale: 'en', data, status: 'published' });
    expect(await at('/stories/erste/')).toEqual([200]);
    const back = { title: 'Now', slug: 'now' };
    await documents(STORY).update({ documentId, locale: 'en', data: back, status: 'published' });
    expect(await at('/stories/erste/')).toEqual([301, '/stories/now/']);
  });

  it('leads from the path a language had, with all its feeds, and from the addresses a type had', async () => {
    await restart({
      ...plain,
      sources: {
        [STORY]: { address: '/blog/{section.slug}/{slug}/' },
        [NOTE]: { address: '/memos/{slug}/', date: 'date' },
      },
      topics: { [SECTION]: { address: '/topics/{slug}/' } },
      locales: { en: {}, de: { path: '/deutsch' } },
    });
    expect(await at('/de/stories/same/')).toEqual([301, '/deutsch/blog/neues/same/']);
    expect(await at('/stories/first/')).toEqual([301, '/blog/news/first/']);
    expect(await at('/stories/first')).toEqual([301, '/blog/news/first/']);
    expect(await at('/de/stories/zurueck/')).toEqual([410]);
    // As Strapi's router takes them.
    expect(await at('/NOTES/kept')).toEqual([301, '/memos/kept/']);
    expect(await at('/Notes/INDEX.XML')).toEqual([301, '/memos/index.xml']);
    // Where there are as many articles no more, or never were.
    for (const address of ['/notes/page/99/', '/notes/archive/9/atom.xml', '/stories/page/99/']) {
      expect([address, ...(await at(address))]).toEqual([address, 404]);
    }
    const together = await later(() =>
      Promise.all(Array.from({ length: 12 }, () => get('/notes/kept/index.md'))),
    );
    expect(together.map(({ status }) => status)).toEqual(together.map(() => 301));
    expect(await at('/de/')).toEqual([301, '/deutsch/']);
    for (const file of ['index.md', 'index.xml', 'atom.xml', 'feed.json']) {
      expect(await at(`/de/${file}`)).toEqual([301, `/deutsch/${file}`]);
    }
    for (const address of ['/de/archive/', '/de/subscribe/', '/de/feeds.opml', '/de/sitemap.xml']) {
      expect([address, ...(await at(address))]).toEqual([address, 404]);
    }
    expect(await at('/de/stories/index.xml')).toEqual([301, '/deutsch/blog/index.xml']);
    expect(await at('/de/sections/neues/index.xml')).toEqual([
      301,
      '/deutsch/topics/neues/index.xml',
    ]);
    expect(await at('/sections/news/')).toEqual([301, '/topics/news/']);
    expect(await at('/sections/')).toEqual([301, '/topics/']);
    expect(await at('/notes/')).toEqual([301, '/memos/']);
    expect(await at('/notes/feed.json')).toEqual([301, '/memos/feed.json']);
    expect(await at('/notes/kept/')).toEqual([301, '/memos/kept/']);
    expect(await at('/notes/kept/index.md')).toEqual([301, '/memos/kept/index.md']);
    expect(await at('/notes/gone/')).toEqual([410]);
    expect(await at('/notes/never/')).toEqual([404]);
    expect(await at('/notes/Not%20one/')).toEqual([404]);
    await note('later');
    expect(await at('/notes/later/')).toEqual([404]);
    const post = { method: 'POST' };
    expect(await at('/notes/kept/', post)).toEqual(await at('/nowhere/kept/', post));
    expect(await at('/notes/of-the-site')).toEqual([200]);
    expect(await at('/notes/file.txt')).toEqual([200]);
  });

  it('leads on from an address that hundreds of imported entries had after the one that is left', async () => {
    const permalinks = app.strapi.db.query(PERMALINK_UID);
    const { createdAt } = await permalinks.findOne({
      where: { contentType: NOTE, slug: 'crowded' },
    });
    const rows = Array.from({ length: 600 }, (_, number) => ({
      contentType: NOTE,
      entry: `imported-${number}`,
      slug: 'crowded',
      url: `${BASE}/notes/crowded/#imported-${number}`,
      provisional: false,
      createdAt: new Date(new Date(createdAt).getTime() + 1),
    }));
    for (let start = 0; start < rows.length; start += 50) {
      await permalinks.createMany({ data: rows.slice(start, start + 50) });
    }
    expect(await at('/notes/crowded/')).toEqual([301, '/memos/crowded/']);
    await permalinks.deleteMany({ where: { entry: { $startsWith: 'imported-' } } });
  });

  it('keeps the ids of feeds wherever they are', async () => {
    expect(await idOf('/')).toBe(ids.site);
    expect(await idOf('/blog/')).toBe(ids.stories);
    expect(await idOf('/deutsch/')).toBe(ids.german);
    expect(await idOf('/deutsch/blog/')).toBe(ids['german stories']);
  });

  it('keeps ids with the languages they were given to when another is named first', async () => {
    const sources = { [NOTE]: { date: 'date' }, [STORY]: plain.sources[STORY] };
    await restart({ ...plain, home: false, sources, locales: { de: {}, en: {} } });
    expect(await idOf('/en/')).toBe(ids.site);
    expect(await idOf('/en/stories/')).toBe(ids.stories);
    expect(await idOf('/')).toBe(ids.german);
    expect(await idOf('/stories/')).toBe(ids['german stories']);
    expect(await at('/stories/first/')).toEqual([301, '/en/stories/first/']);
    expect(await at('/de/stories/same/')).toEqual([301, '/stories/same/']);
    expect(await at('/blog/news/first/')).toEqual([301, '/en/stories/first/']);
    expect(await at('/deutsch/index.xml')).toEqual([301, '/index.xml']);
    await publish({ en: 'fresh' });
    const items = readFeed(await (await app.get('/site/en/index.xml')).text()).items;
    expect(items.map((item) => text(item, 'guid'))).toContain(`${BASE}/stories/first/`);
  });

  it('leads from a page of a language to a list that is there, without a home', async () => {
    const siteOf = async (address: string): Promise<string> => {
      const page = await (await app.get(`/site${address}`)).text();
      return /<a class="site-name" href="([^"]*)"/.exec(page)![1]!.replace(BASE, '');
    };
    // Labels are of notes, which are in the main language alone.
    for (const [address, expected] of [
      ['/stories/erste/', '/labels/'],
      ['/en/stories/first/', '/en/sections/'],
    ] as const) {
      expect(await siteOf(address)).toBe(expected);
      expect(await at(expected)).toEqual([200]);
    }
  });

  it('says that what was in a language, of a type or in a translation is gone that is no more', async () => {
    await restart({
      ...plain,
      sources: { [STORY]: plain.sources[STORY] },
      locales: { en: { path: '/english' } },
    });
    expect(await at('/stories/first/')).toEqual([301, '/english/stories/first/']);
    expect(await at('')).toEqual([301, '/english/']);
    // At one of the two addresses that would be here now it never was.
    expect(await at('/en/stories/fresh/')).toEqual([301, '/english/stories/fresh/']);
    expect(await at('/stories/fresh/')).toEqual([404]);
    expect(await at('/deutsch/blog/neues/same/')).toEqual([410]);
    expect(await at('/de/stories/erste/')).toEqual([410]);
    expect(await at('/de/stories/never/')).toEqual([404]);
    expect(await at('/de/sections/neues/page/2/atom.xml')).toEqual([410]);
    for (const address of [
      '/de/',
      '/de/index.md',
      '/de/page/2/',
      '/de/index.xml',
      '/de/archive/3/index.xml',
      '/de/stories/',
      '/de/sections/',
    ]) {
      expect([address, ...(await at(address))]).toEqual([address, 410]);
    }
    for (const address of ['/de/archive/', '/de/archive/2020/', '/de/feeds.opml', '/de/page/x/']) {
      expect([address, ...(await at(address))]).toEqual([address, 404]);
    }
    for (const directory of ['/notes/', '/memos/']) {
      expect(await at(`${directory}kept/`)).toEqual([410]);
      expect(await at(`${directory}kept/index.md`)).toEqual([410]);
      expect(await at(directory)).toEqual([410]);
      expect(await at(`${directory}index.xml`)).toEqual([410]);
      expect(await at(`${directory}never/`)).toEqual([404]);
      // Nobody saw it.
      expect(await at(`${directory}hidden/`)).toEqual([404]);
    }
    // Another language was there.
    expect(await (await later(() => get('/de/stories/erste/'))).text()).toContain('lang="en"');
    const gone = await later(() => get('/notes/kept/'));
    expect(gone.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const feed = await later(() => get('/notes/feed.json'));
    expect(feed.headers.get('content-type')).toBe('text/plain; charset=utf-8');

    await restart({ ...plain, locales: { en: {}, de: {} } }, { ...files, ...typesOf(false) });
    expect(await at('/stories/first/')).toEqual([200]);
    expect(await at('/notes/kept/')).toEqual([200]);
    expect(await at('/de/stories/erste/')).toEqual([410]);
    expect(await at('/de/sections/neues/')).toEqual([410]);
    expect(await at('/de/stories/same/')).toEqual([410]);
    expect(await at('/de/stories/never/')).toEqual([404]);
    // German was the main language for a while.
    expect(await at('/stories/spaeter/')).toEqual([410]);
  });

  it('leaves to the site what is gone, and what it never served', async () => {
    const sources = { [STORY]: plain.sources[STORY] };
    const locales = { en: {} };
    await restart({ ...plain, htmlPages: false, sources, locales });
    for (const file of ['/notes/index.xml', '/de/index.xml', '/de/sections/neues/atom.xml']) {
      expect([file, ...(await at(file))]).toEqual([file, 410]);
    }
    for (const address of ['/notes/kept/', '/notes/kept/index.md', '/notes/', '/de/']) {
      expect([address, ...(await at(address))]).toEqual([address, 404]);
    }

    await restart({ ...plain, sources, locales }, { ...files, ...FRONT_END });
    expect(await at('/stories/first/')).toEqual([200]);
    for (const address of ['/notes/kept/', '/notes/index.xml', '/de/', '/de/stories/erste/']) {
      const response = await later(() => get(address));
      expect([address, await response.text()]).toEqual([address, 'the front end']);
    }
  });

  it('leads from the path of a language that is Strapi’s default one and not the first, once a type is localised no more', async () => {
    const config = { ...plain, locales: { en: {}, de: {} } };
    await restart(config);
    const german = { name: 'Neues', slug: 'neues' };
    await documents(SECTION).update({ documentId: section, locale: 'de', data: german });
    await publish({ de: 'bleibt' });
    const strapiLocales = app.strapi.plugin('i18n').service('locales');
    await strapiLocales.setDefaultLocale({ code: 'de' });
    await restart(config, { ...files, ...typesOf(false) });
    expect(await at('/de/stories/bleibt/')).toEqual([301, '/stories/bleibt/']);
    const items = readFeed(await (await get('/index.xml')).text()).items;
    expect(items.map((item) => text(item, 'guid'))).toContain(`${BASE}/de/stories/bleibt/`);
  });
});

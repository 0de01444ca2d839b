import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';

import { ARTICLE_UID, PERMISSIONS } from '../../src/lib/constants';
import type { ArticlePreview, Attention } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { reach } from '../helpers/clock';
import { articlesOf } from '../helpers/content';
import { dateOf } from '../helpers/dated';
import { defaultDatabase } from '../helpers/database';
import { reachNextSecond } from '../helpers/clock';
import { siteTypes } from '../helpers/site-types';
import { idsOf, rebuild, settled } from '../helpers/state';
import { statementsOn } from '../helpers/statements';

const SHEET = 'api::sheet.sheet';
const STORY = 'api::story.story';
const FOLIO = 'api::folio.folio';
const BASE = 'https://www.example.com';
const READ = 'plugin::content-manager.explorer.read';
const BODY = 'A sentence that is long enough to be the summary of what is written here, at least.';

const string = { type: 'string' };

const files = siteTypes({
  story: {
    draftAndPublish: true,
    pluralName: 'stories',
    // A slug that Strapi lets any number of entries have.
    attributes: {
      title: { type: 'string' },
      slug: { type: 'string' },
      body: { type: 'richtext' },
      day: { type: 'datetime' },
      hidden: { type: 'boolean' },
    },
  },
  // An address of several fields, by none of which the entries' own table tells who is there.
  folio: {
    draftAndPublish: true,
    attributes: { title: string, part: string, slug: string, day: { type: 'datetime' } },
  },
  // A page of its own, in no list.
  sheet: { draftAndPublish: true, attributes: { title: string, slug: string, body: string } },
});
const config = {
  baseUrl: BASE,
  siteName: 'Notes',
  itemsPerFeed: 0,
  sources: {
    [ARTICLE_UID]: {},
    [STORY]: { address: '/stories/{slug}/', date: 'day' },
    [FOLIO]: { address: '/folios/{part}/{slug}/', date: 'day' },
  },
  pages: { [SHEET]: { address: '/sheets/{slug}/' } },
};

let app: App & { folder: string };
let ask: AdminFetch;
let made = 0;

const start = async (folder?: string): Promise<void> => {
  app = await startApp({ config, files, folder });
};

beforeAll(async () => {
  await start();
  ask = await signIn(app, {
    actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
    permissions: [ARTICLE_UID, STORY].map((subject) => ({ action: READ, subject })),
  });
});
afterAll(() => app.stop());

const slug = (): string => {
  made += 1;
  return `shared-${made}`;
};

const text = async (address: string): Promise<string> => (await app.get(address)).text();

/** What has an address in all that lists entries, once all that is looked at later is looked at. */
const listedAt = async (address: string) => {
  await settled(app);
  const rss = parseRssFeed(await text('/index.xml'));
  const atom = parseAtomFeed(await text('/atom.xml'));
  const json = parseJsonFeed(await text('/feed.json'));
  const [, directory] = address.split('/');
  const links = (page: string): number => page.split(`href="${BASE}${address}"`).length - 1;
  const ofType = parseRssFeed(await text(`/${directory}/index.xml`));
  const sitemap = await text('/sitemap/1.xml').then(async (part) =>
    part.includes('<urlset') ? part : text('/sitemap.xml'),
  );
  return {
    rss: rss.items?.flatMap(({ link, title, guid }) =>
      link === BASE + address ? [[title, guid?.value]] : [],
    ),
    atom: atom.entries?.flatMap(({ links: [link] = [], title, id }) =>
      link?.href === BASE + address ? [[title?.value, id]] : [],
    ),
    json: json.items?.flatMap(({ url, title, id }) =>
      url === BASE + address ? [[title, id]] : [],
    ),
    type: ofType.items?.filter(({ link }) => link === BASE + address).length,
    listing: links(await text(`/${directory}/`)),
    sitemap: sitemap.split(`<loc>${BASE}${address}</loc>`).length - 1,
    ids: new Set(rss.items?.map(({ guid }) => guid?.value)).size - (rss.items?.length ?? 0),
  };
};

/** The same, where one entry alone has it. */
const alone = (address: string, title: string, guid = BASE + address) => ({
  rss: [[title, guid]],
  atom: [[title, guid]],
  json: [[title, guid]],
  type: 1,
  listing: 1,
  sitemap: 1,
  ids: 0,
});

const expectAt = async (address: string, title: string, guid?: string): Promise<void> => {
  expect(await listedAt(address)).toEqual(alone(address, title, guid));
  const page = await text(address);
  expect(/<h1[^>]*>([^<]*)</.exec(page)?.[1]).toBe(title);
};

/** Published past everything that refuses a second one. */
const row = (uid: string, data: Record<string, unknown>) =>
  app.strapi.db.query(uid).create({
    data: { body: BODY, documentId: `${String(data.title)}-document`, ...data },
  }) as Promise<{ documentId: string }>;

/** Many stories in one write: one by one, each would have all before it looked at. */
const rows = (many: { title: string; slug: string; publishedAt: Date }[]) =>
  app.strapi.db.query(STORY).createMany({
    data: many.map((data) => ({ body: BODY, documentId: `${data.title}-document`, ...data })),
  });

const stories = () =>
  app.strapi.documents(STORY as never) as unknown as ReturnType<typeof articlesOf>;

const story = async (data: Record<string, unknown>): Promise<string> =>
  (await stories().create({ data: { body: BODY, ...data }, status: 'published' })).documentId;

/** What is told of entries with a title. */
const problemsOf = async (title: string): Promise<[string, string][]> => {
  const found = (await (await ask(`/syndication/attention?_q=${title}`)).json()) as Attention;
  return found.results.flatMap((entry) =>
    entry.problems.map(({ code }): [string, string] => [entry.title, code]),
  );
};

it.each([ARTICLE_UID, STORY])(
  'two rows at one address are one item of each feed, the one published first: %s',
  async (uid) => {
    const address = slug();
    const directory = uid === STORY ? 'stories' : 'posts';
    const [early, late] = [new Date('2026-01-01'), new Date('2026-01-02')];
    // Written the other way round.
    await row(uid, { title: `${address}-second`, slug: address, publishedAt: late });
    await expectAt(`/${directory}/${address}/`, `${address}-second`);
    await row(uid, { title: `${address}-first`, slug: address, publishedAt: early });
    const { rss } = await listedAt(`/${directory}/${address}/`);
    const [[, guid] = []] = rss ?? [];
    await expectAt(`/${directory}/${address}/`, `${address}-first`, guid);
    // Who read the second one, knows it by the address.
    expect(guid).not.toBe(`${BASE}/${directory}/${address}/`);
    expect(await problemsOf(`${address}-second`)).toEqual([[`${address}-second`, 'address-taken']]);
  },
);

it('the second is listed as soon as the first is withdrawn, elsewhere or deleted, and no longer when it is back', async () => {
  const address = slug();
  const path = `/stories/${address}/`;
  const first = await story({ title: 'One', slug: address });
  const second = await story({ title: 'Two', slug: address });
  const own = `${BASE}${path}#${second}`;
  await expectAt(path, 'One');

  await stories().unpublish({ documentId: first });
  await expectAt(path, 'Two', own);
  await stories().publish({ documentId: first });
  await expectAt(path, 'One');

  const elsewhere = slug();
  const move = (to: string) =>
    stories().update({ documentId: first, data: { slug: to }, status: 'published' });
  await move(elsewhere);
  await expectAt(path, 'Two', own);
  expect((await listedAt(`/stories/${elsewhere}/`)).rss).toEqual([['One', BASE + path]]);
  // It has the address since a later moment now.
  await move(address);
  await expectAt(path, 'Two', own);
  expect(await problemsOf('One')).toEqual([['One', 'address-taken']]);

  await stories().delete({ documentId: second });
  await expectAt(path, 'One');
});

it('the panel says of the second that no reader finds it, and not that it is live', async () => {
  const address = slug();
  await story({ title: 'Found', slug: address });
  const second = await story({ title: address, slug: address });
  await expectAt(`/stories/${address}/`, 'Found');
  const preview = async (to: string) => {
    const values = { title: address, slug: to, body: BODY };
    const body = { contentType: STORY, documentId: second, values };
    const response = await ask('/syndication/previews', { method: 'POST', body });
    return ((await response.json()) as { data: ArticlePreview }).data;
  };
  const isNow = ({ feeds }: ArticlePreview) => feeds.some(({ now }) => now);
  const displaced = await preview(address);
  expect(displaced).toMatchObject({ nowhere: [], publicLink: null, lastTold: null, effects: [] });
  expect(displaced.item.link).toBeNull();
  expect(isNow(displaced) || displaced.feeds.some(({ next }) => next)).toBe(false);
  // The address is not its own: nothing of it moves, and nobody has had it.
  expect((await preview(slug())).effects).toEqual([{ code: 'new' }]);
  const found = (await (await ask(`/syndication/attention?_q=${address}`)).json()) as Attention;
  expect(found.results.map(({ title, status }) => [title, status])).toEqual([[address, 'nowhere']]);
});

it('the title of the second is told only to who may read it', async () => {
  const address = slug();
  await story({ title: 'Found', slug: address });
  await story({ title: address, slug: address });
  await settled(app);
  const askOfArticles = await signIn(app, {
    actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
    permissions: [{ action: READ, subject: ARTICLE_UID }],
  });
  const foundBy = async (fetch: AdminFetch): Promise<number> => {
    const response = await fetch(`/syndication/attention?_q=${address}`);
    return ((await response.json()) as Attention).results.length;
  };
  expect([await foundBy(ask), await foundBy(askOfArticles)]).toEqual([1, 0]);
});

it('one that is dated in the future takes the address from nobody, at its date neither', async () => {
  const address = slug();
  const path = `/stories/${address}/`;
  const scheduled = await story({ title: 'Scheduled', slug: address, day: '2999-01-01' });
  const now = await story({ title: 'Now', slug: address });
  await expectAt(path, 'Now', `${BASE}${path}#${now}`);
  const data = { day: new Date() };
  await stories().update({ documentId: scheduled, data, status: 'published' });
  await expectAt(path, 'Now', `${BASE}${path}#${now}`);
  await stories().delete({ documentId: now });
  await expectAt(path, 'Scheduled');
});

it('no date tells that something is scheduled at the address of a page', async () => {
  const address = slug();
  const path = `/stories/${address}/`;
  await story({ title: 'Now', slug: address });
  // The page links to this one, and to none that is older.
  await story({ title: 'Before', slug: slug(), day: '2001-01-02' });
  const before = await dateOf(app, path);
  reachNextSecond();
  const scheduled = await story({ title: 'Scheduled', slug: slug(), day: '2999-01-01' });
  expect(await dateOf(app, path)).toBe(before);
  await app.strapi.db
    .query(STORY)
    .updateMany({ where: { documentId: scheduled }, data: { slug: address } });
  expect(await dateOf(app, path)).toBe(before);
  await stories().unpublish({ documentId: scheduled });
  expect(await dateOf(app, path)).toBe(before);
  // Beside something that readers see elsewhere, too.
  reachNextSecond();
  await app.strapi.db.transaction(async () => {
    await stories().publish({ documentId: scheduled });
    await story({ title: 'Elsewhere', slug: slug(), day: '2001-01-01' });
  });
  expect(await dateOf(app, path)).toBe(before);
});

it('of many that are dated in the future none is read', async () => {
  const folios = (data: object, numbers: number[]) =>
    app.strapi.db.query(FOLIO).createMany({
      data: numbers.map((number) => ({
        ...{ title: 'Waiting', part: 'a', slug: 'b', publishedAt: new Date('2026-01-01') },
        ...{ documentId: `folio-${number}`, ...data },
      })),
    });
  const { tableName } = app.strapi.db.metadata.get(FOLIO);
  const asked = async () => (await statementsOn(app, tableName, () => text('/folios/a/b/'))).length;
  await folios({ day: new Date('2999-01-01') }, [1, 2]);
  await rebuild(app);
  const few = await asked();
  await folios({ day: new Date('2999-01-01') }, [3, 4, 5, 6, 7, 8, 9, 10]);
  await rebuild(app);
  expect((await app.get('/folios/a/b/')).status).toBe(404);
  await rebuild(app);
  expect(await asked()).toBe(few);
  await folios({ title: 'There', day: new Date('2026-01-01') }, [11]);
  await rebuild(app);
  expect(await text('/folios/a/b/')).toContain('There</h1>');
});

it('of very many the first that is there keeps the address, as those before it go', async () => {
  const address = slug();
  const path = `/stories/${address}/`;
  const titleOf = (number: number): string => `${address}-${String(number).padStart(3, '0')}`;
  await rows(
    Array.from({ length: 120 }, (_, number) => ({
      title: titleOf(number),
      slug: address,
      publishedAt: new Date(Date.UTC(2026, 0, 1, 0, number)),
    })),
  );
  await rebuild(app);
  await expectAt(path, titleOf(0));
  const gone = Array.from({ length: 110 }, (_, number) => titleOf(number));
  await app.strapi.db.query(STORY).deleteMany({ where: { title: { $in: gone } } });
  const { rss } = await listedAt(path);
  expect(rss?.map(([title]) => title)).toEqual([titleOf(110)]);
});

it('of more than a page of rows the one published first has the address, whatever their order in the table', async () => {
  const address = slug();
  const path = `/stories/${address}/`;
  const titleOf = (number: number): string => `${address}-${String(number).padStart(3, '0')}`;
  // The one published first is written last.
  await rows(
    Array.from({ length: 31 }, (_, place) => ({
      title: titleOf(30 - place),
      slug: address,
      publishedAt: new Date(Date.UTC(2026, 0, 1, 0, 30 - place)),
    })),
  );
  await rebuild(app);
  const { rss } = await listedAt(path);
  await expectAt(path, titleOf(0), rss?.[0]?.[1]);
});

describe('Last-Modified', () => {
  const FEEDS = ['/index.xml', '/atom.xml', '/feed.json', '/stories/index.xml', '/stories/'];

  /** What readers have at some addresses, and when it last changed. */
  const seen = async (addresses: string[]) => {
    await settled(app);
    const found = new Map<string, { bytes: string; modified: number }>();
    for (const address of addresses) {
      const modified = Date.parse(await dateOf(app, address));
      found.set(address, { bytes: await text(address), modified });
    }
    return found;
  };

  const documents = (uid: string) =>
    app.strapi.documents(uid as never) as unknown as ReturnType<typeof articlesOf>;
  const withdraw = (uid: string, documentId: string) => documents(uid).unpublish({ documentId });
  const move = (uid: string, documentId: string) =>
    documents(uid).update({ documentId, data: { slug: slug() }, status: 'published' });

  type Leave = (uid: string, documentId: string) => Promise<unknown>;
  type Case = [what: string, uid: string, leave: Leave, one: object, two: object];
  const CASES: Case[] = [
    ['an item, withdrawn', STORY, withdraw, {}, {}],
    ['an item of one kept out, withdrawn', STORY, withdraw, {}, { hidden: true }],
    ['one kept out of another, moved', STORY, move, { hidden: true }, { hidden: true }],
    ['a page, withdrawn', SHEET, withdraw, {}, {}],
    ['a page, moved', SHEET, move, {}, {}],
  ];
  // Who has the address next is found alike; that what changed is dated is what others have to show.
  it.each(defaultDatabase === 'sqlite' ? CASES : CASES.slice(0, 1))(
    'goes on where another has the address afterwards: %s',
    async (_what, uid, leave, one, two) => {
      const address = slug();
      const publish = (title: string, more: object) =>
        documents(uid).create({
          data: { title, slug: address, body: BODY, ...more },
          status: 'published',
        });
      const { documentId } = await publish('Leaving', one);
      await publish('Staying', two);
      await settled(app);
      // The one that leaves is changed later than the other.
      reach(new Date(Date.now() + 2_100));
      const data = { title: 'Leaving later' };
      await documents(uid).update({ documentId, data, status: 'published' });
      const page = `/${uid === STORY ? 'stories' : 'sheets'}/${address}/`;
      const shown = [page, ...(uid === STORY && !('hidden' in one) ? FEEDS : [])];
      const before = await seen(shown);
      expect(before.get(page)!.bytes).toContain('Leaving later');
      await leave(uid, documentId);
      const after = await seen(shown);
      expect(after.get(page)!.bytes).toContain('Staying');
      for (const [at, { bytes, modified }] of after) {
        expect([at, bytes === before.get(at)!.bytes]).toEqual([at, false]);
        expect([at, modified > before.get(at)!.modified]).toEqual([at, true]);
      }
    },
  );
});

// Strapi refuses articles whose check for unique slugs comes after the first commit: all others on SQLite.
it('ten publications of one slug at once are one entry, on each node and after a start', async () => {
  const address = slug();
  const titles = Array.from({ length: 10 }, (_, number) => `${address}-${number}`);
  const results = await Promise.allSettled([
    ...titles.map((title) =>
      articlesOf(app).create({
        data: { title, slug: address, body: BODY },
        status: 'published',
      }),
    ),
    ...titles.map((title) => story({ title: `${title} as a story`, slug: address })),
  ]);
  const through = results.slice(0, 10).filter(({ status }) => status === 'fulfilled');
  expect(through.length).toBeGreaterThan(0);
  expect(results.slice(10).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));

  const seen = async () => {
    const found = [];
    for (const path of [`/posts/${address}/`, `/stories/${address}/`]) {
      // Its id is the address, unless another one was committed before it.
      const listed = await listedAt(path);
      const [[title, guid] = []] = listed.rss ?? [];
      expect(listed).toEqual(alone(path, title!, guid));
      await expectAt(path, title!, guid);
      found.push([path, title, guid]);
    }
    return found;
  };
  const before = await seen();
  const told = await problemsOf(address);
  const displaced = told.filter(([, code]) => code === 'address-taken').map(([title]) => title);
  const kept = before.map(([, title]) => title);
  expect(displaced).toHaveLength(through.length + 10 - 2);
  for (const title of kept) expect(displaced).not.toContain(title);

  const { guids } = await permanent(address);
  expect(new Set(guids).size).toBe(through.length + 10);

  const { folder } = app;
  await app.close();
  await start(folder);
  expect(await seen()).toEqual(before);
  await rebuild(app);
  expect(await seen()).toEqual(before);
});

/** The ids of all entries that have a slug. */
const permanent = async (address: string) => {
  const guids: string[] = [];
  for (const uid of [ARTICLE_UID, STORY]) {
    const rows: { documentId: string }[] = await app.strapi.db
      .query(uid)
      .findMany({ where: { slug: address, publishedAt: { $notNull: true } } });
    const ids = rows.map(({ documentId }) => documentId);
    guids.push(...(await idsOf(app, uid, ids)).values());
  }
  return { guids };
};

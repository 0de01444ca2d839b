/**
 * @runs-on sqlite: What is made of other feeds; ids are written as in reset-ids.test.ts, which every
 * database is tested with.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { extractFromXml } from '@extractus/feed-extractor';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import Parser from 'rss-parser';

import type { TakeOver } from '../../src/addresses/take-over';
import { ARTICLE_UID, PERMALINK_UID, PERMISSIONS } from '../../src/lib/constants';
import type { ProposedIds } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import type { articlesOf } from '../helpers/content';
import { createEditor, type Editor } from '../helpers/content';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const BASE = 'https://www.example.com';

const fixture = (name: string): string =>
  readFileSync(path.join(__dirname, '../fixtures/earlier-feeds', name), 'utf8');

/** What the feeds of the fixtures have, with the slugs that entries are imported by. */
const IMPORTED = [
  {
    slug: 'the-pilots-morning',
    title: 'The pilot\'s morning - a "short" walk',
    date: '2025-10-14T08:00:00Z',
  },
  // Another slug than there: title and day tell.
  { slug: 'about-ropes', title: 'Ropes', date: '2025-09-01T06:30:00Z' },
  { slug: 'cranes-and-wind', title: 'Cranes & <wind>', date: '2025-10-05T10:15:00Z' },
  { slug: 'tides', title: 'Tides', date: '2025-09-24T00:00:00Z' },
  { slug: 'lights', title: 'Lights', date: '2025-09-20T00:00:00Z' },
  { slug: 'fog', title: 'Fog', date: '2025-09-15T00:00:00Z' },
  { slug: 'knots', title: 'Knots', date: '2025-09-10T00:00:00Z' },
];

const KNOWN: Record<string, string> = {
  'the-pilots-morning': 'https://blog.example.org/?p=1207',
  'about-ropes': 'https://blog.example.org/?p=1180',
  'cranes-and-wind': '63f0b2a1c9e77c0001a2b3c4',
  tides: 'https://hugo.example.org/posts/tides/?utm_source=rss',
  lights: 'https://astro.example.org/blog/lights/',
  fog: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  knots: 'tag:rss.example.org,2025:knots',
};

const FILES = ['wordpress.xml', 'ghost.xml', 'hugo.xml', 'astro.xml', 'feed.xml', 'rss.xml'];

let app: App;
let editor: Editor;
let ask: AdminFetch;

beforeAll(async () => {
  app = await startApp({
    config: {
      baseUrl: BASE,
      siteName: 'Notes',
      itemsPerFeed: 0,
      sources: {
        [ARTICLE_UID]: {},
        'api::note.note': { address: '/notes/{slug}/' },
        'api::import.import': { address: '/imports/{slug}/', guid: 'oldId' },
      },
    },
    files: siteTypes({
      import: {
        draftAndPublish: true,
        attributes: {
          title: { type: 'string' },
          slug: { type: 'uid', targetField: 'title' },
          oldId: { type: 'string' },
        },
      },
      note: {
        draftAndPublish: true,
        attributes: { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } },
      },
    }),
  });
  editor = createEditor(app);
  ask = await signIn(app, { actions: [PERMISSIONS.resetIds] });
  for (const article of IMPORTED) await editor.published(article);
});

afterAll(() => app?.stop());

const read = async (address: string): Promise<string> => (await app.get(address)).text();

const upload = (...names: string[]): FormData => {
  const form = new FormData();
  for (const name of names) form.append('files', new Blob([fixture(name)]), name);
  return form;
};

const propose = async (body: unknown): Promise<ProposedIds> => {
  const response = await ask('/syndication/take-over/propose', { method: 'POST', body });
  const found = (await response.json()) as { data: ProposedIds };
  expect([response.status, found]).toEqual([200, expect.anything()]);
  return found.data;
};

const refused = async (address: string, body: unknown) => {
  const response = await ask(address, { method: 'POST', body });
  const { error } = (await response.json()) as { error: { message: string } };
  return [response.status, error.message];
};

const toTaken = ({ items }: ProposedIds) =>
  items.flatMap(({ id, date, entry }) =>
    entry
      ? [
          {
            id,
            date,
            contentType: entry.contentType,
            documentId: entry.documentId,
            locale: entry.locale,
          },
        ]
      : [],
  );

const apply = async (items: ReturnType<typeof toTaken>): Promise<number> => {
  const response = await ask('/syndication/take-over', { method: 'POST', body: { items } });
  expect(response.status).toBe(200);
  await settled(app);
  return ((await response.json()) as { data: { changed: number } }).data.changed;
};

/** Ids by slug in each format, by what reads it. */
const idsNow = async (): Promise<Record<string, Record<string, string>>> => {
  const slugOf = (link = ''): string => link.split('/').at(-2) ?? '';
  const [rss, atom, json] = await Promise.all(['/index.xml', '/atom.xml', '/feed.json'].map(read));
  const known = (pairs: [string | undefined, string | undefined][]) =>
    Object.fromEntries(pairs.map(([link, id]) => [slugOf(link), id!]));
  const parsed = await new Parser().parseString(rss!);
  const extracted = extractFromXml(rss!);
  return {
    rss: known((parseRssFeed(rss!).items ?? []).map(({ link, guid }) => [link, guid?.value])),
    atom: known(
      (parseAtomFeed(atom!).entries ?? []).map(({ links, id }) => [links?.[0]?.href, id]),
    ),
    json: known((parseJsonFeed(json!).items ?? []).map(({ url, id }) => [url, id])),
    'rss-parser': known(parsed.items.map(({ link, guid }) => [link, guid])),
    'feed-extractor': known((extracted.entries ?? []).map(({ link, id }) => [link, id])),
  };
};

it('is for who may start ids over', async () => {
  const others = await signIn(app, {
    actions: [PERMISSIONS.updateSettings, PERMISSIONS.readFeeds],
  });
  for (const [method, address] of [
    ['GET', ''],
    ['POST', ''],
    ['POST', '/propose'],
    ['POST', '/undo'],
  ]) {
    const path = `/syndication/take-over${address}`;
    expect((await app.get(path, { method })).status).toBe(401);
    expect((await others(path, { method })).status).toBe(403);
  }
});

it('shows which entries the items of feeds by other systems are, and writes nothing before it is confirmed', async () => {
  const before = await idsNow();
  const { items, redirects } = await propose(upload(...FILES));
  // Files come in any order.
  expect(new Set(items.map(({ id, by, entry }) => [id, by, entry?.path]))).toEqual(
    new Set([
      [KNOWN['the-pilots-morning'], 'slug', '/posts/the-pilots-morning/'],
      [KNOWN['about-ropes'], 'title', '/posts/about-ropes/'],
      ['https://blog.example.org/?p=1101', undefined, undefined],
      [KNOWN['cranes-and-wind'], 'slug', '/posts/cranes-and-wind/'],
      [KNOWN.tides, 'link', '/posts/tides/'],
      [KNOWN.lights, 'slug', '/posts/lights/'],
      [KNOWN.fog, 'slug', '/posts/fog/'],
      [KNOWN.knots, 'slug', '/posts/knots/'],
    ]),
  );
  expect(redirects).toEqual({});
  expect(await idsNow()).toEqual(before);
});

it('gives entries the ids that subscribers know, in every format, until that is undone', async () => {
  const before = await idsNow();
  const proposal = await propose(upload(...FILES));
  expect(await apply(toTaken(proposal))).toBe(7);
  for (const found of Object.values(await idsNow())) expect(found).toEqual(KNOWN);
  // A link is no permalink by itself.
  expect(await read('/index.xml')).toContain(
    '<guid isPermaLink="false">https://blog.example.org/?p=1207</guid>',
  );
  expect(await read('/posts/fog/')).toContain('<h1');

  const found = await ask('/syndication/take-over');
  expect(await found.json()).toEqual({
    data: { at: expect.any(String), entries: 7, canUndo: true },
  });
  // Once more is as if it had been done once.
  expect(await apply(toTaken(proposal))).toBe(0);

  const undone = await ask('/syndication/take-over/undo', { method: 'POST' });
  expect(await undone.json()).toEqual({ data: { changed: 7 } });
  await settled(app);
  expect(await idsNow()).toEqual(before);
  expect(await (await ask('/syndication/take-over')).json()).toEqual({ data: null });
});

it('is a service, too, for who has a console', async () => {
  const before = await idsNow();
  const takeOver = app.strapi.plugin('syndication').service('takeOver') as TakeOver;
  const [item] = await takeOver.propose([{ name: 'rss.xml', text: fixture('rss.xml') }]);
  const { contentType, documentId, locale } = item!.entry!;
  expect(await takeOver.apply([{ id: item!.id, contentType, documentId, locale }])).toBe(1);
  await settled(app);
  for (const [format, found] of Object.entries(await idsNow())) {
    expect(found).toEqual({ ...before[format], knots: KNOWN.knots });
  }
  expect(await takeOver.undo()).toBe(1);
  await settled(app);
  expect(await idsNow()).toEqual(before);

  // What was proposed is taken as it is, but for items that are no entries.
  const items = await takeOver.propose([{ name: 'rss.xml', text: fixture('rss.xml') }]);
  const another = { id: 'https://old.example.org/?p=404', title: 'In no article' };
  const bare = { id: 'https://old.example.org/?p=405' };
  const kept = JSON.parse(JSON.stringify([...items, another, bare])) as typeof items;
  expect(await takeOver.apply(kept)).toBe(1);
  expect(await takeOver.undo()).toBe(1);
  await settled(app);
  expect(await idsNow()).toEqual(before);

  const nameless = { id: 'https://old.example.org/?p=1', contentType, docId: documentId };
  await expect(takeOver.apply([nameless as never])).rejects.toThrow(
    '"https://old.example.org/?p=1" names no entry. Give what was proposed, or { id, contentType,',
  );
});

it.each([
  ['https://www.example.com/feed/'],
  [[fixture('rss.xml')]],
  [{ name: 'rss.xml', text: fixture('rss.xml') }],
  [[null]],
  [undefined],
])('tells a script that gives no documents what to give: %.40j', (documents) => {
  const takeOver = app.strapi.plugin('syndication').service('takeOver') as TakeOver;
  expect(() => takeOver.propose(documents as never)).toThrow(
    'Give the texts of a feed: [{ name: "rss.xml", text }].',
  );
});

it('keeps the ids through other slugs and dates, and is not undone once something was published', async () => {
  expect(await apply(toTaken(await propose(upload(...FILES))))).toBe(7);
  const fog = await app.strapi
    .documents('plugin::syndication.article')
    .findFirst({ filters: { slug: 'fog' } });
  await editor.republish(fog!.documentId, { slug: 'thick-fog' });
  const { rss } = await idsNow();
  expect(rss!['thick-fog']).toBe(KNOWN.fog);
  expect((await app.get('/posts/fog/')).status).toBe(301);
  expect(await refused('/syndication/take-over/undo', {})).toEqual([
    409,
    'Something was published since, or these entries have other ids by now: subscribers may know them.',
  ]);
  // An entry is found by what it was called, too.
  const { items } = await propose(upload('feed.xml'));
  expect(items.map(({ by, entry }) => [by, entry?.path])).toEqual([['slug', '/posts/thick-fog/']]);
});

/** A file of a JSON feed. */
const feedOf = (...items: { id: string; url?: string; date_published?: string }[]): FormData => {
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Old', items };
  const form = new FormData();
  form.append('files', new Blob([JSON.stringify(feed)]), 'feed.json');
  return form;
};

const documentsOf = (type: string) =>
  app.strapi.documents(type as never) as unknown as ReturnType<typeof articlesOf>;

const publish = async (type: string, data: Record<string, unknown>): Promise<string> => {
  const { documentId } = await documentsOf(type).create({
    data: data as never,
    status: 'published',
  });
  await settled(app);
  return documentId;
};

const undo = async (): Promise<number> => {
  const response = await ask('/syndication/take-over/undo', { method: 'POST' });
  await settled(app);
  return ((await response.json()) as { data: { changed: number } }).data.changed;
};

const itemAt = async (page: string) =>
  parseJsonFeed(await read('/feed.json')).items?.find(({ url }) => url === BASE + page);

it('gives an entry whose date is its first publication the date that subscribers know', async () => {
  const id = await publish('api::note.note', { title: 'Undated', slug: 'undated' });
  const taken = toTaken(
    await propose(
      feedOf({
        id: 'old-1',
        url: 'https://old.example.org/undated',
        date_published: '2019-03-04T05:06:07Z',
      }),
    ),
  );
  expect(taken).toEqual([expect.objectContaining({ id: 'old-1', documentId: id })]);
  expect(await apply(taken)).toBe(1);
  const item = parseJsonFeed(await read('/feed.json')).items?.find((one) => one.id === 'old-1');
  expect(new Date(item!.date_published!).toISOString()).toBe('2019-03-04T05:06:07.000Z');
  // The oldest of all.
  expect(parseJsonFeed(await read('/feed.json')).items?.at(-1)?.id).toBe('old-1');
});

it('tells nobody that an imported entry is news, until it is published again', async () => {
  const note = { title: 'Imported', slug: 'imported' };
  const documentId = await publish('api::note.note', note);
  const item = { url: 'https://old.example.org/imported', date_published: '2018-01-02T03:04:05Z' };
  const before = await itemAt('/notes/imported/');
  const taken = toTaken(await propose(feedOf({ id: 'old-2', ...item })));
  expect(await apply(taken)).toBe(1);
  expect(await read('/notes/imported/')).not.toContain('Updated');
  const after = await itemAt('/notes/imported/');
  expect(new Date(after!.date_modified ?? after!.date_published!).getUTCFullYear()).toBe(2018);
  expect(await undo()).toBe(1);
  expect(await itemAt('/notes/imported/')).toEqual(before);

  expect(await apply(taken)).toBe(1);
  await documentsOf('api::note.note').update({
    documentId,
    data: { title: 'Imported, and more' } as never,
    status: 'published',
  });
  await settled(app);
  expect(await read('/notes/imported/')).toContain('Updated');
  // The undone date is no earlier than what subscribers were told since.
  const { date_modified: told } = (await itemAt('/notes/imported/'))!;
  expect(await undo()).toBe(1);
  expect((await itemAt('/notes/imported/'))!.date_modified).toEqual(told);
});

it('takes an earlier date where the id is right already', async () => {
  await publish('api::note.note', { title: 'Right', slug: 'right' });
  const { id } = (await itemAt('/notes/right/'))!;
  const taken = toTaken(
    await propose(feedOf({ id: id!, url: id, date_published: '2017-01-02T03:04:05Z' })),
  );
  expect(await apply(taken)).toBe(1);
  expect(new Date((await itemAt('/notes/right/'))!.date_published!).getUTCFullYear()).toBe(2017);
  expect(await apply(taken)).toBe(0);
});

it('keeps the order of an entry’s addresses', async () => {
  const documentId = await publish('api::note.note', { title: 'Soon', slug: 'soon' });
  const contentType = 'api::note.note';
  const rows = () =>
    app.strapi.db.query(PERMALINK_UID).findMany({
      where: { contentType, entry: documentId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  await documentsOf(contentType).update({
    documentId,
    data: { slug: 'now' } as never,
    status: 'published',
  });
  await settled(app);
  const [first, second] = await rows();
  // As of an entry that was dated a while after it was published.
  const made = new Date('2020-01-01T00:00:00Z');
  const visible = new Date('2020-03-01T00:00:00Z');
  await app.strapi.db.query(PERMALINK_UID).update({
    where: { id: first.id },
    data: { createdAt: made, visibleFrom: visible },
  });
  await app.strapi.db.query(PERMALINK_UID).update({
    where: { id: second.id },
    data: { createdAt: new Date('2020-01-15T00:00:00Z') },
  });
  const date = '2020-02-01T00:00:00.000Z';
  expect(await apply([{ id: 'old-3', date, contentType, documentId, locale: '' }])).toBe(1);
  expect((await itemAt('/notes/now/'))?.id).toBe('old-3');
  expect(new Date((await itemAt('/notes/now/'))!.date_published!).toISOString()).toBe(date);
  const redirect = await app.get('/notes/soon/', { redirect: 'manual' });
  expect(redirect.headers.get('location')).toBe(`${BASE}/notes/now/`);
});

it('leaves entries alone whose ids a field of the site holds', async () => {
  const contentType = 'api::import.import';
  const documentId = await publish(contentType, { title: 'Own', slug: 'own', oldId: 'own-1' });
  const { items } = await propose(feedOf({ id: 'x-1', url: 'https://old.example.org/own' }));
  expect(items.map(({ entry }) => entry)).toEqual([undefined]);
  expect(
    await refused('/syndication/take-over', {
      items: [{ id: 'x-1', contentType, documentId, locale: '' }],
    }),
  ).toEqual([
    400,
    'Entries of api::import.import have their ids in the field "oldId". Write the ids there.',
  ]);
});

it('gives no new entry an id that was taken over', async () => {
  const of = async (slug: string) => (await itemAt(`/notes/${slug}/`))?.id;
  const contentType = 'api::note.note';
  const documentId = await publish(contentType, { title: 'Moved', slug: 'moved' });
  const id = `${BASE}/notes/as-it-was/`;
  const taken = { date: undefined, contentType, documentId, locale: '' };
  expect(await apply([{ id, ...taken }])).toBe(1);
  const other = await publish(contentType, { title: 'As it was', slug: 'as-it-was' });
  expect(await of('moved')).toBe(id);
  expect(await of('as-it-was')).toBe(`${id}#${other}`);
  // What is nobody's id any more, a new entry may have.
  const free = `${BASE}/notes/free/`;
  expect(await apply([{ id: free, ...taken }])).toBe(1);
  expect(await apply([{ id, ...taken }])).toBe(1);
  await publish(contentType, { title: 'Free', slug: 'free' });
  expect(await of('free')).toBe(free);
});

it('undoes what is still so, and says where nothing is', async () => {
  const documentIds: string[] = [];
  for (const slug of ['first-of-two', 'second-of-two']) {
    documentIds.push(await publish('api::note.note', { title: slug, slug }));
  }
  const [first, second] = documentIds.map((documentId) => ({
    id: `id of ${documentId}`,
    date: undefined,
    contentType: 'api::note.note',
    documentId,
    locale: '',
  })) as [ReturnType<typeof toTaken>[0], ReturnType<typeof toTaken>[0]];
  const changeOtherwise = (id: string) =>
    app.strapi.db
      .query(PERMALINK_UID)
      .updateMany({ where: { entry: first.documentId }, data: { url: id } });
  expect(await apply([first, second])).toBe(2);
  await changeOtherwise('another');
  expect(await undo()).toBe(1);
  expect((await itemAt('/notes/second-of-two/'))?.id).toBe(`${BASE}/notes/second-of-two/`);
  expect(await apply([first])).toBe(1);
  await changeOtherwise('another again');
  expect((await refused('/syndication/take-over/undo', {}))[0]).toBe(409);
});

it('takes whatever a feed says', async () => {
  const { items } = await propose(
    feedOf(
      { id: 'a\u0000b', url: 'https://old.example.org/tides' },
      { id: 'odd', url: 'https://old.example.org/2019/%00tides%00' },
      { id: 'old', url: 'https://old.example.org/none', date_published: '0001-01-01T00:00:00Z' },
      { id: 'far', url: 'https://old.example.org/no', date_published: '+275760-09-13T00:00:00Z' },
    ),
  );
  expect(items.map(({ id, entry }) => [id, entry])).toEqual([
    ['odd', undefined],
    ['old', undefined],
    ['far', undefined],
  ]);
  const [knots] = toTaken(await propose(upload('rss.xml')));
  for (const odd of [{ id: 'a\u0000b' }, { locale: '\u0000' }, { documentId: '\u0000' }]) {
    expect((await refused('/syndication/take-over', { items: [{ ...knots, ...odd }] }))[0]).toBe(
      400,
    );
  }
  const utf16 = new FormData();
  const xml = `<?xml version="1.0" encoding="utf-16"?><rss version="2.0"><channel><title>x</title>
    <item><guid isPermaLink="false">größe</guid><title>x</title></item></channel></rss>`;
  utf16.append('files', new Blob([xml]), 'feed.xml');
  expect((await propose(utf16)).items.map(({ id }) => id)).toEqual(['größe']);
});

it('takes a thousand items of twenty files', async () => {
  const many = (count: number) =>
    feedOf(...Array.from({ length: count }, (_, place) => ({ id: `many-${place}` })));
  expect((await propose(many(1_000))).items).toHaveLength(1_000);
  const address = '/syndication/take-over/propose';
  expect(await refused(address, many(1_001))).toEqual([
    400,
    'These have 1001 items. Allowed: at most 1,000 at once. Give a part of them, and then the others.',
  ]);
  const files = upload(...Array.from({ length: 21 }, () => 'rss.xml'));
  expect(await refused(address, files)).toEqual([
    400,
    'These are 21 files. Give at most 20 at once.',
  ]);
  const knots = toTaken(await propose(upload('rss.xml')))[0]!;
  const items = Array.from({ length: 1_001 }, (_, place) => ({ ...knots, id: `${place}` }));
  expect(await refused('/syndication/take-over', { items })).toEqual([
    400,
    'items: give at most 1000 at once',
  ]);
  // Once each, they fit a request.
  const others = items.slice(1).map((item, place) => ({
    ...item,
    id: `https://blog.example.org/2019/05/a-rather-long-slug-of-a-post-${place}/?utm_source=rss`,
    documentId: `document${place}`.padEnd(24, 'x'),
  }));
  expect(await apply(others)).toBe(0);
});

it('refuses ids that are another entry’s, and items that are several entries', async () => {
  const taken = toTaken(await propose(upload('rss.xml', 'astro.xml')));
  // Files come in the order in which they were written down.
  const [knots, lights] = [KNOWN.knots, KNOWN.lights].map((id) =>
    taken.find((one) => one.id === id)!,
  ) as [(typeof taken)[0], (typeof taken)[0]];
  const address = '/syndication/take-over';
  const [status, message] = await refused(address, { items: [{ ...knots, id: lights.id }] });
  expect(status).toBe(400);
  expect(message).toContain(`"${KNOWN.lights}" is the id of another entry`);
  expect(await refused(address, { items: [knots, { ...lights, id: knots.id }] })).toEqual([
    400,
    'Each item is one entry, and each entry one item.',
  ]);
  // Where entries change ids among themselves, nobody has one twice.
  expect(
    await apply([
      { ...knots, id: lights.id },
      { ...lights, id: knots.id },
    ]),
  ).toBe(2);
  expect(await apply([knots, lights])).toBe(2);
  expect((await refused(address, { items: [{ ...knots, id: '' }] }))[0]).toBe(400);
  expect((await refused(address, { items: [{ ...knots, id: 'x'.repeat(2_001) }] }))[0]).toBe(400);
});

it('says what is wrong with a document', async () => {
  const form = new FormData();
  form.append('files', new Blob(['<html><body>No feed</body></html>']), 'index.html');
  const address = '/syndication/take-over/propose';
  expect(await refused(address, form)).toEqual([
    400,
    '"index.html" is no feed. Give a document of RSS, Atom, RDF or JSON Feed.',
  ]);
  expect(await refused(address, {})).toEqual([400, 'Give the address of a feed, or a file.']);
  expect(await refused(address, { addresses: ['file:///etc/passwd'] })).toEqual([
    400,
    '"file:///etc/passwd": no address. Give one that begins with http:// or https://.',
  ]);
});

describe('an address', () => {
  let server: Server;
  let host: string;

  beforeAll(async () => {
    const xml = (encoding: string, title: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><rss version="2.0"><channel><title>Old</title><item><guid>${title}</guid><link>https://x.example.org/tides</link><title>${title}</title></item></channel></rss>`;
    server = createServer((request, response) => {
      const { url = '' } = request;
      if (url === '/moved') response.writeHead(301, { location: '/latin' }).end();
      else if (url === '/away') {
        response.writeHead(302, { location: 'http://other.example.org/' }).end();
      } else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else if (url === '/latin') {
        response.end(Buffer.from(xml('iso-8859-1', 'Größe'), 'latin1'));
      } else if (url === '/endless') {
        const more = (): void => {
          while (response.write(Buffer.alloc(65_536, 32)));
          response.once('drain', more);
        };
        more();
        response.on('error', () => undefined);
      } else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is read once, in its own encoding, from where its server leads on the same host', async () => {
    const { items } = await propose({ addresses: [`${host}/moved`] });
    expect(items.map(({ id, by, entry }) => [id, by, entry?.path])).toEqual([
      ['Größe', 'slug', '/posts/tides/'],
    ]);
  });

  it.each([
    ['/away', 'it leads to "http://other.example.org/", on another host. Give that address.'],
    ['/loop', 'it leads on again and again.'],
    ['/missing', 'it answers with 404.'],
    ['/endless', 'it is larger than 20 MB.'],
  ])('is refused with why: %s', async (where, why) => {
    const body = { addresses: [host + where] };
    expect(await refused('/syndication/take-over/propose', body)).toEqual([
      400,
      `"${host}${where}": ${why}`,
    ]);
  });
});

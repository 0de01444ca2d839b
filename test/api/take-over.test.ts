import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { extractFromXml } from '@extractus/feed-extractor';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import Parser from 'rss-parser';

import { ARTICLE_UID, PERMISSIONS } from '../../src/constants';
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
      sources: { [ARTICLE_UID]: {}, 'api::note.note': { address: '/notes/{slug}/' } },
    },
    files: siteTypes({
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
  expect(items.map(({ id, by, entry }) => [id, by, entry?.path])).toEqual([
    [KNOWN['the-pilots-morning'], 'slug', '/posts/the-pilots-morning/'],
    [KNOWN['about-ropes'], 'title', '/posts/about-ropes/'],
    ['https://blog.example.org/?p=1101', undefined, undefined],
    [KNOWN['cranes-and-wind'], 'slug', '/posts/cranes-and-wind/'],
    [KNOWN.tides, 'link', '/posts/tides/'],
    [KNOWN.lights, 'slug', '/posts/lights/'],
    [KNOWN.fog, 'slug', '/posts/fog/'],
    [KNOWN.knots, 'slug', '/posts/knots/'],
  ]);
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
    'Something was published since: subscribers may know these ids.',
  ]);
  // An entry is found by what it was called, too.
  const { items } = await propose(upload('feed.xml'));
  expect(items.map(({ by, entry }) => [by, entry?.path])).toEqual([['slug', '/posts/thick-fog/']]);
});

it('gives an entry whose date is its first publication the date that subscribers know', async () => {
  const notes = app.strapi.documents('api::note.note' as never) as unknown as ReturnType<
    typeof articlesOf
  >;
  const { documentId: id } = await notes.create({
    data: { title: 'Undated', slug: 'undated' },
    status: 'published',
  });
  const feed = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Old',
    items: [
      {
        id: 'old-1',
        url: 'https://old.example.org/undated',
        content_text: 'x',
        date_published: '2019-03-04T05:06:07Z',
      },
    ],
  });
  const form = new FormData();
  form.append('files', new Blob([feed]), 'feed.json');
  const taken = toTaken(await propose(form));
  expect(taken).toEqual([expect.objectContaining({ id: 'old-1', documentId: id })]);
  expect(await apply(taken)).toBe(1);
  const item = parseJsonFeed(await read('/feed.json')).items?.find((one) => one.id === 'old-1');
  expect(new Date(item!.date_published!).toISOString()).toBe('2019-03-04T05:06:07.000Z');
  // The oldest of all.
  expect(parseJsonFeed(await read('/feed.json')).items?.at(-1)?.id).toBe('old-1');
});

it('refuses ids that are another entry’s, and items that are several entries', async () => {
  const taken = toTaken(await propose(upload('rss.xml', 'astro.xml')));
  const [knots, lights] = taken as [(typeof taken)[0], (typeof taken)[0]];
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

/**
 * @runs-on sqlite postgres: A flag is compared as `keepOut` and the state of Strapi are, which freshness.test.ts and
 * catalogue.test.ts test on every database.
 */
import { parseJsonFeed } from 'feedsmith';

import type { ArticlePreview, SharedPreview } from '../../src/panel/admin-api';
import type { WebhookMessage } from '../../src/push/webhooks';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { type Receiver, startReceiver } from '../helpers/receiver';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { settled, tellSoon, untilKept } from '../helpers/state';

const BASE = 'https://www.example.com';
const NOTE = 'api::note.note';
const STORY = 'api::story.story';
const EVENT = 'api::event.event';
const TRIP = 'api::trip.trip';
const ABOUT = 'api::about.about';

const named = { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } };
const localised = (type: string) => ({ type, pluginOptions: LOCALISED });

const files = siteTypes({
  note: { attributes: { ...named, isActive: { type: 'boolean', private: true } } },
  story: {
    attributes: {
      ...named,
      date: { type: 'datetime' },
      status: { type: 'enumeration', enum: ['draft', 'published', 'featured', 'archived'] },
    },
  },
  event: { draftAndPublish: true, attributes: { ...named, archived: { type: 'boolean' } } },
  trip: {
    isLocalised: true,
    attributes: {
      title: localised('string'),
      slug: localised('string'),
      visible: localised('boolean'),
    },
  },
  about: { isSingle: true, attributes: { title: { type: 'string' }, live: { type: 'boolean' } } },
});

const configOf = (push: object = {}) => ({
  baseUrl: BASE,
  siteName: 'Notes',
  sources: {
    [NOTE]: { address: '/notes/{slug}/', published: 'isActive' },
    [STORY]: {
      address: '/stories/{slug}/',
      date: 'date',
      published: { status: ['published', 'featured'] },
      topics: ['status'],
    },
    [EVENT]: { address: '/events/{slug}/', published: { archived: false } },
    [TRIP]: { address: '/trips/{slug}/', published: { visible: [true, null] } },
  },
  pages: { [ABOUT]: { address: '/about/', published: 'live' } },
  locales: { en: {}, de: {} },
  ...push,
});

interface Documents {
  create: (params: object) => Promise<{ documentId: string }>;
  update: (params: object) => Promise<unknown>;
}

tellSoon();

let app: App;
let folder: string;
let receiver: Receiver;
let admin: AdminFetch;

const of = (type: string) => app.strapi.documents(type as never) as unknown as Documents;

const create = async (type: string, title: string, more: object = {}): Promise<string> =>
  (await of(type).create({ data: { title, slug: title, ...more } })).documentId;

const status = async (path: string): Promise<number> => (await app.get(path)).status;

const items = async (feed: string) => parseJsonFeed(await (await app.get(feed)).text()).items ?? [];

const titles = async (feed: string) => (await items(feed)).map(({ title }) => title).sort();

/** Addresses of the site on which the path of an entry is. */
const placesOf = async (path: string): Promise<string[]> => {
  const directory = `${path.split('/').slice(0, 2).join('/')}/`;
  const pages = ['/sitemap.xml', '/index.xml', `${directory}index.xml`, directory, '/llms.txt'];
  const found = [];
  for (const page of pages)
    if ((await (await app.get(page)).text()).includes(path)) found.push(page);
  return found;
};

/** What the front end heard, as kinds and addresses. */
const next = async (number = 1) =>
  (await receiver.next(number)).map(({ body }) => {
    const { type, data } = JSON.parse(body) as WebhookMessage;
    return [type, data.url ?? data.formerUrl];
  });

/** The drafts that the panel lists, as a text. */
const drafts = async () => {
  const response = await admin('/syndication/entries?status=draft&pageSize=100');
  expect(response.status).toBe(200);
  return JSON.stringify(await response.json());
};

const restart = async (config: object): Promise<void> => {
  await settled(app);
  await app.close();
  app = await startApp({ config: config as never, files, folder });
};

beforeAll(async () => {
  receiver = await startReceiver();
  // As a site had it before: every entry is public.
  const before = configOf();
  for (const source of Object.values(before.sources))
    delete (source as { published?: unknown }).published;
  const first = await startApp({ config: before as never, files });
  app = first;
  await app.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  folder = first.folder;
  await restart(before);
  await create(NOTE, 'was-public', { isActive: false });
  await create(NOTE, 'old', { isActive: true });
  // A start looks at the newest entries of a type alone, unless it is indexed in another way.
  await app.strapi.db.query(NOTE).createMany({
    data: Array.from({ length: 110 }, (_, place) => {
      const name = `newer-${place}`;
      return { documentId: name, title: name, slug: name, isActive: true };
    }),
  });
  expect(await status('/notes/was-public/')).toBe(200);
  await restart(configOf({ push: { webhooks: [{ url: receiver.url }] } }));
  await app.strapi.db.query(NOTE).deleteMany({ where: { slug: { $startsWith: 'newer-' } } });
  admin = await signIn(app, 'strapi-super-admin');
  await settled(app);
});

afterAll(async () => {
  await app?.stop();
  await receiver?.stop();
});

it('a site that names the field takes away what was public, and the address says that it is gone', async () => {
  expect(await status('/notes/was-public/')).toBe(410);
  expect(await status('/notes/old/')).toBe(200);
  expect(await titles('/notes/feed.json')).toEqual(['old']);
  expect(await drafts()).toContain('was-public');
});

it('an entry that its own field hides is nowhere, and comes back with the id it had', async () => {
  const path = '/notes/first/';
  const documentId = await create(NOTE, 'first', { isActive: true });
  await settled(app);
  await untilKept(app, [path, '/notes/feed.json', '/notes/old/']);
  const [before] = await items('/notes/feed.json');
  expect(before?.title).toBe('first');
  expect(await placesOf(path)).toHaveLength(5);
  expect(await (await app.get('/notes/old/')).text()).toContain(path);

  await of(NOTE).update({ documentId, data: { isActive: false } });
  expect(await status(path)).toBe(410);
  expect(await titles('/notes/feed.json')).toEqual(['old']);
  expect(await placesOf(path)).toEqual([]);
  expect(await (await app.get('/notes/old/')).text()).not.toContain(path);

  await of(NOTE).update({ documentId, data: { isActive: true } });
  expect(await status(path)).toBe(200);
  const [after] = await items('/notes/feed.json');
  expect([after?.id, after?.date_published]).toEqual([before?.id, before?.date_published]);
  // The field itself is private: nobody reads it.
  expect(await (await app.get('/notes/feed.json')).text()).not.toContain('isActive');
});

it('an entry that was never published is unknown, whether its field says no or nothing', async () => {
  await create(NOTE, 'never', { isActive: false });
  await create(NOTE, 'empty');
  expect([await status('/notes/never/'), await status('/notes/empty/')]).toEqual([404, 404]);
  expect(await placesOf('/notes/never/')).toEqual([]);
  expect(await placesOf('/notes/empty/')).toEqual([]);
});

it('an entry that was written long before it is published is new to subscribers, and none that is there already', async () => {
  const created = new Date('2020-01-05T09:00:00.000Z');
  const waiting = await create(NOTE, 'prepared', { isActive: false });
  await create(NOTE, 'imported', { isActive: true, createdAt: created });
  await app.strapi.db.query(NOTE).updateMany({
    where: { documentId: waiting },
    data: { createdAt: created },
  });
  await settled(app);
  const switchedOn = Date.now();
  await of(NOTE).update({ documentId: waiting, data: { isActive: true } });
  const found = await items('/notes/feed.json');
  const dateOf = (title: string) =>
    Date.parse(found.find((item) => item.title === title)?.date_published ?? '');
  expect(dateOf('prepared')).toBeGreaterThanOrEqual(switchedOn - 1_000);
  expect(dateOf('imported')).toBe(created.getTime());
});

it('an entry that gets its address after it is switched on is new to subscribers as well', async () => {
  const documentId = await create(NOTE, 'without-address', { isActive: false });
  const rows = app.strapi.db.query(NOTE);
  const createdAt = new Date('2020-01-05T09:00:00.000Z');
  await rows.updateMany({ where: { documentId }, data: { createdAt, slug: null } });
  await rows.updateMany({ where: { documentId }, data: { isActive: true } });
  await settled(app);
  const addressed = Date.now();
  await of(NOTE).update({ documentId, data: { slug: 'address-later' } });
  const found = await items('/notes/feed.json');
  const item = found.find(({ title }) => title === 'without-address');
  expect(Date.parse(item?.date_published ?? '')).toBeGreaterThanOrEqual(addressed - 1_000);
});

it('an empty field counts as the configuration says', async () => {
  await create(TRIP, 'older-than-the-field');
  expect(await status('/trips/older-than-the-field/')).toBe(200);
});

it('a change of many entries at once counts as well', async () => {
  const some = ['one', 'two', 'three'];
  for (const title of some) await create(NOTE, title, { isActive: true });
  const where = { slug: { $in: some } };
  const statuses = () => Promise.all(some.map((slug) => status(`/notes/${slug}/`)));
  expect(await statuses()).toEqual([200, 200, 200]);
  await app.strapi.db.query(NOTE).updateMany({ where, data: { isActive: null } });
  expect(await statuses()).toEqual([410, 410, 410]);
  expect(await titles('/notes/feed.json')).not.toEqual(expect.arrayContaining(['one']));
  await app.strapi.db.query(NOTE).updateMany({ where, data: { isActive: true } });
  expect(await statuses()).toEqual([200, 200, 200]);
  expect(await titles('/notes/feed.json')).toEqual(expect.arrayContaining(some));
});

it('values of an enumeration say so, before the date of an entry as after it', async () => {
  const documentId = await create(STORY, 'story', {
    status: 'draft',
    date: '2026-01-02T09:00:00Z',
  });
  await create(STORY, 'plain');
  await create(STORY, 'later', { status: 'draft', date: '2999-01-02T09:00:00Z' });
  const set = (value: string) => of(STORY).update({ documentId, data: { status: value } });
  const seen = async () => [await status('/stories/story/'), await titles('/stories/feed.json')];
  expect(await seen()).toEqual([404, []]);
  const later = await app.get('/stories/later/');
  expect(later.status).toBe(404);
  // Nothing that is kept ends at the date of an entry that nobody published.
  expect(await status('/status/draft/')).toBe(404);
  for (const shown of ['published', 'featured']) {
    await set(shown);
    expect(await seen()).toEqual([200, ['story']]);
    expect(await status(`/status/${shown}/`)).toBe(200);
  }
  await set('archived');
  expect(await seen()).toEqual([410, []]);
  expect(await status('/status/featured/')).toBe(404);
});

it('beside Draft & Publish, Strapi and the field both have to say so', async () => {
  const path = '/events/event/';
  const documentId = await create(EVENT, 'event');
  const publish = (data: object) => of(EVENT).update({ documentId, data, status: 'published' });
  expect(await status(path)).toBe(404);
  // Null, as in entries that are older than the field, is not archived.
  await publish({ archived: null });
  expect(await status(path)).toBe(200);
  await publish({ archived: false });
  expect(await titles('/events/feed.json')).toEqual(['event']);
  await of(EVENT).update({ documentId, data: { archived: true } });
  expect(await status(path)).toBe(200);
  await publish({ archived: true });
  expect(await status(path)).toBe(410);
  expect(await placesOf(path)).toEqual([]);
  const rows = await app.strapi.db
    .connection('syndication_catalogue')
    .where({ document_id: documentId })
    .distinct('state', 'list');
  expect(rows.every(({ state }: { state: string }) => state === 'waiting')).toBe(true);
  await of(EVENT).update({ documentId, data: { title: 'event, rewritten' } });
  await settled(app);
  const listed = await app.strapi.db
    .connection('syndication_catalogue')
    .where({ document_id: documentId })
    .distinct('title');
  expect(listed).toEqual([{ title: 'event, rewritten' }]);
  await publish({ archived: false });
  expect(await status(path)).toBe(200);
});

it('a localised field hides one translation alone', async () => {
  const documentId = await create(TRIP, 'trip', { visible: true });
  const german = { title: 'Reise', slug: 'reise' };
  await of(TRIP).update({ documentId, locale: 'de', data: { ...german, visible: false } });
  const page = async () => (await app.get('/trips/trip/')).text();
  expect([await status('/trips/trip/'), await status('/de/trips/reise/')]).toEqual([200, 404]);
  expect(await page()).not.toContain('/de/trips/reise/');
  await of(TRIP).update({ documentId, locale: 'de', data: { visible: true } });
  expect(await status('/de/trips/reise/')).toBe(200);
  expect(await page()).toContain('/de/trips/reise/');
  await of(TRIP).update({ documentId, locale: 'de', data: { visible: false } });
  expect([await status('/trips/trip/'), await status('/de/trips/reise/')]).toEqual([200, 410]);
  expect(await page()).not.toContain('/de/trips/reise/');
});

it('a page goes and comes by its field', async () => {
  const documentId = (await of(ABOUT).create({ data: { title: 'About', live: false } })).documentId;
  const seen = async () => [
    await status('/about/'),
    (await (await app.get('/sitemap.xml')).text()).includes('/about/'),
  ];
  expect(await seen()).toEqual([404, false]);
  await of(ABOUT).update({ documentId, data: { live: true } });
  expect(await seen()).toEqual([200, true]);
  await of(ABOUT).update({ documentId, data: { live: false } });
  expect(await seen()).toEqual([410, false]);
});

it('a front end hears of it as of a publication and a withdrawal', async () => {
  await settled(app);
  const documentId = await create(NOTE, 'told', { isActive: false });
  await of(NOTE).update({ documentId, data: { isActive: true } });
  const url = `${BASE}/notes/told/`;
  const until = async (type: string) => {
    for (;;) {
      const [heard] = await next();
      if (heard![1] === url) return expect(heard![0]).toBe(type);
    }
  };
  await until('published');
  await of(NOTE).update({ documentId, data: { isActive: false } });
  await until('withdrawn');
});

describe('the panel', () => {
  const preview = async (documentId: string, isActive: boolean | null) => {
    const values = { title: 'panel', slug: 'panel', isActive };
    const body = { contentType: NOTE, documentId, values };
    const response = await admin('/syndication/previews', { method: 'POST', body });
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: ArticlePreview };
    return {
      effects: data.effects.map(({ code }) => code),
      reasons: data.reasons.map(({ code }) => code),
      now: data.feeds.some((feed) => feed.now),
      next: data.feeds.some((feed) => feed.next),
      isPublic: data.publicLink !== null,
    };
  };

  it('says what saving the form does, and why readers find nothing', async () => {
    const documentId = await create(NOTE, 'panel', { isActive: true });
    await settled(app);
    expect(await preview(documentId, false)).toEqual({
      effects: ['goes'],
      reasons: ['withdrawn'],
      now: true,
      next: false,
      isPublic: true,
    });
    await of(NOTE).update({ documentId, data: { isActive: false } });
    await settled(app);
    const hidden = { now: false, isPublic: false };
    expect(await preview(documentId, false)).toEqual({
      ...hidden,
      effects: [],
      reasons: ['withdrawn'],
      next: false,
    });
    expect(await preview(documentId, true)).toEqual({
      ...hidden,
      effects: ['returns'],
      reasons: [],
      next: true,
    });
    expect(await drafts()).toContain(documentId);
  });

  it('shares a preview of an entry that its field hides, which says that it is a draft', async () => {
    const documentId = await create(NOTE, 'shared', { isActive: false });
    const query = new URLSearchParams({ contentType: NOTE, documentId }).toString();
    const response = await admin(`/syndication/previews/address?${query}`);
    const { page, feed } = ((await response.json()) as { data: SharedPreview }).data;
    const shown = await app.get(new URL(page!).pathname);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('Draft');
    expect(await (await app.get(new URL(feed).pathname)).text()).toContain('shared');
  });
});

it('what was written long ago keeps its date when a mapping is put right, or its last change is older than it', async () => {
  const wrong = configOf();
  const note = { address: '/notes/{slug}/', published: { isActive: false } };
  await restart({ ...wrong, sources: { ...wrong.sources, [NOTE]: note } });
  const rows = { misread: ['2014-05-10', '2025-11-01'], planned: ['2024-05-10', '2024-03-01'] };
  for (const [title, [created, updated]] of Object.entries(rows)) {
    const [createdAt, updatedAt] = [new Date(created!), new Date(updated!)];
    const data = { documentId: title, title, slug: title, isActive: true, createdAt, updatedAt };
    await app.strapi.db.query(NOTE).create({ data });
  }
  await restart(configOf());
  await settled(app);
  const dates = (await items('/notes/feed.json')).map((one) => [
    one.title,
    one.date_published?.slice(0, 10),
  ]);
  expect(dates).toContainEqual(['misread', '2014-05-10']);
  expect(dates).toContainEqual(['planned', '2024-05-10']);
});

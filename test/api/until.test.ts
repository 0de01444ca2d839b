/**
 * @runs-on sqlite postgres: An end is compared as dates are, which later-save.test.ts and
 * freshness.test.ts test on every database.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { parseJsonFeed } from 'feedsmith';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { OUTBOX_TABLE } from '../../src/changes/outbox';
import { PERMISSIONS } from '../../src/lib/constants';
import type { ArticlePreview, Calendar, SharedPreview } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { reach } from '../helpers/clock';
import type { articlesOf } from '../helpers/content';
import { failIndexing } from '../helpers/faults';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { dueOf, settled } from '../helpers/state';
import { statementsOn } from '../helpers/statements';

const BASE = 'https://www.example.com';
const EVENT = 'api::event.event';
const DAY = 'api::day.day';
const OFFER = 'api::offer.offer';
const TRIP = 'api::trip.trip';

const config = {
  baseUrl: BASE,
  siteName: 'Notes',
  sources: {
    [EVENT]: { address: '/events/{slug}/', until: 'ends', topics: ['place'] },
    [DAY]: { address: '/days/{slug}/', until: 'ends' },
    [OFFER]: { address: '/offers/{slug}/', date: 'starts', until: 'ends' },
    [TRIP]: { address: '/trips/{slug}/', until: 'ends', keepOut: 'hidden' },
  },
};

const files = siteTypes({
  event: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      ends: { type: 'datetime' },
      place: { type: 'enumeration', enum: ['Hall', 'Yard'] },
    },
  },
  day: {
    draftAndPublish: false,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      ends: { type: 'date' },
    },
  },
  // Strapi reads these dates as milliseconds, in texts.
  offer: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      starts: { type: 'timestamp' },
      ends: { type: 'timestamp' },
    },
  },
  trip: {
    isLocalised: true,
    attributes: {
      title: { type: 'string', pluginOptions: LOCALISED },
      slug: { type: 'string', pluginOptions: LOCALISED },
      ends: { type: 'datetime', pluginOptions: LOCALISED },
      hidden: { type: 'boolean', pluginOptions: LOCALISED },
    },
  },
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let app: App;
let admin: AdminFetch;

const of = (type: string) =>
  app.strapi.documents(type as never) as unknown as ReturnType<typeof articlesOf>;

const publish = async (title: string, ends: Date | null, more: object = {}): Promise<string> => {
  const data = { title, slug: title, ends, ...more };
  return (await of(EVENT).create({ data, status: 'published' })).documentId;
};

const status = async (path: string): Promise<number> => (await app.get(path)).status;

const titles = async (feed = '/feed.json'): Promise<(string | undefined)[]> =>
  (parseJsonFeed(await (await app.get(feed)).text()).items ?? []).map(({ title }) => title).sort();

const untilGone = async (path: string): Promise<void> => {
  for (let tried = 0; (await status(path)) !== 410; tried += 1) {
    if (tried === 100) throw new Error(`${path} does not end.`);
    await sleep(100);
  }
};

beforeAll(async () => {
  const first = await startApp({ config, files });
  await first.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  await first.close();
  const locales = { en: {}, de: {} };
  app = await startApp({ config: { ...config, locales }, files, folder: first.folder });
  admin = await signIn(app, 'strapi-super-admin');
});

afterAll(() => app?.stop());
afterEach(() => jest.restoreAllMocks());

it('an entry is public until its date, and then its address says that it is gone, by itself', async () => {
  await publish('lasting', null);
  await publish('later', new Date(Date.now() + HOUR), { place: 'Hall' });
  const ends = new Date(Date.now() + 4_000);
  await publish('short', ends, { place: 'Yard' });
  expect(await titles()).toEqual(['lasting', 'later', 'short']);
  const page = await app.get('/events/short/');
  expect(page.status).toBe(200);
  const sitemap = await app.get('/sitemap.xml');
  expect(await sitemap.text()).toContain('/events/short/');
  // Nobody keeps them for longer.
  for (const { headers } of [page, sitemap]) {
    const [, age] = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '') ?? [];
    expect(Number(age)).toBeLessThanOrEqual(4);
  }
  expect(await status('/place/yard/')).toBe(200);

  reach(ends);
  await untilGone('/events/short/');
  expect(await titles()).toEqual(['lasting', 'later']);
  expect(await (await app.get('/sitemap.xml')).text()).not.toContain('/events/short/');
  // Lists follow within a second or two: so does a topic that has nothing any more.
  for (let tried = 0; (await status('/place/yard/')) !== 404 && tried < 50; tried += 1) {
    await sleep(100);
  }
  expect(await status('/place/yard/')).toBe(404);
  expect(await status('/place/hall/')).toBe(200);
  expect(await (await app.get('/events/')).text()).not.toContain('short');
  expect(await (await app.get('/sitemap.xml')).text()).not.toContain('/events/short/');
});

it('an editor gives it a later date, and it is there again', async () => {
  const id = await publish('again', new Date(Date.now() - HOUR));
  // It was never public.
  expect(await status('/events/again/')).not.toBe(200);
  expect(await titles()).not.toContain('again');
  await of(EVENT).update({
    documentId: id,
    data: { ends: new Date(Date.now() + HOUR) },
    status: 'published',
  });
  expect(await status('/events/again/')).toBe(200);
  expect(await titles()).toContain('again');
  await of(EVENT).update({
    documentId: id,
    data: { ends: new Date(Date.now() - 1_000) },
    status: 'published',
  });
  expect(await status('/events/again/')).toBe(410);
  expect(await titles()).not.toContain('again');
});

it('a day without a time begins at midnight in UTC', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10);
  await of(DAY).create({ data: { title: 'Today', slug: 'today', ends: today } });
  await of(DAY).create({ data: { title: 'Tomorrow', slug: 'tomorrow', ends: tomorrow } });
  expect(await status('/days/today/')).not.toBe(200);
  expect(await status('/days/tomorrow/')).toBe(200);
  expect(await titles('/days/feed.json')).toEqual(['Tomorrow']);
});

it('looks for what has ended, and writes nothing where nothing has', async () => {
  // What ended in the tests before is found within a second or two.
  const ended = () =>
    app.strapi.db.connection(CATALOGUE_TABLE).where('until', '<=', new Date()).first('id');
  while (await ended()) await sleep(100);
  await settled(app);
  // Of a type that is a source no more: nothing is known of it.
  await app.strapi.db.connection(CATALOGUE_TABLE).insert({
    content_type: 'api::former.former',
    document_id: 'former',
    locale: '',
    list: 'site',
    state: 'listed',
    title: 'Former',
    until: new Date(Date.now() - HOUR),
  });
  const written = await statementsOn(app, 'syndication_outbox', () => sleep(1_500));
  expect(written.filter(({ sql }) => /^(?:insert|update|delete)/i.test(sql))).toEqual([]);
});

it('the calendar has the day on which it ends, for who may read it', async () => {
  await publish('meeting', new Date('2097-03-05T12:00:00Z'));
  const read = { action: 'plugin::content-manager.explorer.read', subject: EVENT };
  const daysOf = async (permissions: object[]) => {
    const ask = await signIn(app, { actions: [PERMISSIONS.readFeeds], permissions });
    const response = await ask('/syndication/entries/calendar?month=2097-03');
    const { data } = (await response.json()) as { data: Calendar };
    return Object.entries(data.days).map(([day, entries]) => [
      day,
      entries.map(({ title, status: state }) => [title, state]),
    ]);
  };
  expect(await daysOf([read])).toEqual([['2097-03-05', [['meeting', 'ending']]]]);
  expect(await daysOf([])).toEqual([]);
  expect(await daysOf([{ ...read, properties: { fields: ['title', 'slug'] } }])).toEqual([]);
});

it('a field of the type timestamp says so as well', async () => {
  const now = Date.now();
  const ofOffer = (title: string, starts: number, ends: number) =>
    of(OFFER).create({
      data: { title, slug: title, starts: new Date(now + starts), ends: new Date(now + ends) },
      status: 'published',
    } as never);
  await ofOffer('open', -HOUR, 4_000);
  await ofOffer('over', -HOUR, -1_000);
  await ofOffer('to-come', HOUR, 2 * HOUR);
  expect(await titles('/offers/feed.json')).toEqual(['open']);
  expect(await status('/offers/over/')).not.toBe(200);
  expect(await status('/offers/to-come/')).toBe(404);
  const page = await app.get('/offers/open/');
  expect(page.status).toBe(200);
  const [, age] = /max-age=(\d+)/.exec(page.headers.get('cache-control') ?? '') ?? [];
  expect(Number(age)).toBeLessThanOrEqual(4);
  reach(new Date(now + 4_000));
  await untilGone('/offers/open/');
});

it('the preview of a draft has the date of a field of the type timestamp', async () => {
  const { documentId } = (await of(OFFER).create({
    data: { title: 'Drafted', slug: 'drafted', starts: new Date('2026-02-03T10:00:00.000Z') },
  } as never)) as { documentId: string };
  const ask = await signIn(app, 'strapi-super-admin');
  const query = new URLSearchParams({ contentType: OFFER, documentId }).toString();
  const response = await ask(`/syndication/previews/address?${query}`);
  const { page } = ((await response.json()) as { data: SharedPreview }).data;
  const html = await (await app.get(new URL(page!).pathname)).text();
  expect([...html.matchAll(/<time datetime="([^"]*)"/g)].map(([, at]) => at)).toContain(
    '2026-02-03T10:00:00Z',
  );
});

it('an entry ends though another one cannot be indexed, and what fails is named once', async () => {
  jest.spyOn(app.strapi.log, 'error').mockImplementation();
  const failing = new Set<string>();
  failIndexing(app, (id) => failing.has(id));
  const fails = await publish('fails', null);
  const ends = new Date(Date.now() + MINUTE);
  await publish('ends-meanwhile', ends, { place: 'Yard' });
  expect(await status('/place/yard/')).toBe(200);
  await settled(app);
  failing.add(fails);
  await of(EVENT).update({ documentId: fails, data: { title: 'x' }, status: 'published' });
  reach(ends);
  for (let tried = 0; (await status('/place/yard/')) !== 404 && tried < 150; tried += 1) {
    await sleep(100);
  }
  expect(await status('/place/yard/')).toBe(404);

  const later = new Date(Date.now() + MINUTE);
  const endsAndFails = await publish('ends-and-fails', later);
  await settled(app);
  failing.add(endsAndFails);
  reach(later);
  // Two looks for what has ended, and what they try.
  await sleep(3_000);
  const rows: string[] = await app.strapi.db.connection(OUTBOX_TABLE).pluck('change');
  expect(rows.filter((change) => change.includes(endsAndFails))).toHaveLength(1);
  jest.restoreAllMocks();
  await settled(app);
});

it('a page names the translation no more that ended, be it in no list', async () => {
  const { documentId } = await of(TRIP).create({
    locale: 'en',
    data: { title: 'Trip', slug: 'trip', hidden: false },
  } as never);
  const ends = new Date(Date.now() + 4_000);
  await of(TRIP).update({
    documentId,
    locale: 'de',
    data: { title: 'Reise', slug: 'reise', hidden: true, ends },
  } as never);
  const names = async () =>
    (await (await app.get('/trips/trip/')).text()).includes('/trips/reise/');
  // A page that was made beside another change is not kept.
  for (let asked = 0; dueOf(app, '/trips/trip/') === undefined && asked < 20; asked += 1) {
    expect(await names()).toBe(true);
    await settled(app);
  }
  // The page is kept in memory no longer.
  expect(dueOf(app, '/trips/trip/')).toBe(ends.getTime());
  reach(ends);
  expect(await names()).toBe(false);
});

describe('the panel', () => {
  const past = '2026-06-05T10:00:00.000Z';
  const later = () => new Date(Date.now() + HOUR).toISOString();

  const preview = async (contentType: string, documentId: string, values: object) => {
    const body = { contentType, documentId, values };
    const response = await admin('/syndication/previews', { method: 'POST', body });
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: ArticlePreview };
    const { effects, reasons, feeds, publicLink } = data;
    const codes = reasons.map(({ code }) => code).filter((code) => code !== 'no-tags');
    return {
      effects,
      codes,
      now: feeds.some((feed) => feed.now),
      next: feeds.some((feed) => feed.next),
      isPublic: publicLink !== null,
    };
  };

  it('says that an entry goes when its date is published, and comes back with a later one', async () => {
    const data = { title: 'shown', slug: 'shown', ends: null };
    const documentId = await publish('shown', null);
    expect(await preview(EVENT, documentId, { ...data, ends: past })).toEqual({
      effects: [{ code: 'ended', since: past }],
      codes: ['ended'],
      now: true,
      next: false,
      isPublic: true,
    });
    await of(EVENT).update({ documentId, data: { ends: past }, status: 'published' } as never);
    await settled(app);
    const over = { codes: ['ended'], now: false, isPublic: false };
    expect(await preview(EVENT, documentId, { ...data, ends: past })).toEqual({
      ...over,
      effects: [],
      next: false,
    });
    expect(await preview(EVENT, documentId, { ...data, ends: later() })).toEqual({
      ...over,
      effects: [{ code: 'returns' }],
      next: true,
    });
  });

  it('knows of a type without drafts that its entry has ended', async () => {
    const data = { title: 'Over', slug: 'over', ends: '2026-06-05' };
    const { documentId } = await of(DAY).create({ data });
    expect(await preview(DAY, documentId, data)).toEqual({
      effects: [],
      codes: ['ended'],
      now: false,
      next: false,
      isPublic: false,
    });
    const query = new URLSearchParams({ contentType: DAY, documentId });
    const response = await admin(`/syndication/previews/address?${query.toString()}`);
    expect(response.status).toBe(200);
    const { data: shared } = (await response.json()) as { data: { page: string } | null };
    const page = await app.get(new URL(shared!.page).pathname + new URL(shared!.page).search);
    expect(page.status).toBe(200);
  });
});

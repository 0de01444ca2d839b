import { setTimeout as sleep } from 'node:timers/promises';

import { parseJsonFeed } from 'feedsmith';

import { type App, startApp } from '../helpers/app';
import type { articlesOf } from '../helpers/content';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';
import { statementsOn } from '../helpers/statements';

const BASE = 'https://www.example.com';
const EVENT = 'api::event.event';
const DAY = 'api::day.day';

const config = {
  baseUrl: BASE,
  siteName: 'Notes',
  sources: {
    [EVENT]: { address: '/events/{slug}/', until: 'ends', topics: ['place'] },
    [DAY]: { address: '/days/{slug}/', until: 'ends' },
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
});

const HOUR = 3_600_000;

let app: App;

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
  app = await startApp({ config, files });
});

afterAll(() => app?.stop());

it('an entry is public until its date, and then its address says that it is gone, by itself', async () => {
  await publish('lasting', null);
  await publish('later', new Date(Date.now() + HOUR), { place: 'Hall' });
  const ends = new Date(Date.now() + 4_000);
  await publish('short', ends, { place: 'Yard' });
  expect(await titles()).toEqual(['lasting', 'later', 'short']);
  const page = await app.get('/events/short/');
  expect(page.status).toBe(200);
  // Nobody keeps it for longer.
  const [, age] = /max-age=(\d+)/.exec(page.headers.get('cache-control') ?? '') ?? [];
  expect(Number(age)).toBeLessThanOrEqual(4);
  expect(await status('/place/yard/')).toBe(200);

  await untilGone('/events/short/');
  expect(Date.now()).toBeGreaterThanOrEqual(ends.getTime());
  expect(await titles()).toEqual(['lasting', 'later']);
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
  await settled(app);
  // What ended a moment ago has been found by then.
  await sleep(2_000);
  const written = await statementsOn(app, 'syndication_outbox', () => sleep(3_000));
  expect(written.filter(({ sql }) => /^(?:insert|update|delete)/i.test(sql))).toEqual([]);
});

/** @runs-on sqlite postgres mysql: each database, and its driver, has days and moments of its own. */
import { setTimeout as sleep } from 'node:timers/promises';

import { parseJsonFeed } from 'feedsmith';
import { DateTime } from 'luxon';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { type ColumnValue, timeOf } from '../../src/lib/database';
import type { Schedule } from '../../src/panel/admin-api';
import { signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { NOT_THE_CLOCK } from '../helpers/clock';
import { itemTitles } from '../helpers/feed';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { isIndexed, settled } from '../helpers/state';

const VISIT = 'api::visit.visit';

/** Where it is tomorrow already for fourteen hours a day. */
const AHEAD = 'Pacific/Kiritimati';

const config = {
  baseUrl: 'https://www.example.com',
  siteName: 'Notes',
  itemsPerFeed: 0,
  sources: { [VISIT]: { date: 'day' } },
  // Nobody is there.
  push: { webhooks: [{ url: 'http://127.0.0.1:9/' }] },
};

const files = siteTypes({
  visit: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      day: { type: 'date' },
    },
  },
});

let app: App & { folder: string };

const publish = async (day: string): Promise<string> => {
  const visits = app.strapi.documents(VISIT as never);
  const data = { title: day, slug: day, day } as never;
  return (await visits.create({ data, status: 'published' })).documentId;
};

beforeAll(async () => {
  app = await startApp({ config, files });
});

afterAll(() => app?.stop());

test('an entry of the year 1, which an import gives to what has no date, takes no older one off the feed', async () => {
  const days = ['2024-02-29', '1999-12-31', '1970-01-01', '1969-12-31', '1582-10-15', '0001-01-01'];
  const documentIds: string[] = [];
  for (const day of days) documentIds.push(await publish(day));
  await settled(app);
  expect(itemTitles(await (await app.get('/index.xml')).text())).toEqual(days);
  // Otherwise each start would read all entries of the type anew.
  expect(await isIndexed(app, VISIT, documentIds)).toBe(true);
});

test('entries of the first century are in the order of their days, where the driver can tell these', async () => {
  const days = ['0079-08-24', '0044-03-15'];
  for (const day of days) await publish(day);
  await settled(app);
  const titles = itemTitles(await (await app.get('/index.xml')).text());
  // Of one date to the catalogue of MySQL, so that their titles decide.
  if (app.strapi.db.dialect.client === 'mysql') days.reverse();
  expect(titles.filter((title) => days.includes(title))).toEqual(days);
});

test('an entry waits for its day in the panel, though it is that day already where the server is', async () => {
  const documentId = await publish('2999-01-05');
  const { TZ } = process.env;
  process.env.TZ = 'Pacific/Auckland';
  jest.useFakeTimers({ now: Date.parse('2999-01-04T20:00:00Z'), doNotFake: [...NOT_THE_CLOCK] });
  try {
    const admin = await signIn(app, 'strapi-super-admin');
    const response = await admin(`/syndication/schedule?type=${VISIT}&articles=${documentId}`);
    const { data } = (await response.json()) as { data: Schedule };
    expect(data.scheduled).toEqual({ [documentId]: '2999-01-05T00:00:00.000Z' });
  } finally {
    jest.useRealTimers();
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});

/** When a feed says that an entry was published, and what its page shows. */
const shownOf = async (day: string) => {
  const { items = [] } = parseJsonFeed(await (await app.get('/feed.json')).text());
  const page = await (await app.get(`/visits/${day}/`)).text();
  return {
    feed: items.find(({ title }) => title === day)?.date_published,
    page: />([^<]+)<\/time>/.exec(page)?.[1],
  };
};

/** Entries that the page of a year lists. */
const ofYear = async (year: number): Promise<string> => (await app.get(`/archive/${year}/`)).text();

describe('a day is the same one to readers', () => {
  const days = ['2025-01-01', '2024-12-31'];
  let documentIds: string[];
  beforeAll(async () => {
    documentIds = [];
    for (const day of days) documentIds.push(await publish(day));
    await settled(app);
  });

  it.each([
    ['America/New_York', '2025-01-01T00:00:00-05:00'],
    ['Asia/Jakarta', '2025-01-01T00:00:00+07:00'],
  ])('in %s, as soon as an editor sets this time zone', async (timeZone, midnight) => {
    const admin = await signIn(app, 'strapi-super-admin');
    const { status } = await admin('/syndication/settings', {
      method: 'PUT',
      body: { timeZone },
    });
    expect(status).toBe(200);
    // Lists follow as all entries are read anew.
    while (!(await isIndexed(app, VISIT, documentIds))) await sleep(20);
    await settled(app);
    expect(await shownOf('2025-01-01')).toEqual({ feed: midnight, page: 'January 1, 2025' });
    expect(await ofYear(2025)).toContain('/visits/2025-01-01/');
    expect(await ofYear(2024)).not.toContain('/visits/2025-01-01/');
    expect(await ofYear(2024)).toContain('/visits/2024-12-31/');
  });
});

/** When a front end is to be told of an entry that waits for its day, as the site's clock has it. */
const toldAt = async (documentId: string, zone: string): Promise<string | null> => {
  const { due } = await app.strapi.db
    .connection(CATALOGUE_TABLE)
    .where({ content_type: VISIT, document_id: documentId })
    .first<{ due: ColumnValue }>('due');
  return DateTime.fromMillis(timeOf(due)!, { zone }).toISO();
};

test('a front end is told of an entry as its day begins, be the time zone another one since it was published', async () => {
  const documentId = await publish('2998-01-05');
  await settled(app);
  const admin = await signIn(app, 'strapi-super-admin');
  for (const timeZone of ['America/New_York', AHEAD, 'Asia/Jakarta']) {
    await admin('/syndication/settings', { method: 'PUT', body: { timeZone } });
    await settled(app);
    expect([timeZone, await toldAt(documentId, timeZone)]).toEqual([
      timeZone,
      expect.stringContaining('2998-01-05T00:00:00.000'),
    ]);
  }
});

test('a day is the same one to readers once a start has another time zone', async () => {
  const oldest = '2023-01-01';
  const documentId = await publish(oldest);
  const waiting = await publish('2998-01-06');
  // More than a start looks at.
  const visits = app.strapi.documents(VISIT as never);
  for (let made = 0; made < 55; made += 1) {
    const title = `undated-${made}`;
    await visits.create({ data: { title, slug: title } as never, status: 'published' });
  }
  await settled(app);
  const { folder } = app;
  await app.close();
  app = await startApp({ config: { ...config, timeZone: AHEAD }, files, folder });
  await settled(app);
  expect(await isIndexed(app, VISIT, [documentId])).toBe(true);
  expect((await shownOf(oldest)).feed).toBe('2023-01-01T00:00:00+14:00');
  expect(await ofYear(2023)).toContain(`/visits/${oldest}/`);
  expect(await toldAt(waiting, AHEAD)).toContain('2998-01-06T00:00:00.000');
});

describe('in a language whose days begin earlier', () => {
  const TALK = 'api::talk.talk';
  const localised = (type: string) => ({ type, pluginOptions: LOCALISED });
  const attributes = {
    title: localised('string'),
    slug: localised('string'),
    day: localised('date'),
  };
  const ofTalks = {
    ...config,
    // There, it is still yesterday.
    timeZone: 'Pacific/Pago_Pago',
    sources: { [TALK]: { date: 'day' } },
  };
  const talk = siteTypes({ talk: { draftAndPublish: true, isLocalised: true, attributes } });

  beforeAll(async () => {
    await app.stop();
    app = await startApp({ config: ofTalks, files: talk });
    await app.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    const { folder } = app;
    await app.close();
    const locales = { en: {}, de: { siteName: 'Notizen', timeZone: AHEAD } };
    app = await startApp({ config: { ...ofTalks, locales }, files: talk, folder });
  });

  it('two entries of today that have one address are there', async () => {
    const day = DateTime.now().setZone(AHEAD).toISODate();
    const data = { title: 'Shared', slug: 'shared', day, locale: 'de', publishedAt: new Date() };
    for (const documentId of ['one-document', 'two-document']) {
      await app.strapi.db.query(TALK).create({ data: { ...data, documentId } });
      await settled(app);
    }
    expect((await app.get('/de/talks/shared/')).status).toBe(200);
    expect(await (await app.get('/de/index.xml')).text()).toContain('/de/talks/shared/');
  });
});

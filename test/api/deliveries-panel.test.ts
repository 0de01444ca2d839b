/**
 * @runs-on sqlite postgres: The rows of others are listed and put off by plain statements; how they
 * are claimed is tested on every database by deliveries.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { ARTICLE_UID, PERMISSIONS } from '../../src/lib/constants';
import type {
  Attention,
  DeliveryPage,
  DeliveryRow,
  EntryDeliveries,
  UntoldConsumer,
} from '../../src/panel/admin-api';
import { DELIVERY_TABLE, deliveryKey } from '../../src/push/deliveries';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { type Receiver, startReceiver } from '../helpers/receiver';
import { consumersOf, tellAtOnce, tellSoon, untilSent } from '../helpers/state';

const HOUR = 3_600_000;

const takes: Receiver['answer'] = (_request, response) => response.writeHead(204).end();
const refuses: Receiver['answer'] = (_request, response) =>
  response.writeHead(503).end('Back at noon');

tellSoon();

let app: App;
let editor: Editor;
let admin: AdminFetch;
let frontEnd: Receiver;
let search: Receiver;
let frontEndKey: string;
let searchKey: string;

beforeAll(async () => {
  [frontEnd, search] = [await startReceiver(), await startReceiver()];
  app = await startApp({
    config: {
      baseUrl: 'https://www.example.com',
      push: {
        webhooks: [
          { url: frontEnd.url, name: 'Front end' },
          { url: search.url, name: 'Search' },
        ],
      },
    },
  });
  editor = createEditor(app);
  admin = await signIn(app, 'strapi-super-admin');
  const [first, second] = consumersOf(app);
  [frontEndKey, searchKey] = [first!.key, second!.key];
});
afterAll(async () => {
  await app.stop();
  await frontEnd.stop();
  await search.stop();
});
afterEach(() => {
  frontEnd.answer = takes;
  search.answer = takes;
});

const rows = () => app.strapi.db.connection(DELIVERY_TABLE);
const forgetAll = (): Promise<number> => rows().delete();

/** A row as the worker leaves it. */
const row = (consumer: string, values: Record<string, unknown> = {}) => {
  const subject = (values.subject as string | undefined) ?? 'site';
  const key = deliveryKey(consumer, subject);
  return {
    ...{ consumer, subject, key, state: 'told', message: `message ${Math.random()}`.slice(0, 40) },
    pending_key: values.state === 'pending' ? key : null,
    ...{ since: 1, version: 1, revision: 0, payload: '{"scopes":["*"]}', created: Date.now() },
    ...{ due: Date.now(), leased_until: 0, tries: 1, failing: 0, ended: Date.now(), answer: '204' },
    ...values,
  };
};

const ask = async <Body>(path: string, as: AdminFetch = admin): Promise<Body> => {
  const response = await as(`/syndication/${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
};
const page = (query = '', as = admin) => ask<DeliveryPage>(`deliveries?${query}`, as);
const lineOf = async (documentId: string, as = admin): Promise<EntryDeliveries | null> =>
  (
    await ask<{ data: EntryDeliveries | null }>(
      `deliveries/entry?contentType=${ARTICLE_UID}&documentId=${documentId}`,
      as,
    )
  ).data;
const untold = async (as = admin): Promise<UntoldConsumer[]> =>
  (await ask<Attention>('attention', as)).untold;
const post = (path: string, as = admin): Promise<Response> =>
  as(`/syndication/${path}`, { method: 'POST', body: {} });

/** Ends when all deliveries are as a test waits for. */
const until = async (isSo: (results: DeliveryRow[]) => boolean): Promise<DeliveryRow[]> => {
  for (;;) {
    const { results } = await page('pageSize=100');
    if (results.length > 0 && isSo(results)) return results;
    await sleep(50);
  }
};
const areTold = (results: DeliveryRow[]): boolean => results.every(({ state }) => state === 'told');

const ALL_FIELDS = [
  ...['title', 'slug', 'date', 'tags', 'summary', 'body', 'cover'],
  ...['attachment', 'author', 'keepOutOfFeeds'],
];

const reader = (fields: string[], actions: string[]): Promise<AdminFetch> =>
  signIn(app, {
    actions,
    permissions: [
      {
        action: 'plugin::content-manager.explorer.read',
        subject: ARTICLE_UID,
        properties: { fields },
      },
    ],
  });

describe('what was told', () => {
  let documentId: string;

  beforeAll(async () => {
    documentId = await editor.published({ title: 'Told to everybody' });
    await until(areTold);
  });

  it('is listed with whom, what, when and how it was answered', async () => {
    const { results: all, consumers, timeZone } = await page();
    // The start of a new site is told as well.
    const results = all.filter(({ subject }) => subject.kind === 'entry');

    expect(results).toHaveLength(2);
    expect(results.map(({ consumer }) => consumer.name).sort()).toEqual(['Front end', 'Search']);
    for (const { consumer, subject, state, tries, answer, created, due, ended } of results) {
      expect(consumer.kind).toBe('webhook');
      expect(subject).toMatchObject({
        kind: 'entry',
        contentType: ARTICLE_UID,
        documentId,
        title: 'Told to everybody',
        mayEdit: true,
      });
      expect({ state, tries, answer, due }).toEqual({
        state: 'told',
        tries: 1,
        answer: '204',
        due: null,
      });
      expect(Date.parse(ended!)).toBeGreaterThan(Date.parse(created));
    }
    expect(consumers).toEqual([
      { key: frontEndKey, kind: 'webhook', name: 'Front end' },
      { key: searchKey, kind: 'webhook', name: 'Search' },
    ]);
    expect(timeZone).toBe('UTC');
  });

  it('names an entry to whoever may read it, and its type to others', async () => {
    const operator = await signIn(app, { actions: [PERMISSIONS.updateSettings] });
    const [first] = (await page('', operator)).results;

    expect(first!.subject).toMatchObject({ typeName: 'Article', title: null, mayEdit: false });
    const partly = await reader(['title', 'date'], [PERMISSIONS.updateSettings]);
    expect((await page('', partly)).results[0]!.subject).toMatchObject({ title: null });
    const mayRead = await reader(ALL_FIELDS, [PERMISSIONS.updateSettings]);
    expect((await page('', mayRead)).results[0]!.subject).toMatchObject({
      title: 'Told to everybody',
      mayEdit: false,
    });
  });

  it('is told on one line of the entry', async () => {
    const before = Date.now() - 60_000;
    const line = await lineOf(documentId);

    expect(line).toEqual({
      told: [
        { name: 'Front end', kind: 'webhook' },
        { name: 'Search', kind: 'webhook' },
      ],
      untold: [],
      at: expect.any(String) as string,
      timeZone: 'UTC',
    });
    expect(Date.parse(line!.at!)).toBeGreaterThan(before);
  });

  it('counts as told while it waits to be sent once more, as what a CDN purges does, and not before', async () => {
    const sent = () =>
      rows().where({ consumer: frontEndKey, subject: `entry ${ARTICLE_UID} ${documentId} ` });
    expect(await sent().update({ state: 'pending', due: Date.now() + HOUR })).toBe(1);
    expect(await lineOf(documentId)).toMatchObject({
      told: [{ name: 'Front end' }, { name: 'Search' }],
      untold: [],
    });
    // It was never sent.
    await sent().update({ answer: '' });
    expect(await lineOf(documentId)).toMatchObject({ untold: [{ name: 'Front end' }] });
    await sent().update({ state: 'told', answer: '204' });
  });

  it('is told to nobody who may not read the entry', async () => {
    const stranger = await signIn(app, { actions: [PERMISSIONS.readFeeds] });
    const partly = await reader(['title', 'date'], [PERMISSIONS.readFeeds]);
    const mayRead = await reader(ALL_FIELDS, [PERMISSIONS.readFeeds]);

    expect(await lineOf(documentId, stranger)).toBeNull();
    expect(await lineOf(documentId, partly)).toBeNull();
    expect(await lineOf(documentId, mayRead)).toMatchObject({ untold: [] });
  });

  it('is of the last change of the very entry, and not of others', async () => {
    search.answer = refuses;
    const other = await editor.published({ title: 'Another one' });
    await until((results) => results.some(({ isFailing }) => isFailing));

    expect((await lineOf(documentId))!.told).toHaveLength(2);
    expect(await lineOf(other)).toMatchObject({
      told: [{ name: 'Front end' }],
      untold: [{ name: 'Search' }],
    });
  });

  it('is for who may change settings alone', async () => {
    const user = await reader(['title'], [PERMISSIONS.readFeeds, PERMISSIONS.readProblems]);

    expect((await user('/syndication/deliveries')).status).toBe(403);
    expect((await post('deliveries/1/again', user)).status).toBe(403);
  });
});

describe('what was not told', () => {
  let documentId: string;

  beforeEach(async () => {
    await forgetAll();
    search.answer = refuses;
    // Somebody who is away is left alone for a minute, from when the last of what is being sent is refused.
    await untilSent(app);
    await tellAtOnce(app);
    documentId = await editor.published({ title: 'Told to one' });
    await until((results) => results.some(({ isFailing }) => isFailing));
  });

  it('says when it is tried again, and how it was answered', async () => {
    const { results } = await page(`consumer=${searchKey}`);

    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      state: 'pending',
      isFailing: true,
      tries: 1,
      answer: '503 Back at noon',
      ended: null,
    });
    expect(Date.parse(results[0]!.due!)).toBeGreaterThan(Date.now());
    // What somebody answered is for who runs the site; who writes learns that it was not told.
    const line = await lineOf(documentId);
    expect(line).toMatchObject({ told: [{ name: 'Front end' }], untold: [{ name: 'Search' }] });
    expect(JSON.stringify(line)).not.toContain('noon');
  });

  it('is told at once when somebody asks for that', async () => {
    const [{ id } = { id: 0 }] = (await page(`consumer=${searchKey}`)).results;
    search.answer = takes;

    expect((await post(`deliveries/${id}/again`)).status).toBe(200);
    const [told] = (await until(areTold)).filter((one) => one.id === id);
    expect(told!.answer).toBe('204');
    expect((await lineOf(documentId))!.told).toHaveLength(2);
    // It is told now: there is nothing to repeat.
    expect((await post(`deliveries/${id}/again`)).status).toBe(404);
    expect((await post('deliveries/999999/again')).status).toBe(404);
  });

  it('is told at once when somebody asks for that after the last try', async () => {
    const failed = { state: 'failed', answer: '410', tries: 7, failing: Date.now() - HOUR };
    await rows().insert([
      row(searchKey, failed),
      // The entry's change is pending already: that is told, once.
      row(searchKey, { ...failed, subject: `entry ${ARTICLE_UID} ${documentId} ` }),
      row(frontEndKey, failed),
    ]);
    search.answer = takes;
    search.received.length = 0;
    const { results } = await page(`consumer=${searchKey}&state=failed`);
    expect(results).toHaveLength(2);

    for (const { id } of results) expect((await post(`deliveries/${id}/again`)).status).toBe(200);
    await until((all) => all.every(({ state }) => state !== 'pending'));
    const types = search.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types.sort()).toEqual(['published', 'site.changed']);
    expect((await lineOf(documentId))!.told).toHaveLength(2);
    // Another's failures are its own.
    expect((await page(`consumer=${frontEndKey}&state=failed`)).results).toHaveLength(1);
  });

  it('needs attention after an hour', async () => {
    expect(await untold()).toEqual([]);
    const since = Date.now() - 61 * 60_000;
    await rows().where({ consumer: searchKey }).update({ failing: since });

    expect(await untold()).toEqual([
      {
        key: searchKey,
        name: 'Search',
        since: new Date(since).toISOString(),
        timeZone: 'UTC',
      },
    ]);
    const user = await signIn(app, { actions: [PERMISSIONS.readProblems] });
    // How it answered is only in the list of deliveries, which this user may not see.
    expect(await untold(user)).toEqual(await untold());
  });

  it('needs attention when it failed for good, until something is told', async () => {
    await forgetAll();
    const since = Date.now() - 35 * HOUR;
    const failed = { state: 'failed', answer: '500', failing: since, ended: Date.now() - HOUR };
    await rows().insert(row(searchKey, failed));

    expect(await untold()).toMatchObject([
      { name: 'Search', since: new Date(since).toISOString() },
    ]);
    await rows().insert(row(searchKey, { subject: 'entry a b ' }));
    expect(await untold()).toEqual([]);
  });
});

describe('the list', () => {
  beforeAll(async () => {
    await forgetAll();
    await rows().insert([
      ...Array.from({ length: 21 }, (_, place) => row(searchKey, { answer: `20${place % 5}` })),
      row(frontEndKey, { state: 'failed', answer: '500' }),
      row('webhook-of-the-past', { subject: 'scopes v12' }),
      row(frontEndKey, { subject: 'feeds site' }),
      row(frontEndKey, { subject: 'feeds plugin::syndication.tag:none 1700000000000' }),
    ]);
  });

  it('has pages, the newest first', async () => {
    const first = await page('pageSize=10');
    const third = await page('pageSize=10&page=3');

    expect(first.pagination).toEqual({ page: 1, pageSize: 10, pageCount: 3, total: 25 });
    const ids = [...first.results, ...third.results].map(({ id }) => id);
    expect(ids).toHaveLength(15);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
  });

  it('is of one consumer, or of one state', async () => {
    expect((await page(`consumer=${frontEndKey}`)).pagination.total).toBe(3);
    expect((await page('state=failed')).results.map(({ answer }) => answer)).toEqual(['500']);
    expect((await page(`state=failed&consumer=${searchKey}`)).results).toEqual([]);
    expect((await admin('/syndication/deliveries?state=lost')).status).toBe(400);
  });

  it('names feeds, and whom the configuration has no more', async () => {
    const { results } = await page();

    expect(results.slice(0, 3).map(({ subject }) => subject)).toEqual([
      { kind: 'feeds', feed: null },
      { kind: 'feeds', feed: { id: 'site', title: expect.any(String) as string } },
      { kind: 'scopes' },
    ]);
    expect(results[2]!.consumer).toEqual({
      key: 'webhook-of-the-past',
      name: 'webhook-of-the-past',
      kind: null,
    });
  });
});

/**
 * @runs-on sqlite: What a front end is told; how it is kept and claimed is tested on every database
 * by deliveries.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { ARTICLE_UID } from '../../src/lib/constants';
import type { EntryDeliveries } from '../../src/panel/admin-api';
import { DELIVERY_TABLE, SEND_DELAY } from '../../src/push/deliveries';
import type { WebhookMessage } from '../../src/push/webhooks';
import { signIn } from '../helpers/admin';
import { startApp, type App } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { inTime } from '../helpers/due';
import { type Receiver, startReceiver } from '../helpers/receiver';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const EVENT = 'api::event.event';
const TRIP = 'api::trip.trip';
const TALK = 'api::talk.talk';

const localised = (type: string) => ({ type, pluginOptions: LOCALISED });

const files = siteTypes({
  event: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      ends: { type: 'datetime' },
    },
  },
  trip: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      hidden: { type: 'boolean' },
    },
  },
});

let receiver: Receiver;
let app: App;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver?.stop());

const start = async (): Promise<void> => {
  app = await startApp({
    files,
    config: {
      baseUrl: 'https://www.example.com',
      sources: {
        [EVENT]: { address: '/events/{slug}/', until: 'ends' },
        [TRIP]: { address: '/trips/{slug}/', keepOut: 'hidden' },
      },
      push: { webhooks: [{ url: receiver.url }] },
    } as never,
  });
  await receiver.next();
};

/** What the front end hears next: what happened, where it was and where it is. */
const next = async () => {
  const [{ body } = { body: '' }] = await receiver.next();
  const { type, data } = JSON.parse(body) as WebhookMessage;
  return [type, data.formerUrl, data.url];
};

const publish = (uid: string, data: Record<string, unknown>) =>
  app.strapi.documents(uid as never).create({ data: data as never, status: 'published' });

describe('a front end', () => {
  beforeAll(start);
  afterAll(() => app?.stop());

  it('hears that an entry ended when it does', async () => {
    await inTime(async (ends) => {
      await publish(EVENT, { title: `Fair ${ends.getTime()}`, ends: ends.toISOString() });
      const [type] = await next();
      expect(type).toBe('published');
    }, 8_000);
    const [type, former, present] = await next();
    expect([type, present]).toEqual(['withdrawn', null]);
    expect(former).toMatch(/^https:\/\/www\.example\.com\/events\/fair-\d+\/$/);
  });

  it('hears of an entry that is in no feed and no listing, and has a page', async () => {
    const url = 'https://www.example.com/trips/quiet/';
    const { documentId } = await publish(TRIP, { title: 'Quiet', hidden: true });
    expect(await next()).toEqual(['published', null, url]);
    await app.strapi.documents(TRIP as never).unpublish({ documentId });
    expect(await next()).toEqual(['withdrawn', url, null]);
    await publish(TRIP, { title: 'Listed' });
    expect(await next()).toEqual(['published', null, 'https://www.example.com/trips/listed/']);
  });
});

test('a front end hears nothing at a start of what it was told, while a translation of that waits for its date', async () => {
  const of = siteTypes({
    talk: {
      draftAndPublish: true,
      isLocalised: true,
      attributes: {
        title: localised('string'),
        slug: localised('string'),
        date: localised('datetime'),
      },
    },
  });
  const config = {
    baseUrl: 'https://www.example.com',
    locales: { en: {}, de: {} },
    sources: { [TALK]: { date: 'date' } },
    push: { webhooks: [{ url: receiver.url }] },
  } as never;
  const first = await startApp({ files: of, config });
  const { folder } = first;
  await first.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  const talks = first.strapi.documents(TALK as never);
  const data = { title: 'Talk', slug: 'talk', date: '2026-01-05T09:00:00.000Z' };
  const { documentId } = await talks.create({ data: data as never, status: 'published' });
  await talks.update({
    ...{ documentId, locale: 'de', status: 'published' },
    data: { ...data, date: '2999-01-05T09:00:00.000Z' } as never,
  });
  await settled(first);
  const waiting = (app: App): Promise<string[]> =>
    app.strapi.db.connection(DELIVERY_TABLE).where({ state: 'pending' }).pluck('subject');
  while ((await waiting(first)).length > 1) await sleep(50);
  await first.close();
  const told = receiver.received.length;
  const second = await startApp({ files: of, config, folder });
  try {
    await settled(second);
    expect(await waiting(second)).toEqual([`entry ${TALK} ${documentId} de`]);
    expect(receiver.received.slice(told)).toEqual([]);
  } finally {
    await second.stop();
    await first.stop();
  }
});

test('who was told of an entry stays that, whatever waits for its date as Strapi starts', async () => {
  const baseUrl = 'https://www.example.com';
  const told = { baseUrl, push: { hubs: [receiver.url] } } as never;
  const first = await startApp({ config: { baseUrl } });
  const { folder } = first;
  let site: App = first;
  const restart = async (): Promise<void> => {
    await site.close();
    site = await startApp({ config: told, folder });
    await settled(site);
  };
  const pendingOf = async (documentId: string): Promise<EntryDeliveries['pending']> => {
    const admin = await signIn(site, 'strapi-super-admin');
    const query = `contentType=${ARTICLE_UID}&documentId=${documentId}`;
    const response = await admin(`/syndication/deliveries/entry?${query}`);
    return ((await response.json()) as { data: EntryDeliveries }).data.pending;
  };
  const publishAt = async (slug: string, date?: string): Promise<string> => {
    const documentId = await createEditor(site).published({ title: slug, slug, date });
    await settled(site);
    return documentId;
  };
  try {
    await publishAt('scheduled', '2999-01-05T09:00:00.000Z');
    // The hub is new, and is to be told on that day.
    await restart();
    const live = await publishAt('live');
    const waiting = await publishAt('waiting', '2999-01-06T09:00:00.000Z');
    while ((await pendingOf(live)).length > 0) await sleep(200);
    expect(await pendingOf(waiting)).toHaveLength(1);
    await restart();
    expect(await pendingOf(live)).toEqual([]);
    expect(await pendingOf(waiting)).toHaveLength(1);
    // What waits is saved once more, after another was published.
    const later = await publishAt('later');
    await createEditor(site).republish(waiting, { title: 'Waiting still' });
    await settled(site);
    while ((await pendingOf(later)).some(({ due }) => !due.startsWith('2999'))) await sleep(200);
    expect(await pendingOf(later)).toEqual([]);
    expect(await pendingOf(waiting)).toHaveLength(1);
  } finally {
    await site.close();
    await first.stop();
  }
});

test('a site is built on the day of what was scheduled before anybody was told', async () => {
  const baseUrl = 'https://www.example.com';
  const first = await startApp({ config: { baseUrl } });
  const date = '2999-01-05T09:00:00.000Z';
  await createEditor(first).published({ title: 'Scheduled', slug: 'scheduled', date });
  await settled(first);
  await first.close();
  const push = { webhooks: [{ url: `${receiver.url}/hook`, build: true }] };
  const second = await startApp({ config: { baseUrl, push } as never, folder: first.folder });
  try {
    await settled(second);
    const rows = () => second.strapi.db.connection(DELIVERY_TABLE).where({ state: 'pending' });
    const due = new Date(date).getTime() + SEND_DELAY;
    const later = await rows()
      .where('due', '>', Date.now() + 60_000)
      .pluck('due');
    expect(later.map(Number)).toEqual([due]);
    // The first start of who is told reads all that there is.
    while ((await rows()).length > 1) await sleep(50);
    const told = receiver.received.length;
    await rows().where({ due }).update({ due: 0 });
    while (receiver.received.length === told) await sleep(50);
    const { path, body } = receiver.received.at(-1)!;
    expect([path, (JSON.parse(body) as WebhookMessage).type]).toEqual(['/hook', 'site.changed']);
  } finally {
    await second.stop();
    await first.stop();
  }
});

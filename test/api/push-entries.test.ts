/**
 * @runs-on sqlite: What a front end is told; how it is kept and claimed is tested on every database
 * by deliveries.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { DELIVERY_TABLE } from '../../src/push/deliveries';
import type { WebhookMessage } from '../../src/push/webhooks';
import { startApp, type App } from '../helpers/app';
import { reach } from '../helpers/clock';
import { inTime } from '../helpers/due';
import { type Receiver, startReceiver } from '../helpers/receiver';
import { siteTypes } from '../helpers/site-types';
import { settled, tellSoon, untilTold } from '../helpers/state';

const EVENT = 'api::event.event';
const TRIP = 'api::trip.trip';

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
      date: { type: 'datetime' },
    },
  },
});

let receiver: Receiver;
let app: App;

tellSoon();

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver?.stop());

/** @param trip how trips are published */
const start = (trip: object, folder?: string): ReturnType<typeof startApp> =>
  startApp({
    files,
    folder,
    config: {
      baseUrl: 'https://www.example.com',
      sources: {
        [EVENT]: { address: '/events/{slug}/', until: 'ends' },
        [TRIP]: { address: '/trips/{slug}/', date: 'date', ...trip },
      },
      push: { webhooks: [{ url: receiver.url }] },
    } as never,
  });

/** What the front end hears next: what happened, where it was and where it is. */
const next = async () => {
  const [{ body } = { body: '' }] = await receiver.next();
  const { type, data } = JSON.parse(body) as WebhookMessage;
  return [type, data.formerUrl, data.url];
};

/** Waits until the indexer has looked for what is due once more, which it does each second. */
const untilSwept = (): Promise<void> => sleep(1_200);

const publish = (uid: string, data: Record<string, unknown>) =>
  app.strapi.documents(uid as never).create({ data: data as never, status: 'published' });

describe('a front end', () => {
  beforeAll(async () => {
    app = await start({ keepOut: 'hidden' });
    await receiver.next();
  });
  afterAll(() => app?.stop());

  it('hears that an entry ended when it does', async () => {
    const ended = await inTime(async (ends) => {
      await publish(EVENT, { title: `Fair ${ends.getTime()}`, ends: ends.toISOString() });
      const [type] = await next();
      expect(type).toBe('published');
    }, 8_000);
    reach(ended);
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

  it.each([false, true])(
    'hears once of what waited for its date, kept out of lists: %s',
    async (hidden) => {
      const far = new Date(Date.now() + 86_400_000);
      const change = (documentId: string, data: object) =>
        app.strapi
          .documents(TRIP as never)
          .update({ documentId, data: data as never, status: 'published' });
      const names = ['kept', 'gone', 'put-off', 'brought-forward'].map(
        (name) => `${name}-${hidden}`,
      );
      const urls = names.map((name) => `https://www.example.com/trips/${name}/`);
      const due = await inTime(async (date) => {
        const [kept, gone, putOff, forward] = await Promise.all(
          names.map((title) => publish(TRIP, { title, slug: title, hidden, date })),
        );
        await change(kept!.documentId, { title: 'Still the same' });
        await app.strapi.documents(TRIP as never).unpublish({ documentId: gone!.documentId });
        await change(putOff!.documentId, { date: far });
        await change(forward!.documentId, { date: new Date() });
        expect(await next()).toEqual(['published', null, urls[3]]);
      }, 12_000);
      reach(due);
      expect(await next()).toEqual(['published', null, urls[0]]);
      await untilSwept();
      await receiver.nothing(untilTold(app));
    },
  );
});

describe('what came to its date while Strapi did not run, or after its next start,', () => {
  // The last start reads everything again, by which nobody is told.
  it('is told once', async () => {
    const first = await start({});
    let second: App | undefined;
    try {
      app = first;
      await receiver.next();
      const date = new Date(Date.now() + 4_000);
      await publish(TRIP, { title: 'Away', date });
      await publish(TRIP, { title: 'Later', date: '2999-01-05T09:00:00.000Z' });
      await settled(first);
      await first.close();
      reach(date);
      second = await start({ keepOut: 'hidden' }, first.folder);
      app = second;
      // That the configuration changed is told as well.
      const told = [await next(), await next()];
      const url = 'https://www.example.com/trips/away/';
      expect(told.sort()).toEqual([
        ['published', null, url],
        ['site.changed', null, null],
      ]);
      await untilSwept();
      await receiver.nothing(untilTold(app));
      const rows = (name: string) => app.strapi.db.connection(name);
      expect(await rows(DELIVERY_TABLE).where({ state: 'pending' }).pluck('subject')).toEqual([]);
      expect(await rows(CATALOGUE_TABLE).whereNotNull('due').distinct().pluck('title')).toEqual([
        'Later',
      ]);
    } finally {
      await second?.stop();
      await first.stop();
    }
  });
});

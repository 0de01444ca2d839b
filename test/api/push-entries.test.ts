/**
 * @runs-on sqlite: What a front end is told; how it is kept and claimed is tested on every database
 * by deliveries.test.ts.
 */
import type { WebhookMessage } from '../../src/push/webhooks';
import { startApp, type App } from '../helpers/app';
import { inTime } from '../helpers/due';
import { type Receiver, startReceiver } from '../helpers/receiver';
import { siteTypes } from '../helpers/site-types';

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
    },
  },
});

let receiver: Receiver;
let app: App;

beforeAll(async () => {
  receiver = await startReceiver();
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
});
afterAll(async () => {
  await app?.stop();
  await receiver?.stop();
});

/** What the front end hears next: what happened, where it was and where it is. */
const next = async () => {
  const [{ body } = { body: '' }] = await receiver.next();
  const { type, data } = JSON.parse(body) as WebhookMessage;
  return [type, data.formerUrl, data.url];
};

const publish = (uid: string, data: Record<string, unknown>) =>
  app.strapi.documents(uid as never).create({ data: data as never, status: 'published' });

describe('a front end', () => {
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

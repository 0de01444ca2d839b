/**
 * @runs-on sqlite: What hubs are told; how it is kept and claimed is tested on every database by
 * deliveries.test.ts, the clock of servers by clocks.test.ts.
 */
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';

import {
  listIn,
  NOWHERE_LIST,
  PAGE_LIST,
  SITE_LIST,
  topicList,
} from '../../src/catalogue/catalogue-table';
import { partsOf } from '../../src/compose';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { hashOf } from '../../src/lib/cache-tags';
import type { Consumer, Delivery, FeedsPayload, Outcome } from '../../src/push/consumer';
import { DELIVERY_TABLE, deliveryKey, SUBJECTS } from '../../src/push/deliveries';
import { hubConsumer } from '../../src/push/hubs';
import type { App } from '../helpers/app';
import { reach } from '../helpers/clock';
import { type LocalisedSite, SECTION, startLocalisedSite, STORY } from '../helpers/localised-site';
import { type Receiver, startReceiver } from '../helpers/receiver';
import { BASE, type Site, startSite } from '../helpers/site';
import { tellAtOnce, tellSoon, untilSent, untilTold } from '../helpers/state';

const FILES = ['index.xml', 'atom.xml', 'feed.json'];

let hub: Receiver;
/** Address of the hub that is told by hand, whose requests are told from others by it. */
let byHand: string;

/** What it got since the last time: addresses below the base address. */
const taken = (): string[] => {
  const requests = hub.received.splice(0).filter(({ path }) => path === '/by-hand');
  return requests.map(({ method, headers, body }) => {
    expect(method).toBe('POST');
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    const {
      'hub.mode': mode,
      'hub.url': url,
      'hub.topic': topic,
    } = Object.fromEntries(new URLSearchParams(body));
    expect([mode, url]).toEqual(['publish', topic]);
    return url!.replace(BASE, '');
  });
};

/** Tells the hub of a list, as the worker does, and keeps what it was told. */
const createTell = ({ strapi }: Pick<App, 'strapi'>) => {
  const { editions, settings } = partsOf(strapi);
  const consumer: Consumer = hubConsumer(byHand, {
    strapi,
    editions,
    settings: {
      configured: settings.configured,
      get: async () => ({ ...(await settings.get()), push: { hubs: [byHand] } }),
    },
  });
  let told = Date.now();
  return async (
    list: string,
    { hashes, now = Date.now() }: { hashes?: FeedsPayload['hashes']; now?: number } = {},
  ): Promise<Outcome> => {
    const payload: FeedsPayload = { list, ...(hashes && { hashes }) };
    const outcome = await consumer.send([{ payload } as Delivery], now);
    if (outcome.kind !== 'told') return outcome;
    told += 1;
    await strapi.db.connection(DELIVERY_TABLE).insert({
      consumer: consumer.key,
      subject: SUBJECTS.feeds(list),
      key: deliveryKey(consumer.key, SUBJECTS.feeds(list)),
      state: 'told',
      payload: JSON.stringify(outcome.payload),
      ended: told,
    });
    return outcome;
  };
};

const hashesOf = (outcome: Outcome) =>
  ('payload' in outcome ? (outcome.payload as FeedsPayload) : undefined)?.hashes;

beforeAll(async () => {
  hub = await startReceiver();
  byHand = `${hub.url}/by-hand`;
});
afterAll(() => hub?.stop());

/** Hubs of a feed, as parsers of other projects read them. */
const hubsOf = (file: string, document: string): (string | undefined)[] | undefined => {
  if (file.endsWith('.json')) {
    const hubs = parseJsonFeed(document).hubs;
    expect(hubs?.every(({ type }) => type === 'WebSub') ?? true).toBe(true);
    return hubs?.map(({ url }) => url);
  }
  const links = document.includes('<feed ')
    ? parseAtomFeed(document).links
    : parseRssFeed(document).atom?.links;
  const found = links?.filter(({ rel }) => rel === 'hub');
  return found?.length ? found.map(({ href }) => href) : undefined;
};

const linksOf = (response: Response, rel: string): string[] =>
  [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)].flatMap(
    ([, href, found]) => (found === rel ? [href!] : []),
  );

tellSoon();

describe('a site with hubs', () => {
  let site: Site & { folder: string };
  let tell: ReturnType<typeof createTell>;
  let hubs: string[];
  let api: string;
  let empty: string;

  const start = async (config: Parameters<typeof startSite>[0] = {}, folder?: string) => {
    site = await startSite({ itemsPerFeed: 2, itemDetails: true, ...config }, folder);
  };

  beforeAll(async () => {
    const second = `${hub.url}/second?a=1&b=2`;
    hubs = [`${hub.url}/`, second];
    // Without what nobody set, and each once.
    await start({ push: { hubs: [hub.url, '', second, `${hub.url}/`] } });
    tell = createTell(site.app);
    api = await site.tag('api');
    const json = await site.tag('json');
    empty = await site.tag('empty');
    for (const slug of ['one', 'two', 'three']) await site.published(slug, { tags: [api, json] });
  });
  afterAll(() => site?.stop());

  it('names them in its feeds and their headers alike, and the feed’s one address', async () => {
    for (const directory of ['/', '/tags/api/', '/posts/']) {
      for (const file of FILES) {
        const response = await site.get(directory + file);
        expect(linksOf(response, 'hub')).toEqual(hubs);
        expect(linksOf(response, 'self')).toEqual([BASE + directory + file]);
        expect(hubsOf(file, await response.text())).toEqual(hubs);
      }
    }
    const { headers } = await site.get('/index.xml', { method: 'HEAD' });
    expect(headers.get('link')).toContain(`<${hubs[0]}>; rel="hub"`);
  });

  it('names them nowhere else: nobody is told of pages, archives, combinations, or where feeds were', async () => {
    await site.tag('old-name').then(async (id) => {
      await site.published('four', { tags: [id], date: '2020-01-15T02:00:00.000Z' });
      await site.changeTag(id, { slug: 'new-name' });
    });
    const feeds = FILES.flatMap((file) => [
      `/page/2/${file}`,
      `/archive/1/${file}`,
      `/tags/api+json/${file}`,
    ]);
    const pages = [
      '/',
      '/tags/',
      '/tags/api/',
      '/posts/one/',
      '/posts/one/index.md',
      '/subscribe/',
    ];
    const others = ['/feeds.opml', '/sitemap.xml', '/llms.txt'];
    for (const address of [...feeds, ...pages, ...others]) {
      const response = await site.get(address);
      expect([address, response.status]).toEqual([address, 200]);
      expect(linksOf(response, 'hub')).toEqual([]);
      expect(await response.text()).not.toMatch(/rel="hub"|"hubs"/);
    }
    for (const address of ['/tags/old-name/index.xml', '/tags/api/index.xml/']) {
      const response = await site.get(address);
      expect([address, response.status]).toEqual([address, 301]);
      expect(response.headers.get('link')).toBeNull();
    }
  });

  it('tells a hub of every feed that is new, by its own address, and knows the bytes that readers get', async () => {
    const outcome = await tell(SITE_LIST);
    expect(outcome).toMatchObject({ kind: 'told', answer: '204' });
    // Articles are the only type there is: its listing has the same entries.
    const documents = ['/', '/posts/'].flatMap((directory) =>
      FILES.map((file) => directory + file),
    );
    expect(taken()).toEqual(documents);
    const served = await Promise.all(
      documents.map(async (document) => [
        BASE + document,
        hashOf(Buffer.from(await site.read(document))),
      ]),
    );
    expect(hashesOf(outcome)).toEqual(Object.fromEntries(served));
    await tell(topicList(TAG_UID, api));
    expect(taken()).toEqual(FILES.map((file) => `/tags/api/${file}`));
  });

  it('tells it nothing where the bytes are the same', async () => {
    const id = await site.draft('later', { tags: [api] });
    expect(await tell(SITE_LIST)).toEqual({ kind: 'nothing' });
    expect(await tell(topicList(TAG_UID, api))).toEqual({ kind: 'nothing' });
    await site.publish(id);
    // Of two items it is not one.
    await site.republish(id, { date: '2019-01-15T02:00:00.000Z' });
    expect(taken()).toEqual([]);
  });

  it('tells it of the formats alone that changed, and of the same bytes once more when others were told since', async () => {
    await tell(SITE_LIST);
    await tell(topicList(TAG_UID, api));
    taken();
    const id = await site.published('newest', { tags: [api], date: '2026-02-01T02:00:00.000Z' });
    expect(await tell(topicList(TAG_UID, api))).toMatchObject({ kind: 'told' });
    expect(taken()).toEqual(FILES.map((file) => `/tags/api/${file}`));
    await site.unpublish(id);
    expect(await tell(topicList(TAG_UID, api))).toMatchObject({ kind: 'told' });
    expect(taken()).toEqual(FILES.map((file) => `/tags/api/${file}`));
    // What RSS does not say of a tag by its contract.
    await site.changeTag(api, { description: 'All about APIs.' });
    expect(await tell(topicList(TAG_UID, api))).toMatchObject({ kind: 'told' });
    expect(taken()).toEqual(['/tags/api/atom.xml', '/tags/api/feed.json']);
  });

  it('does not tell again what a hub took before it failed', async () => {
    await site.published('more', { tags: [api], date: '2026-02-02T02:00:00.000Z' });
    const { answer } = hub;
    hub.answer = ({ body }, response) =>
      response.writeHead(body.includes('atom.xml') ? 500 : 204).end('<b>Out of memory</b>');
    const failed = await tell(topicList(TAG_UID, api));
    hub.answer = answer;
    expect(failed).toMatchObject({ kind: 'failed', answer: '500 <b>Out of memory</b>' });
    expect(taken()).toEqual(['/tags/api/index.xml', '/tags/api/atom.xml']);
    // The worker keeps the payload in the row.
    const again = await tell(topicList(TAG_UID, api), { hashes: hashesOf(failed) });
    expect(again).toMatchObject({ kind: 'told' });
    expect(taken()).toEqual(['/tags/api/atom.xml', '/tags/api/feed.json']);
    expect(await tell(topicList(TAG_UID, api))).toEqual({ kind: 'nothing' });
  });

  it('tells it of what is due by the clock of the database', async () => {
    const date = new Date(Date.now() + 3_600_000);
    await site.published('due', { tags: [api], date });
    expect(await tell(topicList(TAG_UID, api))).toEqual({ kind: 'nothing' });
    const now = date.getTime() + 1_500;
    expect(await tell(topicList(TAG_UID, api), { now })).toMatchObject({ kind: 'told' });
    expect(taken()).toHaveLength(FILES.length);
  });

  it('tells it of the new address of a topic that moved', async () => {
    await site.changeTag(api, { slug: 'apis' });
    await tell(topicList(TAG_UID, api));
    expect(taken()).toEqual(FILES.map((file) => `/tags/apis/${file}`));
  });

  it('tells it of no feed that readers do not know of', async () => {
    const hidden = await site.tag('hidden', { hidden: true });
    const gone = await site.tag('gone');
    await site.published('in-both', { tags: [hidden, gone] });
    await site.deleteTag(gone);
    const unknown = [
      'de|site',
      topicList(TAG_UID, 'nobody'),
      topicList('api::a.a', 'b'),
      ARTICLE_UID,
    ];
    const topics = [hidden, gone, empty].map((id) => topicList(TAG_UID, id));
    for (const list of [PAGE_LIST, NOWHERE_LIST, ...topics, ...unknown]) {
      expect([list, await tell(list)]).toEqual([list, { kind: 'nothing' }]);
    }
    expect(taken()).toEqual([]);
  });

  it('says nothing of hubs without the option, nor where no hub could fetch a feed', async () => {
    const { folder } = site;
    for (const config of [{}, { baseUrl: 'http://localhost:1337/notes', push: { hubs } }]) {
      await site.close();
      await start(config, folder);
      for (const file of FILES) {
        const response = await site.get(`/${file}`);
        expect(response.status).toBe(200);
        expect(response.headers.get('link')).toMatch(/rel="self"/);
        expect(response.headers.get('link')).not.toMatch(/hub/);
        expect(await response.text()).not.toMatch(/hub/);
      }
    }
    tell = createTell(site.app);
    expect(await tell(SITE_LIST)).toEqual({ kind: 'nothing' });
    expect(taken()).toEqual([]);
  });
});

describe('a site of several types and languages with hubs', () => {
  let site: LocalisedSite;

  beforeAll(async () => {
    site = await startLocalisedSite();
  });
  afterAll(() => site?.stop());

  it('tells a hub of each language and each type by itself', async () => {
    const tell = createTell(site.app);
    const { documentId: section } = await site.publish(SECTION, { locales: ['en', 'de'] });
    await site.publish(STORY, { locales: ['en', 'de'] });
    const tellOf = async (list: string): Promise<string[]> => {
      await tell(list);
      return taken();
    };
    const all = (directory: string) => FILES.map((file) => directory + file);
    expect(await tellOf(SITE_LIST)).toEqual(all('/'));
    expect(await tellOf(STORY)).toEqual(all('/stories/'));
    expect(await tellOf(listIn('de', SITE_LIST))).toEqual(all('/de/'));
    expect(await tellOf(listIn('de', STORY))).toEqual(all('/de/stories/'));
    expect(await tellOf(listIn('ar', SITE_LIST))).toEqual([]);
    expect(await tellOf(topicList(SECTION, section))).toEqual([]);
    await site.publish(STORY, { locales: ['de'] });
    expect(await tellOf(STORY)).toEqual([]);
    expect(await tellOf(listIn('de', STORY))).toEqual(all('/de/stories/'));
  });
});

describe('a hub that is told as things change', () => {
  let site: Site;
  let told: Receiver;
  /** Feeds as they were when the hub was told of them, by their addresses. */
  const fetched = new Map<string, string>();
  const all = (...directories: string[]) =>
    directories.flatMap((directory) => FILES.map((file) => directory + file)).sort();

  /** What it is told of, a number of feeds, in order. */
  const next = async (number: number): Promise<string[]> =>
    (await told.next(number))
      .map(({ body }) => new URLSearchParams(body).get('hub.topic')!.replace(BASE, ''))
      .sort();

  beforeAll(async () => {
    told = await startReceiver();
    // As a hub does.
    told.answer = ({ body }, response) => {
      const topic = new URLSearchParams(body).get('hub.topic')!.replace(BASE, '');
      void site.read(topic).then((document) => {
        fetched.set(topic, document);
        response.writeHead(202).end();
      });
    };
    site = await startSite({ push: { hubs: [told.url] }, republishing: 'quietly' });
  });
  afterAll(async () => {
    await site?.stop();
    await told?.stop();
  });

  it('finds in each feed what was published, and hears nothing of drafts and of what is told quietly', async () => {
    const api = await site.tag('api');
    const id = await site.published('first', { tags: [api] });
    expect(await next(9)).toEqual(all('/', '/posts/', '/tags/api/'));
    expect([...fetched.values()].every((document) => document.includes('About first.'))).toBe(true);
    await site.draft('second', { tags: [api] });
    await site.republish(id, { title: 'Corrected' });
    await told.nothing(untilTold(site));
  });

  it('is told of what it did not take, and of nothing else, when it answers again', async () => {
    const { answer } = told;
    told.answer = (request, response, incoming) =>
      request.body.includes('posts')
        ? response.writeHead(500).end()
        : answer(request, response, incoming);
    await site.published('third');
    expect(await next(4)).toEqual(['/atom.xml', '/feed.json', '/index.xml', '/posts/index.xml']);
    await untilSent(site);
    told.answer = answer;
    await tellAtOnce(site);
    expect(await next(3)).toEqual(all('/posts/'));
    await told.nothing(untilTold(site));
  });

  it('hears of what is due then, and of its withdrawal, though the bytes are those of before', async () => {
    const api = await site.tag('dated');
    await site.published('undated', { tags: [api] });
    await next(9);
    const before = await site.read('/tags/dated/index.xml');
    const date = new Date(Date.now() + 3_600_000);
    const id = await site.published('due', { tags: [api], date });
    await told.nothing(untilTold(site));
    reach(date);
    expect(await next(9)).toEqual(all('/', '/posts/', '/tags/dated/'));
    expect(fetched.get('/tags/dated/index.xml')).toContain('About due.');
    await site.unpublish(id);
    expect(await next(9)).toEqual(all('/', '/posts/', '/tags/dated/'));
    expect(fetched.get('/tags/dated/index.xml')).toBe(before);
  });
});

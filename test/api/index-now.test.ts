/**
 * @runs-on sqlite: How what is told is kept and claimed, and that one of several nodes makes the key, is
 * tested on every database by deliveries.test.ts.
 */
import { PLUGIN_ID } from '../../src/lib/constants';
import { partsOf } from '../../src/compose';
import { type App, startApp } from '../helpers/app';
import type { Receiver } from '../helpers/receiver';
import { startSearchEngine } from '../helpers/search-engine';
import { siteComponent, siteTypes } from '../helpers/site-types';
import { tellSoon, untilTold } from '../helpers/state';

const STORY = 'api::story.story';
const HOST = 'https://www.example.com';
const BASE = `${HOST}/notes`;
/** A file of the site's that looks as ours does. */
const OTHER_KEY = 'f'.repeat(32);

const string = { type: 'string' };

const files = {
  ...siteComponent('shared.seo', { metaRobots: string }),
  ...siteTypes({
    story: {
      draftAndPublish: true,
      attributes: {
        title: string,
        slug: string,
        seo: { type: 'component', component: 'shared.seo' },
      },
    },
  }),
  [`public/notes/${OTHER_KEY}.txt`]: OTHER_KEY,
};

const config = {
  baseUrl: BASE,
  siteName: 'Notes',
  // Whatever is at no other address may be an entry.
  sources: { [STORY]: { address: '/{slug}/' } },
  push: { indexNow: true },
};

/** What they are told, by the protocol. */
interface Told {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

tellSoon();

let app: App & { folder: string };
let engine: Receiver;

const start = async (more: object = {}, folder?: string): Promise<void> => {
  app = await startApp({ config: { ...config, ...more }, files, folder });
};

const stories = () =>
  app.strapi.documents(STORY as never) as unknown as Record<
    'create' | 'update' | 'unpublish',
    (parameters: Record<string, unknown>) => Promise<{ documentId: string }>
  >;

const publish = async (slug: string, seo?: object): Promise<string> => {
  const data = { title: `Title of ${slug}`, slug, ...(seo && { seo }) };
  return (await stories().create({ data, status: 'published' })).documentId;
};

const republish = async (documentId: string, data: object): Promise<void> => {
  await stories().update({ documentId, data, status: 'published' });
};

const storeOf = ({ strapi }: App) =>
  strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'index-now' });

/** Before something is public, nothing outside of the plugin says which it is. */
const keyOf = (): string => partsOf(app.strapi).indexNowKey.get()!;

beforeAll(async () => {
  engine = await startSearchEngine();
  await start();
});
afterAll(async () => {
  await app?.stop();
  await engine?.stop();
});

describe('the key for search engines', () => {
  it('is served once something is public, and as plain text', async () => {
    const key = keyOf();
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect((await app.get(`/notes/${key}.txt`)).status).toBe(404);
    await publish('first');
    const response = await app.get(`/notes/${key}.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(key);
    expect((await app.get(`/notes/${key}.txt`, { method: 'HEAD' })).status).toBe(200);
    const redirect = await app.get(`/notes/${key}.txt/`);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      301,
      `${BASE}/${key}.txt`,
    ]);
  });

  it('takes no other address from the site', async () => {
    expect(await (await app.get(`/notes/${OTHER_KEY}.txt`)).text()).toBe(OTHER_KEY);
    const another = '0'.repeat(32);
    for (const address of [`/notes/${another}.txt`, `/${keyOf()}.txt`, `/notes/x/${keyOf()}.txt`]) {
      expect([address, (await app.get(address)).status]).toEqual([address, 404]);
    }
    expect((await app.get('/notes/first/')).status).toBe(200);
  });

  it('is the same after a restart, and no request makes one', async () => {
    const before = keyOf();
    await app.close();
    await start({}, app.folder);
    expect(keyOf()).toBe(before);
    await storeOf(app).delete({});
    expect(await (await app.get(`/notes/${before}.txt`)).text()).toBe(before);
    expect(await storeOf(app).get({})).toBeNull();
  });
});

describe('search engines', () => {
  /** How many of their requests were looked at. */
  let looked = 0;

  /** Addresses that they hear of, below the base address: a number of them, in whatever requests, in order. */
  const hear = async (number: number): Promise<string[]> => {
    const heard: string[] = [];
    while (heard.length < number) {
      await engine.next();
      const { body } = engine.received[looked]!;
      looked += 1;
      const { host, key, keyLocation, urlList } = JSON.parse(body) as Told;
      expect(host).toBe('www.example.com');
      // What they look at before they believe it.
      expect(await (await app.get(new URL(keyLocation).pathname)).text()).toBe(key);
      heard.push(...urlList.map((url) => url.replace(BASE, '')));
    }
    return heard.sort();
  };

  beforeAll(async () => {
    await hear(1);
  });

  it('hear of what changes, moves and goes, and of what they are to leave out from now on', async () => {
    const [changed, moved, gone, left] = await Promise.all(
      ['changed', 'moved', 'gone', 'left'].map((slug) => publish(slug)),
    );
    await hear(4);
    await republish(changed!, { title: 'Another title' });
    await republish(moved!, { slug: 'elsewhere' });
    await stories().unpublish({ documentId: gone! });
    await republish(left!, { seo: { metaRobots: 'noindex' } });
    expect(await hear(5)).toEqual(['/changed/', '/elsewhere/', '/gone/', '/left/', '/moved/']);
  });

  it('hear of no draft, and of nothing else', async () => {
    await stories().create({ data: { title: 'A draft', slug: 'draft' } });
    await engine.nothing(untilTold(app));
  });
});

describe('without the option', () => {
  it('there is no key, and its address is the site’s', async () => {
    const before = keyOf();
    const { folder } = app;
    await app.close();
    await start({ push: {} }, folder);
    expect(keyOf()).toBeUndefined();
    const missing = await app.get(`/notes/${before}.txt`);
    expect(missing.status).toBe(404);
  });

  it('and where the front end draws the pages, with it the key is there all the same', async () => {
    const { folder } = app;
    await app.close();
    await start({ htmlPages: false }, folder);
    expect((await app.get('/notes/first/')).status).toBe(404);
    expect(await (await app.get(`/notes/${keyOf()}.txt`)).text()).toBe(keyOf());
    // Strapi's own answers, to what looks like a key and to what does not.
    const [other, longer] = ['0'.repeat(32), '0'.repeat(33)];
    const answers = [other, longer].map(async (name) =>
      (await app.get(`/notes/${name}.txt`)).text(),
    );
    const [first, second] = await Promise.all(answers);
    expect(first).toBe(second);
  });
});

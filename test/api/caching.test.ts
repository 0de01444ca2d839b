/**
 * @runs-on sqlite: What is cached, and to whom it is given, is decided after it was read; that it is purged and
 * dated is tested on every database by freshness.test.ts.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { ARTICLE_UID } from '../../src/lib/constants';
import { startApp } from '../helpers/app';
import { reach } from '../helpers/clock';
import { createEditor, type Editor, tagsOf } from '../helpers/content';
import { dateOf } from '../helpers/dated';
import { inTime } from '../helpers/due';
import { type RawResponse, sendRaw } from '../helpers/request';
import { forgetResponses, isCached, settled } from '../helpers/state';
import { statementsOn, type Statement } from '../helpers/statements';

type App = Awaited<ReturnType<typeof startApp>>;

const FEED = '/tags/api/index.xml';
const PAGES = ['/tags/', '/tags/api/', '/posts/first/'];
const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

const PASSING = ['date', 'connection', 'keep-alive'];

/** Headers of a response that do not say when and over which connection it came. */
const lasting = ({ headers }: RawResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.includes(name)));

/** Publishes an article, and waits until the clock has reached the dates of what changed. */
const fill = async (app: Pick<App, 'strapi' | 'get'>): Promise<void> => {
  const editor = createEditor(app);
  const api = await editor.tag({ name: 'api', slug: 'api' });
  await editor.published({
    title: 'First',
    slug: 'first',
    tags: [api],
    summary: 'A word. '.repeat(100).trim(),
  });
  await dateOf(app, FEED);
};

describe('with cached responses', () => {
  let app: App;
  let editor: Editor;
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sendRaw(app.origin, path, { method, headers });

  /** Has no article be read until the function that it returns is called. */
  const failReading = (fault: Error): (() => void) =>
    app.strapi.db.lifecycles.subscribe({
      models: [ARTICLE_UID],
      beforeFindMany: () => Promise.reject(fault),
    });

  beforeAll(async () => {
    app = await startApp({ config });
    editor = createEditor(app);
    await fill(app);
  });
  afterAll(() => app.stop());

  it.each([FEED, '/index.xml', ...PAGES])(
    'the second response of %s equals the first',
    async (path) => {
      const first = await ask(path);
      const second = await ask(path);
      expect(first.status).toBe(200);
      expect(second.status).toBe(200);
      expect(lasting(second)).toEqual(lasting(first));
      expect(second.body).toBe(first.body);
      // What Strapi's security middleware sets is there, what it says about who asks is not.
      expect(second.headers).toMatchObject({
        'strict-transport-security': expect.any(String),
        'x-content-type-options': 'nosniff',
        vary: PAGES.includes(path) ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
        'cache-control': 'public, max-age=300, stale-while-revalidate=60, stale-if-error=600',
        'last-modified': expect.stringMatching(/ GMT$/),
      });
      expect(second.headers['set-cookie']).toBeUndefined();
      expect(second.headers['access-control-allow-credentials']).toBeUndefined();
    },
  );

  it('no middleware of Strapi sees a request for one', async () => {
    await ask(FEED);
    const koa = app.strapi.server.httpServer.listeners('request');
    expect(koa).toHaveLength(1);
    const seen = jest.spyOn(app.strapi.requestContext, 'run');
    await ask(FEED);
    await ask(FEED);
    expect(seen).not.toHaveBeenCalled();
    await ask('/tags/unknown/');
    expect(seen).toHaveBeenCalledTimes(1);
    seen.mockRestore();
  });

  it('unchanged responses are so to readers of whose entity tag a proxy took the coding off', async () => {
    const { etag = '' } = (await ask(FEED, { 'Accept-Encoding': 'gzip' })).headers;
    const uncoded = etag.replace('-gzip"', '"');
    expect(uncoded).not.toBe(etag);
    const poll = () => ask(FEED, { 'Accept-Encoding': 'gzip', 'If-None-Match': uncoded });
    // The first one by the route, the second one ahead of it.
    forgetResponses(app);
    for (const response of [await poll(), await poll()]) {
      expect(response.status).toBe(304);
      // With the tag that the reader knows.
      expect(response.headers.etag).toBe(etag);
    }
  });

  it('unchanged responses are given from memory though nobody has asked for their coding', async () => {
    const { etag } = (await ask(FEED, { 'Accept-Encoding': 'gzip' })).headers;
    forgetResponses(app);
    const poll = () => ask(FEED, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag! });
    expect((await poll()).status).toBe(304);
    const seen = jest.spyOn(app.strapi.requestContext, 'run');
    const second = await poll();
    expect(second.status).toBe(304);
    expect(second.headers.etag).toBe(etag);
    expect(seen).not.toHaveBeenCalled();
    seen.mockRestore();
  });

  it.each(PAGES)('an unchanged %s keeps the policy it was given with', async (path) => {
    const page = await ask(path);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    forgetResponses(app);
    for (const way of ['from Strapi', 'from memory']) {
      const unchanged = await ask(path, { 'If-None-Match': page.headers.etag! });
      expect([way, unchanged.status]).toEqual([way, 304]);
      expect(unchanged.headers['content-security-policy']).toBeUndefined();
    }
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('a response in %s has its own entity tag and the same content', async (encoding, decode) => {
    const plain = await ask(FEED);
    for (let asked = 0; asked < 3; asked += 1) {
      const coded = await ask(FEED, { 'Accept-Encoding': encoding });
      expect(coded.headers['content-encoding']).toBe(encoding);
      expect(coded.headers['content-length']).toBe(String(coded.bytes.length));
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length);
      expect(coded.headers.etag).not.toBe(plain.headers.etag);
      expect(decode(coded.bytes)).toEqual(plain.bytes);
      expect(coded.headers.vary).toBe('Accept-Encoding');
    }
  });

  it.each([FEED, '/tags/api/'])(
    'HEAD and conditional requests of %s agree with GET',
    async (path) => {
      for (let asked = 0; asked < 2; asked += 1) {
        const get = await ask(path);
        const head = await ask(path, {}, 'HEAD');
        expect(lasting(head)).toEqual(lasting(get));
        expect(head.body).toBe('');
        const conditions: Record<string, string>[] = [
          { 'If-None-Match': get.headers.etag! },
          { 'If-None-Match': `"other", W/${get.headers.etag!}` },
          { 'If-Modified-Since': get.headers['last-modified']! },
        ];
        for (const condition of conditions) {
          for (const method of ['GET', 'HEAD']) {
            const unchanged = await ask(path, condition, method);
            expect(unchanged.status).toBe(304);
            expect(unchanged.body).toBe('');
            for (const name of ['etag', 'cache-control', 'vary', 'last-modified']) {
              expect([name, unchanged.headers[name]]).toEqual([name, get.headers[name]]);
            }
            expect(unchanged.headers['content-type']).toBeUndefined();
          }
        }
        const since = { 'If-Modified-Since': new Date(0).toUTCString() };
        expect((await ask(path, since)).status).toBe(200);
        const both = { 'If-None-Match': '"other"', 'If-Modified-Since': new Date().toUTCString() };
        expect((await ask(path, both)).status).toBe(200);
        const precondition = await ask(path, { 'If-Match': '"other"' });
        expect(precondition.status).toBe(412);
        expect(precondition.headers['cache-control']).toBe('no-store');
      }
    },
  );

  it('any front end may read feeds, whoever it is and without cookies', async () => {
    for (let asked = 0; asked < 2; asked += 1) {
      const feed = await ask(FEED, { Origin: 'https://reader.example' });
      expect(feed.headers['access-control-allow-origin']).toBe('*');
      expect(feed.headers['access-control-allow-credentials']).toBeUndefined();
      expect(feed.headers.vary).toBe('Accept-Encoding');
      const page = await ask('/tags/api/', { Origin: 'https://reader.example' });
      expect(page.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('the first response is for everybody, whoever asked for it', async () => {
    await editor.changeTag(await editor.tag({ slug: 'poison' }), { title: 'Poison' });
    const path = '/tags/poison/index.xml';
    await ask(path, { Host: 'evil.example', Origin: 'https://evil.example', Cookie: 'a=b' });
    const next = await ask(path);
    expect(JSON.stringify([next.headers, next.body])).not.toContain('evil');
    expect(next.headers['access-control-allow-origin']).toBe('*');
  });

  it('only known addresses as they are written are cached', async () => {
    const strange = [
      '/tags/unknown/index.xml',
      '/tags/unknown/',
      '/posts/unknown/',
      '/tags/api/page/99/',
      '/tags/api/index.xml?a=1',
      '/tags/api/?page=2',
      '/tags/%61pi/index.xml',
      '/tags/api',
      '//tags/api/index.xml',
      '/tags/../tags/api/index.xml',
      'http://evil.example/tags/api/index.xml',
      '/admin',
      '/api/none',
    ];
    for (const path of strange) await ask(path, { Host: 'evil.example' });
    for (const path of strange) expect([path, isCached(app, path)]).toEqual([path, false]);
    expect(isCached(app, FEED)).toBe(true);
  });

  it('a query string changes nothing about the response', async () => {
    const plain = await ask(FEED);
    const queried = await ask(`${FEED}?utm_source=reader`);
    expect(queried.status).toBe(200);
    expect(queried.body).toBe(plain.body);
    expect(queried.headers.etag).toBe(plain.headers.etag);
  });

  it('a redirect that repeats a query is cached for nobody else', async () => {
    const plain = await ask('/tags/api');
    expect(plain.headers['cache-control']).toMatch(/^public,/);
    const queried = await ask('/tags/api?token=mine');
    expect(queried.headers.location).toContain('token=mine');
    expect(queried.headers['cache-control']).toMatch(/^private,/);
    expect((await ask('/tags/api')).headers.location).not.toContain('token');
  });

  it('other methods are refused as ever', async () => {
    const response = await ask(FEED, {}, 'POST');
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each(['/tags/unknown/', '/tags/unknown/index.xml', '/posts/unknown/'])(
    'the error of %s is not cached',
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(404);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(body).not.toContain('node_modules');
    },
  );

  it.each(['ahead', 'from Strapi'])(
    'no other cache keeps a response past the date of a scheduled article (%s)',
    async (way) => {
      const tag = await editor.tag();
      const { slug } = (await tagsOf(app).findOne({ documentId: tag }))!;
      const path = `/tags/${String(slug)}/index.xml`;
      const asked = way === 'ahead' ? path : `${path}?x=1`;
      const seen = new Set<number>();
      let scheduled: string | undefined;
      const schedule = async (date: Date) => {
        if (scheduled) await editor.delete(scheduled);
        scheduled = await editor.published({ title: 'Scheduled', tags: [tag], date });
        await ask(asked);
      };
      const moment = await inTime(schedule, 5_000, 3_500);
      const due = moment.getTime();
      for (const left of [3_400, 2_400, 1_400, 900, 400]) {
        reach(new Date(due - left));
        const began = Date.now();
        const response = await ask(asked);
        const { etag } = response.headers;
        const unchanged = await ask(asked, { 'If-None-Match': etag! });
        // Of what was answered before the moment alone something is known.
        if (Date.now() >= due) break;
        for (const { headers } of [response, unchanged]) {
          const [, age] = /^public, max-age=(\d+)$/.exec(headers['cache-control']!) ?? [];
          expect(headers['cache-control']).toBe(`public, max-age=${age}`);
          expect(began + Number(age) * 1_000).toBeLessThanOrEqual(due);
          seen.add(Number(age));
        }
        expect(response.body).not.toContain('Scheduled');
      }
      reach(moment);
      // Not the same all the time, and not none at all.
      expect(seen.size).toBeGreaterThan(2);
      const after = await ask(asked);
      expect(after.body).toContain('<title>Scheduled</title>');
      expect(after.headers['cache-control']).toMatch(/^public, max-age=300, /);
    },
  );

  it('many who ask at once wait for one rendering', async () => {
    await editor.published({ tags: [await editor.tag({ slug: 'crowd' })] });
    const askedBy = (readers: number): Promise<Statement[]> => {
      forgetResponses(app);
      return statementsOn(app, CATALOGUE_TABLE, async () => {
        const asked = Array.from({ length: readers }, () => ask('/tags/crowd/index.xml'));
        expect(new Set((await Promise.all(asked)).map(({ body }) => body)).size).toBe(1);
      });
    };
    const alone = await askedBy(1);
    expect(alone).not.toEqual([]);
    expect((await askedBy(20)).length).toBeLessThanOrEqual(alone.length);
  });

  it('an error while rendering is not cached', async () => {
    await editor.published({ tags: [await editor.tag({ slug: 'broken' })] });
    await settled(app);
    const error = jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const readAgain = failReading(new Error('secret detail'));
    const failed = await ask('/tags/broken/index.xml');
    expect(failed.status).toBe(500);
    expect(failed.headers['cache-control']).toBe('no-store');
    expect(failed.body).not.toContain('secret');
    readAgain();
    error.mockRestore();
    expect((await ask('/tags/broken/index.xml')).status).toBe(200);
  });

  it.each([FEED, '/tags/api/'])('%s fails plainly when the database fails', async (path) => {
    forgetResponses(app);
    const error = jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const refused = Object.assign(new Error('connect ECONNREFUSED db.internal'), {
      code: 'ECONNREFUSED',
    });
    const readAgain = failReading(refused);
    const failed = await ask(path);
    readAgain();
    expect(error).toHaveBeenCalled();
    error.mockRestore();
    expect(failed.status).toBe(503);
    expect(failed.headers['retry-after']).toMatch(/^\d+$/);
    expect(failed.headers['cache-control']).toBe('no-store');
    expect(failed.body).toContain('The server cannot answer just now.');
    expect(failed.body).not.toContain('db.internal');
    expect((await ask(path)).status).toBe(200);
  });
});

describe('without cached responses', () => {
  it.each([{ cache: false }, { cacheBytes: 0 }])(
    'as by %o, responses are the same',
    async (off) => {
      const folder = await startApp({
        config: { ...config, ...off, maxAge: 60, staleWhileRevalidate: 0, staleIfError: 0 },
      });
      try {
        await fill(folder);
        const first = await sendRaw(folder.origin, FEED);
        const second = await sendRaw(folder.origin, FEED);
        expect(isCached(folder, FEED)).toBe(false);
        expect(second.status).toBe(200);
        expect(lasting(second)).toEqual(lasting(first));
        expect(second.body).toBe(first.body);
        expect(second.headers['cache-control']).toBe('public, max-age=60');
        const coded = await sendRaw(folder.origin, FEED, {
          headers: { 'Accept-Encoding': 'gzip' },
        });
        expect(gunzipSync(coded.bytes).toString()).toBe(first.body);
      } finally {
        await folder.stop();
      }
    },
  );
});

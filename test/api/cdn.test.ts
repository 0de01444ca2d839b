/** @runs-on sqlite: what responses carry is the same on every database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { partsOf } from '../../src/compose';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { inTime } from '../helpers/due';
import { sendRaw } from '../helpers/request';
import { siteTypes } from '../helpers/site-types';
import { settled, untilKept } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', timeZone: 'UTC' };
const VARNISH = { provider: 'varnish', urls: ['http://127.0.0.1:9'] };
const CLOUDFRONT = {
  provider: 'cloudfront',
  distribution: 'E1',
  accessKeyId: 'id',
  secretAccessKey: 'key',
  maxAge: 7_200,
};
const BROWSERS = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=600';
const A_DAY = 'max-age=86400, stale-while-revalidate=60, stale-if-error=600';

let app: App;
let editor: Editor;

const begin = async (cdn?: object, own: object = {}): Promise<void> => {
  app = await startApp({ config: { ...config, ...own, ...(cdn ? { push: { cdn } } : {}) } });
  editor = createEditor(app);
};

type Asked = Parameters<typeof sendRaw>[2];
const ask = (path: string, asked?: Asked) => sendRaw(app.origin, path, asked);

/** What a CDN is told by the response at a path. */
const toldAt = async (path: string, asked?: Asked) => {
  const { status, headers } = await ask(path, asked);
  return { status, tags: headers.xkey, lifetime: headers['cdn-cache-control'] };
};

const TAGS = /^[a-z0-9]{8}(?: [a-z0-9]{8}){0,39}$/;
const forADay = (status: number) => ({
  status,
  tags: expect.stringMatching(TAGS) as string,
  lifetime: A_DAY,
});
const nothing = (status: number) => ({ status, tags: undefined, lifetime: undefined });

describe('with a CDN', () => {
  beforeAll(async () => {
    await begin(VARNISH);
    const [one, two] = [await editor.tag({ slug: 'one' }), await editor.tag({ slug: 'two' })];
    await editor.published({ slug: 'first', tags: [one] });
    const moved = await editor.published({ slug: 'before', tags: [two] });
    await editor.republish(moved, { slug: 'after' });
    await editor.delete(await editor.published({ slug: 'deleted' }));
    await settled(app);
    await untilKept(app, ['/posts/first/', '/index.xml', '/tags/one/']);
  });
  afterAll(() => app.stop());

  it.each([
    '/posts/first/',
    '/posts/first/index.md',
    '/tags/one/',
    '/index.xml',
    '/tags/one/feed.json',
  ])('%s is kept for a day there, and for a short time by browsers', async (path) => {
    // A page whose text was not rendered in time, on a busy machine, is made anew after seconds.
    for (let asked = 0; (await toldAt(path)).lifetime !== A_DAY && asked < 100; asked += 1) {
      await sleep(200);
    }
    expect(await toldAt(path)).toEqual(forADay(200));
    expect((await ask(path)).headers['cache-control']).toBe(BROWSERS);
  });

  it('a response says the same from memory, ahead of everything, as through the router', async () => {
    for (const path of ['/posts/first/', '/index.xml', '/tags/one/']) {
      await untilKept(app, [path]);
      const ahead = await ask(path);
      // A query goes through the router.
      const behind = await ask(`${path}?x`);
      expect(ahead.headers.xkey).toMatch(TAGS);
      const names = ['xkey', 'cdn-cache-control', 'cache-control', 'etag', 'vary'];
      for (const name of names) {
        expect([path, name, behind.headers[name]]).toEqual([path, name, ahead.headers[name]]);
      }
      for (const asked of [path, `${path}?x`]) {
        const headers = { 'if-none-match': String(ahead.headers.etag) };
        expect(await toldAt(asked, { headers })).toEqual({
          status: 304,
          tags: ahead.headers.xkey,
          lifetime: A_DAY,
        });
        expect(await toldAt(asked, { method: 'HEAD' })).toEqual({
          status: 200,
          tags: ahead.headers.xkey,
          lifetime: A_DAY,
        });
      }
    }
  });

  it.each([
    ['a moved article leads on', '/posts/before/', 301],
    ['an address without its final slash', '/posts/first', 301],
    ['an article that is gone', '/posts/deleted/', 410],
  ])('%s says so for a day', async (_name, path, status) => {
    await ask(path);
    await settled(app);
    const told = await toldAt(path);
    // What is gone for browsers has no time in which it may be given stale.
    expect(told).toEqual(
      status === 410 ? { ...forADay(410), lifetime: 'max-age=86400' } : forADay(status),
    );
  });

  it('an address where nothing ever was says so for a minute', async () => {
    const lifetime = expect.stringMatching(/^max-age=(?:60|[1-5]\d?)\b/) as string;
    await untilKept(app, ['/posts/first/']);
    for (const path of ['/posts/never/', '/tags/never/index.xml', '/tags/one+two/']) {
      await ask(path);
      const told = await toldAt(path);
      expect(told).toEqual({ status: 404, tags: expect.stringMatching(TAGS) as string, lifetime });
      expect((await ask(path)).headers['cache-control']).toBe('no-store');
    }
    const compressed = await ask('/posts/never/', { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
  });

  it('nothing is told of what is for one visitor, of errors and of other routes', async () => {
    const authorization = 'Basic x';
    for (const [path, status] of [
      ['/posts/first/', 200],
      ['/posts/before/', 301],
      ['/posts/deleted/', 410],
      ['/posts/never/', 404],
    ] as const) {
      expect(await toldAt(path, { headers: { authorization } })).toEqual(nothing(status));
    }
    // It leads to one visitor's query.
    expect(await toldAt('/posts/before/?from=me')).toEqual(nothing(301));
    expect(await toldAt('/posts/first/', { method: 'POST' })).toEqual(nothing(405));
    expect(await toldAt('/posts/first/', { headers: { 'if-match': '"x"' } })).toEqual(nothing(412));
    expect(await toldAt('/api/nothing')).toEqual(nothing(404));
    expect(await toldAt('/admin-of-nothing')).toEqual(nothing(404));
  });

  it('nothing is kept while the database is away: nobody hears of changes', async () => {
    // This site's database is a file, which is never away.
    const troubled = jest
      .spyOn(partsOf(app.strapi).changeLog, 'isUnresponsive')
      .mockReturnValue(true);
    for (const path of ['/posts/first/', '/posts/first/?x', '/posts/before/', '/posts/deleted/']) {
      expect((await toldAt(path)).lifetime).toMatch(/^max-age=0\b/);
    }
    expect((await toldAt('/posts/never/')).lifetime).toBeUndefined();
    troubled.mockRestore();
    expect(await toldAt('/posts/first/')).toEqual(forADay(200));
  });

  it('nothing is kept beyond the moment at which an article is due', async () => {
    let scheduled: string | undefined;
    await inTime(async (due) => {
      if (scheduled) await editor.delete(scheduled);
      scheduled = await editor.published({ slug: 'scheduled', date: due });
      const left = Math.ceil((due.getTime() - Date.now()) / 1_000);
      for (const path of ['/index.xml', '/index.xml?x', '/posts/scheduled/']) {
        await ask(path);
        const [, seconds] =
          /^max-age=(\d+), .*=0/.exec(String((await toldAt(path)).lifetime)) ?? [];
        expect([path, Number(seconds) <= left]).toEqual([path, true]);
      }
    });
    await editor.delete(scheduled!);
  });
});

describe('with a CDN that reads Cache-Control alone and nothing of Vary', () => {
  beforeAll(async () => {
    await begin(CLOUDFRONT);
    await editor.published({ slug: 'first' });
    await editor.delete(await editor.published({ slug: 'deleted' }));
    await settled(app);
    await untilKept(app, ['/posts/first/']);
  });
  afterAll(() => app.stop());

  it('shared caches have a time of their own', async () => {
    for (const path of ['/posts/first/', '/posts/first/?x', '/posts/first']) {
      const { headers } = await ask(path);
      expect([path, headers['cache-control']]).toEqual([path, `${BROWSERS}, s-maxage=7200`]);
      expect(headers['cache-tag']).toMatch(/^[a-z0-9]{8}(?:,[a-z0-9]{8})*$/);
    }
    const { headers } = await ask('/posts/first/', { headers: { authorization: 'Basic x' } });
    expect(headers['cache-control']).toBe(BROWSERS.replace('public', 'private'));
    expect((await ask('/posts/deleted/')).headers['cache-control']).toBe('no-store');
  });

  it('Markdown at the address of a page is for who asked for it', async () => {
    const asked = { headers: { accept: 'text/markdown' } };
    for (const path of ['/posts/first/', '/posts/first/?x']) {
      await ask(path, asked);
      const { headers } = await ask(path, asked);
      expect(headers['content-type']).toContain('text/markdown');
      expect(headers['cache-control']).toMatch(/^private, max-age=\d+/);
      expect(headers['cache-tag']).toBeUndefined();
    }
    expect((await ask('/posts/first/index.md')).headers['cache-tag']).toBeDefined();
  });
});

describe('without a CDN', () => {
  beforeAll(async () => {
    await begin();
    await editor.published({ slug: 'first' });
    await editor.delete(await editor.published({ slug: 'deleted' }));
    await settled(app);
  });
  afterAll(() => app.stop());

  it('nothing is told', async () => {
    for (const path of [
      '/posts/first/',
      '/posts/first/?x',
      '/posts/first',
      '/posts/deleted/',
      '/posts/never/',
    ]) {
      const { headers } = await ask(path);
      const names = Object.keys(headers).filter((name) =>
        /^xkey|tag$|surrogate|cdn/.test(name.replace('etag', '')),
      );
      expect([path, names]).toEqual([path, []]);
      expect(headers['cache-control']).not.toContain('s-maxage');
    }
  });
});

describe('an address that something else may take', () => {
  const STORY = 'api::story.story';
  const PAGE = 'api::page.page';
  const CATEGORY = 'api::category.category';
  const TEXT = { type: 'string' };
  const files = siteTypes({
    category: { pluralName: 'categories', attributes: { name: TEXT, slug: TEXT } },
    story: {
      pluralName: 'stories',
      draftAndPublish: true,
      attributes: {
        title: TEXT,
        slug: TEXT,
        category: { type: 'relation', relation: 'manyToOne', target: CATEGORY },
      },
    },
    page: { draftAndPublish: true, attributes: { title: TEXT, fullPath: TEXT } },
  });
  const beginAt = async (address: string, folder?: string): Promise<void> => {
    app = await startApp({
      files,
      folder,
      fromNothing: true,
      config: {
        ...config,
        sources: { [STORY]: { address } },
        pages: { [PAGE]: { address: '/{fullPath}' } },
        topics: { [CATEGORY]: { address: '/topics/{slug}/' } },
        push: { cdn: VARNISH },
      },
    });
  };
  const create = async (type: string, data: object): Promise<string> => {
    const documents = app.strapi.documents(type as never) as unknown as {
      create: (parameters: object) => Promise<{ documentId: string }>;
    };
    return (await documents.create({ data, status: 'published' })).documentId;
  };
  /** What is told of what any change may take away, as that nothing is there. */
  const ofAnyChange = async () => (await toldAt('/topics/never/')).tags;

  it('is forgotten with any change', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'syndication-cdn-'));
    try {
      await beginAt('/posts/{slug}', folder);
      await create(STORY, { title: 'One', slug: 'one' });
      await create(PAGE, { title: 'Page', fullPath: 'topics/later' });
      await settled(app);
      await untilKept(app, ['/topics/later']);
      expect(await toldAt('/topics/later')).toEqual({ ...forADay(200), tags: await ofAnyChange() });
      const category = await create(CATEGORY, { name: 'Later', slug: 'later' });
      await create(STORY, { title: 'Two', slug: 'two', category });
      await settled(app);
      // Not from memory, either.
      expect((await ask('/topics/later')).headers.location).toContain('/topics/later/');
      await app.close();

      await beginAt('/stories/{slug}', folder);
      const { now } = Date;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * 86_400_000);
      await ask('/posts/one');
      expect(await toldAt('/posts/one')).toEqual({ ...forADay(301), tags: await ofAnyChange() });
      clock.mockRestore();
      await create(PAGE, { title: 'Page', fullPath: 'posts/one' });
      await settled(app);
      expect((await ask('/posts/one')).status).toBe(200);
    } finally {
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

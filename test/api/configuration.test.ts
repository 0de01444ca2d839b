/**
 * @runs-on sqlite: Options are looked at before anything is read; that ids last is tested on every
 * database by lasting-ids and settle-ids.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type App, type AppOptions, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { child, itemTitles, readFeed, text } from '../helpers/feed';

/** Starts an app, uses it and stops it, whatever happens. */
const withApp = async (options: AppOptions, use: (app: App) => Promise<void>): Promise<void> => {
  const app = await startApp(options);
  try {
    await use(app);
  } finally {
    await app.stop();
  }
};

const read = async (app: App, address: string): Promise<string> => (await app.get(address)).text();

const publishOne = async (app: App): Promise<void> => {
  const editor = createEditor(app);
  const tag = await editor.tag({ name: 'api', slug: 'api' });
  await editor.published({ title: 'How I Test', slug: 'test', tags: [tag] });
};

describe('without any configuration', () => {
  it('everything is served, at the address Strapi itself is served at', () =>
    withApp({ url: 'https://www.cms.example.com' }, async (app) => {
      await publishOne(app);
      const xml = await read(app, '/tags/api/index.xml');
      const { channel, items } = readFeed(xml);
      expect(text(channel, 'title')).toBe('Api on cms.example.com');
      expect(text(channel, 'link')).toBe('https://www.cms.example.com/tags/api/');
      expect(text(channel, 'language')).toBe('en');
      expect(items.map((item) => text(item, 'link'))).toEqual([
        'https://www.cms.example.com/posts/test/',
      ]);
      expect(text(items[0]!, 'pubDate')).toBe('Mon, 15 Jan 2024 02:00:00 +0000');
      for (const address of ['/tags/', '/tags/api/', '/posts/test/', '/index.xml']) {
        expect((await app.get(address)).status).toBe(200);
      }
    }));

  it('a feed has 20 items and a listing 10 entries', () =>
    withApp({}, async (app) => {
      const editor = createEditor(app);
      const tag = await editor.tag({ name: 'api', slug: 'api' });
      for (let number = 1; number <= 21; number += 1) await editor.published({ tags: [tag] });
      expect(itemTitles(await read(app, '/tags/api/index.xml'))).toHaveLength(20);
      expect(itemTitles(await read(app, '/index.xml'))).toHaveLength(20);
      expect((await read(app, '/tags/api/')).match(/<li><h2 /g)).toHaveLength(10);
      expect((await app.get('/tags/api/page/3/')).status).toBe(200);
      expect((await app.get('/tags/api/page/4/')).status).toBe(404);
    }));
});

describe('a base address with a path', () => {
  it('is where the plugin serves, and nowhere else', () =>
    withApp({ config: { baseUrl: 'https://example.com/notes/' } }, async (app) => {
      await publishOne(app);
      for (const address of ['/tags/', '/tags/api/', '/posts/test/', '/tags/api/index.xml']) {
        const response = await app.get(`/notes${address}`);
        expect([address, response.status]).toEqual([address, 200]);
        expect(await response.text()).toContain(`https://example.com/notes${address}`);
        expect([address, (await app.get(address)).status]).toEqual([address, 404]);
      }
      const { items } = readFeed(await read(app, '/notes/index.xml'));
      expect(text(items[0]!, 'guid')).toBe('https://example.com/notes/posts/test/');
      const response = await app.get('/notes/tags/api');
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe('https://example.com/notes/tags/api/');
    }));
});

describe('without HTML pages', () => {
  it('feeds are served all the same, with the addresses the front end serves', () =>
    withApp({ config: { baseUrl: 'https://example.com', htmlPages: false } }, async (app) => {
      await publishOne(app);
      for (const address of ['/tags/', '/tags/api/', '/posts/test/']) {
        expect([address, (await app.get(address)).status]).toEqual([address, 404]);
      }
      for (const address of ['/index.xml', '/tags/api/index.xml']) {
        const { items } = readFeed(await read(app, address));
        expect(items.map((item) => text(item, 'link'))).toEqual([
          'https://example.com/posts/test/',
        ]);
      }
    }));
});

describe('a second start on the same data', () => {
  it('gives the same bytes, and guids stay even when the base address changes', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'syndication-'));
    try {
      const config = { baseUrl: 'https://one.example.com', siteName: 'Notes' };
      let before = '';
      await withApp({ folder, config }, async (app) => {
        await publishOne(app);
        before = await read(app, '/tags/api/index.xml');
      });
      await withApp({ folder, config }, async (app) => {
        expect(await read(app, '/tags/api/index.xml')).toBe(before);
      });
      const moved = { ...config, baseUrl: 'https://two.example.com' };
      await withApp({ folder, config: moved }, async (app) => {
        const { items } = readFeed(await read(app, '/tags/api/index.xml'));
        expect(text(items[0]!, 'link')).toBe('https://two.example.com/posts/test/');
        expect(text(items[0]!, 'guid')).toBe('https://one.example.com/posts/test/');
        expect(child(items[0]!, 'guid').attributes).toEqual({ isPermaLink: 'false' });
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a wrong option', () => {
  it.each([
    [{ baseUrl: 'example.com' }, /"baseUrl" was "example\.com"\. Allowed: an absolute http/],
    [{ itemsPerFeed: '20' }, /"itemsPerFeed" was "20"\. Allowed: a whole number from 0/],
    [{ timeZone: 'Jakarta' }, /"timeZone" was "Jakarta"\. Allowed: .*"Asia\/Jakarta"/],
    [{ siteTitle: 'x' }, /There is no option "siteTitle"\. Allowed: baseUrl, siteName/],
    [{ language: null }, /"language" was null\. Allowed: a BCP 47 language tag/],
  ])('stops the boot: %j', async (config, message) => {
    const boot = startApp({ config });
    // An app that starts after all must not outlive the test.
    void boot.then((app) => app.stop()).catch(() => undefined);
    await expect(boot).rejects.toThrow(message);
    await expect(boot).rejects.toThrow(/^Error regarding syndication config: /);
  });
});

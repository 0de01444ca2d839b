/** @runs-on sqlite: it shows what the list of feeds shows, whose numbers are tested on every database. */
import { htmlProblems } from '../helpers/html';
import { BASE, type Site, startSite } from '../helpers/site';

let site: Site;

const hrefs = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)]
    .map(([, href]) => href!.replaceAll('&amp;', '&'))
    .filter((href) => !href.startsWith('#'));

describe('the page that explains feeds', () => {
  beforeAll(async () => {
    site = await startSite({ home: '/blog/' });
    const api = await site.tag('api');
    await site.tag('empty');
    await site.tag('secret', { hidden: true });
    await site.published('one', { tags: [api] });
  });

  afterAll(() => site?.stop());

  it('is below "home", valid, and has every public feed with its address, each once', async () => {
    const html = await site.read('/blog/subscribe/');
    expect(await htmlProblems(html)).toEqual([]);
    expect(html).toContain('<h1>Subscribe</h1>');
    expect(html).toContain('A feed is the list of');
    expect(html).toContain(`<link rel="canonical" href="${BASE}/blog/subscribe/"/>`);
    const addresses = [...html.matchAll(/<a class="address"[^>]*>([^<]*)<\/a>/g)].map(([, a]) => a);
    expect(addresses).toEqual(
      ['/blog/index.xml', '/posts/index.xml', '/tags/api/index.xml'].map((feed) => BASE + feed),
    );
    expect(hrefs(html)).toContain(`${BASE}/feeds.opml`);
    expect(html).not.toContain('secret');
  });

  it('leads to readers with the whole address of the feed', async () => {
    const links = hrefs(await site.read('/blog/subscribe/'));
    const feed = `${BASE}/blog/index.xml`;
    expect(links).toContain(feed.replace('https://', 'feed://'));
    for (const [host, name] of [
      ['www.inoreader.com', 'add_feed'],
      ['www.newsblur.com', 'url'],
      ['feedbin.com', 'subscribe'],
      ['theoldreader.com', 'url'],
    ] as const) {
      const link = links.find((href) => new URL(href).host === host)!;
      expect(new URL(link).searchParams.get(name)).toBe(feed);
    }
    const feedly = links.find((href) => new URL(href).host === 'feedly.com')!;
    expect(decodeURIComponent(new URL(feedly).pathname)).toBe(`/i/subscription/feed/${feed}`);
  });

  it('is there in Markdown as well, as every page is', async () => {
    const own = await site.get('/blog/subscribe/index.md');
    const asked = await site.get('/blog/subscribe/', { headers: { accept: 'text/markdown' } });
    expect(asked.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(asked.headers.get('vary')).toContain('Accept,');
    const markdown = await asked.text();
    expect(await own.text()).toBe(markdown);
    expect(markdown).toMatch(/^# Subscribe\n\nA feed is the list of/);
    expect(markdown).toContain(`](${BASE}/tags/api/index.xml)`);
    expect(markdown).toContain(`](${BASE}/feeds.opml)`);
    expect(await site.read('/blog/subscribe/')).toContain(`href="${BASE}/blog/subscribe/index.md"`);
  });

  it('is linked from listings and the list of tags', async () => {
    for (const address of ['/tags/', '/tags/api/', '/tags/empty/']) {
      expect(hrefs(await site.read(address))).toContain(`${BASE}/blog/subscribe/`);
    }
  });

  it('has one address', async () => {
    expect(await site.status('/blog/subscribe')).toEqual([301, '/blog/subscribe/']);
    expect(await site.status('/subscribe/')).toEqual([404]);
    expect((await site.get('/blog/subscribe/', { method: 'POST' })).status).toBe(405);
  });

  it('changes with what there is to subscribe to, and not otherwise', async () => {
    const before = await site.get('/blog/subscribe/');
    const tag = before.headers.get('etag')!;
    await site.tag('unused');
    const same = await site.get('/blog/subscribe/', { headers: { 'If-None-Match': tag } });
    expect(same.status).toBe(304);
    const json = await site.tag('json');
    await site.published('two', { tags: [json] });
    expect(await site.read('/blog/subscribe/')).toContain(`${BASE}/tags/json/index.xml`);
    await site.changeTag(json, { title: 'JSON & friends' });
    expect(await site.read('/blog/subscribe/')).toContain('JSON &amp; friends on Field Notes');
    await site.changeTag(json, { hidden: true });
    expect(await site.read('/blog/subscribe/')).not.toContain('/tags/json/');
  });
});

describe('a site that has something of its own at /subscribe/', () => {
  it('keeps it', async () => {
    const other = await startSite({ baseUrl: 'https://www.example.com' }, undefined, {
      files: { 'public/subscribe/index.html': 'Our newsletter' },
    });
    try {
      await other.published('one');
      expect(await other.read('/subscribe/')).toBe('Our newsletter');
    } finally {
      await other.stop();
    }
  });

  it('has no other page there without the pages of the plugin', async () => {
    const other = await startSite({ htmlPages: false });
    try {
      await other.published('one');
      expect(await other.status('/subscribe/')).toEqual([404]);
      expect(await other.read('/index.xml')).toContain('<rss');
    } finally {
      await other.stop();
    }
  });
});

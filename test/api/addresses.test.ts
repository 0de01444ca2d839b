/**
 * @runs-on sqlite: What a method, a slash or a query makes of an address is decided by routes; that
 * what is not there costs one statement is tested on every database by cached-notices.test.ts.
 */
import { type App, startApp } from '../helpers/app';
import { createEditor, tagsOf } from '../helpers/content';
import { itemTitles, readFeed, text } from '../helpers/feed';
import { countElements, htmlProblems } from '../helpers/html';
import { sendRaw } from '../helpers/request';
import { BY_THE_CLOCK } from '../helpers/statements';

const BASE = 'https://notes.example.com';
const PAGES = ['/tags/', '/tags/api/', '/tags/api/page/2/', '/tags/empty/', '/posts/article-01/'];
const FEEDS = ['/index.xml', '/tags/api/index.xml', '/tags/empty/index.xml'];

let app: App;

beforeAll(async () => {
  app = await startApp({
    config: { baseUrl: BASE, siteName: 'Field Notes', timeZone: 'Asia/Jakarta', entriesPerPage: 3 },
  });
  const editor = createEditor(app);
  const api = await editor.tag({ name: 'api', slug: 'api', description: 'About web APIs.' });
  await editor.tag({ name: 'empty', slug: 'empty' });
  for (const number of ['01', '02', '03', '04', '05', '06', '07']) {
    await editor.published({ title: `How I ${number}`, slug: `article-${number}`, tags: [api] });
  }
});

afterAll(() => app.stop());

describe('an address', () => {
  it.each(PAGES)('%s answers with an HTML page', async (address) => {
    const response = await app.get(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(await htmlProblems(html)).toEqual([]);
    expect(countElements(html, 'h1')).toBe(1);
    expect(html).toContain(`<link rel="canonical" href="${BASE}${address}"/>`);
  });

  it.each(FEEDS)('%s answers with an RSS feed that names itself', async (address) => {
    const response = await app.get(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const xml = await response.text();
    expect(readFeed(xml).rss.attributes.version).toBe('2.0');
    expect(xml).toContain(`<atom:link href="${BASE}${address}" rel="self"`);
  });

  it.each(['/tags', '/tags/api', '/tags/api/page/2', '/posts/article-01'])(
    '%s redirects for good to the one with the final slash',
    async (address) => {
      const response = await app.get(address);
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe(`${BASE}${address}/`);
    },
  );

  it('keeps its query when it is redirected', async () => {
    const response = await app.get('/tags/api?utm_source=a%20b&x=1');
    expect(response.headers.get('location')).toBe(`${BASE}/tags/api/?utm_source=a%20b&x=1`);
  });

  it('is answered with a query as without one', async () => {
    expect((await app.get('/tags/api/?utm_source=x')).status).toBe(200);
    expect((await app.get('/tags/api/index.xml?v=2')).status).toBe(200);
  });

  it.each(['/tags/api/page/1/', '/tags/api/page/1'])(
    '%s redirects to the listing itself',
    async (address) => {
      const response = await app.get(address);
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe(`${BASE}/tags/api/`);
    },
  );

  it('of a feed with a final slash redirects to the feed', async () => {
    const response = await app.get('/tags/api/index.xml/');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`${BASE}/tags/api/index.xml`);
  });
});

describe('HEAD', () => {
  it.each([...PAGES, ...FEEDS, '/tags/api', '/posts/unknown/', '/tags/unknown/index.xml'])(
    'of %s answers as GET does, without a body',
    async (address) => {
      // A content coding has a length of its own.
      const headers = { 'Accept-Encoding': 'identity' };
      const [get, head] = await Promise.all([
        app.get(address, { headers }),
        app.get(address, { headers, method: 'HEAD' }),
      ]);
      const body = await get.text();
      expect(body).not.toBe('');
      expect(head.status).toBe(get.status);
      expect(await head.text()).toBe('');
      for (const name of ['content-type', 'content-length', 'etag', 'location']) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    },
  );
});

describe('what does not exist', () => {
  it.each([
    '/tags/unknown/',
    '/tags/api/page/4/',
    '/tags/api/page/0/',
    '/tags/api/page/02/',
    '/tags/api/page/-1/',
    '/tags/api/page/x/',
    '/tags/api/page/99999999999999999999/',
    '/tags/unknown/page/2/',
    '/tags/empty/page/2/',
    '/tags/API/',
    '/posts/unknown/',
    '/posts/Article-01/',
    '/posts/article_01/',
    '/posts/article%2D01%00/',
    '/posts/a%2Fb/',
    '/posts/%F0%9F%98%80/',
    '/posts/%3Cscript%3Ealert(1)%3C%2Fscript%3E/',
    "/posts/'%20OR%201=1--/",
  ])('is a page that is not found: %s', async (address) => {
    const response = await app.get(address);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(await htmlProblems(html)).toEqual([]);
    expect(html).toContain('<h1>Page not found</h1>');
    expect(html).toContain('noindex');
    expect(html).not.toMatch(/alert|OR 1=1/);
  });

  it.each(['/tags/unknown/index.xml', '/tags/API/index.xml', '/tags/a%2Fb/index.xml'])(
    'is a feed that is not found, in plain text: %s',
    async (address) => {
      const response = await app.get(address);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await response.text()).toBe('Page not found. There is nothing at this address.\n');
    },
  );

  it.each([
    '/posts/unknown',
    '/tags/unknown',
    '/tags/unknown/page/2',
    '/tags/unknown/page/1/',
    '/tags/api/page/4',
    '/tags/empty/page/2',
    '/tags/unknown+api/',
    '/tags/unknown+api',
    '/posts/unknow%6E/',
    '/TAGS/unknown/',
  ])('is not found at once, without a redirect to where nothing is: %s', async (address) => {
    const response = await app.get(address);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<h1>Page not found</h1>');
  });

  it.each(['/tags/unknown+api/index.xml', '/tags/unknown/feed.json/', '/page/9/atom.xml/'])(
    'is not found at once, for a feed too: %s',
    async (address) => {
      const response = await app.get(address);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    },
  );

  it('costs the database no more in one form than in the other, and writes nothing', async () => {
    const count = async (address: string): Promise<number> => {
      const asked: string[] = [];
      const note = ({ sql }: { sql: string }) => {
        // What other nodes say is looked for by the clock, and Strapi notes when it last did
        // something of its own.
        const byTheClock = /strapi_core_store_settings|^(?:begin|commit)\b/i;
        if (!BY_THE_CLOCK.test(sql) && !byTheClock.test(sql)) asked.push(sql);
      };
      app.strapi.db.connection.on('query', note);
      await app.get(address);
      app.strapi.db.connection.off('query', note);
      expect(asked.filter((sql) => !/^select/i.test(sql))).toEqual([]);
      return asked.length;
    };
    for (const unknown of ['/posts/unknown', '/tags/u1+u2+u3+u4', '/tags/unknown/page/2']) {
      expect(await count(unknown)).toBeLessThanOrEqual(await count(`${unknown}/`));
    }
  });

  it.each(['/posts/%E0%A4%A/', '/posts/%/', '/posts/%zz/', '/tags/%FF%FE/'])(
    'may be an address that is malformed: %s',
    async (address) => {
      const { status, body } = await sendRaw(app.origin, address);
      expect(status).toBe(404);
      expect(body).toContain('<h1>Page not found</h1>');
    },
  );

  it('is not reached by climbing up: dots are no slug', async () => {
    const { status, body } = await sendRaw(app.origin, '/posts/%2e%2e%2f%2e%2e%2fpackage.json/');
    expect(status).toBe(404);
    expect(body).toContain('<h1>Page not found</h1>');
  });
});

describe('an address of what was taken back', () => {
  it('redirects to the one form, which says that it is gone', async () => {
    const editor = createEditor(app);
    await editor.delete(await editor.published({ slug: 'taken-back' }));
    expect((await app.get('/posts/taken-back')).status).toBe(301);
    expect((await app.get('/posts/taken-back/')).status).toBe(410);
  });
});

describe('an encoded address', () => {
  it('leads to the plain one', async () => {
    const response = await app.get('/posts/article%2D01/');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`${BASE}/posts/article-01/`);
  });
});

describe('a method other than GET and HEAD', () => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  it.each(methods)('is refused by pages: %s', async (method) => {
    for (const address of ['/tags/', '/tags/api/', '/posts/article-01/', '/posts/unknown/']) {
      const response = await app.get(address, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  it.each(methods)('is refused by feeds: %s', async (method) => {
    for (const address of ['/index.xml', '/tags/api/index.xml', '/tags/unknown/index.xml']) {
      const response = await app.get(address, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    }
  });

  it('changes nothing', async () => {
    const before = await (await app.get('/tags/api/index.xml')).text();
    await app.get('/posts/article-01/', { method: 'DELETE' });
    expect(await (await app.get('/tags/api/index.xml')).text()).toBe(before);
  });
});

describe('a conditional request', () => {
  it.each([...PAGES, ...FEEDS])('for %s is 304 while nothing has changed', async (address) => {
    const { etag = '' } = (await sendRaw(app.origin, address)).headers;
    expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/);
    for (const method of ['GET', 'HEAD']) {
      for (const tags of [etag, `"other", ${etag}`, '*']) {
        const headers = { 'If-None-Match': tags };
        const response = await sendRaw(app.origin, address, { method, headers });
        expect(response.status).toBe(304);
        expect(response.body).toBe('');
        expect(response.headers.etag).toBe(etag);
      }
    }
  });

  it('with another entity tag gets the whole response', async () => {
    const headers = { 'If-None-Match': '"x"' };
    const { status, body } = await sendRaw(app.origin, '/tags/api/index.xml', { headers });
    expect(status).toBe(200);
    expect(body).toContain('<rss ');
  });
});

describe('the listing of a tag', () => {
  const titles = (html: string) => [...html.matchAll(/>(How I \d+)</g)].map(([, title]) => title);

  it('goes through all articles of the feed, page by page, in its order', async () => {
    const pages = await Promise.all(
      ['', 'page/2/', 'page/3/'].map(async (page) =>
        titles(await (await app.get(`/tags/api/${page}`)).text()),
      ),
    );
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(itemTitles(await (await app.get('/tags/api/index.xml')).text()));
  });

  it('links the pages before and after', async () => {
    const html = await (await app.get('/tags/api/page/2/')).text();
    expect(html).toContain(`<a rel="prev" href="${BASE}/tags/api/">`);
    expect(html).toContain(`<a rel="next" href="${BASE}/tags/api/page/3/">`);
    expect(await (await app.get('/tags/api/')).text()).not.toContain('rel="prev"');
    expect(await (await app.get('/tags/api/page/3/')).text()).not.toContain('rel="next"');
  });

  it('shows what its editor says about it, and where its feed is', async () => {
    const html = await (await app.get('/tags/api/')).text();
    expect(html).toContain('<h1><bdi>Api</bdi></h1>');
    expect(html).toContain('About web APIs.');
    expect(html).toContain(
      `<link rel="alternate" type="application/rss+xml" title="Api on Field Notes" href="${BASE}/tags/api/index.xml"/>`,
    );
  });
});

describe('a tag without articles', () => {
  it('has a valid feed with no items, built when the tag last changed', async () => {
    const xml = await (await app.get('/tags/empty/index.xml')).text();
    const { channel, items } = readFeed(xml);
    expect(items).toHaveLength(0);
    const built = Date.parse(text(channel, 'lastBuildDate'));
    const tag = await tagsOf(app).findFirst({
      filters: { slug: 'empty' },
    });
    expect(built).toBe(Math.floor(Date.parse(String(tag!.updatedAt)) / 1000) * 1000);
  });

  it('has a listing that says so', async () => {
    expect(await (await app.get('/tags/empty/')).text()).toContain('No articles yet.');
  });

  it('is not in the list of tags', async () => {
    const html = await (await app.get('/tags/')).text();
    expect(html).toMatch(/>Api<\/a>.*>7 articles</s);
    expect(html).not.toContain('>Empty</a>');
  });
});

describe('the Host header', () => {
  it('is never used: addresses come from the configuration', async () => {
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    for (const path of [
      '/tags/',
      '/tags/api/',
      '/tags/api',
      '/posts/article-01/',
      '/posts/unknown/',
      '/index.xml',
    ]) {
      const response = await sendRaw(app.origin, path, { headers });
      const everything = JSON.stringify(response.headers) + response.body;
      expect(everything).not.toContain('evil.example');
      expect(everything).toContain(BASE);
    }
  });
});

describe('an HTML response', () => {
  it.each(['/tags/api/', '/posts/article-01/', '/posts/unknown/'])(
    'forbids scripts and everything from elsewhere: %s',
    async (address) => {
      const { headers } = await app.get(address);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

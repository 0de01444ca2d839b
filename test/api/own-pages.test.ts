/**
 * @runs-on sqlite: Pages are entries in a list of their own, which is asked for as the lists of topics are:
 * on every database by catalogue.test.ts and own-types.test.ts.
 */
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { htmlProblems } from '../helpers/html';
import { LOCALISED, siteComponent, siteTypes } from '../helpers/site-types';
import type {
  ArticlePreview,
  FeedPage,
  Schedule,
  SharedPreview,
  SourceTypes,
} from '../../src/panel/admin-api';
import { settled } from '../helpers/state';

const ABOUT = 'api::about.about';
const PAGE = 'api::page.page';
const TERMS = 'api::term.term';
const POST = 'api::post.post';
const BASE = 'https://www.example.com';

const localised = (type: string) => ({ type, pluginOptions: LOCALISED });

const files = {
  ...siteComponent('shared.rich-text', { body: { type: 'richtext' } }),
  ...siteComponent('shared.seo', { metaTitle: { type: 'string' }, metaRobots: { type: 'string' } }),
  ...siteTypes({
    // As in Strapi's example app, with a translation.
    about: {
      isSingle: true,
      isLocalised: true,
      draftAndPublish: true,
      attributes: {
        title: localised('string'),
        blocks: {
          type: 'dynamiczone',
          components: ['shared.rich-text'],
          pluginOptions: LOCALISED,
        },
      },
    },
    page: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        slug: { type: 'uid' },
        description: { type: 'text' },
        content: { type: 'richtext' },
        publishDate: { type: 'datetime' },
        author: { type: 'string' },
        seo: { type: 'component', component: 'shared.seo' },
      },
    },
    // Every saved one is public.
    term: {
      isSingle: true,
      attributes: { title: { type: 'string' }, content: { type: 'richtext' } },
    },
    post: {
      draftAndPublish: true,
      isLocalised: true,
      attributes: {
        title: localised('string'),
        slug: localised('uid'),
        content: localised('richtext'),
      },
    },
  }),
};

const config = {
  baseUrl: BASE,
  siteName: 'Notes',
  sources: { [POST]: {} },
  pages: { [ABOUT]: {}, [PAGE]: {}, [TERMS]: { address: '/legal/terms/' } },
  locales: { en: {}, de: { path: '/de' } },
};

type Data = Record<string, unknown>;
type Action = (parameters: Data) => Promise<{ documentId: string }>;

let app: App & { folder: string };
let admin: AdminFetch;
const ids: Record<string, string> = {};

const documents = (uid: string) =>
  app.strapi.documents(uid as never) as unknown as Record<
    'create' | 'update' | 'publish' | 'unpublish' | 'delete',
    Action
  >;

const get = (address: string, headers: Record<string, string> = {}) =>
  app.get(address, { headers, redirect: 'manual' });

const read = async (address: string, headers?: Record<string, string>): Promise<string> => {
  const response = await get(address, headers);
  expect([address, response.status]).toEqual([address, 200]);
  return response.text();
};

const zone = (body: string) => [{ __component: 'shared.rich-text', body }];

beforeAll(async () => {
  app = await startApp({ config, files });
  await app.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'Deutsch' });
  admin = await signIn(app, 'strapi-super-admin');
});

afterAll(() => app?.stop());

describe('before anything is published', () => {
  it('no page is there, and a draft is none', async () => {
    const data = { title: 'About us', blocks: zone('Who **we** are.') };
    ids.about = (await documents(ABOUT).create({ data })).documentId;
    for (const address of ['/about/', '/about/index.md', '/legal/terms/', '/pages/imprint/']) {
      expect([address, (await get(address)).status]).toEqual([address, 404]);
    }
  });
});

describe('a page', () => {
  beforeAll(async () => {
    await documents(ABOUT).publish({ documentId: ids.about });
    const imprint = {
      ...{ title: 'Imprint', slug: 'imprint', description: 'Who answers for this.' },
      ...{ content: '## Address\n\nMain Street 1', author: 'Ana', publishDate: '2999-01-01' },
    };
    ids.imprint = (await documents(PAGE).create({ data: imprint, status: 'published' })).documentId;
    await documents(TERMS).create({ data: { title: 'Terms', content: 'Be *kind*.' } });
    const post = { title: 'First post', slug: 'first', content: 'Some text.' };
    ids.post = (await documents(POST).create({ data: post, status: 'published' })).documentId;
    await settled(app);
  });

  it('of a single type is at its own address, which its name makes unless the site says another', async () => {
    expect(await read('/about/')).toContain('<p dir="auto">Who <strong>we</strong> are.</p>');
    expect(await read('/legal/terms/')).toContain('<p dir="auto">Be <em>kind</em>.</p>');
    const response = await get('/about');
    expect([response.status, response.headers.get('location')]).toEqual([301, `${BASE}/about/`]);
  });

  it('of another type is at the address that its slug makes', async () => {
    expect(await read('/pages/imprint/')).toContain('Main Street 1');
    expect((await get('/pages/')).status).toBe(404);
    expect((await get('/pages/index.xml')).status).toBe(404);
    expect((await get('/about/index.xml')).status).toBe(404);
  });

  it('has a title and a text, and nothing that only articles have', async () => {
    const html = await read('/pages/imprint/');
    expect(html).toContain('<h1 dir="auto">Imprint</h1>');
    expect(html).toContain('<title>Imprint · Notes</title>');
    expect(html).not.toMatch(/<time|class="meta"|Ana|First post|rel="prev"|rel="next"/);
    expect(await htmlProblems(html)).toEqual([]);
    expect(await htmlProblems(await read('/about/'))).toEqual([]);
  });

  it('says to machines that it is a page of the site', async () => {
    const html = await read('/pages/imprint/');
    expect(html).toContain(`<link rel="canonical" href="${BASE}/pages/imprint/"/>`);
    expect(html).toContain('<meta property="og:type" content="website"/>');
    expect(html).toContain('<meta name="description" content="Who answers for this."/>');
    expect(html).not.toMatch(/article:|datePublished/);
  });

  it('is there in Markdown, by name and by Accept', async () => {
    const markdown = await read('/pages/imprint/index.md');
    expect(markdown).toContain('title: "Imprint"');
    expect(markdown).toContain('## Address');
    expect(markdown).not.toMatch(/^(?:date|author):/m);
    expect(await read('/pages/imprint/', { accept: 'text/markdown' })).toBe(markdown);
    expect(await read('/about/index.md')).toContain('Who **we** are.');
  });

  it('is in the sitemap', async () => {
    const sitemap = await read('/sitemap.xml');
    for (const page of ['/about/', '/pages/imprint/', '/legal/terms/']) {
      expect(sitemap).toContain(`<loc>${BASE}${page}</loc>`);
    }
  });

  it('is in no feed, listing, archive, count or llms.txt', async () => {
    const year = new Date().getUTCFullYear();
    const addresses = ['/', '/posts/', '/archive/', `/archive/${year}/`, '/posts/first/'];
    const feeds = ['/index.xml', '/atom.xml', '/feed.json', '/posts/index.xml', '/feeds.opml'];
    for (const address of [...addresses, ...feeds, '/subscribe/', '/llms.txt']) {
      const body = await read(address);
      expect([address, /imprint|\/about\/|\/legal\//i.test(body)]).toEqual([address, false]);
    }
    expect(await read('/archive/')).toContain('<span class="meta">1</span>');
  });

  it('is cached, answers 304 to who has it, and shows a change at once', async () => {
    const first = await get('/about/');
    const etag = first.headers.get('etag')!;
    expect((await get('/about/', { 'if-none-match': etag })).status).toBe(304);
    const feed = (await get('/index.xml')).headers.get('etag');
    await documents(ABOUT).update({
      documentId: ids.about,
      data: { title: 'About all of us' },
      status: 'published',
    });
    await settled(app);
    expect(await read('/about/', { 'if-none-match': etag })).toContain('About all of us');
    expect((await get('/index.xml')).headers.get('etag')).toBe(feed);
  });

  it('is linked in each language it is published in, both ways', async () => {
    expect((await get('/de/about/')).status).toBe(404);
    const data = { title: 'Über uns', blocks: zone('Wir.') };
    const asked = { documentId: ids.about, locale: 'de' };
    await documents(ABOUT).update({ ...asked, data, status: 'published' });
    await settled(app);
    const links = (html: string) => html.match(/<link rel="alternate" hreflang="[^>]*about\/"\/>/g);
    const english = links(await read('/about/'));
    expect(english).toHaveLength(3);
    expect(links(await read('/de/about/'))).toEqual(english);
    expect(await read('/sitemap.xml')).toContain(`hreflang="de" href="${BASE}/de/about/"`);
    expect(await read('/de/sitemap.xml')).toContain(`<loc>${BASE}/de/about/</loc>`);
    // What is not localised is in the main language alone.
    expect((await get('/de/pages/imprint/')).status).toBe(404);
    expect(await read('/de/sitemap.xml')).not.toContain('imprint');
  });

  it('that search engines are to leave out is in no sitemap', async () => {
    const data = { title: 'Privacy', slug: 'privacy', seo: { metaRobots: 'noindex' } };
    await documents(PAGE).create({ data, status: 'published' });
    await settled(app);
    const response = await get('/pages/privacy/');
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(await read('/sitemap.xml')).not.toContain('privacy');
  });

  it('leads from its former address to the present one, and is gone once it is taken back', async () => {
    await documents(PAGE).update({
      documentId: ids.imprint,
      data: { slug: 'legal-notice' },
      status: 'published',
    });
    await settled(app);
    const moved = await get('/pages/imprint/');
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      `${BASE}/pages/legal-notice/`,
    ]);
    expect(await read('/sitemap.xml')).toContain('/pages/legal-notice/');
    await documents(PAGE).unpublish({ documentId: ids.imprint });
    await documents(ABOUT).unpublish({ documentId: ids.about, locale: 'de' });
    await settled(app);
    expect((await get('/pages/legal-notice/')).status).toBe(410);
    expect((await get('/de/about/')).status).toBe(410);
    expect(await read('/about/')).not.toContain('hreflang="de"');
    expect(await read('/sitemap.xml')).not.toContain('/pages/');
    await documents(PAGE).publish({ documentId: ids.imprint });
    await settled(app);
    expect(await read('/pages/legal-notice/')).toContain('Imprint');
  });
});

describe('in the panel', () => {
  const preview = async (body: Data): Promise<ArticlePreview> => {
    const response = await admin('/syndication/previews', { method: 'POST', body });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: ArticlePreview }).data;
  };

  it('a page is told of by its address, and of no feed', async () => {
    const about = await preview({
      ...{ contentType: ABOUT, documentId: ids.about, locale: 'en' },
      values: { title: 'About nobody', blocks: zone('A link to [nothing](/pages/nothing/).') },
    });
    expect(about).toMatchObject({
      isPage: true,
      feeds: [],
      reasons: [],
      publicLink: `${BASE}/about/`,
      lastTold: null,
      effects: [{ code: 'page-change' }],
      item: { link: `${BASE}/about/` },
    });
    expect(about.problems?.map(({ code }) => code)).toEqual(['link-missing']);
    const values = { title: 'Contact', slug: 'contact', content: 'Write to us.' };
    expect(await preview({ contentType: PAGE, values })).toMatchObject({
      isPage: true,
      feeds: [],
      reasons: [{ code: 'draft' }],
      publicLink: null,
      effects: [{ code: 'page-new' }],
      problems: [],
      item: { link: `${BASE}/pages/contact/` },
    });
  });

  it('nobody who publishes a page again is asked whether subscribers are told', async () => {
    const of = async (type: string) => {
      const { data } = (await (await admin(`/syndication/schedule?type=${type}`)).json()) as {
        data: Schedule;
      };
      return [data.isSource, data.isPage];
    };
    expect(await of(PAGE)).toEqual([true, true]);
    expect(await of(POST)).toEqual([true, undefined]);
  });

  it('a draft of a page is shown to who has its address, as a page and in no feed', async () => {
    const data = { title: 'Contact', slug: 'contact', content: 'Write to us.' };
    const { documentId } = await documents(PAGE).create({ data });
    const query = new URLSearchParams({ contentType: PAGE, documentId });
    const response = await admin(`/syndication/previews/address?${query}`);
    const { page, feed } = ((await response.json()) as { data: SharedPreview }).data;
    const at = (address: string) => address.replace(BASE, '');
    const html = await read(at(page!));
    expect(html).toContain('<h1 dir="auto">Contact</h1>');
    expect(html).toContain('This link ends on');
    expect(html.replace(/<aside class="draft"[^]*?<\/aside>/, '')).not.toMatch(/<time|First post/);
    expect(await read(at(feed))).not.toContain('<item>');
  });

  it('pages are no part of the list of feeds, and the list of sources names them', async () => {
    const feeds = (await (await admin('/syndication/feeds')).json()) as { data: FeedPage };
    expect(JSON.stringify(feeds)).not.toMatch(/about|imprint|api::page/i);
    const sources = (await (await admin('/syndication/sources')).json()) as { data: SourceTypes };
    expect(sources.data.mapped.map(({ role, contentType }) => [role, contentType])).toEqual([
      ['source', POST],
      ['page', ABOUT],
      ['page', PAGE],
      ['page', TERMS],
    ]);
  });
});

/** Starts the site again with what it publishes by another configuration. */
const restart = async (published: Data): Promise<void> => {
  await app.close();
  app = await startApp({ folder: app.folder, files, config: { ...config, ...published } });
};

const DAY = 24 * 60 * 60 * 1_000;

/** What addresses answer days after a change of the configuration: on its first none is told as gone. */
const statusesLater = async (addresses: string[]): Promise<[string, number][]> => {
  const now = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * DAY);
  try {
    const found: [string, number][] = [];
    for (const address of addresses) found.push([address, (await get(address)).status]);
    return found;
  } finally {
    clock.mockRestore();
  }
};

describe('when the site says another address', () => {
  it('the former one leads there', async () => {
    await restart({
      pages: { [ABOUT]: { address: '/company/us/' }, [TERMS]: { address: '/terms/' } },
    });
    const moved = await get('/about/');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `${BASE}/company/us/`]);
    expect(await read('/company/us/')).toContain('About all of us');
    expect((await get('/legal/terms/')).headers.get('location')).toBe(`${BASE}/terms/`);
    // No longer named: not published.
    expect((await get('/pages/legal-notice/')).status).toBe(404);
    expect(await read('/sitemap.xml')).not.toContain('/pages/');
  });
});

describe('when articles become pages, and pages articles', () => {
  const listing = ['', 'de/'].flatMap((locale) =>
    ['', 'index.md', 'page/2/', 'index.xml', 'atom.xml', 'feed.json', 'archive/1/atom.xml'].map(
      (name) => `/${locale}posts/${name}`,
    ),
  );
  const all = (addresses: string[], status: number) => addresses.map((name) => [name, status]);

  it('the listing of the former is gone with its feeds, and each is where it was', async () => {
    const data = { title: 'Erster Beitrag', slug: 'erster' };
    await documents(POST).update({ documentId: ids.post, locale: 'de', data, status: 'published' });
    await restart({ sources: { [PAGE]: {} }, pages: { [POST]: {} } });
    expect(await statusesLater(listing)).toEqual(all(listing, 410));
    expect(await read('/posts/first/')).toContain('First post');
    expect(await read('/de/posts/erster/')).toContain('Erster Beitrag');
    expect(await statusesLater(['/posts/never/'])).toEqual([['/posts/never/', 404]]);
    expect(await read('/pages/')).toContain('Imprint');
    expect(await read('/pages/index.xml')).toContain('Imprint');
  });

  it('it stays gone when the pages go as well, which never had one', async () => {
    await restart({ sources: { [PAGE]: {} }, pages: {} });
    const gone = [...listing, '/posts/first/', '/company/us/', '/terms/'];
    expect(await statusesLater(gone)).toEqual(all(gone, 410));
    const never = ['/company/', '/posts/never/'];
    expect(await statusesLater(never)).toEqual(all(never, 404));
  });
});

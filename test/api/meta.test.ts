/** @runs-on sqlite: what the fields say is read with the entry, as any other component of it is. */
import { rmSync } from 'node:fs';

import { type App, startApp } from '../helpers/app';
import { dateOf } from '../helpers/dated';
import { reachNextSecond } from '../helpers/clock';
import { LOCALISED, siteComponent, siteTypes } from '../helpers/site-types';
import { forgetResponses } from '../helpers/state';

const ARTICLE = 'api::article.article';
const SEO = 'shared.seo';
const BASE = 'https://www.example.com';

const string = { type: 'string' };

const files = {
  ...siteComponent(SEO, {
    metaTitle: string,
    metaDescription: { type: 'text' },
    metaImage: { type: 'media', multiple: false, allowedTypes: ['images'] },
    metaRobots: string,
    canonicalURL: string,
  }),
  ...siteTypes({
    article: {
      draftAndPublish: true,
      attributes: {
        title: string,
        slug: { type: 'uid' },
        body: { type: 'richtext' },
        seo: { type: 'component', component: SEO },
      },
    },
  }),
};

describe('what an entry tells search engines', () => {
  let app: App;

  beforeAll(async () => {
    const config = { baseUrl: BASE, siteName: 'Notes', sources: { [ARTICLE]: {} } };
    app = await startApp({ config, files });
  });
  afterAll(() => app.stop());

  const documents = () =>
    app.strapi.documents(ARTICLE as never) as unknown as Record<
      'create' | 'update',
      (parameters: Record<string, unknown>) => Promise<{ documentId: string }>
    >;

  const publish = async (slug: string, seo: Record<string, unknown>): Promise<string> => {
    const data = { title: `Title of ${slug}`, slug, body: 'How it is told.', seo };
    await documents().create({ data, status: 'published' });
    return `/articles/${slug}/`;
  };

  const read = async (address: string, accept = 'text/html') => {
    const response = await app.get(address, { headers: { accept } });
    return { response, text: await response.text() };
  };

  const metaOf = (html: string, name: string): string | undefined =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

  it('changes the date of no page that only links to it', async () => {
    const before = await publish('before', {});
    const documentId = await documents()
      .create({ data: { title: 'Beside', slug: 'beside', seo: {} }, status: 'published' })
      .then((created) => created.documentId);
    const date = await dateOf(app, before);
    reachNextSecond();
    await documents().update({ documentId, data: { body: 'Mended.' }, status: 'published' });
    // As after a start: the page is made anew.
    forgetResponses(app);
    expect(await dateOf(app, before)).toBe(date);
  });

  it('stands in the document’s head and on cards, and readers see the article’s own words', async () => {
    const page = await publish('told', {
      metaTitle: 'Found & shown',
      metaDescription: 'What a search engine shows.',
    });
    const { text } = await read(page);
    expect(text).toContain('<title>Found &amp; shown</title>');
    expect(metaOf(text, 'og:title')).toBe('Found &amp; shown');
    expect(metaOf(text, 'description')).toBe('What a search engine shows.');
    expect(metaOf(text, 'og:description')).toBe('What a search engine shows.');
    expect(text).toContain('<h1 dir="auto">Title of told</h1>');
    expect((await read('/articles/index.xml')).text).toContain('<title>Title of told</title>');
  });

  it('stays what the article says where the fields are empty', async () => {
    const { text, response } = await read(await publish('plain', { metaTitle: ' ' }));
    expect(text).toContain('<title>Title of plain · Notes</title>');
    expect(metaOf(text, 'description')).toBe('How it is told.');
    expect(text).not.toContain('noindex');
    expect(response.headers.get('x-robots-tag')).toBeNull();
    expect((await read('/sitemap.xml')).text).toContain('/articles/plain/');
  });

  it.each([
    'noindex',
    'NOINDEX, nofollow',
    'nofollow,noindex',
    'nofollow noindex',
    'noindex_nofollow',
    'none',
  ])(
    'is that %j leaves the page out of the sitemap, and feeds and listings have it all the same',
    async (metaRobots) => {
      const slug = `left-out-${Buffer.from(metaRobots).toString('hex')}`;
      const page = await publish(slug, { metaRobots });
      for (const [address, accept] of [
        [page, 'text/html'],
        [page, 'text/markdown'],
        [`${page}index.md`, '*/*'],
      ] as const) {
        const { response } = await read(address, accept);
        expect(response.status).toBe(200);
        expect(response.headers.get('x-robots-tag')).toBe('noindex');
      }
      expect(metaOf((await read(page)).text, 'robots')).toBe('noindex');
      expect((await read('/sitemap.xml')).text).not.toContain(page);
      expect((await read('/articles/')).text).toContain(page);
      expect((await read('/articles/index.xml')).text).toContain(page);
    },
  );

  it.each(['index', 'index, follow', 'noindexing', 'non'])(
    'is not that it leaves the page out with %j',
    async (metaRobots) => {
      const page = await publish(`found-${metaRobots.replaceAll(/\W+/g, '-')}`, { metaRobots });
      expect((await read(page)).response.headers.get('x-robots-tag')).toBeNull();
      expect((await read('/sitemap.xml')).text).toContain(page);
    },
  );

  it('is where the same text is, and the sitemap has the page no more', async () => {
    const canonicalURL = 'https://elsewhere.example.com/told/?a=1&b=2';
    const page = await publish('elsewhere', { canonicalURL });
    const { text, response } = await read(page);
    expect(text).toContain(
      '<link rel="canonical" href="https://elsewhere.example.com/told/?a=1&amp;b=2"/>',
    );
    expect(metaOf(text, 'og:url')).toBe('https://elsewhere.example.com/told/?a=1&amp;b=2');
    expect(response.headers.get('link')).toContain(`<${canonicalURL}>; rel="canonical"`);
    const markdown = await read(`${page}index.md`);
    expect(markdown.text).toContain(`canonical: "${canonicalURL}"`);
    expect(markdown.response.headers.get('link')).toContain(`<${canonicalURL}>; rel="canonical"`);
    expect((await read('/sitemap.xml')).text).not.toContain(page);
    // Readers are led to the page that they are subscribed to.
    expect((await read('/articles/index.xml')).text).toContain(`<link>${BASE}${page}</link>`);
  });

  it.each([
    ...['javascript:alert(1)', 'mailto:a@example.com', 'http://[', 'data:text/html,a'],
    // No addresses, and the page's own with or without what makes no difference.
    ...['www.example.com/told', 'none', '-', '{page}', '{page}#top', '{page without slash}'],
  ])('is the page’s own address where %j is given', async (given) => {
    const slug = `own-${given.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '')}x`;
    const address = `${BASE}/articles/${slug}/`;
    const canonicalURL = given
      .replace('{page}', address)
      .replace('{page without slash}', address.slice(0, -1));
    const page = await publish(slug, { canonicalURL });
    const { text } = await read(page);
    expect(text).toContain(`<link rel="canonical" href="${BASE}${page}"/>`);
    expect((await read('/sitemap.xml')).text).toContain(page);
  });

  it('is on the page after the next publication, and not before', async () => {
    const seo = { metaTitle: 'First' };
    const data = { title: 'Turns', slug: 'turns', seo };
    const { documentId } = await documents().create({ data, status: 'published' });
    await read('/articles/turns/');
    await documents().update({ documentId, data: { seo: { metaTitle: 'Second' } } });
    expect((await read('/articles/turns/')).text).toContain('<title>First</title>');
    const parameters = { documentId, data: { seo: { metaTitle: 'Second' } }, status: 'published' };
    await documents().update(parameters);
    expect((await read('/articles/turns/')).text).toContain('<title>Second</title>');
  });

  it('is bounded, be the field as long as it likes', async () => {
    const page = await publish('long', { metaDescription: 'x'.repeat(100_000) });
    expect((await read(page)).text.length).toBeLessThan(40_000);
  });
});

describe('what an entry of several languages tells search engines', () => {
  let app: App & { folder: string };

  const localised = {
    ...siteComponent(SEO, { metaRobots: string, metaTitle: string }),
    ...siteTypes({
      article: {
        draftAndPublish: true,
        isLocalised: true,
        attributes: Object.fromEntries(
          Object.entries({
            title: string,
            slug: { type: 'uid' },
            seo: { type: 'component', component: SEO },
          }).map(([name, attribute]) => [name, { ...attribute, pluginOptions: LOCALISED }]),
        ),
      },
    }),
  };
  const config = { baseUrl: BASE, siteName: 'Notes', sources: { [ARTICLE]: {} } };

  beforeAll(async () => {
    const first = await startApp({ config, files: localised });
    await first.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    await first.close();
    const locales = { en: {}, de: {} };
    app = await startApp({
      config: { ...config, locales },
      files: localised,
      folder: first.folder,
    });
  });
  afterAll(async () => {
    await app.stop();
    rmSync(app.folder, { recursive: true, force: true });
  });

  it('is, of a page that is left out, that no other language leads to it', async () => {
    const documents = app.strapi.documents(ARTICLE as never) as unknown as Record<
      'create' | 'update' | 'publish',
      (parameters: Record<string, unknown>) => Promise<{ documentId: string }>
    >;
    const { documentId } = await documents.create({
      data: { title: 'Read', slug: 'read' },
      locale: 'en',
      status: 'published',
    });
    const translate = (metaRobots: string | null) =>
      documents.update({
        documentId,
        locale: 'de',
        data: { title: 'Gelesen', slug: 'gelesen', seo: { metaRobots } },
        status: 'published',
      });
    const leads = async (): Promise<boolean[]> => {
      const [page, sitemap] = await Promise.all(
        ['/articles/read/', '/sitemap.xml'].map(async (address) => (await app.get(address)).text()),
      );
      return [page!, sitemap!].map((body) => body.includes('/de/articles/gelesen/'));
    };
    await translate(null);
    expect(await leads()).toEqual([true, true]);
    await translate('noindex');
    expect(await leads()).toEqual([false, false]);
    expect((await app.get('/de/articles/gelesen/')).headers.get('x-robots-tag')).toBe('noindex');
    await translate('index');
    expect(await leads()).toEqual([true, true]);
  });
});

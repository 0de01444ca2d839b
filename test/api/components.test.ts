/**
 * @runs-on sqlite postgres: Strapi keeps components in the same tables on each; a server is tried
 * beside the file.
 */
import fc from 'fast-check';

import { type App, startApp } from '../helpers/app';
import { PROPERTY_TIME, propertyRuns } from '../helpers/property-time';
import { siteComponent, siteTypes } from '../helpers/site-types';
import { forgetCounts, forgetResponses } from '../helpers/state';

const ARTICLE = 'api::article.article';
const CATEGORY = 'api::category.category';
const POST = 'api::post.post';
const TEXT = 'shared.text';
const QUOTE = 'shared.quote';
const CHAPTER = 'shared.chapter';
const SEO = 'shared.seo';

type Data = Record<string, unknown>;

const files = {
  ...siteComponent(TEXT, { body: { type: 'richtext' } }),
  ...siteComponent(QUOTE, { body: { type: 'text' } }),
  ...siteComponent(CHAPTER, {
    title: { type: 'string' },
    quotes: { type: 'component', component: QUOTE, repeatable: true },
  }),
  ...siteComponent(SEO, { summary: { type: 'text' }, slug: { type: 'string' } }),
  ...siteTypes({
    article: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        slug: { type: 'uid' },
        blocks: { type: 'dynamiczone', components: [TEXT, CHAPTER] },
        seo: { type: 'component', component: SEO },
      },
    },
    category: {
      pluralName: 'categories',
      attributes: { name: { type: 'string' }, seo: { type: 'component', component: SEO } },
    },
    post: {
      attributes: {
        title: { type: 'string' },
        slug: { type: 'string' },
        category: { type: 'relation', relation: 'manyToOne', target: CATEGORY },
      },
    },
  }),
};

const config = {
  baseUrl: 'https://www.example.com',
  siteName: 'Notes',
  content: 'full' as const,
  sources: {
    [ARTICLE]: {
      address: '/articles/{seo.slug}/{slug}/',
      summary: ['seo.summary'],
      body: 'blocks',
    },
    [POST]: { address: '/posts/{category.seo.slug}/{slug}/' },
  },
};

describe('components of entries', () => {
  let app: App;
  let made = 0;

  beforeAll(async () => {
    app = await startApp({ config, files });
  });
  afterAll(() => app.stop());

  const documents = (uid: string) =>
    app.strapi.documents(uid as never) as unknown as Record<
      'create' | 'update' | 'publish' | 'unpublish' | 'delete',
      (parameters: Data) => Promise<{ documentId: string }>
    >;
  const rows = (uid: string) => app.strapi.db.query(uid as never);
  const read = async (address: string): Promise<string> => (await app.get(address)).text();

  const blocksOf = (name: string) => [
    { __component: TEXT, body: `Text of ${name}.` },
    { __component: CHAPTER, title: `Chapter of ${name}`, quotes: [{ body: `Quote of ${name}` }] },
    { __component: TEXT, body: `End of ${name}.` },
  ];

  const publish = async (): Promise<{ documentId: string; name: string; page: string }> => {
    made += 1;
    const name = `n${made}`;
    const seo = { slug: name, summary: `Summary of ${name}` };
    const data = { title: name, slug: name, blocks: blocksOf(name), seo };
    const { documentId } = await documents(ARTICLE).create({ data, status: 'published' });
    return { documentId, name, page: `/articles/${name}/${name}/` };
  };

  /** An article's row and its components' rows, as readers see them or as its draft has them. */
  const rowsOf = async (documentId: string, isPublished = true) => {
    const row = (await rows(ARTICLE).findOne({
      where: { documentId, publishedAt: isPublished ? { $notNull: true } : null },
      populate: {
        seo: true,
        blocks: { on: { [TEXT]: true, [CHAPTER]: { populate: ['quotes'] } } },
      },
    } as never)) as unknown as {
      id: number;
      seo: { id: number };
      blocks: { __component: string; id: number; quotes?: { id: number }[] }[];
    };
    const text = row.blocks.find(({ __component: uid }) => uid === TEXT);
    const chapter = row.blocks.find(({ __component: uid }) => uid === CHAPTER);
    return {
      article: row.id,
      [TEXT]: text?.id,
      [CHAPTER]: chapter?.id,
      [QUOTE]: chapter?.quotes![0]?.id,
      [SEO]: row.seo.id,
    };
  };

  const change = (uid: string, id: number | undefined, data: Data) =>
    rows(uid).update({ where: { id: id ?? 0 }, data } as never);

  it('that a query writes are in its responses once it writes their entry as well', async () => {
    const { documentId, page } = await publish();
    const other = await publish();
    const ids = await rowsOf(documentId);
    const texts = () => Promise.all([page, '/index.xml', '/feed.json'].map(read));
    for (const [uid, data, shown] of [
      [TEXT, { body: 'Another text.' }, 'Another text.'],
      [CHAPTER, { title: 'Another chapter' }, 'Another chapter'],
      [QUOTE, { body: 'Another quote' }, 'Another quote'],
    ] as const) {
      await texts();
      await change(uid, ids[uid], data);
      await change(ARTICLE, ids.article, {});
      expect((await texts()).map((text) => text.includes(shown))).toEqual([true, true, true]);
    }
    await app.strapi.db.transaction(async () => {
      await rows(TEXT).delete({ where: { id: ids[TEXT] } } as never);
      await change(ARTICLE, ids.article, {});
    });
    expect((await texts()).map((text) => text.includes('Another text.'))).toEqual([
      false,
      false,
      false,
    ]);
    expect(await read(other.page)).toContain(`Text of ${other.name}.`);
  });

  it('that are in an address move it with their entry', async () => {
    const { documentId, name, page } = await publish();
    const texts = () => Promise.all(['/sitemap.xml', '/index.xml'].map(read));
    for (const text of await texts()) expect(text).toContain(page);
    expect(await read(page)).toContain(`Text of ${name}.`);
    const ids = await rowsOf(documentId);
    await change(SEO, ids[SEO], { slug: `${name}-moved` });
    await change(ARTICLE, ids.article, {});
    const response = await app.get(page);
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      `https://www.example.com/articles/${name}-moved/${name}/`,
    ]);
    for (const text of await texts()) {
      expect(text).toContain(`/articles/${name}-moved/${name}/`);
    }
  });

  it('move what leads to their entry when this is saved with them as the panel saves it', async () => {
    const { documentId } = await documents(CATEGORY).create({
      data: { name: 'News', seo: { slug: 'news' } },
    });
    await documents(POST).create({ data: { title: 'P', slug: 'p', category: documentId } });
    const seo = async () => {
      const row = await rows(CATEGORY).findOne({
        where: { documentId },
        populate: ['seo'],
      } as never);
      return (row as unknown as { seo: { id: number } }).seo.id;
    };
    const save = async (data: Data) => documents(CATEGORY).update({ documentId, data });
    const sitemap = () => read('/sitemap.xml');
    expect(await sitemap()).toContain('/posts/news/p/');
    expect(await read('/posts/news/p/')).toContain('<title>P');
    await save({ seo: { id: await seo(), slug: 'reports' } });
    const response = await app.get('/posts/news/p/');
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      'https://www.example.com/posts/reports/p/',
    ]);
    expect(await sitemap()).toContain('/posts/reports/p/');
    expect(await read('/index.xml')).toContain('/posts/reports/p/');
    await save({ seo: null });
    expect(await sitemap()).not.toContain('/posts/');
    expect((await app.get('/posts/reports/p/')).status).not.toBe(200);
  });

  it('are as if nothing had been cached, after any writes', async () => {
    const articles: string[] = [];
    const pages: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      const { documentId, page } = await publish();
      articles.push(documentId);
      pages.push(page);
    }
    const look = () =>
      Promise.all([...pages, '/index.xml', '/feed.json', '/sitemap.xml'].map(read));
    interface Step {
      kind: number;
      which: number;
      isPublished: boolean;
      value: number;
    }
    /** Writes a component's row by a query, and then its entry's. */
    const write =
      (
        uid: typeof TEXT | typeof CHAPTER | typeof QUOTE | typeof SEO,
        act: (id: number | undefined, value: number) => Promise<unknown>,
      ) =>
      async ({ value, isPublished }: Step, documentId: string) => {
        const ids = await rowsOf(documentId, isPublished);
        await act(ids[uid], value);
        await change(ARTICLE, ids.article, {});
      };
    const ACTS: ((step: Step, documentId: string) => Promise<unknown>)[] = [
      write(TEXT, (id, value) => change(TEXT, id, { body: `Text ${value}` })),
      write(QUOTE, (id, value) => change(QUOTE, id, { body: `Quote ${value}` })),
      write(SEO, (id, value) => change(SEO, id, { summary: `Summary ${value}` })),
      write(CHAPTER, (id, value) => change(CHAPTER, id, { title: `Chapter ${value}` })),
      write(TEXT, (id = 0) => rows(TEXT).delete({ where: { id } } as never)),
      write(QUOTE, (id = 0) => rows(QUOTE).deleteMany({ where: { id } } as never)),
      ({ value, isPublished }, documentId) =>
        documents(ARTICLE).update({
          documentId,
          data: { blocks: blocksOf(`${value}`).slice(value % 3) },
          ...(isPublished && { status: 'published' }),
        }),
      (_step, documentId) => documents(ARTICLE).publish({ documentId }),
    ];
    const done: number[] = [];
    const began = Date.now();
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.nat(ACTS.length - 1),
            which: fc.nat(1_000),
            isPublished: fc.boolean(),
            value: fc.nat(1_000),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        fc.boolean(),
        async (steps, isTogether) => {
          if (Date.now() - began > PROPERTY_TIME) return;
          await look();
          const all = async () => {
            for (const step of steps) {
              done.push(step.kind);
              await ACTS[step.kind]!(step, articles[step.which % articles.length]!);
              if (!isTogether) await look();
            }
          };
          await (isTogether ? app.strapi.db.transaction(all) : all());
          const cached = await look();
          forgetResponses(app);
          forgetCounts(app);
          expect({ done: done.slice(-8), seen: await look() }).toEqual({
            done: done.slice(-8),
            seen: cached,
          });
        },
      ),
      { numRuns: propertyRuns(100), endOnFailure: true },
    );
  });
});

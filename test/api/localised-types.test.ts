import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { changeEntries } from '../../admin/src/features/bulk-changes/changes';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import type { ArticlePreview, SlugPreview, TopicDetails } from '../../src/panel/admin-api';
import { clientOf, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { frontEnd } from '../helpers/content-api';
import { itemTitles, readFeed, text } from '../helpers/feed';
import { mergeTags } from '../helpers/state';

const EXAMPLE = path.resolve(__dirname, '../../examples/languages/strapi-server.js');
const files = { 'src/extensions/syndication/strapi-server.js': readFileSync(EXAMPLE, 'utf8') };
const logFile = 'warnings.log';
const BASE = 'https://www.example.com';

type Data = Record<string, unknown>;
type Action = (parameters: Data) => Promise<{ documentId: string; slug?: string }>;

describe('articles and tags that an extension has localised, as examples/languages does', () => {
  let app: App & { folder: string };
  let folder: string;
  let old: { article: string; tag: string; guid: string; feedId: string };

  const documents = (uid: string) =>
    app.strapi.documents(uid as never) as unknown as Record<
      'create' | 'update' | 'publish' | 'delete' | 'clone',
      Action
    >;

  const read = async (address: string): Promise<string> => {
    const response = await app.get(address, { redirect: 'manual' });
    expect([address, response.status]).toEqual([address, 200]);
    return response.text();
  };

  const guidsIn = async (feed: string): Promise<string[]> =>
    readFeed(await read(feed)).items.map((item) => text(item, 'guid'));

  const idOf = async (feed: string): Promise<string> =>
    /<id>([^<]*)<\/id>/.exec(await read(feed))![1]!;

  const slugOf = async (uid: string, documentId: string, locale: string): Promise<unknown> =>
    (
      (await app.strapi.db
        .query(uid)
        .findOne({ select: ['slug'], where: { documentId, locale } })) as Data
    ).slug;

  beforeAll(async () => {
    const config = { baseUrl: BASE, siteName: 'Field Notes' };
    // On an installation in one language that was there before.
    app = await startApp({ config, logFile });
    ({ folder } = app);
    const tag = await documents(TAG_UID).create({ data: { name: 'api', slug: 'api' } });
    const article = await documents(ARTICLE_UID).create({
      data: { title: 'How I Test', body: 'Text.', tags: [tag.documentId] },
      status: 'published',
    });
    const [guid] = await guidsIn('/tags/api/index.xml');
    const feedId = await idOf('/tags/api/atom.xml');
    old = { article: article.documentId, tag: tag.documentId, guid: guid!, feedId };
    await app.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    await app.close();
    app = await startApp({
      config: { ...config, locales: { en: {}, de: { siteName: 'Feldnotizen' } } },
      files,
      folder,
      logFile,
      plugins: { graphql: { endpoint: '/graphql' } },
    });
  });

  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps addresses and ids of what was there before, in the main language', async () => {
    expect(await guidsIn('/tags/api/index.xml')).toEqual([old.guid]);
    expect(old.guid).toBe(`${BASE}/posts/how-i-test/`);
    expect(await idOf('/tags/api/atom.xml')).toBe(old.feedId);
    expect(await read('/posts/how-i-test/')).toContain('How I Test');
    expect(await guidsIn('/de/index.xml')).toEqual([]);
  });

  it('saves a tag in another language, with the same slug', async () => {
    await documents(TAG_UID).update({
      documentId: old.tag,
      locale: 'de',
      data: { name: 'Schnittstellen', slug: 'api' },
    });
    expect(await slugOf(TAG_UID, old.tag, 'de')).toBe('api');
    expect(await slugOf(TAG_UID, old.tag, 'en')).toBe('api');
    // In one language two tags cannot have one.
    const another = documents(TAG_UID).create({ locale: 'de', data: { name: 'x', slug: 'api' } });
    await expect(another).rejects.toThrow(/unique/);
    const { tableName } = app.strapi.db.metadata.get(TAG_UID);
    const row = { document_id: 'another', locale: 'de', slug: 'api', name: 'x', hidden: false };
    await expect(app.strapi.db.connection(tableName).insert(row)).rejects.toThrow();
  });

  it('publishes a translation at the slug of its own title, linked to the original', async () => {
    const { article: documentId } = old;
    await documents(ARTICLE_UID).update({
      documentId,
      locale: 'de',
      data: { title: 'Wie ich teste', body: 'Text.', tags: [old.tag] },
    });
    expect(await slugOf(ARTICLE_UID, documentId, 'en')).toBe('how-i-test');
    await documents(ARTICLE_UID).publish({ documentId, locale: 'de' });
    expect(await guidsIn('/de/tags/api/index.xml')).toEqual([`${BASE}/de/posts/wie-ich-teste/`]);
    expect(await itemTitles(await read('/tags/api/index.xml'))).toEqual(['How I Test']);
    const german = `<link rel="alternate" hreflang="de" href="${BASE}/de/posts/wie-ich-teste/"`;
    expect(await read('/posts/how-i-test/')).toContain(german);
    expect(await read('/de/posts/wie-ich-teste/')).toContain(german);
    expect(await read('/de/tags/')).toContain('Schnittstellen');
  });

  it('shows a tag’s editor what its readers have in each language', async () => {
    const editor = await signIn(app, 'strapi-super-admin');
    const feedsIn = async (locale: string): Promise<TopicDetails['feeds']> => {
      const response = await editor(`/syndication/topics/${TAG_UID}/${old.tag}?locale=${locale}`);
      return ((await response.json()) as { data: TopicDetails }).data.feeds;
    };
    expect(await feedsIn('en')).toMatchObject([
      { title: 'Api', language: 'en', page: `${BASE}/tags/api/`, published: 1 },
    ]);
    expect(await feedsIn('de')).toMatchObject([
      {
        title: 'Schnittstellen',
        language: 'de',
        page: `${BASE}/de/tags/api/`,
        published: 1,
        newest: { documentId: old.article, locale: 'de', title: 'Wie ich teste' },
      },
    ]);
  });

  it('changes many articles in the language of their list alone', async () => {
    const editor = await signIn(app, 'strapi-super-admin');
    const { documentId: topic } = await documents(TAG_UID).create({
      data: { name: 'many', slug: 'many' },
    });
    await documents(TAG_UID).update({
      documentId: topic,
      locale: 'de',
      data: { name: 'viele', slug: 'viele' },
    });
    const entries = {
      ...{ contentType: ARTICLE_UID, hasDrafts: true, locale: 'de' },
      documentIds: [old.article],
    };
    for (const kind of ['add-topic', 'remove-topic'] as const) {
      const change = { kind, field: 'tags', topic: { documentId: topic, locale: 'de' } };
      const outcome = await changeEntries(entries, change, clientOf(editor), () => {});
      expect(outcome).toEqual({ changed: 1, published: 1, left: [] });
      const inFeed = kind === 'add-topic' ? ['Wie ich teste'] : [];
      expect(await itemTitles(await read('/de/tags/viele/index.xml'))).toEqual(inFeed);
      expect(await itemTitles(await read('/tags/many/index.xml'))).toEqual([]);
    }
    await documents(TAG_UID).delete({ documentId: topic, locale: '*' });
  });

  it('numbers slugs among those of their language alone', async () => {
    const create = (locale: string) =>
      documents(ARTICLE_UID).create({ locale, data: { title: 'JSON' }, status: 'published' });
    const [german, english, second] = [await create('de'), await create('en'), await create('de')];
    expect(await slugOf(ARTICLE_UID, german.documentId, 'de')).toBe('json');
    expect(await slugOf(ARTICLE_UID, english.documentId, 'en')).toBe('json');
    expect(await slugOf(ARTICLE_UID, second.documentId, 'de')).toBe('json-1');
    const { documentId } = await documents(ARTICLE_UID).clone({
      documentId: german.documentId,
      locale: 'de',
    });
    expect(await slugOf(ARTICLE_UID, documentId, 'de')).toMatch(/^json-/);
    for (const { documentId: made } of [german, english, second]) {
      await documents(ARTICLE_UID).delete({ documentId: made, locale: '*' });
    }
    await documents(ARTICLE_UID).delete({ documentId, locale: '*' });
  });

  it('gives front ends the articles and tags of the language they ask for', async () => {
    const { accessKey } = await app.strapi.service('admin::api-token').create({
      name: 'Front end',
      type: 'custom',
      permissions: [`${ARTICLE_UID}.find`, `${TAG_UID}.find`],
      lifespan: null,
    });
    const names = async (address: string): Promise<unknown[]> => {
      const headers = { authorization: `Bearer ${accessKey}` };
      const { data } = (await (await app.get(address, { headers })).json()) as { data: Data[] };
      return data.map(({ title, name }) => name ?? title);
    };
    expect(await names('/api/syndication/articles?locale=de')).toEqual(['Wie ich teste']);
    expect(await names('/api/syndication/articles')).toEqual(['How I Test']);
    expect(await names('/api/syndication/tags?locale=de')).toEqual(['Schnittstellen']);
    expect(await names('/api/syndication/tags')).toEqual(['api']);
    const headers = { authorization: `Bearer ${accessKey}` };
    for (const type of ['articles', 'tags']) {
      const { status } = await app.get(`/api/syndication/${type}?locale=%00`, { headers });
      expect([type, status]).toEqual([type, 400]);
    }
  });

  it('gives them by GraphQL what REST gives', async () => {
    const english = await documents(TAG_UID).create({ data: { name: 'english', slug: 'english' } });
    const kept = await documents(ARTICLE_UID).create({
      data: { title: 'In English alone', keepOutOfFeeds: false, tags: [english.documentId] },
      status: 'published',
    });
    const data = { title: 'Nicht in Listen', keepOutOfFeeds: true };
    const { documentId } = kept;
    // Translations that readers may not see yet.
    const soon = { title: 'Geheim', date: '2999-01-01T00:00:00.000Z' };
    const later = await documents(ARTICLE_UID).create({
      data: { title: 'Known in English' },
      status: 'published',
    });
    await documents(ARTICLE_UID).update({
      documentId: later.documentId,
      locale: 'de',
      data: soon,
      status: 'published',
    });
    await documents(ARTICLE_UID).update({ documentId, locale: 'de', data, status: 'published' });
    const hidden = { name: 'geheim', slug: 'geheim', hidden: true };
    await documents(TAG_UID).update({ documentId: english.documentId, locale: 'de', data: hidden });
    const actions = [ARTICLE_UID, TAG_UID].flatMap((uid) => [`${uid}.find`, `${uid}.findOne`]);
    const { rest, graphql } = await frontEnd(app, actions, [
      'title',
      'name',
      'tags',
      'localizations',
    ]);
    const articles = 'title tags { name title } localizations { title }';
    const tags = 'name title localizations { name title }';
    for (const locale of ['en', 'de']) {
      const asked = await graphql(`{
        syndicationArticles(locale: "${locale}", sort: "title") { ${articles} }
        syndicationArticles_connection(locale: "${locale}") { pageInfo { total } }
        syndicationTags(locale: "${locale}", sort: "name") { ${tags} }
        syndicationTags_connection(locale: "${locale}") { pageInfo { total } }
        syndicationArticle(locale: "${locale}", documentId: "${old.article}") { title }
        syndicationTag(locale: "${locale}", documentId: "${old.tag}") { name title }
      }`);
      const list = async (address: string) =>
        (await rest(`/syndication/${address}&locale=${locale}`)) as object[];
      const found = {
        articles: await list('articles?sort=title&populate=tags,localizations'),
        tags: await list('tags?sort=name&populate=localizations'),
      };
      expect(asked).toEqual({
        syndicationArticles: found.articles,
        syndicationArticles_connection: { pageInfo: { total: found.articles.length } },
        syndicationTags: found.tags,
        syndicationTags_connection: { pageInfo: { total: found.tags.length } },
        syndicationArticle: await rest(`/syndication/articles/${old.article}?locale=${locale}`),
        syndicationTag: await rest(`/syndication/tags/${old.tag}?locale=${locale}`),
      });
      expect(found).toMatchObject(
        locale === 'de'
          ? { articles: [{ title: 'Wie ich teste' }], tags: [{ name: 'Schnittstellen' }] }
          : {
              articles: ['How I Test', 'In English alone', 'Known in English'].map((title) => ({
                title,
              })),
              tags: [{ name: 'api' }, { name: 'english' }],
            },
      );
      expect(JSON.stringify(asked)).not.toMatch(/geheim/i);
      const tagged = async (name: string) =>
        (await list(`articles?filters[tags][name]=${name}`)).map(
          (article) => (article as { title: string }).title,
        );
      expect({ api: await tagged('api'), german: await tagged('Schnittstellen') }).toEqual(
        locale === 'de'
          ? { api: [], german: ['Wie ich teste'] }
          : { api: ['How I Test'], german: [] },
      );
      expect(await tagged('geheim')).toEqual([]);
    }
    await documents(ARTICLE_UID).delete({ documentId, locale: '*' });
    await documents(ARTICLE_UID).delete({ documentId: later.documentId, locale: '*' });
    await documents(TAG_UID).delete({ documentId: english.documentId, locale: '*' });
  });

  it('gives the tags of all languages, each where it is published and not hidden', async () => {
    const { documentId: tag } = await documents(TAG_UID).create({
      data: { name: 'secret', slug: 'secret', hidden: true },
    });
    await documents(TAG_UID).update({ documentId: tag, locale: 'de', data: { name: 'offen' } });
    const { documentId } = await documents(ARTICLE_UID).create({
      data: { title: 'In both', tags: [tag] },
      status: 'published',
    });
    await documents(ARTICLE_UID).update({
      documentId,
      locale: 'de',
      data: { title: 'In beiden', tags: [tag] },
      status: 'published',
    });
    const { rest, graphql } = await frontEnd(app, [`${TAG_UID}.find`], ['name', 'locale']);
    const german = [
      { name: 'Schnittstellen', locale: 'de' },
      { name: 'offen', locale: 'de' },
    ];
    const all = [...german, { name: 'api', locale: 'en' }];
    expect(
      await graphql(`
        {
          syndicationTags(locale: "*", sort: "name") {
            name
            locale
          }
          syndicationTags_connection(locale: "*") {
            pageInfo {
              total
            }
          }
        }
      `),
    ).toEqual({
      syndicationTags: expect.arrayContaining(all),
      syndicationTags_connection: { pageInfo: { total: 3 } },
    });
    for (const [query, found] of [
      ['locale=*', all],
      ['locale=de', german],
      ['locale=*&filters[locale]=de', german],
    ] as const) {
      expect([query, new Set((await rest(`/syndication/tags?${query}`)) as object[])]).toEqual([
        query,
        new Set(found),
      ]);
    }
    await documents(ARTICLE_UID).delete({ documentId, locale: '*' });
    await documents(TAG_UID).delete({ documentId: tag, locale: '*' });
  });

  it('takes the codes of languages, and ids, and refuses what a database would fail at', async () => {
    const { rest, graphql } = await frontEnd(
      app,
      [`${ARTICLE_UID}.find`, `${TAG_UID}.find`, `${ARTICLE_UID}.findOne`, `${TAG_UID}.findOne`],
      ['title'],
    );
    for (const condition of [
      '[]=de',
      '[x]=de',
      '[$startsWith]=d',
      '[$foo]=de',
      '[a]=%00',
      '[0][$eq]=de',
      '=%00',
    ]) {
      for (const type of ['articles', 'tags', `articles/${old.article}`]) {
        await expect(rest(`/syndication/${type}?locale${condition}`)).rejects.toThrow(
          'locale: expected the code of a language.',
        );
      }
    }
    expect(
      await graphql(
        String.raw`{ syndicationArticle(documentId: "\u0000") { title } syndicationTag(documentId: "\u0000") { title } }`,
      ),
    ).toEqual({ syndicationArticle: null, syndicationTag: null });
  });

  it('shows editors what an article is in the language they write it in', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const post = async <Data>(address: string, body: object): Promise<Data> => {
      const response = await admin(address, { method: 'POST', body });
      return ((await response.json()) as { data: Data }).data;
    };
    const form = {
      contentType: ARTICLE_UID,
      documentId: old.article,
      values: { title: 'Wie ich teste', body: 'Text.' },
    };
    const preview = (locale: string | null) =>
      post<ArticlePreview>('/syndication/previews', { ...form, locale });
    const german = await preview('de');
    expect(german).toMatchObject({
      reasons: [],
      publicLink: `${BASE}/de/posts/wie-ich-teste/`,
      item: { link: `${BASE}/de/posts/wie-ich-teste/` },
    });
    expect(german.feeds.map(({ title, address, now }) => [title, address, now])).toEqual([
      ['Feldnotizen', `${BASE}/de/index.xml`, true],
      ['Schnittstellen', `${BASE}/de/tags/api/index.xml`, true],
    ]);
    const english = await preview(null);
    expect(english).toMatchObject({ publicLink: `${BASE}/posts/how-i-test/` });
    expect(english.feeds.map(({ title }) => title)).toEqual(['Field Notes', 'Api']);
    const nowhere = await preview('fr');
    expect(nowhere).toMatchObject({ feeds: [], publicLink: null });
    expect(nowhere.reasons).toContainEqual({ code: 'not-in-language' });
    // Nobody reads it there, but what Strapi would refuse is said.
    expect(nowhere.problems).toEqual([]);
    const refused = await post<ArticlePreview>('/syndication/previews', {
      ...{ ...form, locale: 'fr', values: { ...form.values, slug: 'No Slug!' } },
    });
    expect(refused.problems?.map(({ code }) => code)).toEqual(['slug-invalid']);
    const slug = (locale: string) =>
      post<SlugPreview>('/syndication/slugs', {
        ...{ contentType: ARTICLE_UID, heading: 'How I Test', slug: '', documentId: '', locale },
      });
    // In German nobody has it.
    expect(await slug('de')).toMatchObject({ address: `${BASE}/de/posts/how-i-test/` });
    expect(await slug('en')).toMatchObject({ address: `${BASE}/posts/how-i-test-1/` });
  });

  it('fills in from another language neither its slug nor its date, unless it is to come', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const filledIn = async (uid: string, documentId: string): Promise<Data> => {
      const asked = `documentId=${documentId}&sourceLocale=en&targetLocale=de&collectionType=collection-types`;
      const response = await admin(`/i18n/content-manager/get-fill-from-locale/${uid}?${asked}`);
      return ((await response.json()) as { data: Data }).data;
    };
    const past = await filledIn(ARTICLE_UID, old.article);
    expect(past).toMatchObject({ title: 'How I Test', body: 'Text.', slug: '' });
    expect(past.date).toBeUndefined();
    expect(await filledIn(TAG_UID, old.tag)).toMatchObject({ name: 'api', slug: '' });
    const date = '2999-01-01T00:00:00.000Z';
    const { documentId } = await documents(ARTICLE_UID).create({ data: { title: 'Soon', date } });
    expect(await filledIn(ARTICLE_UID, documentId)).toMatchObject({ slug: '', date });
  });

  it('merges tags in all of their languages, where the other has them all', async () => {
    const { documentId } = await documents(TAG_UID).create({ data: { name: 'interfaces' } });
    const merge = () => mergeTags(app, old.tag, documentId);
    await expect(merge()).rejects.toThrow(/"interfaces" is not written in the locale "de"/);
    expect(await itemTitles(await read('/tags/api/index.xml'))).toEqual(['How I Test']);
    await documents(TAG_UID).update({ documentId, locale: 'de', data: { name: 'Verbindungen' } });
    await merge();
    expect(await itemTitles(await read('/tags/interfaces/index.xml'))).toEqual(['How I Test']);
    expect(await itemTitles(await read('/de/tags/verbindungen/index.xml'))).toEqual([
      'Wie ich teste',
    ]);
    for (const [from, into] of [
      ['/tags/api/', '/tags/interfaces/'],
      ['/de/tags/api/', '/de/tags/verbindungen/'],
    ]) {
      const response = await app.get(from!, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([301, BASE + into!]);
    }
  });

  it('has another main locale, at a path of its own, where the option names it first', async () => {
    const { documentId } = await documents(ARTICLE_UID).create({
      data: { title: 'Kept', slug: 'kept' },
      status: 'published',
    });
    const data = { title: 'Behalten', slug: 'behalten' };
    await documents(ARTICLE_UID).update({ documentId, locale: 'de', data, status: 'published' });
    await app.close();
    const locales = { de: { path: '/de' }, en: { path: '/en' }, fr: {} };
    app = await startApp({ config: { baseUrl: BASE, locales }, files, folder, logFile });
    // On a new database somebody has to sign in to add it.
    expect(readFileSync(path.join(folder, logFile), 'utf8')).toContain(
      'names "fr", which Strapi does not have yet',
    );
    expect(await read('/robots.txt')).toContain(
      ['de', 'en', 'fr'].map((code) => `Sitemap: ${BASE}/${code}/sitemap.xml\n`).join(''),
    );
    expect(await guidsIn('/en/index.xml')).toContain(`${BASE}/posts/kept/`);
    expect(await itemTitles(await read('/de/index.xml'))).toContain('Behalten');
    const page = await read('/en/posts/kept/');
    expect(page).toContain(`hreflang="x-default" href="${BASE}/de/posts/behalten/"`);
    for (const address of ['/index.xml', '/posts/kept/']) {
      const response = await app.get(address, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([
        301,
        `${BASE}/en${address}`,
      ]);
    }
    expect((await app.get('/de/robots.txt')).status).toBe(404);
    expect(await read('/de/feeds.opml')).toContain(`${BASE}/en/index.xml`);
  });
});

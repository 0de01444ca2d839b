import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith';

import { findPublishedValues } from '../../src/addresses/permalink-rows';
import { ARTICLE_UID, PERMALINK_UID, PERMISSIONS } from '../../src/lib/constants';
import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import type {
  ArticlePreview,
  EntryPage,
  FeedDetail,
  FeedPage,
  SourceTypes,
} from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { reach } from '../helpers/clock';
import { inTime } from '../helpers/due';
import { documentsOf } from '../helpers/example-site';
import { atomErrors, jsonFeedErrors } from '../helpers/formats';
import { htmlProblems } from '../helpers/html';
import { BASE, type Site, startSite } from '../helpers/site';
import { LOCALISED, siteComponent, siteTypes } from '../helpers/site-types';
import { isCached, listed, settled, untilKept } from '../helpers/state';

const AUTHORS = 'value::authors';
const LETTER = 'api::letter.letter';
const DEPARTMENT = 'api::department.department';
const NOTE = 'api::note.note';
const PERSON = 'api::person.person';
const PRODUCT = 'api::product.product';
const STORY = 'api::story.story';

const title = { type: 'string' };
const localised = { type: 'string', pluginOptions: LOCALISED };

const types = siteTypes({
  letter: {
    draftAndPublish: true,
    attributes: {
      title,
      slug: title,
      byline: { type: 'component', component: 'shared.byline' },
      writers: { type: 'relation', relation: 'manyToMany', target: PERSON },
    },
  },
  note: {
    draftAndPublish: true,
    attributes: {
      title,
      slug: title,
      writer: { type: 'relation', relation: 'manyToOne', target: PERSON },
    },
  },
  person: { pluralName: 'persons', attributes: { name: title } },
  product: {
    draftAndPublish: true,
    attributes: {
      title,
      slug: title,
      category: { type: 'enumeration', enum: ['how-to', 'C', 'News'] },
      tags: { type: 'json' },
      keywords: { type: 'text' },
      departments: { type: 'relation', relation: 'manyToMany', target: DEPARTMENT },
    },
  },
  department: { draftAndPublish: true, attributes: { name: title } },
  story: {
    pluralName: 'stories',
    isLocalised: true,
    draftAndPublish: true,
    attributes: { title: localised, slug: localised, author: localised },
  },
});

const files = { ...types, ...siteComponent('shared.byline', { name: title }) };

const by = (field: string) => ({ field, address: '/authors/{value}/' as const });
const LETTERS = { author: ['byline.name', 'writers.name'], topics: [] };
const MAPPED = { [NOTE]: { author: 'writer.name' }, [STORY]: {} };
const WITHOUT = { [ARTICLE_UID]: {}, [LETTER]: LETTERS, ...MAPPED };
const WITH = {
  [ARTICLE_UID]: { topics: ['tags', by('author')] },
  [LETTER]: { ...LETTERS, topics: [by('byline.name'), by('writers.name')] },
  [NOTE]: { author: 'writer.name', topics: [by('writer.name')] },
  [PRODUCT]: {
    topics: [
      { field: 'category', names: { C: { en: 'C, the language', de: 'C, die Sprache' } } },
      { field: 'tags', address: '/labels/{value}/' as const },
      {
        field: 'keywords',
        address: '/labels/{value}/' as const,
        names: { ml: 'Machine learning' },
      },
      'departments.name',
    ],
  },
  [STORY]: { topics: [by('author')] },
};

const READ = 'plugin::content-manager.explorer.read';

type Data = Record<string, unknown>;

const below = (address = ''): string => address.replace(BASE, '');

const linksOf = (rss: string): string[] =>
  (parseRssFeed(rss).items ?? []).map(({ link }) => below(link)).sort();

/** What a page says of itself in the vocabulary of schema.org. */
const structured = (html: string): Data =>
  JSON.parse(/<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)![1]!) as Data;

const THAI = 'สมชาย ใจดี';
const CHINESE = '王小明';

describe('values that are topics', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-names-'));
  let site: Site;
  const ids: Record<string, string> = {};

  const start = async (sources: object, more = {}, changed = {}): Promise<void> => {
    const appearance = { listing: ['date', 'author'] as never };
    site = await startSite({ sources: sources as never, appearance, ...more }, folder, {
      files: { ...files, ...changed },
    });
  };
  const locales = { en: {}, de: { siteName: 'Feldnotizen' } };

  const create = async (uid: string, data: Data, locale?: string): Promise<string> =>
    (await documentsOf(site, uid).create({ data, status: 'published', locale })).documentId;
  const update = (uid: string, documentId: string, data: Data, locale?: string) =>
    documentsOf(site, uid).update({ documentId, data, status: 'published', locale });

  /** Where an article leads its readers for more of its topic. */
  const authorOf = async (address: string): Promise<string | undefined> =>
    below(/<li><a href="([^"]*\/authors\/[^"]+)"/.exec(await site.read(address))?.[1]) || undefined;

  const namedLists = () =>
    site.strapi.db.connection(CATALOGUE_TABLE).where('list', 'like', `%${AUTHORS}%`);

  beforeAll(async () => {
    await start(WITHOUT);
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    ids.one = await site.published('one', { author: 'Ada Lovelace' });
    ids.two = await site.published('two', { author: 'Łukasz Ünlü' });
  });
  afterAll(async () => {
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('have no page unless the site asks for it', async () => {
    for (const address of [
      '/authors/',
      '/authors/ada-lovelace/',
      '/authors/ada-lovelace/atom.xml',
    ]) {
      expect(await site.status(address)).toEqual([404]);
    }
    expect(await authorOf('/posts/one/')).toBeUndefined();
    expect(await site.read('/sitemap.xml')).not.toContain('/authors/');
    expect(await namedLists()).toEqual([]);
  });

  describe('where the site asks for pages', () => {
    let admin: AdminFetch;

    beforeAll(async () => {
      await site.close();
      await start(WITH, { locales });
      admin = await signIn(site.app, 'strapi-super-admin');
      ids.ada = await create(PERSON, { name: 'ADA  Lovelace' });
      ids.note = await create(NOTE, { title: 'A note', slug: 'a', writer: ids.ada });
      await site.published('thai', { author: THAI });
      await site.published('chinese', { author: CHINESE });
      await site.published('nobody', { author: '—' });
      ids.later = await site.published('later', {
        author: 'Late Comer',
        date: '2100-01-01T00:00:00.000Z',
      });
      await site.published('apart', { author: 'Kept Out', keepOutOfFeeds: true });
      await site.draft('draft', { title: 'Draft', author: 'Only Draft' });
      ids.story = await create(STORY, { title: 'Story', slug: 'story', author: 'Ada Lovelace' });
      await update(
        STORY,
        ids.story,
        { title: 'Geschichte', slug: 'geschichte', author: 'Jan Müller' },
        'de',
      );
    });

    it('have a page with all they wrote, that of before as well, whatever its type', async () => {
      const page = await site.read('/authors/ada-lovelace/');
      expect(await htmlProblems(page)).toEqual([]);
      for (const address of ['/posts/one/', '/notes/a/', '/stories/story/']) {
        expect(page).toContain(`<a href="${BASE}${address}">`);
      }
      expect(page).not.toContain('/posts/two/');
      expect(await site.read('/authors/ada-lovelace/index.md')).toContain('/posts/one/');
    });

    it('have feeds that other parsers read and schemas allow', async () => {
      const rss = await site.read('/authors/lukasz-uenlue/index.xml');
      expect(parseRssFeed(rss)).toMatchObject({
        title: 'Łukasz Ünlü on Field Notes',
        link: `${BASE}/authors/lukasz-uenlue/`,
        description: 'Recent content in Łukasz Ünlü on Field Notes',
      });
      expect(linksOf(rss)).toEqual(['/posts/two/']);
      const atom = await site.read('/authors/lukasz-uenlue/atom.xml');
      expect(await atomErrors(atom)).toEqual([]);
      expect(parseAtomFeed(atom).id).toBe(`${BASE}/authors/lukasz-uenlue/#value`);
      expect(jsonFeedErrors(await site.read('/authors/lukasz-uenlue/feed.json'))).toEqual([]);
      // Of a newer year than there is any history of.
      expect(await site.status('/authors/lukasz-uenlue/page/2/')).toEqual([404]);
    });

    it('share a page by the letters of their names, called as the newest article has it', async () => {
      await update(ARTICLE_UID, ids.one!, { date: '2026-02-01T00:00:00.000Z' });
      await update(STORY, ids.story!, { title: 'Story' });
      const asked = { lists: [`${AUTHORS}:@authors.ada-lovelace`], limit: 1 };
      const [newest] = await listed(site, asked);
      const called = newest!.contentType === NOTE ? 'ADA {2}Lovelace' : 'Ada Lovelace';
      expect(await site.read('/authors/ada-lovelace/')).toMatch(
        new RegExp(`<h1><bdi>${called}</bdi></h1>`),
      );
      expect(await site.read('/notes/a/')).toContain(
        `href="${BASE}/authors/ada-lovelace/" dir="auto">ADA  Lovelace</a>`,
      );
    });

    it('have an address in any script, and none without a letter', async () => {
      for (const [article, name] of [
        ['thai', THAI],
        ['chinese', CHINESE],
      ]) {
        const address = await authorOf(`/posts/${article}/`);
        expect(address).toMatch(/^\/authors\/[0-9a-f]{10}\/$/);
        expect(await site.read(address!)).toContain(`<h1><bdi>${name}</bdi></h1>`);
        expect(linksOf(await site.read(`${address}index.xml`))).toEqual([`/posts/${article}/`]);
      }
      expect(await authorOf('/posts/nobody/')).toBeUndefined();
    });

    it('are linked from pages, listings and items', async () => {
      const address = `${BASE}/authors/lukasz-uenlue/`;
      const page = await site.read('/posts/two/');
      expect(await htmlProblems(page)).toEqual([]);
      expect(page).toContain('<meta property="article:tag" content="Łukasz Ünlü"/>');
      expect(structured(page).keywords).toContain('Łukasz Ünlü');
      expect(page).toContain(`href="${address}"`);
      const atom = await site.read('/atom.xml');
      expect(await atomErrors(atom)).toEqual([]);
      const entry = parseAtomFeed(atom).entries!.find(({ id }) => below(id) === '/posts/two/')!;
      expect(entry.categories).toContainEqual(expect.objectContaining({ label: 'Łukasz Ünlü' }));
      const { items } = parseJsonFeed(await site.read('/feed.json'));
      expect(items!.find((item) => item.title === 'two')!.tags).toEqual(['Łukasz Ünlü']);
    });

    it('are listed, as far as something is public, in lists, the sitemap and llms.txt', async () => {
      const index = await site.read('/authors/');
      expect(await htmlProblems(index)).toEqual([]);
      expect(index).toMatch(/Łukasz Ünlü[^]*1 article/);
      expect(index).toMatch(/Lovelace[^]*3 articles/i);
      const { body } = parseOpml(await site.read('/feeds.opml'));
      const [english] = body!.outlines!;
      const feeds = english!.outlines!.map(({ xmlUrl }) => below(xmlUrl));
      expect(feeds).toContain('/authors/ada-lovelace/index.xml');
      const lists = [index, feeds.join('\n')];
      for (const file of ['/sitemap.xml', '/subscribe/', '/llms.txt', '/']) {
        lists.push(await site.read(file));
      }
      lists.forEach((list) => {
        expect(list).toContain('ada-lovelace');
        expect(list).not.toMatch(/late-comer|only-draft|kept-out|jan-mueller/);
      });
    });

    it('whom nothing public names are not told', async () => {
      for (const name of ['late-comer', 'only-draft', 'kept-out', 'jan-mueller', 'nobody']) {
        expect([name, await site.status(`/authors/${name}/`)]).toEqual([name, [404]]);
        expect(await site.status(`/authors/${name}/index.xml`)).toEqual([404]);
      }
      expect(await site.read('/posts/apart/')).toContain('Kept Out');
      expect(await authorOf('/posts/apart/')).toBeUndefined();
    });

    it('are told by themselves when their article is due', async () => {
      const due = await inTime(async (date) => {
        ids.soon ??= await site.published('soon', {
          author: 'Soon There',
          date: date.toISOString(),
        });
        await update(ARTICLE_UID, ids.soon, { date: date.toISOString() });
        expect(await site.status('/authors/soon-there/')).toEqual([404]);
        expect(await site.read('/authors/')).not.toContain('soon-there');
      });
      reach(due);
      expect(await site.status('/authors/soon-there/')).toEqual([200]);
      expect(await site.read('/authors/')).toContain('soon-there');
    });

    it('have in each language those who write in it', async () => {
      expect(await site.read('/de/authors/jan-mueller/')).toContain('/de/stories/geschichte/');
      const index = await site.read('/de/authors/');
      expect(index).toContain('Jan Müller');
      expect(index).not.toContain('lovelace');
      expect(await site.status('/de/authors/ada-lovelace/')).toEqual([404]);
      expect(await authorOf('/de/stories/geschichte/')).toBe('/de/authors/jan-mueller/');
      // Who writes in two is linked from one to the other.
      await update(STORY, ids.story!, { author: 'Ada Lovelace' }, 'de');
      const page = await site.read('/de/authors/ada-lovelace/');
      expect(page).toContain(`hreflang="en" href="${BASE}/authors/ada-lovelace/"`);
      expect(await site.status('/de/authors/jan-mueller/')).toEqual([404]);
    });

    it('combine as topics do', async () => {
      const address = '/authors/ada-lovelace,lukasz-uenlue/index.xml';
      expect(linksOf(await site.read(address))).toEqual(
        expect.arrayContaining(['/posts/one/', '/posts/two/']),
      );
      expect(await site.status('/authors/ada-lovelace,nobody/')).toEqual([404]);
      const atom = await site.read('/authors/ada-lovelace,lukasz-uenlue/atom.xml');
      expect(await atomErrors(atom)).toEqual([]);
      const id = `${BASE}/authors/ada-lovelace/,lukasz-uenlue#value`;
      expect(parseAtomFeed(atom).id).toBe(id);
    });

    it('of several entries behind a relation are all that say something', async () => {
      const writers = [
        await create(PERSON, { name: '  ' }),
        await create(PERSON, { name: 'Grace Hopper' }),
      ];
      ids.letter = await create(LETTER, { title: 'Letter', slug: 'letter', writers });
      expect(await authorOf('/letters/letter/')).toBe('/authors/grace-hopper/');
      const feed = await site.read('/authors/grace-hopper/index.xml');
      expect(linksOf(feed)).toEqual(['/letters/letter/']);
    });

    it('who are called otherwise are elsewhere at once, and nowhere else', async () => {
      await settled(site);
      const former = '/authors/ada-lovelace/index.xml';
      expect(linksOf(await site.read(former))).toContain('/notes/a/');
      const shown = [former, '/notes/a/', '/authors/', '/authors/lukasz-uenlue/'];
      const isInMemory = (address: string): boolean => isCached(site, `/notes${address}`);
      // A response that is made while the indexer still works on the entries above is not kept.
      await untilKept(
        site.app,
        shown.map((address) => `/notes${address}`),
      );
      await update(PERSON, ids.ada!, { name: 'Ada Byron' });
      expect(shown.filter(isInMemory)).toEqual(['/authors/lukasz-uenlue/']);
      expect(linksOf(await site.read(former))).not.toContain('/notes/a/');
      expect(await authorOf('/notes/a/')).toBe('/authors/ada-byron/');
      expect(linksOf(await site.read('/authors/ada-byron/index.xml'))).toEqual(['/notes/a/']);
      expect(await site.read('/authors/')).toContain('Ada Byron');
      // The very same name, spelled otherwise.
      await update(PERSON, ids.ada!, { name: 'ada BYRON' });
      expect(await site.read('/authors/ada-byron/')).toContain('<h1><bdi>ada BYRON</bdi></h1>');
      expect(await site.read('/authors/')).toContain('ada BYRON');

      await update(ARTICLE_UID, ids.two!, { author: 'Lukas Glad' });
      expect(await site.status('/authors/lukasz-uenlue/')).toEqual([404]);
      expect(await site.status('/authors/lukasz-uenlue/atom.xml')).toEqual([404]);
      expect(linksOf(await site.read('/authors/lukas-glad/index.xml'))).toEqual(['/posts/two/']);
      expect(await site.read('/authors/')).not.toContain('lukasz-uenlue');
      await documentsOf(site, ARTICLE_UID).unpublish({ documentId: ids.two! });
      expect(await site.status('/authors/lukas-glad/')).toEqual([404]);
      await documentsOf(site, ARTICLE_UID).publish({ documentId: ids.two! });
      expect(await site.status('/authors/lukas-glad/')).toEqual([200]);
    });

    it('are more than one statement finds, and are found all the same', async () => {
      const permalinks = site.strapi.db.query(PERMALINK_UID);
      const many = Array.from({ length: 1_100 }, (_, place) => `@authors.many-${place}`);
      const slug = 'many';
      const data = many.map((entry) => ({ contentType: AUTHORS, entry, slug, url: entry }));
      await permalinks.createMany({ data });
      const found = await findPublishedValues(site.strapi, AUTHORS);
      expect(found.filter((id) => id.includes('.many-')).sort()).toEqual(many.sort());
      expect(found).toContain('@authors.lukas-glad');
      await permalinks.deleteMany({ where: { contentType: AUTHORS, slug } });
    });

    describe('of fields of all kinds', () => {
      const product = (slug: string, data: Data) => create(PRODUCT, { title: slug, slug, ...data });
      const topicsOf = async (address: string): Promise<Record<string, string>> =>
        Object.fromEntries(
          [
            ...(
              /<ul class="tags">([^]*?)<\/ul>/.exec(await site.read(address))?.[1] ?? ''
            ).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g),
          ].map(([, href, name]) => [below(href), name!]),
        );

      beforeAll(async () => {
        const data = await Promise.all(
          ['Town hall', 'Parks & trees'].map((name) => create(DEPARTMENT, { name })),
        );
        ids.park = data[1]!;
        await product('all', {
          category: 'News',
          tags: ['Machine learning', { name: 'Food, drink' }, 2026, 'C', 'C++'],
          keywords: 'ml, food drink; Čeština',
          departments: data,
        });
        await product('some', { category: 'C', tags: null, keywords: '' });
        await product('words', { category: 'how-to', tags: ['Machine  LEARNING'] });
      });

      it('are linked by what they are called, each with a page of its own', async () => {
        const all = await topicsOf('/products/all/');
        const cplusplus = Object.keys(all).find((address) => address.startsWith('/labels/c-'))!;
        expect(all).toEqual({
          '/category/news/': 'News',
          '/labels/c/': 'C',
          [cplusplus]: 'C++',
          '/labels/machine-learning/': 'Machine learning',
          '/labels/food-drink/': 'Food, drink',
          '/labels/2026/': '2026',
          '/labels/ml/': 'Machine learning',
          '/labels/cestina/': 'Čeština',
          '/departments/town-hall/': 'Town hall',
          '/departments/parks-and-trees/': 'Parks &amp; trees',
        });
        expect(await topicsOf('/products/some/')).toEqual({ '/category/c/': 'C, the language' });
        expect(await topicsOf('/products/words/')).toEqual({
          '/category/how-to/': 'How To',
          '/labels/machine-learning/': 'Machine  LEARNING',
        });
        expect(linksOf(await site.read('/category/c/index.xml'))).toEqual(['/products/some/']);
        expect(linksOf(await site.read(`${cplusplus}index.xml`))).toEqual(['/products/all/']);
        expect(linksOf(await site.read('/labels/machine-learning/index.xml'))).toEqual([
          '/products/all/',
          '/products/words/',
        ]);
        for (const address of Object.keys(all)) {
          expect([address, await site.status(address)]).toEqual([address, [200]]);
        }
      });

      it('are listed by their directories', async () => {
        const index = await site.read('/category/');
        expect(await htmlProblems(index)).toEqual([]);
        expect(index).toMatch(/C, the language[^]*How To|How To[^]*C, the language/);
        expect(await site.read('/labels/')).toContain('Machine learning');
        expect(await site.read('/sitemap.xml')).toContain(`${BASE}/departments/town-hall/`);
      });

      it('follow the name of what a relation leads to', async () => {
        await update(DEPARTMENT, ids.park!, { name: 'Gardens' });
        expect(linksOf(await site.read('/departments/gardens/index.xml'))).toEqual([
          '/products/all/',
        ]);
        expect(await site.status('/departments/parks-and-trees/')).toEqual([404]);
      });
    });

    describe('in the panel', () => {
      const ask = async <Value>(address: string, body?: unknown, as = admin): Promise<Value> => {
        const response = await as(`/syndication/${address}`, body ? { method: 'POST', body } : {});
        expect([address, response.status]).toEqual([address, 200]);
        const json = (await response.json()) as { data?: Value };
        return json.data ?? (json as Value);
      };

      it('have their feeds in the list of feeds, with what is to come', async () => {
        const { results } = await ask<FeedPage>('feeds?pageSize=100');
        const byTitle = new Map(results.map((row) => [row.title, row]));
        expect(byTitle.get('Lukas Glad')).toMatchObject({
          id: '@authors.lukas-glad',
          contentType: AUTHORS,
          published: 1,
          link: `${BASE}/authors/lukas-glad/`,
        });
        expect(byTitle.has('Late Comer')).toBe(false);
        expect(byTitle.has('Only Draft')).toBe(false);
        const ofType = await ask<FeedPage>('feeds?_q=authors');
        expect(ofType.results.map(({ id }) => id)).toContain('@authors.lukas-glad');
        expect(new Set(ofType.results.map(({ typeName }) => typeName))).toEqual(
          new Set(['Authors']),
        );
      });

      it('have a feed whose details are shown', async () => {
        const detail = await ask<FeedDetail>('feeds/@authors.lukas-glad');
        expect(detail).toMatchObject({
          title: 'Lukas Glad on Field Notes',
          entries: { contentType: ARTICLE_UID, topic: null },
        });
      });

      it('are what a form says, with the feeds that it will be in', async () => {
        const values = { title: 'New', slug: 'new', author: 'Never Seen' };
        const form = { contentType: ARTICLE_UID, locale: null, values };
        const { feeds } = await ask<ArticlePreview>('previews', form);
        expect(feeds).toContainEqual(
          expect.objectContaining({
            title: 'Never Seen',
            address: `${BASE}/authors/never-seen/index.xml`,
            ...{ now: false, next: true, isToCome: true },
          }),
        );
      });

      it('are in a feed that is there already where something public has the name', async () => {
        const values = { title: 'New', slug: 'new', author: 'lukas GLAD' };
        const form = { contentType: ARTICLE_UID, locale: null, values };
        const { feeds } = await ask<ArticlePreview>('previews', form);
        const row = feeds.find(({ address }) => address.includes('/authors/'));
        expect(row).toMatchObject({ title: 'lukas GLAD', now: false, next: true });
        expect(row).not.toHaveProperty('isToCome');
      });

      it('are not told of what is scheduled to a role that may not read them', async () => {
        const fields = ['title', 'slug', 'body', 'date', 'tags'];
        const as = await signIn(site.app, {
          actions: [PERMISSIONS.readFeeds],
          permissions: [{ action: READ, subject: ARTICLE_UID, properties: { fields } }],
        });
        const values = { title: 'later', slug: 'later', date: '2100-01-01T00:00:00.000Z' };
        const form = { contentType: ARTICLE_UID, documentId: ids.later, locale: null, values };
        const withheld = { isWithheld: true, fields: expect.arrayContaining(['author']) };
        expect(await ask<ArticlePreview>('previews', form, as)).toEqual(withheld);
        const whole = { ...form, values: { ...values, author: 'Late Comer' } };
        const { feeds: all } = await ask<ArticlePreview>('previews', whole);
        expect(all.map(({ title }) => title)).toContain('Late Comer');
      });

      it('tell an editor what is to come, be the name a field of a component', async () => {
        const byline = { name: 'Grace Hopper' };
        await documentsOf(site, LETTER).create({ data: { title: 'To come', slug: 'b', byline } });
        const fields = ['title', 'slug', 'byline.name', 'writers'];
        const reader = (names: string[]) =>
          signIn(site.app, {
            actions: [PERMISSIONS.readFeeds],
            permissions: [{ action: READ, subject: LETTER, properties: { fields: names } }],
          });
        const titles = async (as: AdminFetch): Promise<string[]> => {
          const address = 'entries?feed=@authors.grace-hopper&status=draft';
          const { results } = await ask<EntryPage>(address, undefined, as);
          return results.map((entry) => entry.title);
        };
        expect(await titles(await reader(fields))).toEqual(['To come']);
        expect(await titles(await reader(['title', 'slug', 'writers']))).toEqual([]);
      });

      it('are said to have pages where the site says what it publishes', async () => {
        const { mapped } = await ask<SourceTypes>('sources');
        expect(mapped.map(({ role }) => role)).not.toContain('author');
        expect(mapped[0]!.parts).toContainEqual({
          key: 'valueTopics',
          from: ['/authors/{value}/'],
          isGuessed: false,
        });
      });
    });
  });

  it('are led to where their language is, when it moves', async () => {
    await site.close();
    const german = { ...locales.de, path: '/german' };
    await start(WITH, { locales: { ...locales, de: german } });
    await settled(site);
    for (const address of ['', 'index.xml', 'feed.json', 'index.md']) {
      const name = `authors/ada-lovelace/${address}`;
      expect(await site.status(`/de/${name}`)).toEqual([301, `/german/${name}`]);
      expect(await site.status(`/german/${name}`)).toEqual([200]);
    }
    expect(await site.status('/de/authors/')).toEqual([301, '/german/authors/']);
    expect(await site.status('/de/authors/nobody/')).toEqual([404]);
    expect(await site.status('/authors/ada-byron/')).toEqual([200]);
  });

  it('that were taken out of an enumeration stay as long as an entry has them', async () => {
    await site.close();
    const file = 'src/api/product/content-types/product/schema.json';
    const removed = { [file]: files[file]!.replace('"how-to",', '') };
    await start(WITH, { locales }, removed);
    await settled(site);
    expect(await site.status('/category/how-to/')).toEqual([200]);
  });

  it('keep the ids of their feeds where the site moves to another host', async () => {
    await site.close();
    await start(WITH, { locales, baseUrl: 'https://elsewhere.example/notes' });
    const idOf = async (address: string) => parseAtomFeed(await site.read(address)).id;
    expect(await idOf('/authors/ada-lovelace/atom.xml')).toBe(
      `${BASE}/authors/ada-lovelace/#value`,
    );
    expect(await idOf('/labels/machine-learning/atom.xml')).toBe(
      `${BASE}/labels/machine-learning/#value`,
    );
  });

  it('have no pages any more when the site asks for none', async () => {
    await site.close();
    await start(WITHOUT);
    expect(await site.status('/authors/ada-lovelace/')).toEqual([404]);
    expect(await authorOf('/posts/one/')).toBeUndefined();
    expect(await namedLists()).toEqual([]);
  });
});

/**
 * @runs-on sqlite: That Strapi's example app is published as it is; what mapped types do is tested
 * on every database by own-types and locales.
 */
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { signIn } from '../helpers/admin';
import { frontEnd } from '../helpers/content-api';
import {
  ARTICLE,
  AUTHOR,
  CATEGORY,
  documentsOf,
  exampleConfig,
  type ExampleEntries,
  exampleTypes,
  seedExample,
} from '../helpers/example-site';
import { atomErrors, jsonFeedErrors } from '../helpers/formats';
import { htmlProblems } from '../helpers/html';
import { BASE, type Site, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';
import { forgetResponses, isCached, saveSettings, settled } from '../helpers/state';
import { BY_THE_CLOCK } from '../helpers/statements';

const MEME = '/articles/a-bug-is-becoming-a-meme-on-the-internet/';
const HOLE = '/articles/what-s-inside-a-black-hole/';
const BOY = '/articles/the-internet-s-own-boy/';
const SHRIMP = '/articles/this-shrimp-is-awesome/';
const PICTURE = '/articles/beautiful-picture/';
const NEWEST_FIRST = [HOLE, PICTURE, MEME, SHRIMP, BOY];

const LOG = 'start.log';

/** Keeps what is said at start; a test's app says errors alone. */
const LOGGER = `
const { Writable } = require('node:stream');
const { transports } = require(${JSON.stringify(require.resolve('winston'))});
const file = require('node:path').join(__dirname, '../${LOG}');
const stream = new Writable({
  write(line, _encoding, done) {
    require('node:fs').appendFileSync(file, line);
    done();
  },
});
module.exports = { level: 'info', transports: [new transports.Stream({ stream })] };`;

const said = ({ folder }: { folder: string }): string =>
  readFileSync(path.join(folder, LOG), 'utf8');

const publishAll = async (site: Site, { articles }: ExampleEntries): Promise<void> => {
  for (const documentId of Object.values(articles)) {
    await documentsOf(site, ARTICLE).publish({ documentId });
  }
};

const below = (address = ''): string => address.replace(BASE, '');

const textsOf = (parent: XmlElement, name: string): string[] =>
  parent.children.flatMap((child) => {
    if (!(child instanceof XmlElement)) return [];
    return child.name === name ? [child.text] : textsOf(child, name);
  });

describe("Strapi's example app with one line of configuration", () => {
  let site: Site & { folder: string };
  let made: ExampleEntries;

  const articles = () => documentsOf(site, ARTICLE);
  const republish = (slug: string, data: Record<string, unknown>) =>
    articles().update({ documentId: made.articles[slug]!, data, status: 'published' });
  const linksIn = async (feed: string): Promise<string[]> =>
    (parseRssFeed(await site.read(feed)).items ?? []).map(({ link }) => below(link));

  beforeAll(async () => {
    site = await startSite(exampleConfig({ PUBLIC_URL: BASE }), undefined, {
      files: { ...exampleTypes(), 'config/logger.js': LOGGER },
      plugins: { graphql: { endpoint: '/graphql' } },
    });
    made = await seedExample(site);
  });
  afterAll(() => site?.stop());

  it('says at start what is published, and what was guessed', () => {
    expect(said(site)).toContain(
      `Syndication: Source "article" (${ARTICLE}) at /articles/{slug}/: title; summary from description; body from blocks; author from author.name; cover; topics from category (all guessed). Date: the first publication. No enclosure.`,
    );
    expect(said(site)).toContain(
      `Syndication: Topic type "category" (${CATEGORY}) at /categories/{slug}/: name; description (all guessed).`,
    );
  });

  it('publishes nothing of what the seed makes as drafts', async () => {
    expect(await site.status(MEME)).toEqual([404]);
    for (const directory of ['/', '/articles/', '/categories/tech/']) {
      expect(await linksIn(`${directory}index.xml`)).toEqual([]);
    }
    expect(await site.read('/categories/')).not.toContain('/categories/tech/');
  });

  it('has all published articles in its three formats, newest first', async () => {
    await publishAll(site, made);
    for (const directory of ['/', '/articles/']) {
      const rss = parseRssFeed(await site.read(`${directory}index.xml`));
      expect(rss.items!.map(({ link }) => below(link))).toEqual(NEWEST_FIRST);
      expect(rss.items![2]).toMatchObject({
        title: 'A bug is becoming a meme on the internet',
        guid: { value: BASE + MEME },
        description: 'About A bug is becoming a meme on the internet',
      });
      const atom = await site.read(`${directory}atom.xml`);
      expect(await atomErrors(atom)).toEqual([]);
      expect(parseAtomFeed(atom).entries!.map(({ id }) => below(id))).toEqual(NEWEST_FIRST);
      const json = await site.read(`${directory}feed.json`);
      expect(jsonFeedErrors(json)).toEqual([]);
      expect(parseJsonFeed(json).items![2]).toMatchObject({
        id: BASE + MEME,
        image: expect.stringContaining('/uploads/a-bug-is-becoming-a-meme-on-the-internet.jpg'),
        authors: [{ name: 'Sarah Baker' }],
        tags: ['Tech'],
      });
    }
  });

  it('has something at each address that the README of the example names', async () => {
    const readme = path.join(__dirname, '../../examples/strapi-example-app/README.md');
    const rows = readFileSync(readme, 'utf8').matchAll(/^\| (`\/.*?)\|/gm);
    const named = [...rows].flatMap(([, cell]) => cell!.match(/(?<=`)\/[^`]*/g)!);
    expect(named.length).toBeGreaterThan(10);
    for (const address of named) {
      expect([address, ...(await site.status(address))]).toEqual([address, 200]);
    }
  });

  it('has a page of each article, its dynamic zone in order', async () => {
    const page = await site.read(MEME);
    expect(await htmlProblems(page)).toEqual([]);
    expect(page).toContain('<h1 dir="auto">A bug is becoming a meme on the internet</h1>');
    expect(page).toContain('Sarah Baker');
    expect(page).toContain(`<a href="${BASE}/categories/tech/" dir="auto">Tech</a>`);
    const body = page.slice(page.indexOf('<div class="body">'));
    expect(body).toMatch(
      /Probant[^]*<em>markdownum<\/em>[^]*<blockquote dir="auto">\s*<p>Dig it to dig it\.<\/p>[^]*Thelonius Monk[^]*coffee-art\.jpg[^]*coffee-art\.jpg[^]*coffee-shadow\.jpg/,
    );
    const markdown = await site.read(`${MEME}index.md`);
    expect(markdown).toContain('Lorem *markdownum* of a-bug-is-becoming-a-meme-on-the-internet.');
    expect(markdown).toContain('> Dig it to dig it.');
  });

  it('has a listing and feeds of each category, and a list of those with articles', async () => {
    expect(await linksIn('/categories/tech/index.xml')).toEqual([HOLE, MEME]);
    expect(await linksIn('/categories/nature/index.xml')).toEqual([PICTURE, SHRIMP]);
    const atom = await site.read('/categories/tech/atom.xml');
    expect(await atomErrors(atom)).toEqual([]);
    expect(jsonFeedErrors(await site.read('/categories/tech/feed.json'))).toEqual([]);
    const listing = await site.read('/categories/tech/');
    expect(await htmlProblems(listing)).toEqual([]);
    expect(listing).toContain(BASE + MEME);
    const index = await site.read('/categories/');
    expect(await htmlProblems(index)).toEqual([]);
    expect(index).toContain('<h1>Categories</h1>');
    expect(index).toMatch(/Nature[^]*2 articles[^]*Story[^]*1 article[^]*Tech[^]*2 articles/);
    expect(index).not.toContain('/categories/food/');
  });

  it('names categories by their name on its home', async () => {
    const home = await site.read('/');
    expect(await htmlProblems(home)).toEqual([]);
    expect(home).toMatch(/<h2[^>]*>Categories</);
    expect(home).toContain(`<a href="${BASE}/categories/">All categories</a>`);
    expect(home).not.toMatch(/\b[Tt]ags</);
    expect(await site.read('/index.md')).toContain('## Categories');
  });

  it('names categories in the language of the site wherever they are listed', async () => {
    await saveSettings(site, { language: 'de' });
    const home = await site.read('/');
    expect(home).toMatch(/<h2[^>]*>Kategorien</);
    expect(home).toContain(`<a href="${BASE}/categories/">Alle Kategorien</a>`);
    expect(await site.read('/categories/')).toContain('<h1>Kategorien</h1>');
    expect(await site.read('/categories/index.md')).toMatch(/^# Kategorien\n/);
    const markdown = /## Kategorien\n\n[^]*\[Alle Kategorien\]\([^)]*\/categories\/index\.md\)/;
    expect(await site.read('/index.md')).toMatch(markdown);
    const llms = await site.read('/llms.txt');
    expect(llms).toMatch(markdown);
    expect(llms.match(/^## .*/gm)).toEqual(['## Artikel', '## Kategorien', '## Abonnieren']);
    await saveSettings(site, { language: 'en' });
  });

  it('is found by the list of feeds, the sitemap and llms.txt', async () => {
    const { body } = parseOpml(await site.read('/feeds.opml'));
    const feeds = [
      '/',
      '/articles/',
      ...['nature', 'story', 'tech'].map((s) => `/categories/${s}/`),
    ];
    expect(body!.outlines!.map(({ xmlUrl }) => below(xmlUrl))).toEqual(
      feeds.map((directory) => `${directory}index.xml`),
    );
    const sitemap = parseXml(await site.read('/sitemap.xml')).root!;
    const years = textsOf(sitemap, 'loc')
      .map(below)
      .filter((path) => /^\/archive\/\d+\/$/.test(path));
    expect(years.length).toBeGreaterThan(0);
    expect(textsOf(sitemap, 'loc').map(below).sort()).toEqual(
      [...feeds, '/categories/', '/archive/', ...years, ...NEWEST_FIRST].sort(),
    );
    const llms = await site.read('/llms.txt');
    expect(llms).toContain(`${BASE}${MEME}index.md`);
    expect(llms).toContain(`${BASE}/categories/tech/index.md`);
  });

  it('has nothing at the addresses of types that are not mapped', async () => {
    for (const address of ['/tags/', '/posts/', '/posts/index.xml', '/authors/', '/abouts/']) {
      expect([address, (await site.get(address)).status]).toEqual([address, 404]);
    }
  });

  it('changes exactly the responses that show what was changed', async () => {
    const isInMemory = (address: string): boolean => isCached(site, `/notes${address}`);
    const all = [
      MEME,
      HOLE,
      BOY,
      PICTURE,
      '/articles/atom.xml',
      '/categories/tech/',
      '/categories/',
    ];
    const addresses = [...all, '/categories/nature/atom.xml', '/categories/story/feed.json'];
    const cachedAfter = async (change: () => Promise<unknown>): Promise<string[]> => {
      await settled(site);
      for (const address of addresses) await site.read(address);
      expect(addresses.filter((address) => !isInMemory(address))).toEqual([]);
      await change();
      const left = addresses.filter(isInMemory);
      // Whatever is cached must be what would be rendered.
      const served = await Promise.all(left.map(site.read));
      forgetResponses(site);
      expect(await Promise.all(left.map(site.read))).toEqual(served);
      return left;
    };

    const renamed = await cachedAfter(() =>
      documentsOf(site, AUTHOR).update({
        documentId: made.authors['David Doe']!,
        data: { name: 'Dave Doe' },
      }),
    );
    expect(renamed).toEqual([MEME, HOLE, '/categories/tech/', '/categories/']);
    expect(await site.read(BOY)).toContain('Dave Doe');
    expect(await site.read('/categories/nature/atom.xml')).toContain('<name>Dave Doe</name>');

    const categoryRenamed = await cachedAfter(() =>
      documentsOf(site, CATEGORY).update({
        documentId: made.categories.story!,
        data: { name: 'Long reads' },
      }),
    );
    expect(categoryRenamed).toEqual(
      expect.arrayContaining([MEME, HOLE, PICTURE, '/categories/tech/']),
    );
    expect(categoryRenamed).not.toContain(BOY);
    expect(await site.read(BOY)).toContain('>Long reads</a>');
    expect(await site.read('/categories/')).toContain('Long reads');

    const edited = await cachedAfter(() =>
      republish('a-bug-is-becoming-a-meme-on-the-internet', { description: 'Edited.' }),
    );
    expect(edited).toEqual(
      expect.arrayContaining([
        ...[HOLE, BOY, PICTURE],
        ...['/categories/nature/atom.xml', '/categories/story/feed.json'],
      ]),
    );
    expect(edited).not.toContain(MEME);
    expect(await site.read('/categories/tech/')).toContain('Edited.');

    const draft = () =>
      articles().update({
        documentId: made.articles['beautiful-picture']!,
        data: { title: 'Not yet' },
      });
    expect(await cachedAfter(draft)).toEqual(addresses);
  });

  it('keeps the id of an article whose slug changes, and leads from the old address to the new', async () => {
    await republish('beautiful-picture', { title: 'Beautiful picture', slug: 'pretty-picture' });
    for (const file of ['', 'index.md']) {
      expect(await site.status(PICTURE + file)).toEqual([301, `/articles/pretty-picture/${file}`]);
    }
    const { items } = parseRssFeed(await site.read('/categories/nature/index.xml'));
    const item = items!.find(({ link }) => below(link) === '/articles/pretty-picture/');
    expect(item!.guid).toEqual({ value: BASE + PICTURE, isPermaLink: false });
  });

  it('leads from the old address of a category to the new, in every format', async () => {
    await documentsOf(site, CATEGORY).update({
      documentId: made.categories.nature!,
      data: { slug: 'wildlife' },
    });
    for (const file of ['', 'index.xml', 'atom.xml', 'feed.json', 'index.md']) {
      expect(await site.status(`/categories/nature/${file}`)).toEqual([
        301,
        `/categories/wildlife/${file}`,
      ]);
    }
    expect(await linksIn('/categories/wildlife/index.xml')).toContain(SHRIMP);
  });

  it('says of what was withdrawn or deleted that it is gone', async () => {
    await articles().unpublish({ documentId: made.articles['this-shrimp-is-awesome']! });
    await articles().delete({ documentId: made.articles['the-internet-s-own-boy']! });
    for (const address of [SHRIMP, BOY]) expect(await site.status(address)).toEqual([410]);
    await documentsOf(site, CATEGORY).delete({ documentId: made.categories.story! });
    for (const file of ['', 'index.xml', 'feed.json']) {
      expect(await site.status(`/categories/story/${file}`)).toEqual([410]);
    }
    expect(await linksIn('/articles/index.xml')).toEqual([HOLE, '/articles/pretty-picture/', MEME]);
  });

  it('asks as many statements, however many articles there are', async () => {
    const addresses = [
      '/articles/feed.json',
      '/articles/',
      '/categories/food/atom.xml',
      '/index.xml',
    ];
    const ask = async (): Promise<number> => {
      await settled(site);
      forgetResponses(site);
      let statements = 0;
      const note = ({ sql }: { sql: string }) => {
        if (/^\s*select/i.test(sql) && !BY_THE_CLOCK.test(sql)) statements += 1;
      };
      site.strapi.db.connection.on('query', note);
      for (const address of addresses) await site.read(address);
      site.strapi.db.connection.removeListener('query', note);
      return statements;
    };
    const add = async (from: number, to: number): Promise<void> => {
      for (let number = from; number < to; number += 1) {
        const data = {
          ...{ title: `More ${number}`, slug: `more-${number}`, category: made.categories.food },
          author: made.authors['David Doe'],
          blocks: [{ __component: 'shared.rich-text', body: `Text ${number}.` }],
        };
        await articles().create({ data, status: 'published' });
      }
    };
    /** Without what follows a write: numbers that are counted anew, and what Strapi reads for its events. */
    const count = async (): Promise<number> => {
      await ask();
      return ask();
    };
    await add(0, 2);
    const few = await count();
    await add(2, 9);
    expect(await count()).toBe(few);
  });

  describe('in the panel', () => {
    it("shows the site's own types, and hides the plugin's", async () => {
      const ask = await signIn(site.app, 'strapi-super-admin');
      const { data: managed } = (await (await ask('/content-manager/content-types')).json()) as {
        data: { uid: string; isDisplayed: boolean }[];
      };
      const displayed = managed.filter(({ isDisplayed }) => isDisplayed).map(({ uid }) => uid);
      expect(displayed).toEqual(expect.arrayContaining([ARTICLE, CATEGORY, AUTHOR]));
      expect(displayed).not.toEqual(expect.arrayContaining([ARTICLE_UID]));
      expect(displayed).not.toEqual(expect.arrayContaining([TAG_UID]));
      const { data: built } = (await (await ask('/content-type-builder/content-types')).json()) as {
        data: { uid: string; schema: { visible: boolean } }[];
      };
      const hidden = built.filter(({ schema }) => !schema.visible).map(({ uid }) => uid);
      expect(hidden).toEqual(expect.arrayContaining([ARTICLE_UID, TAG_UID]));
      expect(hidden).not.toContain(ARTICLE);
    });

    it("keeps the plugin's own types and their entries", async () => {
      const kept = await site.published('kept');
      expect(kept).toEqual(expect.any(String));
      expect(await site.read('/index.xml')).not.toContain('kept');
      expect(await site.status('/posts/kept/')).toEqual([404]);
    });

    it('lets those who write see feeds, as before', async () => {
      const ask = await signIn(site.app, 'strapi-editor');
      expect((await ask('/syndication/feeds')).status).toBe(200);
    });
  });

  it("gives the site's types by GraphQL as Strapi gives them by REST, and nothing of the plugin's", async () => {
    const uids = [ARTICLE, CATEGORY, AUTHOR, ARTICLE_UID, TAG_UID];
    const names = ['title', 'name', 'category', 'author', 'articles'];
    const api = await frontEnd(
      site.app,
      uids.map((uid) => `${uid}.find`),
      names,
    );
    await articles().unpublish({ documentId: made.articles['beautiful-picture']! });
    const all = 'pagination: { limit: 100 }';
    const inner = `articles(sort: "title", ${all}) { title }`;
    const asked = await api.graphql(`{
      articles(sort: "title", ${all}) { title author { name } category { name ${inner} } }
      categories(sort: "name", ${all}) { name ${inner} }
      drafts: articles(sort: "title", status: DRAFT, ${all}) { title category { name } }
    }`);
    const within = 'populate[category][populate][articles][sort]=title&populate[author]=true';
    const size = 'pagination[pageSize]=100';
    expect(asked).toEqual({
      articles: await api.rest(`/articles?sort=title&${within}&${size}`),
      categories: await api.rest(`/categories?sort=name&populate[articles][sort]=title&${size}`),
      drafts: await api.rest(`/articles?sort=title&status=draft&populate=category&${size}`),
    });
    const { drafts: _, ...published } = asked;
    expect(JSON.stringify(published)).not.toContain('Beautiful');
    await expect(api.graphql('{ syndicationArticles { title } }')).rejects.toThrow('Cannot query');
    await articles().publish({ documentId: made.articles['beautiful-picture']! });
  });

  it("leaves the content API of the site's types to Strapi, and opens none of the plugin's", async () => {
    for (const address of ['/api/articles', '/api/syndication/articles', '/api/syndication/tags']) {
      const { status } = await site.app.get(address);
      expect([address, [401, 403].includes(status)]).toEqual([address, true]);
    }
  });
});

describe('a configuration in JavaScript with functions', () => {
  let site: Site & { folder: string };
  let made: ExampleEntries;

  const NOTE = 'api::note.note';
  /** The options of a test's app, with functions, which JSON cannot hold. */
  const PLUGINS = `
    const { readFileSync } = require('node:fs');
    module.exports = () => {
      const plugins = JSON.parse(readFileSync(require('node:path').join(__dirname, '../plugins.json')));
      plugins.syndication.config.sources = {
        'api::article.article': {
          address: '/news/{category.slug}/{slug}/',
          select: ['createdAt'],
          components: {
            'shared.quote': ({ title, body }) => '<blockquote class="q">' + body + ' (' + title + ')</blockquote>',
          },
          item: (item, entry) => ({ ...item, title: item.title + ' [' + typeof entry.createdAt + ']' }),
        },
        '${NOTE}': {},
        'plugin::syndication.article': {},
      };
      plugins.syndication.config.topics = { 'api::category.category': { address: '/subjects/{slug}/' } };
      return plugins;
    };`;

  beforeAll(async () => {
    const note = { attributes: { title: { type: 'string' }, body: { type: 'richtext' } } };
    site = await startSite({ home: '/posts/' }, undefined, {
      files: { ...exampleTypes(), ...siteTypes({ note }), 'config/plugins.js': PLUGINS },
    });
    made = await seedExample(site);
    await publishAll(site, made);
  });
  afterAll(() => site?.stop());

  it('has the last word on items and on components', async () => {
    const { items } = parseRssFeed(await site.read('/subjects/story/index.xml'));
    expect(items).toMatchObject([
      {
        title: "The internet's Own boy [string]",
        link: `${BASE}/news/story/the-internet-s-own-boy/`,
      },
    ]);
    const page = await site.read('/news/story/the-internet-s-own-boy/');
    expect(page).toMatch(/<blockquote[^>]*>Dig it to dig it\. \(Thelonius Monk\)<\/blockquote>/);
  });

  it('moves all articles of a category with its slug, and keeps their ids', async () => {
    await documentsOf(site, CATEGORY).update({
      documentId: made.categories.tech!,
      data: { slug: 'technology' },
    });
    for (const slug of ['a-bug-is-becoming-a-meme-on-the-internet', 'what-s-inside-a-black-hole']) {
      expect(await site.status(`/news/tech/${slug}/`)).toEqual([301, `/news/technology/${slug}/`]);
    }
    expect(await site.status('/subjects/tech/index.xml')).toEqual([
      301,
      '/subjects/technology/index.xml',
    ]);
    const { items } = parseRssFeed(await site.read('/subjects/technology/index.xml'));
    expect(items!.map(({ guid }) => below(guid?.value))).toEqual([
      '/news/tech/what-s-inside-a-black-hole/',
      '/news/tech/a-bug-is-becoming-a-meme-on-the-internet/',
    ]);
  });

  it('publishes a type without drafts as soon as an entry is saved', async () => {
    const { documentId } = await documentsOf(site, NOTE).create({
      data: { title: 'A note', body: 'At once.' },
    });
    expect(await site.read(`/notes/${documentId}/`)).toContain('At once.');
    await documentsOf(site, NOTE).update({ documentId, data: { body: 'At once again.' } });
    expect(await site.read(`/notes/${documentId}/`)).toContain('At once again.');
    const { items } = parseRssFeed(await site.read('/notes/index.xml'));
    expect(items).toMatchObject([{ title: 'A note', link: `${BASE}/notes/${documentId}/` }]);
    await documentsOf(site, NOTE).delete({ documentId });
    expect(await site.status(`/notes/${documentId}/`)).toEqual([410]);
  });

  it('has its home where a type has its articles: all are listed there, and none is hidden by it', async () => {
    const { documentId } = await documentsOf(site, NOTE).create({ data: { title: 'Elsewhere' } });
    await site.published('below-home');
    const { items } = parseRssFeed(await site.read('/posts/index.xml'));
    const links = items!.map(({ link }) => below(link));
    expect(links).toContain(`/notes/${documentId}/`);
    expect(links).toContain('/posts/below-home/');
    expect(await site.read('/posts/')).toContain(`${BASE}/notes/${documentId}/`);
    expect(await site.read('/posts/below-home/')).toContain('<h1 dir="auto">below-home</h1>');
    expect(await site.status('/posts/subscribe/')).toEqual([200]);
  });

  it("publishes the plugin's own types when they are named, and shows them in the panel", async () => {
    const tag = await site.tag('own');
    await site.published('own', { tags: [tag] });
    expect(await site.read('/tags/own/index.xml')).toContain(`${BASE}/posts/own/`);
    const ask = await signIn(site.app, 'strapi-super-admin');
    const { data } = (await (await ask('/content-manager/content-types')).json()) as {
      data: { uid: string; isDisplayed: boolean }[];
    };
    const displayed = data.filter(({ isDisplayed }) => isDisplayed).map(({ uid }) => uid);
    expect(displayed).toEqual(expect.arrayContaining([ARTICLE_UID, TAG_UID, ARTICLE]));
  });
});

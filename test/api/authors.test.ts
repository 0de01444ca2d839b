/**
 * @runs-on sqlite: Authors that a relation leads to are found as topics are; those of names, who are found by
 * statements of their own, are tested on every database by value-topics.test.ts.
 */
import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith';

import { FILE_UID, PERMISSIONS } from '../../src/lib/constants';
import type {
  ArticlePreview,
  FeedPage,
  PublishedTypes,
  SourceTypes,
  TopicDetails,
} from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { documentsOf } from '../helpers/example-site';
import { atomErrors, jsonFeedErrors } from '../helpers/formats';
import { htmlProblems } from '../helpers/html';
import { BASE, type Site, startSite } from '../helpers/site';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { isCached, settled } from '../helpers/state';

const ESSAY = 'api::essay.essay';
const REMARK = 'api::remark.remark';
const AUTHOR = 'api::author.author';
const SUBJECT = 'api::subject.subject';

const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target });
const title = { type: 'string' };
const slug = { type: 'uid' };

const files = siteTypes({
  essay: {
    draftAndPublish: true,
    attributes: {
      title,
      slug,
      body: { type: 'richtext' },
      authors: relation('manyToMany', AUTHOR),
      subjects: relation('manyToMany', SUBJECT),
    },
  },
  remark: {
    draftAndPublish: true,
    attributes: { title, slug, writer: relation('manyToOne', AUTHOR), guest: title },
  },
  author: {
    draftAndPublish: true,
    attributes: {
      name: title,
      slug,
      bio: { type: 'text' },
      avatar: { type: 'media', multiple: false, allowedTypes: ['images'] },
      email: { type: 'string' },
      hidden: { type: 'boolean' },
    },
  },
  subject: { attributes: { name: title, slug } },
});

type Data = Record<string, unknown>;

const below = (address = ''): string => address.replace(BASE, '');

const linksOf = (rss: string): string[] =>
  (parseRssFeed(rss).items ?? []).map(({ link }) => below(link));

/** What a page says of itself in the vocabulary of schema.org. */
const structured = (html: string): Data =>
  JSON.parse(/<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)![1]!) as Data;

describe('authors that a relation leads to', () => {
  let site: Site;
  const ids: Record<string, string> = {};

  const create = async (uid: string, data: Data): Promise<string> =>
    (await documentsOf(site, uid).create({ data, status: 'published' })).documentId;
  const update = (uid: string, documentId: string, data: Data) =>
    documentsOf(site, uid).update({ documentId, data, status: 'published' });

  beforeAll(async () => {
    site = await startSite(
      {
        sources: { [ESSAY]: {}, [REMARK]: { author: ['writer', 'guest'] } } as never,
        appearance: { listing: ['date', 'author', 'tags'] },
      },
      undefined,
      { files },
    );
    const avatar = await site.strapi.db.query(FILE_UID).create({
      data: {
        ...{ name: 'ada', hash: 'ada', ext: '.jpg', mime: 'image/jpeg', size: 12.5 },
        ...{ provider: 'local', url: '/uploads/ada.jpg', width: 400, height: 400 },
      },
    });
    ids.ada = await create(AUTHOR, {
      ...{ name: 'Ada <Byron>', slug: 'ada', bio: 'Counts & writes.', email: 'ada@example.com' },
      avatar: avatar.id,
    });
    ids.bell = await create(AUTHOR, { name: 'bell hooks', slug: 'bell' });
    ids.nobody = await create(AUTHOR, { name: 'Zoe Nobody', slug: 'zoe' });
    ids.math = await create(SUBJECT, { name: 'math', slug: 'math' });
    ids.both = await create(ESSAY, {
      ...{ title: 'Written by two', slug: 'two', body: 'Text of two.' },
      ...{ authors: [ids.ada, ids.bell], subjects: [ids.math] },
    });
    ids.one = await create(ESSAY, {
      ...{ title: 'Written by one', slug: 'one', body: 'Text of one.' },
      ...{ authors: [ids.bell], subjects: [ids.math] },
    });
    ids.remark = await create(REMARK, { title: 'A remark', slug: 'a', writer: ids.ada });
    ids.guest = await create(REMARK, { title: 'Of a guest', slug: 'b', guest: 'Grace Guest' });
  });
  afterAll(() => site?.stop());

  it('have a page with what they say of themselves and what they wrote, whatever its type', async () => {
    const page = await site.read('/authors/ada/');
    expect(await htmlProblems(page)).toEqual([]);
    expect(page).toContain('<h1><bdi>Ada &lt;Byron></bdi></h1>');
    expect(page).toContain('<p class="lead" dir="auto">Counts &amp; writes.</p>');
    expect(page).toContain('/uploads/ada.jpg');
    expect(page).toContain(`<a href="${BASE}/essays/two/">`);
    expect(page).toContain(`<a href="${BASE}/remarks/a/">`);
    expect(page).not.toContain('/essays/one/');
    expect(page).not.toContain('ada@example.com');
  });

  it('are called as they write themselves', async () => {
    expect(await site.read('/authors/bell/')).toContain('<h1><bdi>bell hooks</bdi></h1>');
    expect(await site.read('/subjects/math/')).toContain('<h1><bdi>Math</bdi></h1>');
  });

  it('have feeds that other parsers read and schemas allow', async () => {
    const rss = parseRssFeed(await site.read('/authors/ada/index.xml'));
    expect(rss).toMatchObject({
      title: 'Ada <Byron> on Field Notes',
      link: `${BASE}/authors/ada/`,
      // A reader takes it for HTML.
      description: 'Recent articles by Ada &lt;Byron&gt; on Field Notes',
    });
    expect(rss.items!.map(({ link }) => below(link)).sort()).toEqual([
      '/essays/two/',
      '/remarks/a/',
    ]);
    const atom = await site.read('/authors/ada/atom.xml');
    expect(await atomErrors(atom)).toEqual([]);
    expect(parseAtomFeed(atom)).toMatchObject({ subtitle: { value: 'Counts & writes.' } });
    const json = await site.read('/authors/ada/feed.json');
    expect(jsonFeedErrors(json)).toEqual([]);
    expect(parseJsonFeed(json)).toMatchObject({
      description: 'Counts & writes.',
      icon: expect.stringContaining('/uploads/ada.jpg'),
    });
  });

  it('are named with their pages in the items of every feed', async () => {
    const atom = await site.read('/atom.xml');
    expect(await atomErrors(atom)).toEqual([]);
    const entry = parseAtomFeed(atom).entries!.find(({ id }) => below(id) === '/essays/two/')!;
    const authors = [
      { name: 'Ada <Byron>', uri: `${BASE}/authors/ada/` },
      { name: 'bell hooks', uri: `${BASE}/authors/bell/` },
    ];
    expect(entry.authors).toEqual(authors);
    expect(entry.categories).toEqual([
      { term: 'math', scheme: `${BASE}/subjects/`, label: 'Math' },
    ]);
    const json = await site.read('/feed.json');
    expect(jsonFeedErrors(json)).toEqual([]);
    const item = parseJsonFeed(json).items!.find((one) => one.title === 'Written by two')!;
    expect(item.authors).toEqual(authors.map(({ name, uri }) => ({ name, url: uri })));
    expect(item.tags).toEqual(['Math']);
  });

  it('are linked from the pages of articles, and are not among their topics', async () => {
    const page = await site.read('/essays/two/');
    expect(await htmlProblems(page)).toEqual([]);
    const ada = `<a rel="author" href="${BASE}/authors/ada/"><bdi>Ada &lt;Byron></bdi></a>`;
    const bell = `<a rel="author" href="${BASE}/authors/bell/"><bdi>bell hooks</bdi></a>`;
    expect(page).toContain(`${ada}, ${bell}`);
    expect(page).toContain(`<meta property="article:author" content="${BASE}/authors/ada/"/>`);
    expect(page.match(/article:tag" content="[^"]*/g)).toEqual(['article:tag" content="Math']);
    expect(/<ul class="tags"[^]*?<\/ul>/.exec(page)![0]).not.toContain('/authors/');
    expect(structured(page)).toMatchObject({
      keywords: ['Math'],
      author: [
        { '@type': 'Person', name: 'Ada <Byron>', url: `${BASE}/authors/ada/` },
        { '@type': 'Person', name: 'bell hooks', url: `${BASE}/authors/bell/` },
      ],
    });
    expect(await site.read('/essays/two/index.md')).toContain('author: "Ada <Byron>, bell hooks"');
  });

  it('are described at the end of articles, as they are now', async () => {
    const aboutOf = async (path: string): Promise<string | undefined> =>
      /<section class="authors"[^]*?<\/section>/.exec(await site.read(path))?.[0];
    const about = await aboutOf('/essays/two/');
    expect(about).toContain('<p dir="auto">Counts &amp; writes.</p>');
    expect(about).toContain(`${new URL(BASE).origin}/uploads/ada.jpg`);
    expect(about).not.toContain('ada@example.com');
    // Nothing is said of the other.
    expect(about).not.toContain('bell hooks');
    expect(await aboutOf('/essays/one/')).toBeUndefined();
    await update(AUTHOR, ids.ada!, { bio: 'Counts, and writes it down.' });
    expect(await aboutOf('/essays/two/')).toContain(
      '<p dir="auto">Counts, and writes it down.</p>',
    );
    await update(AUTHOR, ids.ada!, { hidden: true });
    expect(await aboutOf('/essays/two/')).toBeUndefined();
    await update(AUTHOR, ids.ada!, { hidden: false, bio: 'Counts & writes.' });
  });

  it('have their pictures in the list of all', async () => {
    const index = await site.read('/authors/');
    expect(await htmlProblems(index)).toEqual([]);
    expect(index).toMatch(/<img [^>]*\/uploads\/ada\.jpg[^]*?>Ada &lt;Byron></);
    expect(index).toMatch(/data-initial="B"[^]*?>bell hooks</);
  });

  it('are linked from listings that show them', async () => {
    const listing = await site.read('/essays/');
    expect(await htmlProblems(listing)).toEqual([]);
    expect(listing).toContain(
      `<a rel="author" href="${BASE}/authors/bell/"><bdi>bell hooks</bdi></a>`,
    );
  });

  it('of whom only a name is known are named, and have no page', async () => {
    const page = await site.read('/remarks/b/');
    expect(page).toContain('Grace Guest');
    expect(page).not.toContain('/authors/grace');
    expect(structured(page).author).toEqual({ '@type': 'Person', name: 'Grace Guest' });
    const [item] = parseJsonFeed(await site.read('/remarks/feed.json')).items!.filter(
      (one) => one.title === 'Of a guest',
    );
    expect(item!.authors).toEqual([{ name: 'Grace Guest' }]);
  });

  it('are listed by name, as far as they wrote something that is published', async () => {
    const index = await site.read('/authors/');
    expect(await htmlProblems(index)).toEqual([]);
    expect(index).toMatch(
      /<h1>Authors<\/h1>[^]*Ada &lt;Byron>[^]*2 articles[^]*bell hooks[^]*2 articles/,
    );
    expect(index).not.toContain('Zoe');
    const home = await site.read('/');
    expect(home).toContain(`<a href="${BASE}/authors/">All authors</a>`);
  });

  it('are found by the list of feeds, behind topics, by the sitemap, /subscribe/ and llms.txt', async () => {
    const { body } = parseOpml(await site.read('/feeds.opml'));
    expect(body!.outlines!.map(({ xmlUrl }) => below(xmlUrl)).slice(-3)).toEqual([
      '/subjects/math/index.xml',
      '/authors/ada/index.xml',
      '/authors/bell/index.xml',
    ]);
    const sitemap = await site.read('/sitemap.xml');
    for (const address of ['/authors/', '/authors/ada/', '/authors/bell/']) {
      expect(sitemap).toContain(`<loc>${BASE}${address}</loc>`);
    }
    expect(await site.read('/subscribe/')).toContain(`${BASE}/authors/ada/index.xml`);
    expect(await site.read('/llms.txt')).toContain(`${BASE}/authors/ada/index.md`);
    expect(await site.read('/authors/ada/index.md')).toMatch(/^# Ada/);
  });

  it('are named anew wherever they are shown, and nothing else is', async () => {
    const addresses = ['/essays/one/', '/essays/two/', '/authors/ada/', '/authors/bell/atom.xml'];
    const isInMemory = (address: string): boolean => isCached(site, `/notes${address}`);
    await settled(site);
    for (const address of addresses) await site.read(address);
    expect(addresses.filter((address) => !isInMemory(address))).toEqual([]);
    await update(AUTHOR, ids.ada!, { name: 'Ada Lovelace' });
    await settled(site);
    expect(addresses.filter(isInMemory)).toEqual(['/essays/one/']);
    expect(await site.read('/essays/two/')).toContain('<bdi>Ada Lovelace</bdi></a>, <a');
    expect(await site.read('/authors/bell/atom.xml')).toContain('<name>Ada Lovelace</name>');
  });

  it('do not lead to articles that share nothing else with another', async () => {
    const alone = await create(ESSAY, {
      ...{ title: 'On something else', slug: 'else', body: 'Text.', authors: [ids.bell] },
    });
    expect(await site.read('/essays/one/')).not.toMatch(/Related[^]*On something else/);
    await documentsOf(site, ESSAY).delete({ documentId: alone });
  });

  describe('in the panel', () => {
    let admin: AdminFetch;
    beforeAll(async () => {
      admin = await signIn(site.app, 'strapi-super-admin');
    });

    const ask = async <Value>(path: string, body?: unknown, as = admin): Promise<Value> => {
      const response = await as(`/syndication/${path}`, body ? { method: 'POST', body } : {});
      expect([path, response.status]).toEqual([path, 200]);
      return ((await response.json()) as { data: Value }).data;
    };
    const chosen = (documentId: string) => ({ connect: [{ documentId }], disconnect: [] });
    const form = (values: Data) => ({ contentType: ESSAY, locale: null, values });
    const titlesOf = ({ feeds }: ArticlePreview) => feeds.map(({ title }) => title);

    it('have their page, feed and numbers beside their form, and in the list of feeds', async () => {
      const { feeds } = await ask<TopicDetails>(`topics/${AUTHOR}/${ids.bell}`);
      expect(feeds).toMatchObject([{ page: `${BASE}/authors/bell/`, published: 2, waiting: 0 }]);
      const none = await ask<TopicDetails>(`topics/${AUTHOR}/${ids.nobody}`);
      expect(none.feeds).toMatchObject([{ published: 0 }]);
      const list = (await (await admin('/syndication/feeds')).json()) as FeedPage;
      expect(list.results.map(({ title }) => title)).toContain('bell hooks');
      // A site is begun with something to write about.
      expect(list.start.topic).toMatchObject({ contentType: SUBJECT });
    });

    it('are told apart from topics where the site says what it publishes', async () => {
      const { mapped } = await ask<SourceTypes>('sources');
      expect(mapped.map(({ role, contentType }) => [role, contentType])).toEqual([
        ['source', ESSAY],
        ['source', REMARK],
        ['topic', SUBJECT],
        ['author', AUTHOR],
      ]);
      const parts = mapped[0]!.parts.filter(({ key }) => key === 'author' || key === 'topics');
      expect(parts).toEqual([
        { key: 'author', from: ['authors'], isGuessed: true },
        { key: 'topics', from: ['subjects'], isGuessed: true },
      ]);
      const types = await ask<PublishedTypes>('types');
      expect(types[ESSAY]!.source!.topics.map(({ field }) => field)).toEqual(['subjects']);
    });

    it('are what a form says, with the feeds that it will be in', async () => {
      const values = { title: 'Draft', slug: 'draft', authors: chosen(ids.bell!) };
      const preview = await ask<ArticlePreview>('previews', form(values));
      expect(titlesOf(preview)).toContain('bell hooks');
      // Whoever has no subject is still to be asked for one.
      expect(preview.reasons).toContainEqual({ code: 'no-tags', fields: ['subjects'] });
    });

    it('are not told to who may not read them', async () => {
      const as = await signIn(site.app, {
        permissions: [
          { action: PERMISSIONS.readFeeds },
          ...['read', 'create', 'update'].map((action) => ({
            action: `plugin::content-manager.explorer.${action}`,
            subject: ESSAY,
            properties: { fields: ['title', 'slug', 'body', 'authors', 'subjects'] },
          })),
        ],
      });
      const values = { title: 'Draft', slug: 'draft', authors: chosen(ids.nobody!) };
      const preview = await ask<ArticlePreview>('previews', form(values), as);
      expect(JSON.stringify(preview)).not.toContain('Zoe');
    });
  });

  it('lead from a former address to the new one, in every format', async () => {
    await update(AUTHOR, ids.ada!, { slug: 'lovelace' });
    for (const file of ['', 'index.xml', 'atom.xml', 'feed.json', 'index.md']) {
      expect(await site.status(`/authors/ada/${file}`)).toEqual([301, `/authors/lovelace/${file}`]);
    }
    const { id } = parseAtomFeed(await site.read('/authors/lovelace/atom.xml'));
    expect(id).toBe(`${BASE}/authors/ada/`);
    expect(await site.read('/essays/two/')).toContain(`href="${BASE}/authors/lovelace/"`);
  });

  it('who are hidden have no page, and are not named', async () => {
    await update(AUTHOR, ids.bell!, { hidden: true });
    expect(await site.status('/authors/bell/')).toEqual([404]);
    expect(await site.read('/authors/')).not.toContain('bell');
    for (const address of ['/essays/two/', '/essays/one/', '/atom.xml', '/feed.json']) {
      expect(await site.read(address)).not.toContain('bell hooks');
    }
    expect(await site.read('/essays/two/')).toContain('Ada Lovelace');
    await update(AUTHOR, ids.bell!, { hidden: false });
    expect(await site.read('/essays/one/')).toContain('bell hooks');
  });

  it('who are a draft have no page, and are not named', async () => {
    await documentsOf(site, AUTHOR).unpublish({ documentId: ids.bell! });
    expect(await site.status('/authors/bell/')).toEqual([410]);
    expect(await site.read('/essays/one/')).not.toContain('bell hooks');
    await documentsOf(site, AUTHOR).publish({ documentId: ids.bell! });
    expect(await site.status('/authors/bell/')).toEqual([200]);
    // Strapi cuts what is published off from what is not any more.
    await documentsOf(site, ESSAY).publish({ documentId: ids.one! });
    expect(await site.read('/essays/one/')).toContain('bell hooks');
  });

  it('who are deleted are gone, and their articles stay', async () => {
    await documentsOf(site, AUTHOR).delete({ documentId: ids.bell! });
    for (const file of ['', 'index.xml', 'feed.json']) {
      expect(await site.status(`/authors/bell/${file}`)).toEqual([410]);
    }
    const page = await site.read('/essays/one/');
    expect(page).not.toContain('bell hooks');
    expect(linksOf(await site.read('/essays/index.xml'))).toContain('/essays/one/');
  });
});

describe('an author in several languages, on a site that publishes no locale by itself', () => {
  const localisedFiles = siteTypes({
    essay: {
      draftAndPublish: true,
      attributes: { title, slug, writer: relation('manyToOne', AUTHOR) },
    },
    author: {
      isLocalised: true,
      attributes: {
        name: { ...title, pluginOptions: LOCALISED },
        slug,
        bio: { type: 'text', pluginOptions: LOCALISED },
      },
    },
  });
  let site: Site;
  beforeAll(async () => {
    const config = { sources: { [ESSAY]: {} } as never };
    site = await startSite(config, undefined, { files: localisedFiles });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  });
  afterAll(() => site?.stop());

  it('is described once at the end of an article', async () => {
    const { documentId } = await documentsOf(site, AUTHOR).create({
      data: { name: 'Ada', slug: 'ada', bio: 'Counts.' },
    });
    const german = { name: 'Ada', slug: 'ada', bio: 'Zählt.' };
    await documentsOf(site, AUTHOR).update({ documentId, locale: 'de', data: german });
    await documentsOf(site, ESSAY).create({
      data: { title: 'An essay', slug: 'an-essay', writer: documentId },
      status: 'published',
    });
    const [about] = /<section class="authors"[^]*?<\/section>/.exec(
      await site.read('/essays/an-essay/'),
    )!;
    expect(about.match(/<p dir="auto">[^<]*<\/p>/g)).toHaveLength(1);
  });
});

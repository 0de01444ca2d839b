import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith';

import { type App, startApp } from '../helpers/app';
import { itemTitles } from '../helpers/feed';
import { htmlProblems } from '../helpers/html';
import { siteTypes } from '../helpers/site-types';
import { findWithoutAddress, reportedAddresses, settled } from '../helpers/state';

const BASE = 'https://www.example.com';
const STORY = 'api::story.story';
const GENRE = 'api::genre.genre';

const files = siteTypes({
  genre: { attributes: { name: { type: 'string' }, slug: { type: 'string' } } },
  story: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'string' },
      body: { type: 'richtext' },
      genres: { type: 'relation', relation: 'manyToMany', target: GENRE },
    },
  },
});

const config = {
  baseUrl: BASE,
  sources: { [STORY]: { address: '/stories/{slug}/' } },
  topics: { [GENRE]: { address: '/genres/{slug}/' } },
} as const;

/** Slugs, and how URLs have them. */
const SLUGS: [slug: string, written: string][] = [
  ['API', 'API'],
  ['api', 'api'],
  ['Old_Post-v1.2~final@home', 'Old_Post-v1.2~final@home'],
  ['--a--', '--a--'],
  ['größe', 'gr%C3%B6%C3%9Fe'],
  ['grosse', 'grosse'],
  ['привет-мир', '%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82-%D0%BC%D0%B8%D1%80'],
  ['日本語の記事', '%E6%97%A5%E6%9C%AC%E8%AA%9E%E3%81%AE%E8%A8%98%E4%BA%8B'],
  ['本'.repeat(200), '%E6%9C%AC'.repeat(200)],
];

/** Texts of which no address can be made. */
const IMPOSSIBLE = [
  'a b',
  'a/b',
  'a?b',
  'a%20b',
  '..',
  'data.json',
  'index.md',
  'a\u007fb',
  'x[1]',
  'x^2',
  'a\\b',
];

let app: App;
const ids = new Map<string, string>();

const documents = (type: string) =>
  app.strapi.documents(type as never) as unknown as {
    create: (parameters: object) => Promise<{ documentId: string }>;
    update: (parameters: object) => Promise<unknown>;
    unpublish: (parameters: object) => Promise<unknown>;
  };

const read = async (path: string): Promise<string> => {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

const led = async (path: string) => {
  const response = await app.get(path);
  return [response.status, response.headers.get('location')?.replace(BASE, '')];
};

beforeAll(async () => {
  app = await startApp({ files, config, fromNothing: true });
  for (const [slug] of SLUGS) {
    const genre = await documents(GENRE).create({ data: { name: `Of ${slug}`, slug } });
    const { documentId } = await documents(STORY).create({
      data: { title: `About ${slug}`, slug, body: 'Text.', genres: [genre.documentId] },
      status: 'published',
    });
    ids.set(slug, documentId);
  }
});

afterAll(() => app?.stop());

test.each(SLUGS)('an entry and a topic are at %s as it is written', async (slug, written) => {
  for (const [path, title] of [
    [`/stories/${written}/`, `About ${slug}`],
    [`/genres/${written}/`, `Of ${slug}`],
  ] as const) {
    const html = await read(path);
    expect(await htmlProblems(html)).toEqual([]);
    expect(html).toContain(`<link rel="canonical" href="${BASE}${path}"/>`);
    expect(html.replace(/<\/?bdi>/g, '')).toContain(`>${title}</h1>`);
    expect(await led(path.slice(0, -1))).toEqual([301, path]);
    expect(await read(`${path}index.md`)).toContain(`${BASE}${path}`);
  }
  const { items } = parseRssFeed(await read(`/genres/${written}/index.xml`));
  expect(items?.map(({ title }) => title)).toEqual([`About ${slug}`]);
});

test('feeds and lists name them as URLs are written', async () => {
  const links = SLUGS.map(([, written]) => `${BASE}/stories/${written}/`).sort();
  const rss = parseRssFeed(await read('/index.xml')).items ?? [];
  expect(rss.map(({ link }) => link).sort()).toEqual(links);
  expect(rss.map(({ guid }) => guid?.value).sort()).toEqual(links);
  const atom = parseAtomFeed(await read('/atom.xml')).entries ?? [];
  expect(atom.map(({ id }) => id).sort()).toEqual(links);
  const json = parseJsonFeed(await read('/feed.json')).items ?? [];
  expect(json.map(({ url }) => url).sort()).toEqual(links);
  const sitemap = await read('/sitemap.xml');
  const outlines = parseOpml(await read('/feeds.opml')).body?.outlines ?? [];
  for (const [, written] of SLUGS) {
    expect(sitemap).toContain(`<loc>${BASE}/stories/${written}/</loc>`);
    expect(sitemap).toContain(`<loc>${BASE}/genres/${written}/</loc>`);
    expect(outlines.map(({ xmlUrl }) => xmlUrl)).toContain(`${BASE}/genres/${written}/index.xml`);
  }
});

test('other ways to write an address lead to the one', async () => {
  expect(await led('/stories/gr%c3%b6%c3%9fe/')).toEqual([301, '/stories/gr%C3%B6%C3%9Fe/']);
  expect(await led('/stories/%41PI/')).toEqual([301, '/stories/API/']);
  expect(await led('/genres/gr%c3%b6%c3%9fe/index.xml')).toEqual([
    301,
    '/genres/gr%C3%B6%C3%9Fe/index.xml',
  ]);
});

test('letters are other letters in capitals, and with accents', async () => {
  for (const path of ['/stories/aPI/', '/genres/aPI/', '/stories/gro%C3%9Fe/', '/genres/GROSSE/']) {
    expect(await led(path)).toEqual([404, undefined]);
  }
});

test('several topics are named as each is', async () => {
  const path = '/genres/API+gr%C3%B6%C3%9Fe/';
  await documents(STORY).update({
    documentId: ids.get('api'),
    data: { genres: await genreIds(['API', 'größe']) },
    status: 'published',
  });
  expect(await read(path)).toContain('About api');
  expect(await led('/genres/gr%C3%B6%C3%9Fe+API/')).toEqual([301, path]);
  expect(parseRssFeed(await read(`${path}index.xml`)).items).toHaveLength(1);
});

test('what had one leads on from it, and is gone when it is withdrawn', async () => {
  const documentId = ids.get('привет-мир')!;
  const [, written] = SLUGS.find(([slug]) => slug === 'привет-мир')!;
  await documents(STORY).update({ documentId, data: { slug: 'Мир' }, status: 'published' });
  expect(await led(`/stories/${written}/`)).toEqual([301, '/stories/%D0%9C%D0%B8%D1%80/']);
  const { items = [] } = parseRssFeed(await read('/index.xml'));
  const moved = items.find(({ link }) => link?.endsWith('/%D0%9C%D0%B8%D1%80/'));
  expect(moved?.guid).toEqual({ value: `${BASE}/stories/${written}/`, isPermaLink: false });
  await documents(STORY).unpublish({ documentId });
  expect(await led(`/stories/${written}/`)).toEqual([410, undefined]);
});

test('a start names the texts of which no address can be made, and those alone', async () => {
  expect(await reportedAddresses(app)).toEqual([]);
  for (const slug of IMPOSSIBLE) {
    await documents(STORY).create({ data: { title: 'No', slug }, status: 'published' });
    await documents(GENRE).create({ data: { name: 'No', slug } });
  }
  await settled(app);
  expect((await reportedAddresses(app)).sort()).toEqual([
    expect.stringContaining(`${GENRE}: "slug" has texts that no address can have`),
    expect.stringContaining(`${STORY}: "slug" has texts that no address can have`),
  ]);
  const entries = await findWithoutAddress(app);
  for (const type of [GENRE, STORY]) {
    const texts = entries
      .filter(({ contentType }) => contentType === type)
      .flatMap((entry) => entry.invalid.map(({ text }) => text));
    expect(texts.sort()).toEqual([...IMPOSSIBLE].sort());
  }
  for (const path of ['a%20b', 'a%2Fb', 'a%3Fb', 'a%2520b', 'data.json', 'x%5B1%5D']) {
    expect(await led(`/stories/${path}/`)).toEqual([404, undefined]);
  }
  expect(await read('/sitemap.xml')).not.toMatch(/(?:stories|genres)\/(?:a%|data|x|\.|index)/);
  expect(itemTitles(await read('/index.xml'))).not.toContain('No');
});

/** Document ids of genres by their slugs. */
const genreIds = async (slugs: string[]): Promise<string[]> => {
  const found = await app.strapi.db.query(GENRE).findMany({ where: { slug: { $in: slugs } } });
  return found
    .filter(({ slug }: { slug: string }) => slugs.includes(slug))
    .map(({ documentId }: { documentId: string }) => documentId);
};

/** @runs-on sqlite: The words in addresses come from options; databases keep what is behind them. */
import { parseRssFeed } from 'feedsmith';

import { type App, startApp } from '../helpers/app';
import { htmlProblems } from '../helpers/html';
import { LOCALISED, siteTypes } from '../helpers/site-types';

const BASE = 'https://www.example.com';
const STORY = 'api::story.story';
const GENRE = 'api::genre.genre';

const localised = (type: string) => ({ type, pluginOptions: LOCALISED });

const files = siteTypes({
  genre: {
    isLocalised: true,
    attributes: { name: localised('string'), slug: localised('string') },
  },
  note: { attributes: { title: { type: 'string' }, slug: { type: 'uid' } } },
  story: {
    isLocalised: true,
    draftAndPublish: true,
    attributes: {
      title: localised('string'),
      slug: localised('string'),
      body: localised('richtext'),
      genres: { type: 'relation', relation: 'manyToMany', target: GENRE },
    },
  },
});

/** The site as it was, with one word for all languages. */
const BEFORE = {
  baseUrl: BASE,
  locales: { en: {}, de: {} },
  sources: { [STORY]: { address: '/stories/{slug}' } },
  topics: { [GENRE]: { address: '/genres/{slug}' } },
} as const;

const config = {
  ...BEFORE,
  sources: { [STORY]: { address: { en: '/stories/{slug}', de: '/artikel/{slug}' } } },
  topics: { [GENRE]: { address: { en: '/genres/{slug}', de: '/themen/{slug}' } } },
} as const;

let app: App & { folder: string };
let story: string;

const read = async (path: string): Promise<string> => {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

const led = async (path: string) => {
  const response = await app.get(path);
  return [response.status, response.headers.get('location')?.replace(BASE, '')];
};

const documents = (type: string) =>
  app.strapi.documents(type as never) as unknown as {
    create: (parameters: object) => Promise<{ documentId: string }>;
    update: (parameters: object) => Promise<unknown>;
    unpublish: (parameters: object) => Promise<unknown>;
  };

const restart = async (options: Record<string, unknown>): Promise<void> => {
  await app.close();
  app = await startApp({ files, config: options, folder: app.folder });
};

const items = async (path: string) =>
  (parseRssFeed(await read(path)).items ?? []).map(({ link, guid }) => [link, guid?.value]);

/** An entry in both languages, called otherwise in each. */
const publish = async (english: string, german: string, genre?: string): Promise<string> => {
  const [type, data] = genre === undefined ? [GENRE, 'name'] : [STORY, 'title'];
  const status = genre === undefined ? {} : { status: 'published' };
  const more = genre ? { genres: [genre] } : {};
  const { documentId } = await documents(type).create({
    locale: 'en',
    data: { [data]: english, slug: english, ...more },
    ...status,
  });
  await documents(type).update({
    documentId,
    locale: 'de',
    data: { [data]: german, slug: german, ...more },
    ...status,
  });
  return documentId;
};

beforeAll(async () => {
  app = await startApp({ files, fromNothing: true });
  await app.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  await restart(BEFORE);
  story = await publish('how', 'wie', await publish('crime', 'krimi'));
  await restart(config);
});

afterAll(() => app?.stop());

test('each language has its own words, with the other one linked', async () => {
  for (const [path, other] of [
    ['/stories/how', '/de/artikel/wie'],
    ['/stories', '/de/artikel'],
    ['/genres/crime', '/de/themen/krimi'],
    ['/genres', '/de/themen'],
  ] as const) {
    for (const [one, linked] of [
      [path, other],
      [other, path],
    ] as const) {
      const html = await read(one);
      expect(await htmlProblems(html)).toEqual([]);
      expect(html).toContain(`<link rel="canonical" href="${BASE}${one}"/>`);
      expect(html).toMatch(new RegExp(`hreflang="(?:en|de)" href="${BASE}${linked}"`));
      expect(await led(`${one}/`)).toEqual([301, one]);
    }
  }
  expect(await read('/de/artikel/wie')).toContain(`href="${BASE}/de/themen/krimi"`);
});

test('feeds and sitemaps have them, and ids stay', async () => {
  const guid = `${BASE}/de/stories/wie`;
  for (const feed of ['/de/index.xml', '/de/artikel/index.xml', '/de/themen/krimi/index.xml']) {
    expect(await items(feed)).toEqual([[`${BASE}/de/artikel/wie`, guid]]);
  }
  expect(await items('/stories/index.xml')).toEqual([
    [`${BASE}/stories/how`, `${BASE}/stories/how`],
  ]);
  const sitemap = await read('/de/sitemap.xml');
  for (const path of ['/de/artikel', '/de/artikel/wie', '/de/themen', '/de/themen/krimi']) {
    expect(sitemap).toContain(`<loc>${BASE}${path}</loc>`);
  }
});

test('the word that a language had leads to its own, and that of another is nowhere', async () => {
  expect(await led('/de/stories/wie')).toEqual([301, '/de/artikel/wie']);
  expect(await led('/de/stories/index.xml')).toEqual([301, '/de/artikel/index.xml']);
  expect(await led('/de/genres/krimi/atom.xml')).toEqual([301, '/de/themen/krimi/atom.xml']);
  expect((await led('/artikel/how'))[0]).toBe(404);
});

test('what is published from then on has its own word in its id, and leads on from it', async () => {
  const documentId = await publish('next', 'naechste', '');
  expect(await items('/de/artikel/index.xml')).toContainEqual([
    `${BASE}/de/artikel/naechste`,
    `${BASE}/de/artikel/naechste`,
  ]);
  const data = { slug: 'danach' };
  await documents(STORY).update({ documentId, locale: 'de', data, status: 'published' });
  expect(await led('/de/artikel/naechste')).toEqual([301, '/de/artikel/danach']);
  await documents(STORY).unpublish({ documentId: story, locale: 'de' });
  expect(await led('/de/artikel/wie')).toEqual([410, undefined]);
  expect(await read('/stories/how')).toContain('how');
});

test.each<[object, string]>([
  [
    { [STORY]: { address: { en: '/stories/{slug}' } } },
    'There is none for "de". Allowed: one for each locale.',
  ],
  [
    { [STORY]: { address: { en: '/a/{slug}', de: '/b/{slug}', dee: '/c/{slug}' } } },
    'The option "locales" has no "dee". Allowed: "en", "de". Did you mean "de"?',
  ],
  [
    { [STORY]: { address: { en: '/a/{slug}', de: '/b/{slug}/' } } },
    'Of "de" another part differs than what is before the first brace. Allowed: words of each language there alone.',
  ],
  [
    { 'api::note.note': { address: { en: '/a/{slug}', de: '/b/{slug}' } } },
    'Entries are not told apart by language here. Allowed: one address, or the option "locales" and a type that is localised.',
  ],
  [{ [STORY]: { address: { en: '/a/{slug}', de: '/archive/{slug}' } } }, 'is the same address as'],
])('%j stops the start', async (sources, message) => {
  await app.close();
  await expect(
    startApp({ files, config: { ...BEFORE, topics: {}, sources }, folder: app.folder }),
  ).rejects.toThrow(message);
});

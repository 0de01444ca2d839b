/** @runs-on sqlite: what the panel says of mappings, and of single entries, is the same on each database */
import { PERMISSIONS } from '../../src/lib/constants';
import type {
  FeedDetail,
  FeedPage,
  EntryPage,
  PublishedTypes,
  SourceType,
  SourceTypes,
} from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { NOTE, ownTypes, SECTION, STORY, WRITER } from '../helpers/own-types';
import { siteTypes } from '../helpers/site-types';

/** A type without drafts whose entries wait for their dates. */
const DATED = 'api::dated.dated';

/** A type without any text, so that nothing can be its title. */
const COUNTER = 'api::counter.counter';

type Data = Record<string, unknown>;

let app: App;
let admin: AdminFetch;

const create = async (uid: string, data: Data, status = 'published'): Promise<string> =>
  (await app.strapi.documents(uid as never).create({ data, status } as never)).documentId;

const read = async (): Promise<SourceTypes> => {
  const response = await admin('/syndication/sources');
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: SourceTypes }).data;
};

const find = (types: SourceType[], uid: string): SourceType =>
  types.find(({ contentType }) => contentType === uid)!;

beforeAll(async () => {
  app = await startApp({
    config: {
      baseUrl: 'https://www.example.com',
      sources: {
        [DATED]: { date: 'publishDate', author: 'writer.name' },
        'plugin::syndication.article': {},
        [STORY]: {
          address: '/stories/{section.slug}/{slug}/',
          author: 'writer.name',
          summary: 'seo.metaTitle',
        },
      },
    },
    files: {
      ...ownTypes(),
      ...siteTypes({
        dated: {
          attributes: {
            title: { type: 'string' },
            slug: { type: 'uid' },
            publishDate: { type: 'datetime' },
            writer: { type: 'relation', relation: 'oneToOne', target: WRITER },
          },
        },
        counter: { attributes: { count: { type: 'integer' } } },
      }),
    },
  });
  admin = await signIn(app, 'strapi-super-admin');
});

afterAll(() => app?.stop());

const TEXT =
  'What has been found out about villages and their cables in the course of the last year.';

describe('the sources in the panel', () => {
  it('say what each part of an item is taken from, and what was guessed', async () => {
    const { mapped } = await read();
    expect(mapped.map(({ role, contentType }) => [role, contentType])).toEqual([
      ['source', DATED],
      ['source', 'plugin::syndication.article'],
      ['source', STORY],
      ['topic', 'plugin::syndication.tag'],
      ['topic', SECTION],
      ['topic', 'api::label.label'],
    ]);
    expect(find(mapped, STORY).parts).toEqual(
      expect.arrayContaining([
        { key: 'address', from: ['/stories/{section.slug}/{slug}/'], isGuessed: false },
        { key: 'title', from: ['title'], isGuessed: true },
        { key: 'author', from: ['writer.name'], isGuessed: false },
        { key: 'date', from: [], isGuessed: false },
      ]),
    );
  });
});

describe('a content type that is not published', () => {
  it('comes with a proposal and the configuration', async () => {
    await create(NOTE, { name: 'A note', slug: 'a-note' });
    const { proposed } = await read();
    const note = find(proposed, NOTE);
    expect(note).toMatchObject({ hasDrafts: false, refusals: [] });
    expect(note.parts).toContainEqual({
      key: 'address',
      from: ['/notes/{slug}/'],
      isGuessed: true,
    });
    expect(note.configuration).toBe(`sources: {\n  '${NOTE}': {},\n},\n`);
    expect((await app.get('/notes/a-note/')).status).toBe(404);
  });

  it('is proposed with what would no longer be published once others are named', async () => {
    const { config } = app.strapi;
    const sources: object = config.get('plugin::syndication.sources');
    config.set('plugin::syndication.sources', undefined);
    const { proposed } = await read();
    config.set('plugin::syndication.sources', sources);
    expect(find(proposed, NOTE).configuration).toBe(
      `sources: {\n  'plugin::syndication.article': {},\n  '${NOTE}': {},\n},\n`,
    );
  });

  it('says what it lacks where it cannot be published', async () => {
    const { refusals, configuration } = find((await read()).proposed, COUNTER);
    expect(refusals).toEqual([expect.stringMatching(/^"?title"?\b/i)]);
    expect(configuration).toBeUndefined();
  });
});

test('what waits for its date is told of any source', async () => {
  const ask = async (query: string) =>
    ((await (await admin(`/syndication/schedule?${query}`)).json()) as { data: Data }).data;
  const publishDate = '2999-01-05T09:00:00.000Z';
  const documentId = await create(DATED, { title: 'Later', slug: 'later', publishDate });
  const scheduled = { [documentId]: publishDate };
  expect(await ask(`type=${DATED}&articles=${documentId}`)).toMatchObject({ scheduled });
  expect(await ask(`type=${DATED}`)).toMatchObject({ scheduled: {} });
  expect(await ask(`type=${NOTE}&articles=${documentId}`)).toEqual({
    isSource: false,
    timeZone: expect.any(String),
    republishing: 'tell',
    scheduled: {},
  });
});

test('the fields that date entries, and what is public as soon as it is saved, are told to whoever is signed in', async () => {
  expect((await app.get('/syndication/types')).status).toBe(401);
  const anybody = await signIn(app, { actions: [] });
  const { data } = (await (await anybody('/syndication/types')).json()) as { data: PublishedTypes };
  const dates = Object.entries(data).flatMap(([type, of]) =>
    of?.source?.date ? [[type, of.source.date]] : [],
  );
  expect(Object.fromEntries(dates)).toEqual({
    [DATED]: 'publishDate',
    'plugin::syndication.article': 'date',
  });
  expect(data[DATED]?.source).toMatchObject({ hasDrafts: false });
  expect(data[STORY]?.source).toMatchObject({ hasDrafts: true });
});

describe('the feeds of own types in the panel', () => {
  beforeAll(async () => {
    const section = await create(SECTION, { name: 'Tech', slug: 'tech' });
    const writer = await create(WRITER, { name: 'Ana' });
    const seo = { metaTitle: TEXT };
    await create(STORY, { title: 'Fibre <b>', slug: 'fibre', section, writer, seo });
    await create(STORY, { title: 'A later draft', slug: 'later', section }, 'draft');
  });

  const list = async (query = '', as = admin): Promise<FeedPage> =>
    (await (await as(`/syndication/feeds${query}`)).json()) as FeedPage;
  const rowsOf = ({ results }: FeedPage) =>
    results.map(({ title, typeName, published }) => [title, typeName, published]);

  it('are one for each source and each topic, told apart by the name of their type', async () => {
    const page = await list('?pageSize=100');
    expect(rowsOf(page)).toEqual(
      expect.arrayContaining([
        ['Stories', 'story', 1],
        ['Tech', 'section', 1],
      ]),
    );
    expect(page.results[0]).toMatchObject({ id: 'site', contentType: null, typeName: null });
    const tech = page.results.find(({ title }) => title === 'Tech')!;
    expect(tech.newest).toMatchObject({ contentType: STORY, title: 'Fibre <b>', mayEdit: true });
    expect(tech.address).toBe('https://www.example.com/sections/tech/index.xml');
    // What there is to write first: of the types that have topics, the one that is named first.
    expect(page.start).toEqual({
      topic: { contentType: 'plugin::syndication.tag', name: 'Tag', locale: null },
      source: { contentType: 'plugin::syndication.article', name: 'Article', locale: null },
    });
  });

  it('are searched by the name of their type', async () => {
    expect(rowsOf(await list('?_q=section'))).toEqual([['Tech', 'section', 1]]);
    expect(rowsOf(await list('?_q=stories'))).toEqual([['Stories', 'story', 1]]);
  });

  it('are shown with their items, problems, health, and what waits', async () => {
    const { id } = (await list('?_q=section')).results[0]!;
    for (const feed of [id, STORY]) {
      const ask = async <Value>(path: string): Promise<Value> => {
        const response = await admin(`/syndication/${path}`);
        expect(response.status).toBe(200);
        return ((await response.json()) as { data: Value }).data;
      };
      const name = encodeURIComponent(feed);
      const { items, entries } = await ask<FeedDetail>(`feeds/${name}`);
      expect([entries.contentType, items]).toEqual([
        STORY,
        [expect.objectContaining({ contentType: STORY, title: 'Fibre <b>', mayEdit: true })],
      ]);
      expect(await ask(`feeds/${name}/problems`)).toMatchObject([{ contentType: STORY }]);
      expect(await ask(`health?feeds=${name}`)).toEqual({ [feed]: { error: 0, warning: 1 } });
      const drafts = await admin(`/syndication/entries?status=draft&feed=${name}`);
      expect(((await drafts.json()) as EntryPage).results).toContainEqual(
        expect.objectContaining({ contentType: STORY, title: 'A later draft', mayEdit: true }),
      );
    }
  });

  it('name a topic without published entries to those alone who may read it', async () => {
    await create('api::label.label', { name: 'Secret', slug: 'secret' });
    const user = await signIn(app, { actions: [PERMISSIONS.readFeeds] });
    expect(rowsOf(await list('?_q=secret', user))).toEqual([]);
    expect(rowsOf(await list('?_q=secret'))).toEqual([['Secret', 'label', 0]]);
    const [tech] = (await list('?_q=section', user)).results;
    expect(tech?.newest).toMatchObject({ mayEdit: false });
  });
});

test('sources are for who may change settings', async () => {
  const reader = await signIn(app, { actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems] });
  expect((await reader('/syndication/sources')).status).toBe(403);
  const settings = await signIn(app, { actions: [PERMISSIONS.updateSettings] });
  expect((await settings('/syndication/sources')).status).toBe(200);
});

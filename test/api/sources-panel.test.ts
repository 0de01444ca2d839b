/** @runs-on sqlite: what the panel says of mappings, and of single entries, is the same on each database */
import { PERMISSIONS } from '../../src/constants';
import type {
  FeedDetail,
  FeedPage,
  FeedWaiting,
  SourceExample,
  SourceType,
  SourceTypes,
} from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { LABEL, NOTE, ownTypes, SECTION, STORY, WRITER } from '../helpers/own-types';
import { siteTypes } from '../helpers/site-types';

/** A type without drafts whose entries wait for their dates. */
const DATED = 'api::dated.dated';

type Data = Record<string, unknown>;

let app: App;
let admin: AdminFetch;

const create = async (uid: string, data: Data, status = 'published'): Promise<string> =>
  (await app.strapi.documents(uid as never).create({ data, status } as never)).documentId;

const read = async <Value>(path: string, as = admin): Promise<Value> => {
  const response = await as(`/syndication/sources${path}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Value }).data;
};

const exampleOf = (uid: string, as?: AdminFetch) =>
  read<SourceExample | null>(`/${encodeURIComponent(uid)}/example`, as);

const find = (types: SourceType[], uid: string): SourceType =>
  types.find(({ contentType }) => contentType === uid)!;

/** Who may see feeds, read some fields of a type, and all of others. */
const readerOf = (uid: string, fields: string[], others: string[] = []): Promise<AdminFetch> => {
  const reading = { action: 'plugin::content-manager.explorer.read' };
  return signIn(app, {
    permissions: [
      { action: PERMISSIONS.readFeeds },
      { ...reading, subject: uid, properties: { fields } },
      ...others.map((subject) => ({ ...reading, subject, properties: {} })),
    ],
  });
};

const STORY_FIELDS = [
  ...['title', 'slug', 'section', 'labels', 'writer', 'seo.metaTitle'],
  // What search engines are told is shown, too.
  'noindex',
];

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
    const { mapped } = await read<SourceTypes>('');
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

  it('show a draft as the item it would be, with what it points to as readers see that', async () => {
    const section = await create(SECTION, { name: 'Rural', slug: 'rural' }, 'draft');
    await create(STORY, { title: 'A first draft', slug: 'draft', section }, 'draft');
    expect(await exampleOf(STORY)).toMatchObject({
      isPublished: false,
      missing: ['address'],
      item: { title: 'A first draft', link: null, topics: [], date: null },
    });
    const sections = app.strapi.documents(SECTION as never);
    await sections.publish({ documentId: section });
    expect(await exampleOf(STORY)).toMatchObject({
      isPublished: false,
      missing: [],
      item: { link: 'https://www.example.com/stories/rural/draft/', topics: ['Rural'], date: null },
    });
    const unsectioned = await readerOf(STORY, STORY_FIELDS);
    expect(await exampleOf(STORY, unsectioned)).toBeNull();
    await sections.delete({ documentId: section });
  });

  it('show the newest published entry as its item, with its problems', async () => {
    const section = await create(SECTION, { name: 'Tech', slug: 'tech' });
    const writer = await create(WRITER, { name: 'Ana' });
    const seo = { metaTitle: TEXT };
    const story = await create(STORY, { title: 'Fibre <b>', slug: 'fibre', section, writer, seo });
    await create(STORY, { title: 'A later draft', slug: 'later', section }, 'draft');
    expect(await exampleOf(STORY)).toMatchObject({
      documentId: story,
      isPublished: true,
      isDue: true,
      mayEdit: true,
      item: {
        title: 'Fibre <b>',
        link: 'https://www.example.com/stories/tech/fibre/',
        author: 'Ana',
        topics: ['Tech'],
      },
      problems: expect.arrayContaining([expect.objectContaining({ code: 'title-html' })]),
    });
  });

  it('say what keeps an entry from having an address', async () => {
    await create(STORY, { title: 'Nowhere', slug: 'nowhere' });
    expect(await exampleOf(STORY)).toMatchObject({
      missing: ['address'],
      item: { title: 'Nowhere', link: null },
    });
  });
});

describe('a content type that is not published', () => {
  it('comes with a proposal, what becomes of its newest entry, and the configuration', async () => {
    await create(NOTE, { name: 'A note', slug: 'a-note' });
    const { proposed } = await read<SourceTypes>('');
    const note = find(proposed, NOTE);
    expect(note).toMatchObject({ hasDrafts: false, refusals: [] });
    expect(note.configuration?.javascript).toContain("address: '/notes/{slug}/'");
    expect(await exampleOf(NOTE)).toMatchObject({
      isPublished: true,
      item: { title: 'A note', link: 'https://www.example.com/notes/a-note/' },
    });
    expect((await app.get('/notes/a-note/')).status).toBe(404);
  });

  it('is not proposed to whoever may not read it, and no entry of it is shown', async () => {
    const user = await signIn(app, { actions: [PERMISSIONS.readFeeds] });
    const { mapped, proposed } = await read<SourceTypes>('', user);
    expect([mapped.length, proposed]).toEqual([6, []]);
    expect([await exampleOf(NOTE, user), await exampleOf(STORY, user)]).toEqual([null, null]);
  });

  it('shows what its entries point to, to those alone who may read that', async () => {
    const label = await create(LABEL, { name: 'Unheard of', slug: 'unheard-of' });
    await create(NOTE, { name: 'A labelled note', slug: 'labelled', label });
    const fields = ['name', 'slug', 'label', 'section'];
    expect(await exampleOf(NOTE, await readerOf(NOTE, fields))).toBeNull();
    expect(await exampleOf(NOTE, await readerOf(NOTE, fields, [LABEL]))).toMatchObject({
      item: { title: 'A labelled note', topics: ['Unheard of'] },
    });
  });

  it('is 404 when there is none, or none that could be published', async () => {
    const statuses = ['admin::user', 'plugin::upload.file', 'constructor', SECTION].map(
      async (uid) =>
        (await admin(`/syndication/sources/${encodeURIComponent(uid)}/example`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404]);
  });
});

test('what waits for its date is told of any source, and what is public as soon as it is saved', async () => {
  const ask = async (query: string) =>
    ((await (await admin(`/syndication/schedule?${query}`)).json()) as { data: Data }).data;
  const publishDate = '2999-01-05T09:00:00.000Z';
  const documentId = await create(DATED, { title: 'Later', slug: 'later', publishDate });
  const scheduled = { [documentId]: publishDate };
  expect(await ask(`type=${DATED}&articles=${documentId}`)).toMatchObject({ scheduled });
  // Nobody is led to its page before.
  expect(await exampleOf(DATED)).toMatchObject({ documentId, isPublished: true, isDue: false });
  expect(await ask(`type=${DATED}`)).toMatchObject({ isPublicAtOnce: true, scheduled: {} });
  expect(await ask(`type=${STORY}`)).not.toHaveProperty('isPublicAtOnce');
  expect(await ask(`type=${NOTE}&articles=${documentId}`)).toEqual({
    isSource: false,
    timeZone: expect.any(String),
    republishing: 'tell',
    scheduled: {},
  });
});

test('the fields that date entries are told to whoever is signed in, and no more', async () => {
  expect((await app.get('/syndication/schedule/fields')).status).toBe(401);
  const anybody = await signIn(app, { actions: [] });
  const { data } = (await (await anybody('/syndication/schedule/fields')).json()) as { data: Data };
  expect(data).toEqual({ [DATED]: 'publishDate', 'plugin::syndication.article': 'date' });
});

describe('the feeds of own types in the panel', () => {
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
    expect(page.types.map(({ contentType }) => contentType)).toContain(SECTION);
    // What there is to write first: of the types that have topics, the one that is named first.
    expect(page.start).toEqual({
      topic: { contentType: 'plugin::syndication.tag', name: 'Tag', locale: null },
      source: { contentType: 'plugin::syndication.article', name: 'Article', locale: null },
    });
  });

  it('are searched by their type, and narrowed to one', async () => {
    expect(rowsOf(await list(`?type=${SECTION}`))).toEqual([['Tech', 'section', 1]]);
    expect(rowsOf(await list('?_q=stories'))).toEqual([['Stories', 'story', 1]]);
  });

  it('are shown with their items, problems, health, and what waits', async () => {
    const { id } = (await list(`?type=${SECTION}`)).results[0]!;
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
      const { articles } = await ask<FeedWaiting>(`feeds/${name}/waiting`);
      expect(articles).toContainEqual(
        expect.objectContaining({ contentType: STORY, title: 'A later draft', mayEdit: true }),
      );
    }
  });

  it('name a topic without published entries to those alone who may read it', async () => {
    await create('api::label.label', { name: 'Secret', slug: 'secret' });
    const user = await signIn(app, { actions: [PERMISSIONS.readFeeds] });
    expect(rowsOf(await list('?_q=secret', user))).toEqual([]);
    expect(rowsOf(await list('?_q=secret'))).toEqual([['Secret', 'label', 0]]);
    const [tech] = (await list(`?type=${SECTION}`, user)).results;
    expect(tech?.newest).toMatchObject({ mayEdit: false });
  });
});

test('sources and examples are for who may see feeds, problems for who may see those', async () => {
  const path = `/syndication/sources/${encodeURIComponent(STORY)}/example`;
  const outsider = await signIn(app, { actions: [PERMISSIONS.readProblems] });
  expect((await outsider('/syndication/sources')).status).toBe(403);
  expect((await outsider(path)).status).toBe(403);
  const reader = await readerOf(STORY, STORY_FIELDS);
  const example = await exampleOf(STORY, reader);
  expect(example).toMatchObject({ mayEdit: false, item: {} });
  expect(example).not.toHaveProperty('problems');
  const without = await readerOf(
    STORY,
    STORY_FIELDS.filter((field) => field !== 'writer'),
  );
  expect(await exampleOf(STORY, without)).toBeNull();
});

test('what an entry shows that is at no address yet is for those alone who may read it', async () => {
  const writer = await create(WRITER, { name: 'Yet to come' });
  const reader = await readerOf(DATED, ['title', 'slug', 'publishDate', 'writer']);
  const data = { title: 'Written', slug: 'written', writer };
  await create(DATED, { ...data, publishDate: '2999-01-05T09:00:00.000Z' });
  expect(await exampleOf(DATED, reader)).toBeNull();
  expect(await exampleOf(DATED)).toMatchObject({ item: { author: 'Yet to come' } });
  await create(DATED, { ...data, slug: null, publishDate: '2020-01-05T09:00:00.000Z' });
  expect(await exampleOf(DATED, reader)).toBeNull();
  await create(DATED, { ...data, slug: 'public', publishDate: '2020-01-05T09:00:00.000Z' });
  expect(await exampleOf(DATED, reader)).toMatchObject({ item: { author: 'Yet to come' } });
});

test('what other entries tell of an example is said of it, as beside its form', async () => {
  const tag = await create('plugin::syndication.tag', { name: 'Veiled', hidden: true });
  await create('plugin::syndication.article', {
    title: 'Linked',
    body: `${TEXT} [nothing](/posts/none/) [itself](/posts/linked/) [tag](/tags/veiled/)`,
    tags: [tag],
  });
  const { problems = [] } = (await exampleOf('plugin::syndication.article')) ?? {};
  expect(problems.map(({ code, params }) => [code, params])).toEqual([
    ['link-missing', { address: '/posts/none/' }],
    ['link-missing', { address: '/tags/veiled/' }],
    ['topic-hidden', { name: 'Veiled', field: 'tags' }],
  ]);
});

/**
 * @runs-on sqlite: What is asked of the database by way of GraphQL is what REST asks, which is tested on
 * every database.
 */
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { type ContentApi, frontEnd } from '../helpers/content-api';
import { type Site, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const FILES = siteTypes({
  category: {
    attributes: {
      name: { type: 'string' },
      featured: { type: 'relation', relation: 'oneToOne', target: ARTICLE_UID },
      picks: { type: 'relation', relation: 'manyToMany', target: ARTICLE_UID },
      topics: { type: 'relation', relation: 'manyToMany', target: TAG_UID },
      anything: { type: 'relation', relation: 'morphToMany' },
    },
  },
  // A type of the site's own that is published, too.
  note: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid' },
      day: { type: 'datetime' },
      noindex: { type: 'boolean' },
      topics: { type: 'relation', relation: 'manyToMany', target: TAG_UID },
      about: { type: 'relation', relation: 'manyToOne', target: ARTICLE_UID },
    },
  },
});

const NOTE = 'api::note.note';

const TOO_MANY = 'This request leads to more than 1000 articles and tags.';

const CATEGORY = 'api::category.category' as never;
const ACTIONS = [
  'plugin::syndication.article.find',
  'plugin::syndication.article.findOne',
  'plugin::syndication.tag.find',
  'plugin::syndication.tag.findOne',
  'api::category.category.find',
  'plugin::upload.content-api.find',
];

let site: Site;
const ids: Record<string, string> = {};

interface GraphqlResponse {
  text: string;
  data: Record<string, never> | null;
  errors: { message: string }[];
}

const ask = async (query: string, address = '/graphql'): Promise<GraphqlResponse> => {
  const response = await site.app.get(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return { data: null, errors: [], ...(JSON.parse(text) as Partial<GraphqlResponse>), text };
};

/** Lets everybody do something. */
const permitToAll = async (actions: string[]): Promise<void> => {
  const { id: role } = await site.strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } });
  for (const action of actions) {
    await site.strapi.db
      .query('plugin::users-permissions.permission')
      .create({ data: { action, role } });
  }
};

beforeAll(async () => {
  const sources = {
    [ARTICLE_UID]: {},
    [NOTE]: { date: 'day', topics: ['topics'], keepOut: 'noindex' },
  };
  site = await startSite({ sources } as never, undefined, {
    files: FILES,
    plugins: {
      // With what front ends of Strapi 4 ask for beside the rest.
      graphql: { endpoint: '/graphql', v4CompatibilityMode: true },
      'users-permissions': { jwtSecret: 's' },
    },
  });
  await permitToAll(ACTIONS);
  ids.shown = await site.tag('shown');
  ids.secret = await site.tag('secret', { hidden: true });
  await site.tag('unused');
  const tags = [ids.shown, ids.secret];
  ids.open = await site.published('open', { title: 'Open', tags });
  ids.future = await site.published('aaa', {
    title: 'Aaa embargoed',
    date: '2999-01-01T00:00:00.000Z',
    tags,
  });
  await site.published('kept-out', { title: 'Kept out', keepOutOfFeeds: true, tags });
  ids.draft = await site.draft('aab', { title: 'Aab drafted', tags });
  const { id: row } = await site.strapi.db
    .query(ARTICLE_UID)
    .findOne({ where: { documentId: ids.future, publishedAt: { $notNull: true } } });
  for (const [name, featured] of [
    ['closed', ids.future],
    ['drafted', ids.draft],
    ['open', ids.open],
  ]) {
    const picks = [ids.open, ids.future, ids.draft];
    const anything = [{ __type: ARTICLE_UID, id: row }];
    await site.strapi.documents(CATEGORY).create({
      data: { name, featured, picks, topics: tags, anything } as never,
    });
  }
});

afterAll(() => site?.stop());

describe('GraphQL', () => {
  it('lists public articles and tags alone, by the rules of REST', async () => {
    const { data } = await ask(
      `{ syndicationArticles { title tags { name } tags_connection { nodes { name } } }
         syndicationArticles_connection { nodes { title } pageInfo { total } }
         syndicationTags { name }
         syndicationTags_connection { nodes { name } pageInfo { total page pageSize pageCount } } }`,
    );
    expect(data).toEqual({
      syndicationArticles: [
        {
          title: 'Open',
          tags: [{ name: 'shown' }],
          tags_connection: { nodes: [{ name: 'shown' }] },
        },
      ],
      syndicationArticles_connection: { nodes: [{ title: 'Open' }], pageInfo: { total: 1 } },
      syndicationTags: [{ name: 'shown' }],
      syndicationTags_connection: {
        nodes: [{ name: 'shown' }],
        pageInfo: { total: 1, page: 1, pageSize: 10, pageCount: 1 },
      },
    });
  });

  it.each([
    '{ syndicationArticles(status: DRAFT) { title } }',
    '{ syndicationArticles_connection(status: DRAFT) { nodes { title } pageInfo { total } } }',
    '{ syndicationArticles(filters: { slug: { in: ["aaa", "aab"] } }) { title } }',
    '{ syndicationArticles(filters: { tags: { name: { eq: "secret" } } }) { title } }',
    '{ categorys { featured { title } picks { title } topics { name } } }',
    '{ uploadFiles { related { ... on SyndicationArticle { title } } } }',
    '{ categorys(status: DRAFT) { featured { title } picks { title } } }',
    '{ categorys { picks(sort: "title", pagination: { limit: 1 }) { title } } }',
    '{ categorys { picks_connection { nodes { title } } topics_connection { nodes { name } } } }',
    '{ syndicationTags { name } }',
  ])('shows nothing that waits, no draft and no hidden tag: %s', async (query) => {
    const { text, errors } = await ask(query);
    expect(errors).toEqual([]);
    expect(text).not.toMatch(/Aa[ab]|secret|unused|"(?:name|title)":"(?:closed|drafted|Kept)/);
  });

  it('shows what is public through a site’s own type', async () => {
    const { data } = await ask(
      '{ categorys(sort: "name") { name featured { title } picks { title } topics { name } } }',
    );
    const shared = { picks: [{ title: 'Open' }], topics: [{ name: 'shown' }] };
    expect(data).toEqual({
      categorys: [
        { name: 'closed', featured: null, ...shared },
        { name: 'drafted', featured: null, ...shared },
        { name: 'open', featured: { title: 'Open' }, ...shared },
      ],
    });
  });

  it.each([
    'filters: { slug: { eq: "unused" } }',
    'filters: { and: [{ name: { in: ["unused", "secret"] } }] }, sort: "title"',
    'filters: { slug: { eq: "unused" } }, pagination: { start: 0, limit: 50 }',
    'filters: { slug: { eq: "unused" } }, status: DRAFT',
  ])('neither gives nor counts a tag that nothing is published under: %s', async (args) => {
    const { data, errors } = await ask(
      `{ syndicationTags(${args}) { name }
         syndicationTags_connection(${args}) {
           nodes { name } pageInfo { total } meta { pagination { total } } data { documentId } } }`,
    );
    expect(errors).toEqual([]);
    const nothing = { pageInfo: { total: 0 }, meta: { pagination: { total: 0 } } };
    expect(data).toEqual({
      syndicationTags: [],
      syndicationTags_connection: { nodes: [], data: [], ...nothing },
    });
  });

  it('counts the same in each way that it is asked for', async () => {
    const { data } = await ask(
      `{ syndicationArticles_connection { data { attributes { title } } meta { pagination { total } } }
         syndicationTags_connection { data { attributes { name } } meta { pagination { total } } }
       }`,
    );
    expect(data).toEqual({
      syndicationArticles_connection: {
        data: [{ attributes: { title: 'Open' } }],
        meta: { pagination: { total: 1 } },
      },
      syndicationTags_connection: {
        data: [{ attributes: { name: 'shown' } }],
        meta: { pagination: { total: 1 } },
      },
    });
  });

  it('gives one entry by its document id, where readers may see it', async () => {
    const article = (id: string | undefined) =>
      ask(`{ syndicationArticle(documentId: "${id}") { title } }`);
    expect((await article(ids.open)).data).toEqual({ syndicationArticle: { title: 'Open' } });
    expect((await article(ids.future)).data).toEqual({ syndicationArticle: null });
    expect((await article(ids.draft)).data).toEqual({ syndicationArticle: null });
    const draft = `{ syndicationArticle(documentId: "${ids.draft}", status: DRAFT) { title } }`;
    expect((await ask(draft)).data).toEqual({ syndicationArticle: null });
    const secret = `{ syndicationTag(documentId: "${ids.secret}") { name } }`;
    expect((await ask(secret)).data).toEqual({ syndicationTag: null });
  });

  it('finds an article kept out of lists by its slug', async () => {
    const { data } = await ask(
      '{ syndicationArticles(filters: {slug: {eq: "kept-out"}}) {title} }',
    );
    expect(data).toEqual({ syndicationArticles: [{ title: 'Kept out' }] });
  });

  it.each([
    '{ syndicationArticles(filters: { not: { tags: { name: { eq: "x" } } } }) { title } }',
    '{ syndicationArticles(sort: "tags.name") { title } }',
    '{ syndicationArticles(publicationFilter: MODIFIED) { title } }',
    '{ syndicationTags(hasPublishedVersion: true) { name } }',
    '{ categorys(filters: { featured: { slug: { ne: "aaa" } } }) { name } }',
    '{ categorys(filters: { not: { topics: { name: { eq: "secret" } } } }) { name } }',
    '{ categorys(filters: { picks: { documentId: { notNull: true } } }) { name } }',
    '{ categorys(sort: "featured.title") { name } }',
    '{ categorys(filters: { not: { featured: { title: { eq: "x" } } } }) { name } }',
    '{ syndicationArticles(filters: { title: { startsWith: "Aa" } }) { title } }',
    '{ syndicationArticles(filters: { and: [{ tags: { slug: { eq: "a" } } }, { tags: { slug: { eq: "b" } } }] }) { title } }',
    '{ categorys { picks(filters: { tags: { articles: { slug: { eq: "aaa" } } } }) { title } } }',
  ])('refuses what would tell of hidden entries: %s', async (query) => {
    const { errors, data } = await ask(query);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.message).toMatch(/since|cannot|is asked for|is compared with|articles/);
    expect(data).toBeNull();
  });

  it.each([
    '{ categorys(publicationFilter: UNMODIFIED) { featured { title } } }',
    '{ categorys(publicationFilter: UNMODIFIED) { picks { title } } }',
    '{ categorys(hasPublishedVersion: true) { picks_connection { nodes { title } } } }',
  ])('shows no articles of entries that are asked for by their drafts: %s', async (query) => {
    const { errors, text } = await ask(query);
    expect(errors).toHaveLength(3);
    for (const { message } of errors) {
      expect(message).toContain('is not answered together with articles');
    }
    expect(text).not.toContain('"title"');
  });

  it('finds entries by what their drafts are like, where no articles come along', async () => {
    const { errors, data } = await ask(
      '{ categorys(publicationFilter: UNMODIFIED, sort: "name") { name topics { name } } }',
    );
    expect(errors).toEqual([]);
    const topics = [{ name: 'shown' }];
    expect(data).toEqual({
      categorys: ['closed', 'drafted', 'open'].map((name) => ({ name, topics })),
    });
  });

  it('answers with articles that are asked for beside them, in any order', async () => {
    const parts = [
      'categorys(publicationFilter: UNMODIFIED) { name }',
      'syndicationArticles { title }',
      'bySlug: syndicationArticles(filters: { slug: { eq: "open" } }) { title }',
      'syndicationArticles_connection { nodes { title } }',
      `syndicationArticle(documentId: "${ids.open}") { title }`,
    ];
    for (const asked of [parts, [...parts].reverse()]) {
      const { errors, data } = await ask(`{ ${asked.join(' ')} }`);
      expect(errors).toEqual([]);
      expect(data).toMatchObject({
        syndicationArticles: [{ title: 'Open' }],
        bySlug: [{ title: 'Open' }],
        syndicationArticles_connection: { nodes: [{ title: 'Open' }] },
        syndicationArticle: { title: 'Open' },
      });
    }
    const { text } = await ask(
      '{ categorys(publicationFilter: UNMODIFIED) { picks { title } } syndicationArticles { slug } }',
    );
    expect(text).not.toContain('"title"');
  });

  it.each(['/graphql/', '/GraphQL', '/GRAPHQL/'])(
    'refuses it at each address that leads to it: %s',
    async (address) => {
      expect((await ask('{ categorys { name } }', address)).errors).toEqual([]);
      const query = '{ categorys(publicationFilter: UNMODIFIED) { featured { title } } }';
      const { errors } = await ask(query, address);
      expect(errors[0]!.message).toContain('is not answered together with articles');
    },
  );

  it('finds what has one of some tags', async () => {
    const tagged = 'filters: { tags: { slug: { in: ["shown", "secret"] } } }';
    const { data, errors } = await ask(
      `{ syndicationArticles(${tagged}) { title }
         syndicationArticles_connection(${tagged}) { pageInfo { total } }
         categorys(filters: { name: { eq: "open" } }) {
           picks(${tagged}) { title } } }`,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({
      syndicationArticles: [{ title: 'Open' }],
      syndicationArticles_connection: { pageInfo: { total: 1 } },
      categorys: [{ picks: [{ title: 'Open' }] }],
    });
  });

  it('answers twenty lists in one request, and no more', async () => {
    const lists = (number: number): string =>
      `{ ${Array.from({ length: number }, (_, place) => `a${place}: syndicationArticles { title }`).join(' ')} }`;
    const { data, errors } = await ask(lists(20));
    expect(errors).toEqual([]);
    expect(Object.keys(data!)).toHaveLength(20);
    const refused = await ask(lists(21));
    expect(refused.data).toBeNull();
    expect(refused.errors[0]!.message).toContain(TOO_MANY);
  });

  it('answers what related entries have in turns of the event loop, and refuses thousands', async () => {
    const tags = (number: number): string =>
      Array.from({ length: number }, (_, place) => `a${place}: tags { name }`).join(' ');
    let statements = 0;
    let most = 0;
    let isOver = false;
    const count = (): void => void (most = Math.max(most, ++statements));
    const turn = (): void => {
      statements = 0;
      if (!isOver) setImmediate(turn);
    };
    site.strapi.db.connection.on('query', count);
    turn();
    const { data, errors } = await ask(`{ syndicationArticles { title ${tags(100)} } }`);
    isOver = true;
    site.strapi.db.connection.off('query', count);
    expect(errors).toEqual([]);
    expect(Object.keys(data!.syndicationArticles![0]!)).toHaveLength(101);
    expect(most).toBeLessThan(15);

    const refused = await ask(`{ syndicationArticles { title ${tags(1_500)} } }`);
    expect(refused.errors[0]!.message).toContain(TOO_MANY);
  });

  it('has no permalinks, and nothing to write', async () => {
    const { data } = await ask(
      '{ __schema { queryType { fields { name } } mutationType { fields { name } } types { name } } }',
    );
    const schema = JSON.stringify(data);
    expect(schema).toContain('"syndicationArticles"');
    expect(schema).not.toMatch(/permalink/i);
    expect(schema).not.toMatch(/(?:create|update|delete)Syndication/);
  });
});

describe('with types of the site that are published, GraphQL says what REST says', () => {
  const ACTIONS_OF_BOTH = [...ACTIONS.slice(0, 5), `${NOTE}.find`, `${NOTE}.findOne`];
  let api: ContentApi;

  beforeAll(async () => {
    const names = ['title', 'name', 'topics', 'about', 'tags'];
    api = await frontEnd(site.app, ACTIONS_OF_BOTH, names);
    const note = (title: string, more: object, status = 'published') =>
      site.strapi.documents(NOTE as never).create({
        data: { title, slug: title, day: '2026-01-15T02:00:00.000Z', ...more },
        status,
      } as never);
    const noted = await site.tag('noted');
    const unseen = await site.tag('unseen');
    const topics = [noted, ids.shown, ids.secret];
    await note('first', { topics, about: ids.open });
    await note('kept', { topics: [unseen], about: ids.future, noindex: true });
    await note('later', { topics: [unseen], about: ids.draft, day: '2999-01-01T00:00:00.000Z' });
    await note('drafted', { topics: [unseen], about: ids.future }, 'draft');
  });

  const TOPICS = 'populate[topics]=true&populate[about][fields]=title&sort=title';
  const OWN = 'title topics { name title } about { title }';

  it.each([
    ['notes', `{ notes(sort: "title") { ${OWN} } }`, `/notes?${TOPICS}`],
    [
      'notes',
      `{ notes(sort: "title", status: DRAFT) { ${OWN} } }`,
      `/notes?${TOPICS}&status=draft`,
    ],
    [
      'notes',
      `{ notes(filters: { topics: { name: { eq: "noted" } } }) { ${OWN} } }`,
      `/notes?${TOPICS}&filters[topics][name]=noted`,
    ],
    [
      'notes',
      `{ notes(filters: { topics: { name: { eq: "secret" } } }) { title } }`,
      '/notes?filters[topics][name]=secret',
    ],
    [
      'notes',
      `{ notes(filters: { about: { slug: { eq: "aaa" } } }) { title } }`,
      '/notes?filters[about][slug]=aaa',
    ],
    [
      'syndicationTags',
      '{ syndicationTags(sort: "name") { name title } }',
      '/syndication/tags?sort=name',
    ],
    [
      'syndicationArticles',
      '{ syndicationArticles(sort: "title") { title tags { name title } } }',
      '/syndication/articles?sort=title&populate=tags',
    ],
    [
      'syndicationArticles',
      '{ syndicationArticles(filters: { tags: { name: { eq: "shown" } } }) { title } }',
      '/syndication/articles?filters[tags][name]=shown',
    ],
  ])('of %s: %s', async (field, query, address) => {
    const response = await api.graphql(query);
    expect(response[field]).toEqual(await api.rest(address));
    expect(JSON.stringify(response)).not.toMatch(/secret|Aa[ab]/);
  });

  it('names a tag that entries of the site are published under, and none that they wait under', async () => {
    const { syndicationTags: tags } = await api.graphql('{ syndicationTags { name } }');
    expect(tags).toEqual(expect.arrayContaining([{ name: 'noted' }, { name: 'shown' }]));
    expect(tags).toHaveLength(2);
  });
});

test('GraphQL reads of an entry what it leads to up to a number, and refuses more before it is read', async () => {
  const date = new Date('2026-01-01T00:00:00.000Z');
  const createCategory = (name: string, picks: number[]): Promise<unknown> =>
    site.strapi.db.query(CATEGORY).create({ data: { name, documentId: name, picks } });
  const data = Array.from({ length: 1_000 }, (_, place) => ({
    documentId: `many${place}`,
    title: `Many ${String(place).padStart(4, '0')}`,
    slug: `many-${place}`,
    ...{ date, publishedAt: date },
  }));
  const { ids: created } = await site.strapi.db
    .query(ARTICLE_UID)
    .createMany({ data: data as never });
  await createCategory('many', created.slice(2) as number[]);
  await createCategory('more', created as number[]);

  const pick = (name: string) =>
    ask(
      `{ categorys(filters: { name: { eq: "${name}" } }) { picks(sort: "title:desc") { title } } }`,
    );
  const { data: many, errors } = await pick('many');
  expect(errors).toEqual([]);
  const [{ picks }] = many!.categorys as unknown as [{ picks: { title: string }[] }];
  expect(picks[0]).toEqual({ title: 'Many 0999' });

  await settled(site);
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }): void => void statements.push(sql);
  site.strapi.db.connection.on('query', note);
  const refused = await pick('more');
  site.strapi.db.connection.off('query', note);
  expect(refused.errors.map(({ message }) => message)).toEqual([expect.stringContaining(TOO_MANY)]);
  expect(statements.filter((sql) => /from `syndication_articles`/.test(sql))).toEqual([]);

  const often = Array.from({ length: 3 }, (_, place) => `a${place}: picks { title }`).join(' ');
  const { errors: tooOften } = await ask(
    `{ categorys(filters: { name: { eq: "many" } }) { ${often} } }`,
  );
  expect(tooOften).toHaveLength(1);
});

/**
 * @runs-on sqlite: What Strapi's API says, and which tables and columns it makes, goes by content types,
 * which are the same on every database.
 */
import { buildClientSchema, getIntrospectionQuery, printType } from 'graphql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type App, startApp } from '../helpers/app';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { ARTICLE, documentsOf, exampleTypes, seedExample } from '../helpers/example-site';

const PLUGINS = { graphql: { endpoint: '/graphql' }, 'users-permissions': { jwtSecret: 's' } };

const ACTIONS = [
  ...['article', 'category', 'author'].flatMap((type) =>
    ['find', 'findOne'].map((action) => `api::${type}.${type}.${action}`),
  ),
  ...['find', 'findOne'].map((action) => `plugin::upload.content-api.${action}`),
];

const ZONE = 'populate[blocks][populate]=*';

const ADDRESSES = [
  ...['articles', 'categories', 'authors'].map((name) => `/api/${name}?populate=*`),
  `/api/articles?sort=slug&populate[cover]=true&populate[author][populate]=*&${ZONE}`,
  '/api/articles?sort=slug&status=draft&populate=*',
  '/api/upload/files?sort=id',
  '/api/upload/files/1',
];

/** Types, fields and arguments of ours are called so in GraphQL. */
const OURS = /syndication/i;

const askGraphql = async (app: App, query: string): Promise<never> => {
  const response = await app.get('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as never;
};

/** The GraphQL schema as clients read it, a text for each type. */
const readGraphqlTypes = async (app: App): Promise<Record<string, string>> => {
  const { data } = await askGraphql(app, getIntrospectionQuery());
  const types = Object.values(buildClientSchema(data).getTypeMap());
  return Object.fromEntries(types.map((type) => [type.name, printType(type)]));
};

/** The types of a GraphQL schema that are not ours. */
const withoutOurs = (types: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(types)
      .filter(([name]) => !OURS.test(name))
      .map(([name, printed]) => [
        name,
        printed
          // Members of the union of everything that a polymorphic relation may lead to.
          .replaceAll(/ \| \w*syndication\w*/gi, '')
          // Fields of queries and mutations.
          .split('\n')
          .filter((line) => !OURS.test(line))
          .join('\n'),
      ]),
  );

const readRest = async (app: App): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const address of ADDRESSES) {
    const response = await app.get(address);
    found[address] = [response.status, await response.json()];
  }
  return found;
};

/** The one column that we add to a table of Strapi's (docs/operations.md): no API shows it. */
const OWN_COLUMN = 'files.size_in_bytes';

/** Tables that are not ours, with all but the indexes and the column that are. */
const readTables = async ({ strapi }: App) => {
  const { tables } = await strapi.db.dialect.schemaInspector.getSchema();
  return tables
    .filter(({ name }) => !OURS.test(name))
    .map((table) => ({
      ...table,
      indexes: table.indexes.filter(({ name }) => !OURS.test(name)),
      columns: table.columns.filter(({ name }) => `${table.name}.${name}` !== OWN_COLUMN),
    }));
};

const observe = async (app: App) => ({
  rest: await readRest(app),
  graphql: await readGraphqlTypes(app),
  answer: await askGraphql(app, '{ articles(sort: "slug") { slug cover { url size } } }'),
  tables: await readTables(app),
});

const permitEverybody = async ({ strapi }: App): Promise<void> => {
  const { id: role } = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } });
  for (const action of ACTIONS) {
    await strapi.db
      .query('plugin::users-permissions.permission')
      .create({ data: { action, role } });
  }
};

describe("Strapi's example app before and after the plugin is installed", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-unchanged-'));
  const options = { folder, files: exampleTypes(), plugins: PLUGINS, fromNothing: true };
  let before: Awaited<ReturnType<typeof observe>>;

  /** What is there after a start with the plugin, configured so. */
  const observeWith = async (config?: Record<string, unknown>) => {
    const app = await startApp({ ...options, config });
    try {
      return await observe(app);
    } finally {
      await app.close();
    }
  };

  beforeAll(async () => {
    const app = await startApp({ ...options, enabled: false });
    const { articles } = await seedExample(app);
    for (const documentId of Object.values(articles)) {
      await documentsOf(app, ARTICLE).publish({ documentId });
    }
    await permitEverybody(app);
    before = await observe(app);
    await app.close();
  });

  afterAll(async () => {
    await testDatabase(defaultDatabase, folder).drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has something to compare', () => {
    const [status, { data }] = before.rest[ADDRESSES[3]!] as [number, { data: object[] }];
    expect(status).toBe(200);
    expect(data).toHaveLength(5);
    expect(data[0]).toMatchObject({ cover: { size: 12.5 }, blocks: { length: 4 } });
    expect(before.graphql.UploadFile).toContain('size: Float!');
    expect(before.answer).toMatchObject({ data: { articles: { length: 5 } } });
    expect(before.tables.map(({ name }) => name)).toContain('files');
  });

  it.each<[string, Record<string, unknown> | undefined]>([
    ['not configured', undefined],
    [
      'configured for its types',
      { baseUrl: 'https://www.example.com', sources: { [ARTICLE]: {} } },
    ],
  ])('answers as before and has the same tables, %s', async (_, config) => {
    const after = await observeWith(config);
    expect(after.rest).toEqual(before.rest);
    // A site with types of its own has nothing of ours in its schema.
    expect(config ? after.graphql : withoutOurs(after.graphql)).toEqual(before.graphql);
    expect(after.answer).toEqual(before.answer);
    expect(after.tables).toEqual(before.tables);
  });
});

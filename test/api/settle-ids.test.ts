import { partsOf } from '../../src/compose';
import { PERMALINK_UID } from '../../src/lib/constants';
import { settleIds } from '../../src/addresses/settle-ids';
import { type App, startApp } from '../helpers/app';

const PUBLIC = 'https://www.example.com';
const COUNT = 1_201;

let app: App;

beforeAll(async () => {
  app = await startApp({ config: { baseUrl: PUBLIC } });
});

afterAll(() => app?.stop());

const table = () => {
  const { tableName } = app.strapi.db.metadata.get(PERMALINK_UID);
  return app.strapi.db.connection(tableName);
};

/** An import of a development site's data. */
beforeEach(async () => {
  await table().delete();
  const rows = Array.from({ length: COUNT }, (_, number) => ({
    content_type: 'plugin::syndication.article',
    entry: `entry-${number}`,
    slug: `slug-${number}`,
    url: `/posts/slug-${number}/`,
    provisional: true,
  }));
  for (let start = 0; start < COUNT; start += 100) {
    await table().insert(rows.slice(start, start + 100));
  }
});

const expectAllPermanent = async (): Promise<void> => {
  const rows: { url: string; provisional: unknown }[] = await table()
    .orderBy('id')
    .select('url', 'provisional');
  expect(rows.map(({ url }) => url)).toEqual(
    Array.from({ length: COUNT }, (_, number) => `${PUBLIC}/posts/slug-${number}/`),
  );
  expect(rows.filter(({ provisional }) => provisional)).toEqual([]);
};

const settle = (signal = new AbortController().signal) =>
  // A start does this in the background; here it is awaited, and broken off.
  settleIds(app.strapi, partsOf(app.strapi), signal);

test('provisional ids become permanent 500 rows at a time, and the next start finds nothing to do', async () => {
  const updates: number[] = [];
  const { tableName } = app.strapi.db.metadata.get(PERMALINK_UID);
  const note = ({ sql, bindings }: { sql: string; bindings: unknown[] }): void => {
    // The log of changes has updates of its own.
    if (/^update/i.test(sql) && sql.includes(tableName)) updates.push(bindings.length);
  };
  app.strapi.db.connection.on('query', note);
  await settle();
  await expectAllPermanent();
  expect(updates).toHaveLength(3);
  // Ids, and the few values that are the same for all.
  expect(Math.max(...updates)).toBeLessThan(510);
  await settle();
  expect(updates).toHaveLength(3);
  app.strapi.db.connection.off('query', note);
});

test('each row gets its host once, however many nodes start at once and wherever one was killed', async () => {
  const killed = new AbortController();
  const afterUpdate = (_response: unknown, { sql }: { sql: string }): void => {
    if (/^update/i.test(sql)) killed.abort();
  };
  app.strapi.db.connection.on('query-response', afterUpdate);
  await settle(killed.signal);
  app.strapi.db.connection.off('query-response', afterUpdate);
  expect(Number((await table().where({ provisional: true }).count({ n: '*' }))[0]!.n)).toBe(701);
  await Promise.all([settle(), settle(), settle()]);
  await expectAllPermanent();
});

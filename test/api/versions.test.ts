/** @runs-on sqlite mysql: What is SQLite's own is tried there, beside what is a server's on PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';

import { OUTBOX_TABLE, WAIT_TIMES } from '../../src/changes/outbox';
import { COUNTER, MOMENT_LIMITS, SCOPE_TABLE } from '../../src/changes/versions';
import { ARTICLE_UID } from '../../src/lib/constants';
import { CACHE_TAGS } from '../../src/lib/cache-tags';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { type DatabaseKind, defaultDatabase } from '../helpers/database';
import { dateOf } from '../helpers/dated';
import { reach } from '../helpers/clock';
import { announce, isCached, settled, spyOnAnnouncements } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const FEED = '/tags/api/index.xml';
const SERVER = defaultDatabase === 'mysql' ? 'mysql' : 'postgres';
const DATABASES: DatabaseKind[] = SERVER === 'mysql' ? [SERVER] : ['sqlite', SERVER];

let app: App;
let editor: Editor;
let article: string;

const scopes = () => app.strapi.db.connection(SCOPE_TABLE);
const outbox = () => app.strapi.db.connection(OUTBOX_TABLE);

/** The newest version there is. */
const newest = async (): Promise<number> =>
  Number((await scopes().where({ key: COUNTER }).first<{ version: unknown }>('version')).version);

/** Appends what another node committed and was killed before it was indexed. */
const left = (rows: number, names: string[]) =>
  app.strapi.db.connection.batchInsert(
    OUTBOX_TABLE,
    Array.from({ length: rows }, () => ({
      change: JSON.stringify({ scopes: names }),
      bulk: false,
    })),
    200,
  );

const start = async (database: DatabaseKind): Promise<void> => {
  app = await startApp({ config, database });
  editor = createEditor(app);
  const tags = [await editor.tag({ slug: 'api' })];
  article = await editor.published({ title: 'Before', tags });
  await settled(app);
};

describe.each(DATABASES)('changes on %s', (database) => {
  beforeAll(() => start(database));
  afterAll(() => app.stop());

  it('that wait by the thousand are indexed some hundreds at a time', async () => {
    const before = await newest();
    await left(5_000, ['some']);
    await settled(app);
    expect(await outbox().first('id')).toBeUndefined();
    expect((await newest()) - before).toBeLessThan(30);
  });

  it('that another node left are indexed within two seconds, though nobody asks', async () => {
    await app.get(FEED);
    const before = await newest();
    await left(1, [CACHE_TAGS.entry(ARTICLE_UID, article)]);
    await sleep(2_000);
    expect(await newest()).toBe(before + 1);
    expect(isCached(app, FEED)).toBe(false);
  });

  it('keep one row for each scope, whatever its name', async () => {
    const long = 'x'.repeat(10_000);
    const names = ['address:a:Case', 'address:a:case', 'address:a:cäse ', `address:a:${long}`];
    const rowsOf = () => scopes().whereIn('scope', names).orderBy('id').select('id', 'scope');
    await left(1, names);
    await settled(app);
    const first = await rowsOf();
    expect(first).toHaveLength(names.length);
    await left(1, names);
    await settled(app);
    expect(await rowsOf()).toEqual(first);
    await left(1, ['another']);
    await settled(app);
    const [another] = await scopes().where({ scope: 'another' }).select('id');
    // An id is not spent on what is there already.
    expect(another.id - Math.max(...first.map(({ id }) => id))).toBe(1);
  });

  it('are kept, however old: a node that did not look for months drops only what has changed', async () => {
    const monthsAgo = Math.floor(Date.now() / 1_000) - 60 * 86_400;
    await app.get(FEED);
    const next = (await newest()) + 10;
    const old = Array.from({ length: 900 }, (_, place) => ({
      key: `old ${place}`,
      scope: `old ${place}`,
      version: next - 2,
      moment: monthsAgo,
    }));
    await app.strapi.db.connection.batchInsert(SCOPE_TABLE, old, 100);
    await scopes()
      .where({ key: COUNTER })
      .update({ version: next - 1 });
    await left(1, ['some']);
    await settled(app);
    // Until it looks again.
    await sleep(600);
    await app.get('/robots.txt');
    const [count] = await scopes().where('scope', 'like', 'old %').count({ rows: '*' });
    expect(Number(count!.rows)).toBe(900);
    expect(isCached(app, FEED)).toBe(true);
    await left(1, [CACHE_TAGS.entry(ARTICLE_UID, article)]);
    await settled(app);
    expect(isCached(app, FEED)).toBe(false);
  });
});

describe(`a change on a server (${SERVER})`, () => {
  beforeAll(() => start(SERVER));
  afterAll(() => app.stop());

  it('hides no change of another node that this one has not heard of', async () => {
    const told = spyOnAnnouncements(app);
    const timesTold = (): number =>
      told.mock.calls.filter(([some]) => some.includes('both')).length;
    await announce(app, ['both']);
    await settled(app);
    expect(timesTold()).toBe(1);
    const others = (await newest()) + 1;
    await scopes().where({ scope: 'both' }).update({ version: others });
    await scopes().where({ key: COUNTER }).update({ version: others });
    await announce(app, ['both']);
    await settled(app);
    // By its own change, and by that of the other node, of whose version nothing is left.
    expect(timesTold()).toBe(3);
  });

  it('is dated by a second that is over on no node, though their clocks differ by two', async () => {
    const { tolerance } = MOMENT_LIMITS;
    MOMENT_LIMITS.tolerance = 2;
    try {
      // Behind what the changes of the start were dated by.
      reach(new Date(Date.now() + 10_000));
      const changed = Date.now();
      await editor.republish(article, { title: 'Dated' });
      await settled(app);
      const date = (await app.get(FEED)).headers.get('last-modified');
      // The second of the response, if one has begun since the change.
      expect(Date.parse(date ?? '1970-01-01')).toBeLessThanOrEqual(Date.now());
      expect(Date.parse(await dateOf(app, FEED))).toBeGreaterThan(changed + 2_000);
    } finally {
      MOMENT_LIMITS.tolerance = tolerance;
    }
  });

  it('dates no response as before that shows it and is made before it has a version', async () => {
    const ask = (since: string) => app.get(FEED, { headers: { 'If-Modified-Since': since } });
    const before = await dateOf(app, FEED);
    const held = await app.strapi.db.connection.transaction(undefined, {
      isolationLevel: 'read committed',
    });
    await held(SCOPE_TABLE).where({ key: COUNTER }).forUpdate().select('id');
    const { ofRequest } = WAIT_TIMES;
    WAIT_TIMES.ofRequest = 300;
    const quick = createEditor(app, undefined, { isQuick: true });
    try {
      await quick.republish(article, { title: 'After' });
      const made = await app.get(FEED);
      expect(await made.text()).toContain('<title>After</title>');
      expect(made.headers.get('last-modified')).not.toBe(before);
      expect((await ask(before)).status).toBe(200);
    } finally {
      WAIT_TIMES.ofRequest = ofRequest;
      await held.commit();
    }
    await settled(app);
    expect((await ask(before)).status).toBe(200);
    expect(Date.parse(await dateOf(app, FEED))).toBeGreaterThan(Date.parse(before));
  });
});

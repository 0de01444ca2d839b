/** @runs-on sqlite mysql: What is SQLite's own is tried there, beside what is a server's on PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Knex } from 'knex';

import { CACHE_TAGS } from '../../src/lib/cache-tags';
import { partsOf } from '../../src/compose';
import { CHANGE_TABLE, COUNTER } from '../../src/changes/log-table';
import { MODIFICATION_TABLE } from '../../src/changes/modification-table';
import { createPruning } from '../../src/changes/pruning';
import { ARTICLE_UID } from '../../src/constants';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { type DatabaseKind, defaultDatabase } from '../helpers/database';
import { dateOf } from '../helpers/dated';
import { settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const FEED = '/tags/api/index.xml';
const SERVER = defaultDatabase === 'mysql' ? 'mysql' : 'postgres';
const DATABASES: DatabaseKind[] = SERVER === 'mysql' ? [SERVER] : ['sqlite', SERVER];

/** The log of an app. */
const logOf = ({ strapi }: App) => {
  const log = () => strapi.db.connection(CHANGE_TABLE);
  const settle = (): Promise<void> => partsOf(strapi).log.numbered();
  const announce = (scopes: string[]): Promise<void> => partsOf(strapi).log.announce(scopes);
  const append = (number: number, revision: number | null) =>
    strapi.db.connection.batchInsert(
      CHANGE_TABLE,
      Array.from({ length: number }, () => ({ revision, scopes: '["some"]' })),
      200,
    );
  /** Keeps changes from being numbered, as their numbering does; returns a function that lets them. */
  const hold = async (): Promise<() => Promise<void>> => {
    const trx = await strapi.db.connection.transaction(undefined, {
      isolationLevel: 'read committed',
    });
    await trx(CHANGE_TABLE).where({ name: COUNTER }).forUpdate().select('id');
    return async () => void (await trx.commit());
  };
  return {
    announce,
    append,
    hold,
    async count(): Promise<number> {
      const [found] = await log().whereNull('name').count<{ rows: string }[]>({ rows: '*' });
      return Number(found?.rows);
    },
    numbered: settle,
    counter: (): Promise<{ revision: number }> => log().where({ name: COUNTER }).first('revision'),
    /** Numbers so many changes that old ones are looked for; a server numbers those that wait at once. */
    async grow(): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        for (let change = 0; change < 100; change += 1) await announce(['some']);
        return;
      }
      for (let time = 0; time < 2; time += 1) {
        const letGo = await hold();
        await append(900, null);
        await letGo();
        await settle();
      }
    },
  };
};

describe(`the log of changes on a server (${SERVER})`, () => {
  let app: App;
  let editor: Editor;
  let article: string;

  beforeAll(async () => {
    app = await startApp({ config, database: SERVER });
    editor = createEditor(app);
    article = await editor.published({
      title: 'Before',
      tags: [await editor.tag({ slug: 'api' })],
    });
  });
  afterAll(() => app.stop());

  it('dates no response that is made while a change it shows gets its number', async () => {
    const log = logOf(app);
    await log.numbered();
    const ask = (since: string) => app.get(FEED, { headers: { 'If-Modified-Since': since } });
    const before = await dateOf(app, FEED);
    const letGo = await log.hold();
    await editor.republish(article, { title: 'After' });
    // Numbered right after the response's date was looked up.
    const { connection } = app.strapi.db;
    app.strapi.db.connection = new Proxy(connection, {
      apply(target, self, [table]: [string]) {
        const rows = Reflect.apply(target, self, [table]) as Knex.QueryBuilder;
        if (table !== MODIFICATION_TABLE) return rows;
        const then = rows.then.bind(rows);
        rows.then = ((done: (found: unknown) => unknown, fail: () => unknown) =>
          then(async (found: unknown) => {
            await letGo();
            await log.numbered();
            return found;
          }).then(done, fail)) as typeof rows.then;
        return rows;
      },
    });
    const made = await app.get(FEED);
    app.strapi.db.connection = connection;
    expect(await made.text()).toContain('<title>After</title>');
    expect((await ask(before)).status).toBe(200);
    expect(made.headers.get('last-modified')).not.toBe(before);
  });

  it('takes thousands of changes that wait for a number as one change of everything', async () => {
    const log = logOf(app);
    await log.numbered();
    const [rows, { revision }] = [await log.count(), await log.counter()];
    const letGo = await log.hold();
    await log.append(3_500, null);
    await letGo();
    await log.numbered();
    expect((await log.count()) - rows).toBeLessThan(1_010);
    expect((await log.counter()).revision - revision).toBeLessThan(10);
    const everything = await app.strapi.db
      .connection(CHANGE_TABLE)
      .where('revision', '>', revision)
      .where('scopes', '["*"]')
      .first('id');
    expect(everything).toBeDefined();
  });

  it('takes an id for what changed once, however often it changes', async () => {
    const log = logOf(app);
    const ids: number[] = [];
    for (const scopes of [['once'], ['once'], ['once'], ['once', 'twice']]) {
      await log.announce(scopes);
      await log.numbered();
    }
    for (const tag of ['once', 'twice']) {
      const found = await app.strapi.db
        .connection(MODIFICATION_TABLE)
        .where({ cache_tag: tag })
        .first<{ id: number }>('id');
      ids.push(found.id);
    }
    expect(ids[1]! - ids[0]!).toBe(1);
  });

  it('forgets old rows though nobody reads, however many changes have one number', async () => {
    const log = logOf(app);
    await log.numbered();
    const { revision } = await log.counter();
    await log.append(12_000, revision);
    await log.grow();
    expect(await log.count()).toBeLessThan(7_000);
  });
});

describe.each(DATABASES)('the log of changes on %s', (database) => {
  let app: App;

  afterEach(() => app.stop());

  it('has a node that did not look while its next rows were forgotten purge everything', async () => {
    app = await startApp({ config, database });
    const editor = createEditor(app);
    const api = await editor.tag({ slug: 'api' });
    const article = await editor.published({ title: 'Before', tags: [api] });
    const text = async (): Promise<string> => (await app.get(FEED)).text();
    await settled(app);
    expect(await text()).toContain('<title>Before</title>');
    const { revision } = await logOf(app).counter();
    const tableOf = (uid: string): string => app.strapi.db.metadata.get(uid).tableName;
    // At once, so that no look comes in between: what another node does meanwhile.
    await app.strapi.db.connection.transaction(async (trx) => {
      await trx(tableOf(ARTICLE_UID)).where({ document_id: article }).update({ title: 'After' });
      const changed = JSON.stringify([CACHE_TAGS.entry(ARTICLE_UID, article)]);
      const rows = Array.from({ length: 6_000 }, () => ({
        revision: revision + 1,
        scopes: changed,
      }));
      rows.push({ revision: revision + 2, scopes: '["some"]' });
      await trx.batchInsert(CHANGE_TABLE, rows, 200);
      await trx(CHANGE_TABLE)
        .where({ name: COUNTER })
        .update({ revision: revision + 2 });
      await createPruning().afterNumbering(trx, revision + 2, rows.length);
    });
    // Too few are left to tell by their number that some are missing.
    expect(await logOf(app).count()).toBeLessThan(1_000);
    for (const until = Date.now() + 10_000; Date.now() < until; await sleep(100)) {
      if ((await text()).includes('After')) break;
    }
    expect(await text()).toContain('<title>After</title>');
  });

  it('forgets old rows where nothing is cached, so that nobody would read them', async () => {
    app = await startApp({ config: { ...config, cache: false }, database });
    const log = logOf(app);
    await log.announce(['some']);
    await log.numbered();
    await log.append(12_000, (await log.counter()).revision);
    await log.grow();
    expect(await log.count()).toBeLessThan(7_000);
  });
});

describe('the log of changes on SQLite', () => {
  if (!DATABASES.includes('sqlite')) return;

  let app: App & { folder: string };

  beforeAll(async () => {
    app = await startApp({ config, database: 'sqlite' });
  });
  afterAll(() => app.stop());

  it('forgets old rows, and gives no date that the clock will not soon reach', async () => {
    const log = logOf(app);
    await log.append(1_300, 5);
    await app.strapi.db
      .connection(CHANGE_TABLE)
      .where({ name: COUNTER })
      .update({ revision: 1_950 });
    // As a script that publishes while a feed is asked for all the time.
    for (let change = 0; change < 60; change += 1) {
      await log.announce(['*']);
      await app.get('/index.xml');
    }
    expect(await log.count()).toBeLessThan(200);
    const { moment } = await app.strapi.db
      .connection(MODIFICATION_TABLE)
      .where({ cache_tag: '*' })
      .first<{ moment: number }>('moment');
    expect(moment).toBeLessThan(Date.now() / 1_000 + 20);
  });

  it('numbers at its start at once whatever an earlier version left to readers', async () => {
    const { revision: before } = await logOf(app).counter();
    await logOf(app).append(20_000, null);
    await app.close();
    const again = await startApp({ config, database: 'sqlite', folder: app.folder });
    const left = await again.strapi.db
      .connection(CHANGE_TABLE)
      .whereNull('revision')
      .pluck<number[]>('id');
    const { revision } = await logOf(again).counter();
    await again.close();
    expect(left).toEqual([]);
    // Not one after the other: the server does not listen yet.
    expect(revision - before).toBe(1);
  });
});

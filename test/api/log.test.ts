/** @runs-on sqlite: Each part says which database it is about. */
import type { Knex } from 'knex';

import { partsOf } from '../../src/compose';
import { CHANGE_TABLE, COUNTER } from '../../src/changes/log-table';
import { MODIFICATION_TABLE } from '../../src/changes/modification-table';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { dateOf } from '../helpers/dated';
import { numbered } from '../helpers/settled';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const FEED = '/tags/api/index.xml';

/** The log of an app. */
const logOf = ({ strapi }: App) => {
  const log = () => strapi.db.connection(CHANGE_TABLE);
  return {
    announce: (scopes: string[]): Promise<void> => partsOf(strapi).log.announce(scopes),
    append: (number: number, revision: number | null) =>
      strapi.db.connection.batchInsert(
        CHANGE_TABLE,
        Array.from({ length: number }, () => ({ revision, scopes: '["some"]' })),
        200,
      ),
    async count(): Promise<number> {
      const [found] = await log().whereNull('name').count<{ rows: string }[]>({ rows: '*' });
      return Number(found?.rows);
    },
    numbered: (): Promise<void> => numbered({ strapi }),
    counter: (): Promise<{ revision: number }> => log().where({ name: COUNTER }).first('revision'),
    /** Keeps changes from being numbered; returns a function that lets them. */
    async hold(): Promise<() => Promise<void>> {
      const trx = await strapi.db.connection.transaction();
      await trx(CHANGE_TABLE).where({ name: COUNTER }).forUpdate().select('id');
      return async () => void (await trx.commit());
    },
  };
};

describe('the log of changes on PostgreSQL', () => {
  let app: App;
  let editor: Editor;
  let article: string;

  beforeAll(async () => {
    app = await startApp({ config, database: 'postgres' });
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
    for (let time = 0; time < 2; time += 1) {
      const letGo = await log.hold();
      await log.append(900, null);
      await letGo();
      await log.numbered();
    }
    expect(await log.count()).toBeLessThan(7_000);
  });
});

describe('the log of changes on SQLite', () => {
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

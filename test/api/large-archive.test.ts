import { setTimeout as sleep } from 'node:timers/promises';

import { parseAtomFeed } from 'feedsmith';

import {
  CATALOGUE_TABLE,
  type ListName,
  SITE_LIST,
  topicList,
} from '../../src/catalogue/catalogue-table';
import { toColumn } from '../../src/lib/database';
import { partsOf } from '../../src/compose';
import { findSurroundings } from '../../src/entries/surroundings';
import { ARTICLE_UID, PERMALINK_UID, TAG_UID } from '../../src/lib/constants';
import type { Calendar } from '../../src/panel/admin-api';
import { signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { catalogueFilled, extentOf, listed, listedFromOldest, settled } from '../helpers/state';
import {
  BY_THE_CLOCK,
  countsOf,
  scansOf,
  type Statement,
  statementsOn,
  stepsOnSqlite,
} from '../helpers/statements';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

/** Entries of the catalogue, two a minute. */
const ENTRIES = 25_000;
const DRAFTS = 200;
const OLDEST = Date.UTC(2020, 0, 1);
const dateOf = (index: number): Date => new Date(OLDEST + Math.floor(index / 2) * 60_000);
const idOf = (index: number): string => `entry${String(index).padStart(8, '0')}`;

/** The catalogue alone is full, so that no address shows its entries: parts of the plugin are asked, one by one. */
const parts = () => partsOf(app.strapi);

let app: App;
let editor: Editor;
let tags: Record<'even' | 'odd' | 'third', ListName>;

const row = (index: number, list: ListName): Record<string, unknown> => ({
  content_type: ARTICLE_UID,
  document_id: idOf(index),
  locale: '',
  list,
  state: 'listed',
  date: toColumn(app.strapi, dateOf(index)),
  title: `Entry ${index}`,
  updated: toColumn(app.strapi, dateOf(index)),
});

/** Fills the catalogue alone: as many articles would take minutes to write. */
const fill = async (): Promise<void> => {
  const { connection } = app.strapi.db;
  const rows = Array.from({ length: ENTRIES }, (_, index) => [
    row(index, SITE_LIST),
    row(index, index % 2 === 0 ? tags.even : tags.odd),
    ...(index % 3 === 0 ? [row(index, tags.third)] : []),
  ]).flat();
  const drafts = Array.from({ length: DRAFTS }, (_, index) =>
    [SITE_LIST, tags.even].map((list) => ({
      ...row(index, list),
      document_id: `draft${index}`,
      state: 'waiting',
      date: null,
    })),
  ).flat();
  await connection.transaction((trx) =>
    trx.batchInsert(CATALOGUE_TABLE, [...rows, ...drafts], 400),
  );
  await catalogueFilled(app);
};

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
  const [even, odd, third] = await Promise.all(
    ['even', 'odd', 'third'].map((slug) => editor.tag({ slug })),
  );
  tags = {
    even: topicList(TAG_UID, even!),
    odd: topicList(TAG_UID, odd!),
    third: topicList(TAG_UID, third!),
  };
  await fill();
});
afterAll(() => app.stop());

describe('in a large archive', () => {
  it('what is due is looked for in an index each second', async () => {
    const { connection, dialect } = app.strapi.db;
    const seen: Statement[] = [];
    const note = ({ sql, bindings = [] }: Statement): void => {
      if (BY_THE_CLOCK.test(sql) && sql.includes(CATALOGUE_TABLE)) seen.push({ sql, bindings });
    };
    connection.on('query', note);
    for (let tries = 0; tries < 100 && seen.length === 0; tries += 1) await sleep(100);
    connection.off('query', note);
    expect(seen[0]?.sql).toContain('due');
    if (dialect.client !== 'sqlite') return;
    for (const statement of seen) {
      expect(await stepsOnSqlite(app, statement)).toEqual([
        expect.stringContaining('USING INDEX syndication_catalogue_due_index'),
      ]);
    }
  });

  it('articles that will come are counted without passing over those that are there', async () => {
    const { counts } = parts();
    const lists = [SITE_LIST, ...Object.values(tags)];
    let found: (number | undefined)[] = [];
    const statements = await statementsOn(app, CATALOGUE_TABLE, async () => {
      const numbers = await counts.countWaiting(lists, new Date());
      found = lists.map((list) => numbers.get(list));
    });
    expect(found).toEqual([DRAFTS, DRAFTS, 0, 0]);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(await scansOf(app, statement)).toEqual([]);
  });

  it('what stands beside an entry is found without passing over others', async () => {
    const [edition] = parts().editions;
    const inForce = await edition.settings.get();
    for (const index of [0, ENTRIES / 2, ENTRIES - 1]) {
      const entry = { contentType: ARTICLE_UID, documentId: idOf(index), locale: '', topics: [] };
      const statements = await statementsOn(app, CATALOGUE_TABLE, () =>
        findSurroundings({ ...edition, inForce }, entry as never, new Date()),
      );
      expect(statements).toHaveLength(3);
      for (const statement of statements) expect(await scansOf(app, statement)).toEqual([]);
    }
  });

  it('the newest of a list, and when the next one comes, are found in one statement', async () => {
    const [{ queries }] = parts().editions;
    for (const lists of [[], [tags.even], [tags.third]]) {
      const statements = await statementsOn(app, CATALOGUE_TABLE, async () => {
        const { entries } = await queries.findFirst({ lists, now: new Date(), limit: 21 });
        expect(entries).toHaveLength(21);
      });
      // Of the list of all, two entries share the last date.
      expect(statements).toHaveLength(lists.length === 0 ? 2 : 1);
      for (const statement of statements) expect(await scansOf(app, statement)).toEqual([]);
    }
  });

  it('some entries of a list are found without passing over the others of it', async () => {
    const asked = [0, ENTRIES / 2, ENTRIES - 1].map(idOf);
    let found: string[] = [];
    const statements = await statementsOn(app, CATALOGUE_TABLE, async () => {
      const documents = await parts().editions[0].queries.findDocuments([...asked, 'draft1']);
      found = documents.map(({ documentId }) => documentId).sort();
    });
    expect(found).toEqual(asked);
    expect(statements).toHaveLength(1);
    // Others know how large the list is.
    if (app.strapi.db.dialect.client !== 'sqlite') return;
    const steps = await stepsOnSqlite(app, statements[0]!);
    expect(steps).toEqual([expect.stringContaining('(document_id=?)')]);
  });

  it('who had the address of an entry that is saved is found without passing over all addresses', async () => {
    const { tableName } = app.strapi.db.metadata.get(PERMALINK_UID);
    const statements = await statementsOn(app, tableName, async () => {
      const saved = await editor.published();
      await settled(app);
      await editor.delete(saved);
    });
    const questions = statements.filter(({ sql }) => sql.startsWith('select'));
    expect(questions.length).toBeGreaterThan(0);
    if (app.strapi.db.dialect.client !== 'sqlite') return;
    const steps = await Promise.all(questions.map((statement) => stepsOnSqlite(app, statement)));
    // All entries of a type.
    expect(steps.flat().filter((step) => step.endsWith('(content_type=?)'))).toEqual([]);
  });

  it('what an editor looks at in the morning is found in as many statements as in a small one', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const looks = [
      'entries?status=live&pageSize=100',
      'entries?status=live&_q=entry%2024999',
      'entries?status=scheduled',
      'entries/calendar?month=2020-01',
      'attention',
    ];
    for (const look of looks) {
      // Once for what is cached: numbers of entries, what Strapi knows of the user.
      await admin(`/syndication/${look}`);
      let read = 0;
      const statements = await statementsOn(app, CATALOGUE_TABLE, async () => {
        const response = await admin(`/syndication/${look}`);
        expect([look, response.status]).toEqual([look, 200]);
        read = (await response.text()).length;
      });
      expect(read).toBeGreaterThan(0);
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.length).toBeLessThan(30);
      if (app.strapi.db.dialect.client !== 'sqlite') continue;
      const scans = await Promise.all(statements.map((statement) => scansOf(app, statement)));
      // Of what an index found there is one row for each list.
      expect(scans.flat().filter((scan) => scan !== 'SCAN part')).toEqual([]);
    }
  });

  it('a month with more entries than it shows says so', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const response = await admin('/syndication/entries/calendar?month=2020-01');
    const { data } = (await response.json()) as { data: Calendar };
    expect(Object.values(data.days).flat()).toHaveLength(1_000);
    expect(data.isWhole).toBe(false);
  });

  describe('a combination of large tags', () => {
    const LOOKED_AT = 5_000;
    const all = Array.from({ length: ENTRIES }, (_, index) => index).reverse();
    const isEven = (index: number): boolean => index % 2 === 0;
    const isThird = (index: number): boolean => index % 3 === 0;

    const ask = async (lists: ListName[], mode: 'all' | 'any', start = 0, limit = 0) => {
      const found = await listed(app, { lists, mode, start, limit });
      const extent = await extentOf(app, { lists, mode });
      return { ids: found.map(({ documentId }) => documentId), ...extent };
    };

    /** Those of some entries that are dated at or after the last of them. */
    const since = (indexes: number[], last: number): number[] =>
      indexes.filter((index) => dateOf(index) >= dateOf(last));

    it('holds what is in all of them among the newest of the smallest', async () => {
      const thirds = all.filter(isThird);
      const expected = since(thirds, thirds[LOOKED_AT - 1]!)
        .filter(isEven)
        .map(idOf);
      const found = await ask([tags.even, tags.third], 'all');
      expect([...found.ids].sort()).toEqual([...expected].sort());
      expect(found).toMatchObject({ count: expected.length, isWhole: false });
    });

    it('holds the newest that are in any of them, each once', async () => {
      const newest = [isEven, isThird].map((test) => all.filter(test)[LOOKED_AT / 2 - 1]!);
      const either = all.filter((index) => isEven(index) || isThird(index));
      const expected = since(either, Math.max(...newest)).map(idOf);
      const found = await ask([tags.even, tags.third], 'any');
      expect([...found.ids].sort()).toEqual([...expected].sort());
      expect(found).toMatchObject({ count: expected.length, isWhole: false });
    });

    it('is read in pages that follow one another to its end', async () => {
      for (const mode of ['all', 'any'] as const) {
        const lists = [tags.even, tags.third];
        const { ids, count } = await ask(lists, mode);
        for (const start of [0, 20, 1_000, count - 20]) {
          const page = await ask(lists, mode, start, 20);
          expect(page.ids).toEqual(ids.slice(start, start + 20));
        }
        expect((await ask(lists, mode, count, 20)).ids).toEqual([]);
      }
    });

    it('is empty when nothing is in all of them', async () => {
      expect(await ask([tags.even, tags.odd], 'all')).toMatchObject({ ids: [], count: 0 });
    });

    it('reads no list from end to end', async () => {
      for (const mode of ['all', 'any'] as const) {
        const statements = await statementsOn(app, CATALOGUE_TABLE, () =>
          ask([tags.even, tags.third], mode, 0, 20),
        );
        const ofRows = statements.filter(({ sql }) => sql.includes('exists'));
        expect(ofRows.length).toBeGreaterThan(0);
        for (const { sql } of ofRows) expect(sql).toMatch(/.date. >= \?/);
        if (app.strapi.db.dialect.client !== 'sqlite') continue;
        for (const statement of statements) expect(await scansOf(app, statement)).toEqual([]);
      }
    });

    it('has pages and no archives', async () => {
      const [even, third] = [tags.even, tags.third].map((list) => list.split(':').at(-1)!);
      const ids: string[] = [];
      for (let day = 1; day <= 3; day += 1) {
        ids.push(
          await editor.published({ tags: [even!, third!], date: `2026-01-0${day}T00:00:00.000Z` }),
        );
      }
      for (const name of ['even+third', 'even,third']) {
        const feed = parseAtomFeed(await (await app.get(`/tags/${name}/atom.xml`)).text());
        expect(feed.entries).toHaveLength(3);
        const rels = feed.links?.map(({ rel }) => rel);
        expect(rels).toContain('next');
        expect(rels).not.toContain('prev-archive');
        const status = async (rest: string) => (await app.get(`/tags/${name}/${rest}`)).status;
        expect(await status('')).toBe(200);
        expect(await status('page/2/')).toBe(200);
        expect(await status('archive/1/atom.xml')).toBe(404);
        expect(await status('page/600/')).toBe(404);
      }
      for (const id of ids) await editor.delete(id);
    });
  });

  describe('a stretch counted from the oldest', () => {
    const PART = 2_500;
    const STARTS = [0, PART, 4 * PART, 5 * PART, 9 * PART, ENTRIES - 1];

    const read = async (start: number): Promise<string[]> => {
      const found = await listedFromOldest(app, { start, limit: PART });
      return found.map(({ documentId }) => documentId);
    };

    const expected = (start: number): string[] =>
      Array.from({ length: Math.min(PART, ENTRIES - start) }, (_, index) => idOf(start + index));

    it('is found in one statement, wherever it is', async () => {
      for (const start of [...STARTS].reverse()) {
        const statements = await statementsOn(app, CATALOGUE_TABLE, async () => {
          expect(await read(start)).toEqual(expected(start));
        });
        expect(statements).toHaveLength(1);
        // Of a table as small as this one, PostgreSQL would read all for a tenth.
        if (app.strapi.db.dialect.client !== 'sqlite') continue;
        const scans = await scansOf(app, statements[0]!);
        // The ids that were found, one after the other.
        expect(scans.filter((scan) => scan !== 'SCAN passed')).toEqual([]);
      }
    });

    it('is the same when only newer articles came', async () => {
      const id = await editor.published({ date: new Date().toISOString() });
      expect(await read(9 * PART)).toEqual([...expected(9 * PART), id].slice(0, PART));
      await editor.delete(id);
    });

    it('has lists counted no more when an article of them changes that stays where it is', async () => {
      const { counts } = parts();
      const even = tags.even.split(':').at(-1)!;
      const id = await editor.published({ tags: [even], date: '2019-01-01T00:00:00.000Z' });
      const look = async () => [
        ...(await counts.countDue([SITE_LIST, tags.even], new Date())).values(),
      ];
      const before = await look();
      await editor.republish(id, { summary: 'Another summary' });
      const statements = await statementsOn(app, CATALOGUE_TABLE, async () => {
        expect(await look()).toEqual(before);
      });
      expect(countsOf(statements)).toEqual([]);
      await editor.delete(id);
    });

    it('moves on when an older article comes, and back when it goes', async () => {
      const id = await editor.published({ date: '2019-01-01T00:00:00.000Z' });
      for (const start of STARTS.slice(1)) {
        expect((await read(start))[0]).toBe(idOf(start - 1));
      }
      await editor.delete(id);
      for (const start of STARTS) expect(await read(start)).toEqual(expected(start));
    });

    it('is found among thousands of articles of one moment', async () => {
      const { connection } = app.strapi.db;
      const crowd = connection(CATALOGUE_TABLE)
        .where('list', SITE_LIST)
        .where('state', 'listed')
        .where('document_id', '<', idOf(11_000));
      await crowd.update({ date: toColumn(app.strapi, dateOf(0)) });
      for (const start of STARTS) expect(await read(start)).toEqual(expected(start));
    });
  });
});

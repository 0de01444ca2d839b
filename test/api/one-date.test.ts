import { MAXIMUM_SORTED_BY_TITLE } from '../../src/catalogue/order';
import { CATALOGUE_TABLE, type ListName, SITE_LIST } from '../../src/catalogue/catalogue-table';
import { toColumn } from '../../src/lib/database';
import { ARTICLE_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { catalogueFilled, extentOf, listed } from '../helpers/state';
import { rowsGivenOn, scansOf, statementsOn } from '../helpers/statements';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

/** More than are looked at for a combination. */
const LOOKED_AT = 5_000;
const MANY = LOOKED_AT + 400;
/** Documents of the many that are there in two locales. */
const TRANSLATED = 100;
const PAGE = 250;

interface Listed {
  documentId: string;
  locale: string;
  title: string;
  date: Date;
}

let app: App;

const at = (minute: number): Date => new Date(Date.UTC(2020, 0, 1, 0, minute));
const named = (start: string, index: number): string => start + String(index).padStart(6, '0');

/** Some of one date, whose titles are in the opposite order of their ids. */
const some = (start: string, number: number, date: Date): Listed[] =>
  Array.from({ length: number }, (_, index) => ({
    documentId: named(start, index),
    locale: '',
    title: named('Title ', number - index),
    date,
  }));

const imported = some('m', MANY - TRANSLATED, at(2));
const translated = imported
  .filter((_, index) => index % 31 === 0)
  .slice(0, TRANSLATED)
  .map((entry) => ({ ...entry, locale: 'de' }));
const many = imported
  .flatMap((entry) => [
    ...translated.filter(({ documentId }) => documentId === entry.documentId),
    entry,
  ])
  .sort((a, b) => (a.documentId + a.locale < b.documentId + b.locale ? -1 : 1));
const newer = some('n', 130, at(3));
const older = some('o', 30, at(1));

const reversed = (entries: Listed[]): Listed[] => [...entries].reverse();

/** What the list of all has, in its order. */
const all = [...reversed(newer), ...many, ...reversed(older)];
/** A list that has as many of one date as are put in the order of their titles. */
const TITLED: ListName = 'titled:titled';
const titled = imported.slice(0, MAXIMUM_SORTED_BY_TITLE);
/** Further lists of all, of which there is a combination. */
const OTHERS: ListName[] = ['one:one', 'other:other'];

const fill = async (): Promise<void> => {
  const row = (list: ListName) => (entry: Listed) => ({
    content_type: ARTICLE_UID,
    document_id: entry.documentId,
    locale: entry.locale,
    list,
    state: 'listed',
    date: toColumn(app.strapi, entry.date),
    title: entry.title,
    updated: toColumn(app.strapi, entry.date),
  });
  // In the order of no list.
  const rows = [SITE_LIST, ...OTHERS].flatMap((list) => reversed(all).map(row(list)));
  rows.push(...titled.map(row(TITLED)));
  await app.strapi.db.connection.batchInsert(CATALOGUE_TABLE, rows, 400);
  await catalogueFilled(app);
};

beforeAll(async () => {
  app = await startApp({ config });
  await fill();
});
afterAll(() => app.stop());

const keyOf = ({ documentId, locale }: Listed): string => `${documentId} ${locale}`;

const findKeys = async (
  lists: ListName[],
  start: number,
  limit: number,
  mode: 'all' | 'any' = 'all',
): Promise<string[]> => {
  return (await listed(app, { lists, mode, start, limit })).map(keyOf);
};

/** All pages of a list, one after the other. */
const findPages = async (
  lists: ListName[],
  limit: number,
  mode?: 'all' | 'any',
): Promise<string[]> => {
  const found: string[] = [];
  for (;;) {
    const page = await findKeys(lists, found.length, limit, mode);
    if (page.length === 0) return found;
    found.push(...page);
  }
};

describe('of articles of exactly one date', () => {
  it('a list shows as many as an import makes in the order of their titles', async () => {
    expect(await findPages([TITLED], PAGE)).toEqual(reversed(titled).map(keyOf));
  });

  it.each([19, PAGE, 1_700])(
    'more are in the order of their ids, each once in pages of %i',
    async (limit) => {
      const expected = all.map(keyOf);
      expect(await findKeys([], 0, 0)).toEqual(expected);
      expect(await findPages([], limit)).toEqual(expected);
      // Pages that begin within a document, and end there.
      for (const start of [130, 131, 132, 2_000, MANY]) {
        expect(await findKeys([], start, 1)).toEqual([expected[start]]);
      }
    },
  );

  it.each(['any', 'all'] as const)(
    'a combination (%s) has no more of them than it looks at, and no older ones',
    async (mode) => {
      // Each of the lists may have others.
      const looked = mode === 'any' ? LOOKED_AT / OTHERS.length : LOOKED_AT;
      const end = many[looked]!.documentId;
      const shown = many.filter(({ documentId }) => documentId < end);
      // So few that titles put them in order: those of a document's locales by these.
      const inOrder =
        shown.length > MAXIMUM_SORTED_BY_TITLE
          ? shown
          : [...shown].sort(
              (a, b) =>
                Number(a.title > b.title) - Number(a.title < b.title) ||
                Number(a.locale > b.locale) - Number(a.locale < b.locale),
            );
      const expected = [...reversed(newer), ...inOrder].map(keyOf);
      expect(await findPages(OTHERS, PAGE, mode)).toEqual(expected);
      expect(await extentOf(app, { lists: OTHERS, mode })).toEqual({
        count: expected.length,
        isWhole: false,
      });
    },
  );

  it('a page reads no more than it would of many dates', async () => {
    for (const start of [0, 120, 1_000, all.length - 40]) {
      const given = await rowsGivenOn(app, CATALOGUE_TABLE, () => findKeys([], start, 20));
      expect(given).toBeGreaterThan(20);
      expect(given).toBeLessThan(700);
      // Others count a large part of a small table without its index.
      if (app.strapi.db.dialect.client !== 'sqlite') continue;
      const statements = await statementsOn(app, CATALOGUE_TABLE, () => findKeys([], start, 20));
      for (const statement of statements) expect(await scansOf(app, statement)).toEqual([]);
    }
  });
});

import type { Knex } from 'knex';

import { compareIds, inOrder, type Ordered, TITLED_OF_ONE_DATE } from '../feed/order';
import type { SettingsStore } from '../options/settings';
import type { Transactions } from '../lib/transactions';
import { CATALOGUE_TABLE, listIn, type ListName, SITE_LIST } from './catalogue-table';
import type { Column } from '../lib/column';
import { combine, type ListedRows, ofList } from './combinations';
import type { Counts } from './counts';
import type { EntryKey } from './entry';
import { column, endOf, type EntryQuery, type PublishedRows, toMoment } from './published-rows';

/** Entries beside a window that are read with it, before its first and last date are looked at. */
const READ_BESIDE = 100;

/** Locales that a document has in a list at most. */
const LOCALES = 200;

/** A stretch of the list of public entries. */
export interface EntryWindow extends EntryQuery {
  /** Entries to pass over. */
  start?: number;
  /** Entries to return at most; 0 for all. */
  limit: number;
}

/** An entry in a list: what tells where it stands, and when it last changed. */
export interface ListedEntry extends EntryKey, Ordered {
  updated: Date;
  /** When subscribers were last told of it; undefined for when it was changed. */
  told?: Date;
}

/** What stretches of lists are found with. */
export interface WindowParts {
  transactions: Transactions;
  counts: Counts;
  settings: Pick<SettingsStore, 'get'>;
  /** Mark of the locale whose entries are asked for; empty for the main one. */
  mark: string;
}

/** Questions for stretches of lists, and for how long lists are. */
export const createWindows = (
  { toDate, siteList, listsOf, listed, within }: PublishedRows,
  { transactions, counts, settings, mark }: WindowParts,
) => {
  /** Document id at a place among entries of one date. */
  const findIdAt = async (
    ofDate: Knex.QueryBuilder,
    place: number,
  ): Promise<string | undefined> => {
    const id = column('document_id');
    const [found]: string[] = await ofDate.orderBy(id).offset(place).limit(1).pluck(id);
    return found;
  };

  const find = (asked: EntryQuery): Promise<ListedRows> => {
    const findDateAt = async (list: ListName, place: number): Promise<Date | undefined> => {
      const row = await within(ofList(list), asked.now)
        .orderBy(column('date'), 'desc')
        .offset(place)
        .first<{ date: Column } | undefined>(column('date'));
      return row && new Date(row.date);
    };
    const endBefore = (rows: Knex.QueryBuilder, date: Date, documentId: string) =>
      rows.where((either: Knex.QueryBuilder) =>
        either
          .where(column('date'), '>', toDate(date))
          .orWhere(column('document_id'), '<', documentId),
      );
    const { mode, now, span } = asked;
    if (span) return Promise.resolve({ ...ofList(siteList), oldest: span.from });
    return combine(
      {
        transactions,
        counts,
        findDateAt,
        endBefore,
        findIdAt: (list, date, place) =>
          findIdAt(listed(ofList(list)).where(column('date'), toDate(date)), place),
      },
      { lists: listsOf(asked), siteList, mode },
      now,
    );
  };

  const count = async (rows: Knex.QueryBuilder): Promise<number> => {
    const [found] = await rows.count<{ number: number | string }[]>({ number: '*' });
    return Number(found?.number);
  };

  const countDue = async (asked: EntryQuery, rows: ListedRows): Promise<number> => {
    const [list = siteList, ...others] = listsOf(asked);
    if (asked.span || others.length > 0) return count(within(rows, endOf(asked)));
    return (await counts.due([list], asked.now)).get(list) ?? 0;
  };

  const read = async (rows: Knex.QueryBuilder): Promise<ListedEntry[]> => {
    const found: (Omit<ListedEntry, 'date' | 'updated' | 'told'> & {
      date: Column;
      updated: Column;
      told: Column | null;
    })[] = await rows.select({
      contentType: column('content_type'),
      documentId: column('document_id'),
      locale: column('locale'),
      title: column('title'),
      date: column('date'),
      updated: column('updated'),
      told: column('told'),
    });
    return found.map((row) => ({
      ...row,
      date: new Date(row.date),
      updated: new Date(row.updated),
      told: toMoment(row.told),
    }));
  };

  /** Whether more entries have a date than stand in the order of their titles. */
  const areMany = async (ofDate: Knex.QueryBuilder): Promise<boolean> =>
    (await findIdAt(ofDate, TITLED_OF_ONE_DATE)) !== undefined;

  /** Entries of one date, from a place among them on. */
  const findOfDate = async (
    rows: ListedRows,
    date: Date,
    { start, limit, language }: { start: number; limit: number; language: string },
  ): Promise<ListedEntry[]> => {
    const ofDate = () => listed(rows).where(column('date'), toDate(date));
    if (!(await areMany(ofDate()))) {
      return inOrder(await read(ofDate()), language).slice(start, start + limit);
    }
    const id = column('document_id');
    const from = Math.max(0, start - LOCALES);
    const skipped = start - from;
    const ids: string[] = await ofDate()
      .orderBy(id)
      .offset(from)
      .limit(skipped + limit)
      .pluck(id);
    const [first, last] = [ids.at(skipped), ids.at(-1)];
    if (first === undefined || last === undefined) return [];
    // As the database has it; a document may be there in several locales, which no index puts in order.
    const places = new Map(ids.map((documentId, place) => [documentId, place]));
    const placeOf = ({ documentId }: ListedEntry): number => places.get(documentId) ?? 0;
    const found = (await read(ofDate().whereBetween(id, [first, last]))).sort(
      (a, b) => placeOf(a) - placeOf(b) || compareIds(a, b),
    );
    const before = ids.slice(0, skipped).filter((other) => other === first).length;
    return found.slice(before, before + limit);
  };

  /** Dates of the first and the last entry in a window, and how many entries are newer. */
  const findEdges = async (rows: ListedRows, { start = 0, limit, ...asked }: EntryWindow) => {
    const dates = async (direction: 'asc' | 'desc', offset: number, length: number) => {
      const found: Column[] = await within(rows, endOf(asked))
        .orderBy(column('date'), direction)
        .offset(offset)
        .limit(length)
        .pluck(column('date'));
      return found.map((date) => new Date(date));
    };
    if (start === 0) {
      const found = await dates('desc', 0, limit);
      return { newest: found.at(0), oldest: found.at(-1), newer: 0 };
    }
    // An offset is walked row by row, so from the nearer end.
    const total = await countDue(asked, rows);
    const length = Math.min(limit, total - start);
    if (length <= 0) return { newer: 0 };
    const fromEnd = total - start - length;
    if (start <= fromEnd) {
      const found = await dates('desc', start, length);
      const newest = found.at(0);
      if (!newest) return { newer: 0 };
      const newer = await count(
        within(rows, endOf(asked)).where(column('date'), '>', toDate(newest)),
      );
      return { newest, oldest: found.at(-1), newer };
    }
    const found = await dates('asc', fromEnd, length);
    const newest = found.at(-1);
    if (!newest) return { newer: 0 };
    const older = await count(within(rows, newest));
    return { newest, oldest: found.at(0), newer: total - older };
  };

  return {
    /** How many public entries there are, and whether these are all: of combinations the newest are. */
    async findExtent(asked: EntryQuery): Promise<{ count: number; isWhole: boolean }> {
      const rows = await find(asked);
      return { count: await countDue(asked, rows), isWhole: rows.oldest === undefined };
    },

    /**
     * A window of the list in its full order. The database sorts by date alone, since no two databases
     * collate titles alike; so the entries that share the dates at the window's edges are read whole
     * and sorted here, unless these are too many.
     */
    async findWindow({ start = 0, limit, ...asked }: EntryWindow): Promise<ListedEntry[]> {
      const { language } = await settings.get();
      const rows = await find(asked);
      if (limit === 0) {
        return inOrder(await read(within(rows, endOf(asked))), language).slice(start);
      }
      const { newest, oldest, newer } = await findEdges(rows, { start, limit, ...asked });
      if (newest === undefined || oldest === undefined) return [];
      const most = limit + READ_BESIDE;
      const around = within(rows, newest, oldest)
        .orderBy(column('date'), 'desc')
        .limit(most + 1);
      const entries = await read(around);
      const skipped = start - newer;
      if (entries.length <= most) return inOrder(entries, language).slice(skipped, skipped + limit);

      const first = await findOfDate(rows, newest, { start: skipped, limit, language });
      if (newest.getTime() === oldest.getTime()) return first;
      const between = await read(
        listed(rows)
          .where(column('date'), '<', toDate(newest))
          .where(column('date'), '>', toDate(oldest)),
      );
      const rest = Math.max(0, limit - first.length - between.length);
      const last =
        rest > 0 ? await findOfDate(rows, oldest, { start: 0, limit: rest, language }) : [];
      return [...first, ...inOrder(between, language), ...last];
    },

    /**
     * A stretch of all public entries, or of all pages, the oldest first; of one date in no order a
     * reader knows.
     */
    async findOldest({
      start,
      limit,
      now,
      list = SITE_LIST,
    }: {
      start: number;
      limit: number;
      now: Date;
      list?: ListName;
    }): Promise<Pick<ListedEntry, 'contentType' | 'documentId' | 'locale' | 'date' | 'told'>[]> {
      // By id last, as the index has it: a document may be there in several locales.
      const inOrderOfIndex = ['date', 'document_id', 'id'].map((name) => ({
        column: column(name),
      }));
      // Of what is passed over, the index alone is read; MySQL takes a limit within a query of its own alone.
      const ids = within(ofList(listIn(mark, list)), now)
        .orderBy(inOrderOfIndex)
        .offset(start)
        .limit(limit)
        .select({ id: column('id') });
      const found: (EntryKey & { date: Column; told: Column | null })[] = await transactions
        .rows(CATALOGUE_TABLE)
        .whereIn(column('id'), (query) => query.select('id').from(ids.as('passed')))
        .orderBy(inOrderOfIndex)
        .select({
          contentType: column('content_type'),
          documentId: column('document_id'),
          locale: column('locale'),
          date: column('date'),
          told: column('told'),
        });
      return found.map((row) => ({
        ...row,
        date: new Date(row.date),
        told: toMoment(row.told),
      }));
    },
  };
};

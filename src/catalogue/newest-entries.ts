import { chunk } from '../lib/chunk';
import type { Transactions } from '../lib/transactions';
import { ownTurn } from '../lib/waiting';
import { CATALOGUE_TABLE, listIn, type ListName, unmarked } from './catalogue-table';
import type { Column } from '../lib/column';
import { ofList } from './combinations';
import type { EntryKey } from './entry';
import { column, endOf, type EntryQuery, type PublishedRows, toMoment } from './published-rows';

/** Lists that one statement looks into, in one turn of the event loop. */
const LOOKS_AT_ONCE = 100;

/** The newest entry of a list. */
export interface NewestEntry extends EntryKey {
  date: Date;
  /** Last change that subscribers were told of. */
  changed: Date;
}

/** Questions for what stands next to a moment in each list: one look into the index each. */
export const createNewestEntries = (
  { toDate, siteList, listsOf, listed, within }: PublishedRows,
  { transactions, mark }: { transactions: Transactions; mark: string },
) => {
  /** When the newest entry became due, and when the next will be. */
  const findTurns = async (asked: EntryQuery): Promise<{ last?: Date; next?: Date }> => {
    const { span } = asked;
    const isWithin = (date: Date): boolean => !span || (date >= span.from && date <= span.to);
    const findTurn = async (list: ListName, operator: '<=' | '>', direction: 'asc' | 'desc') => {
      const row = await listed(ofList(list))
        .where('date', operator, toDate(operator === '<=' ? endOf(asked) : asked.now))
        .orderBy('date', direction)
        .first<{ date: Column } | undefined>('date');
      const date = row && new Date(row.date);
      return date && isWithin(date) ? [date.getTime()] : [];
    };
    // Of a combination those of any of its lists: rather too often than after a walk through all.
    const [last, next] = await Promise.all([
      Promise.all(listsOf(asked).map((list) => findTurn(list, '<=', 'desc'))),
      Promise.all(listsOf(asked).map((list) => findTurn(list, '>', 'asc'))),
    ]);
    const toDue = (moment: number) => (Number.isFinite(moment) ? new Date(moment) : undefined);
    return {
      last: toDue(Math.max(...last.flat())),
      next: toDue(Math.min(...next.flat())),
    };
  };

  /** Date of the first or last entry of each list on one side of a moment: one look into the index each. */
  const findNearest = async (
    lists: ListName[],
    direction: 'asc' | 'desc',
    side?: { operator: '<=' | '>'; now: Date },
  ): Promise<Map<ListName, Date>> => {
    const found = new Map<ListName, Date>();
    for (const some of chunk(lists, LOOKS_AT_ONCE)) {
      const [first, ...others] = some.map((list) => {
        const nearest = listed(ofList(list))
          .orderBy('date', direction)
          .limit(1)
          .select('list', 'date');
        if (side) void nearest.where(column('date'), side.operator, toDate(side.now));
        // SQLite takes a limit within a union in a query of its own alone.
        return transactions
          .rows(CATALOGUE_TABLE)
          .from(nearest.as('nearest'))
          .select('list', 'date');
      });
      const rows: { list: ListName; date: Column }[] = first ? await first.unionAll(others) : [];
      rows.forEach(({ list, date }) => found.set(list, new Date(date)));
      if (some.length === LOOKS_AT_ONCE) await ownTurn();
    }
    return found;
  };

  return {
    findTurns,

    /** The newest public entry of each list that has any; of several of one date, one of them. */
    async findNewestEntries(lists: ListName[], now: Date): Promise<Map<ListName, NewestEntry>> {
      const columns = {
        ...{ list: 'list', contentType: 'content_type', documentId: 'document_id' },
        ...{ locale: 'locale', date: 'date', updated: 'updated', told: 'told' },
      };
      const found = new Map<ListName, NewestEntry>();
      for (const some of chunk(lists, LOOKS_AT_ONCE)) {
        const [first, ...others] = some.map((list) => {
          const newest = within(ofList(listIn(mark, list)), now)
            .orderBy([
              { column: column('date'), order: 'desc' },
              { column: column('document_id'), order: 'desc' },
            ])
            .limit(1)
            .select(columns);
          // SQLite takes a limit within a union in a query of its own alone.
          return transactions
            .rows(CATALOGUE_TABLE)
            .from(newest.as('newest'))
            .select(...Object.keys(columns));
        });
        const rows: (EntryKey & { list: ListName } & Record<
            'date' | 'updated' | 'told',
            Column | null
          >)[] = first ? await first.unionAll(others) : [];
        for (const { list, date, updated, told, ...entry } of rows) {
          const changed = toMoment(told) ?? toMoment(updated);
          const dated = new Date(date!);
          found.set(unmarked(list), {
            ...entry,
            date: dated,
            changed: changed && changed > dated ? changed : dated,
          });
        }
        if (some.length === LOOKS_AT_ONCE) await ownTurn();
      }
      return found;
    },

    /** Date of the oldest published entry of the first list that is asked for, due or not. */
    async findOldestDate(asked: EntryQuery): Promise<Date | undefined> {
      const [list = siteList] = listsOf(asked);
      const rows = listed(ofList(list));
      if (asked.span) void rows.where(column('date'), '>=', toDate(asked.span.from));
      const row = await rows
        .orderBy(column('date'))
        .first<{ date: Column } | undefined>(column('date'));
      const date = row && new Date(row.date);
      return date && asked.span && date > asked.span.to ? undefined : date;
    },

    /** Date of the newest public entry of each list that has any. */
    findNewest: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findNearest(lists, 'desc', { operator: '<=', now }),

    /** Date of the oldest published entry of each list that has any, due or not. */
    findOldestDates: (lists: ListName[]): Promise<Map<ListName, Date>> => findNearest(lists, 'asc'),

    /** Date of the entry of each list that is due next, where there is one. */
    findNext: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findNearest(lists, 'asc', { operator: '>', now }),
  };
};

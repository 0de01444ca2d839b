import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import { parseFeed } from 'feedsmith';

import { PERMALINK_UID, PLUGIN_ID } from '../constants';
import { CATALOGUE_TABLE, listIn, SITE_LIST } from '../catalogue/catalogue-table';
import { type EarlierItem, type ParsedFeed, toEarlierItems } from '../feed/earlier-feed';
import { decodePart } from '../feed/address-part';
import { chunk } from '../lib/chunk';
import { type Column, toColumn } from '../lib/column';
import { show } from '../lib/show';
import { ownTurn } from '../lib/turns';
import type { Transactions } from '../lib/transactions';
import type { Plan } from '../mapping/plan';
import { listedSources, marksOf } from '../mapping/plan-parts';
import type { SettingsStore } from '../options/settings';
import { type MatchableEntry, type MatchedBy, matchItems } from './match-items';
import { entryKey, findPermalinkRows, type PermalinkRow } from './permalink-rows';
import { toAbsolute } from './recorded-address';
import { addressesOf } from './reset-ids';

/** Items that are taken over at once. */
const ITEMS_AT_MOST = 5_000;

/** Entries of the days around an item's that are looked at: an import may date thousands alike. */
const OF_A_DAY = 500;

const A_DAY = 86_400_000;

/** An entry in a locale: what an id is of. */
export interface TakenEntry {
  contentType: string;
  documentId: string;
  /** Empty where the type is not localised. */
  locale: string;
}

/** An entry that an item may be. */
interface Candidate extends MatchableEntry, TakenEntry {}

/** An item of an earlier feed, and the entry that it is. */
export interface ProposedItem {
  id: string;
  link?: string;
  title?: string;
  date?: Date;
  /** What it was found by; undefined where it is no entry, or could be several. */
  by?: MatchedBy;
  entry?: TakenEntry & { title: string; path: string; date: Date };
}

/** An id that an entry is to have, and since when subscribers know it. */
export interface TakenId extends TakenEntry {
  id: string;
  date?: Date;
}

/** A row as it was before it got another id. */
interface FormerRow {
  id: number;
  url: string;
  provisional: boolean | null;
  createdAt: string;
  visibleFrom: string | null;
  /** The id that was taken over. */
  taken: string;
  entry: TakenEntry;
}

/** What was taken over last. */
interface Noted {
  at: string;
  /** Row id of the newest permalink then: what is published later has a newer one. */
  last: number;
  rows: FormerRow[];
}

/** What was taken over last, as the panel tells of it. */
export interface TakenOver {
  at: string;
  entries: number;
  /** Whether nothing was published since. */
  canUndo: boolean;
}

interface TakeOverParts {
  plan: Plan;
  settings: SettingsStore;
  transactions: Transactions;
  log: {
    exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
    outbox: {
      append: (
        changes: { entries: (Omit<TakenEntry, 'locale'> & { locales: string[] })[] }[],
      ) => Promise<void>;
    };
  };
}

const keyOf = ({ contentType, documentId, locale }: TakenEntry): string =>
  `${contentType} ${entryKey(documentId, locale)}`;

/** What addresses below any directory end with that is a link's: "2019/05/a-day" and "a-day" of "/2019/05/a-day.html". */
const endsOf = ({ link }: EarlierItem): string[] => {
  if (link === undefined || !URL.canParse(link)) return [];
  const parts = decodePart(new URL(link).pathname)
    .replace(/(?:\/index)?\.(?:html?|php|aspx?)$/i, '')
    .replace(/\/+$/, '')
    .split('/')
    .slice(-5);
  const ends = parts.map((_, place) => parts.slice(place).join('/')).filter(Boolean);
  return [...new Set([...ends, ...ends.map((end) => end.toLowerCase())])];
};

/** The path that a permalink's address has; nothing of an id that is no address. */
const pathOf = ({ url }: PermalinkRow): string | undefined => {
  if (url.startsWith('/')) return url.replace(/#.*$/, '');
  return URL.canParse(url) && /^https?:/.test(url) ? new URL(url).pathname : undefined;
};

/**
 * Reads documents of a feed, whatever its format.
 *
 * @param documents with a name for each, the newest one first
 * @throws ValidationError that names the one that is no feed
 */
export const readEarlierItems = (
  documents: readonly { name: string; text: string }[],
): EarlierItem[] => {
  const parsed = documents.map(({ name, text }): ParsedFeed => {
    try {
      return parseFeed(text) as ParsedFeed;
    } catch {
      throw new errors.ValidationError(
        `${show(name)} is no feed. Give a document of RSS, Atom, RDF or JSON Feed.`,
      );
    }
  });
  const items = toEarlierItems(parsed);
  if (items.length <= ITEMS_AT_MOST) return items;
  throw new errors.ValidationError(
    `These have ${items.length} items. Take over ${ITEMS_AT_MOST} at once, and then the others.`,
  );
};

/** Gives entries the ids that subscribers of an earlier feed know, so that nobody is shown them as new. */
export const createTakeOver = (
  strapi: Core.Strapi,
  { plan, settings, transactions, log }: TakeOverParts,
) => {
  const query = () => strapi.db.query(PERMALINK_UID);
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'takenOver' });
  const types = () => listedSources(plan).map(({ contentType }) => contentType);

  const listed = () =>
    transactions
      .rows(CATALOGUE_TABLE)
      .whereIn(
        'list',
        marksOf(plan).map((mark) => listIn(mark, SITE_LIST)),
      )
      .whereIn('content_type', types())
      .where('state', 'listed');

  /** Documents that were ever published where some items lead, or below another directory. */
  const findByLink = async (items: EarlierItem[]): Promise<Set<string>> => {
    const found = new Set<string>();
    for (const some of chunk([...new Set(items.flatMap(endsOf))])) {
      await ownTurn();
      const rows: Pick<PermalinkRow, 'entry'>[] = await query().findMany({
        select: ['entry'],
        where: { contentType: { $in: types() }, slug: { $in: some } },
      });
      rows.forEach(({ entry }) => found.add(entry));
    }
    return found;
  };

  /** Documents that are dated as some items are. */
  const findByDay = async (items: EarlierItem[]): Promise<Set<string>> => {
    const found = new Set<string>();
    const days = new Set(
      items.flatMap(({ date }) => (date ? [Math.floor(date.getTime() / A_DAY)] : [])),
    );
    for (const day of days) {
      await ownTurn();
      const [from, to] = [day - 1, day + 2].map((other) =>
        toColumn(strapi, new Date(other * A_DAY)),
      );
      const ids: string[] = await listed()
        .whereBetween('date', [from, to] as never)
        .limit(OF_A_DAY)
        .pluck('document_id');
      ids.forEach((id) => found.add(id));
    }
    return found;
  };

  const toCandidates = async (documentIds: string[]): Promise<Candidate[]> => {
    const present = await settings.get();
    const addresses = addressesOf(plan, present);
    const candidates: Candidate[] = [];
    for (const some of chunk(documentIds)) {
      await ownTurn();
      const rows: (TakenEntry & { title: string; date: Column })[] = await listed()
        .whereIn('document_id', some)
        .select({
          contentType: 'content_type',
          documentId: 'document_id',
          locale: 'locale',
          title: 'title',
          date: 'date',
        });
      for (const contentType of new Set(rows.map((row) => row.contentType))) {
        const own = rows.filter((row) => row.contentType === contentType);
        const permalinks = await findPermalinkRows(
          strapi,
          contentType,
          own.map(({ documentId }) => documentId),
        );
        for (const { documentId, locale, title, date } of own) {
          const known = permalinks.get(entryKey(documentId, locale)) ?? [];
          const newest = known.at(-1);
          if (!newest) continue;
          const addressOf = ({ slug }: PermalinkRow): string =>
            new URL(addresses.get(contentType)!(slug, locale)).pathname;
          candidates.push({
            contentType,
            documentId,
            locale,
            title,
            date: new Date(date),
            slug: newest.slug.split('/').at(-1)!,
            path: addressOf(newest),
            formerPaths: known.flatMap((row) => [addressOf(row), pathOf(row) ?? []].flat()),
          });
        }
      }
    }
    return candidates;
  };

  const propose = async (items: EarlierItem[]): Promise<ProposedItem[]> => {
    const documentIds = new Set([...(await findByLink(items)), ...(await findByDay(items))]);
    const candidates = await toCandidates([...documentIds]);
    return matchItems(items, candidates).map(({ item, entry, by }) => ({
      ...item,
      by,
      entry: entry && {
        contentType: entry.contentType,
        documentId: entry.documentId,
        locale: entry.locale,
        title: entry.title,
        path: entry.path,
        date: entry.date,
      },
    }));
  };

  /** The row that holds the id of each of some entries. */
  const findFirstRows = async (taken: readonly TakenEntry[]) => {
    const found = new Map<string, { first: PermalinkRow; next?: PermalinkRow }>();
    for (const contentType of types()) {
      const own = taken.filter((one) => one.contentType === contentType);
      const rows = await findPermalinkRows(
        strapi,
        contentType,
        own.map(({ documentId }) => documentId),
      );
      for (const one of own) {
        const [first, next] = rows.get(entryKey(one.documentId, one.locale)) ?? [];
        if (first) found.set(keyOf(one), { first, next });
      }
    }
    return found;
  };

  const findNewestRow = async (): Promise<number> => {
    const [row]: { id: number }[] = await query().findMany({
      select: ['id'],
      orderBy: { id: 'desc' },
      limit: 1,
    });
    return row?.id ?? 0;
  };

  /** Of entries whose ids are others now, feeds are made anew, and dates that follow from them. */
  const announce = async (entries: TakenEntry[]): Promise<void> => {
    for (const some of chunk(entries, 200)) {
      await log.outbox.append([
        {
          entries: some.map(({ contentType, documentId, locale }) => ({
            contentType,
            documentId,
            locales: [locale],
          })),
        },
      ]);
    }
  };

  /** @throws ValidationError where another entry has one of the ids already, and keeps it */
  const refuseTaken = async (taken: readonly TakenId[]): Promise<void> => {
    const { origin } = new URL((await settings.get()).baseUrl);
    const changing = new Set(taken.map(keyOf));
    const ids = new Set(taken.map(({ id }) => id));
    for (const some of chunk([...ids])) {
      const written = some.flatMap((id) =>
        id.startsWith(`${origin}/`) ? [id, id.slice(origin.length)] : [id],
      );
      const rows: PermalinkRow[] = await query().findMany({ where: { url: { $in: written } } });
      for (const row of rows) {
        const { contentType, entry, locale } = row;
        const key = keyOf({ contentType, documentId: entry, locale: locale ?? '' });
        // MariaDB takes capitals for small letters.
        if (!ids.has(toAbsolute(row, origin)) || changing.has(key)) continue;
        const own = await findPermalinkRows(strapi, contentType, [entry]);
        if (own.get(entryKey(entry, locale))?.[0]?.id !== row.id) continue;
        throw new errors.ValidationError(
          `${show(toAbsolute(row, origin))} is the id of another entry (document ${entry} of ${contentType}). Leave this item out.`,
        );
      }
    }
  };

  const readNoted = async (): Promise<Noted | null> => (await store().get({})) as Noted | null;

  return {
    /**
     * Finds which entries the items of an earlier feed are. Nothing is written.
     *
     * @param documents of RSS, Atom, RDF or JSON Feed, the newest one first
     * @throws ValidationError that names a document which is no feed
     */
    propose: (documents: readonly { name: string; text: string }[]): Promise<ProposedItem[]> =>
      propose(readEarlierItems(documents)),

    /**
     * Gives entries the ids that subscribers know, in all formats, and the date where they know an earlier one.
     *
     * @returns how many entries have another id now
     * @throws ValidationError where an id is given twice or is another's; nothing is written then
     */
    async apply(taken: readonly TakenId[]): Promise<number> {
      const ids = new Set(taken.map(({ id }) => id));
      const entries = new Set(taken.map(keyOf));
      if (ids.size < taken.length || entries.size < taken.length) {
        throw new errors.ValidationError('Each item is one entry, and each entry one item.');
      }
      return log.exclusively(async () => {
        await refuseTaken(taken);
        const firstRows = await findFirstRows(taken);
        const last = await findNewestRow();
        const former: FormerRow[] = [];
        for (const one of taken) {
          const { first } = firstRows.get(keyOf(one)) ?? {};
          if (!first || first.url === one.id) continue;
          const { id, url, provisional = null, createdAt, visibleFrom = null } = first;
          const isEarlier = one.date !== undefined && one.date < new Date(visibleFrom ?? createdAt);
          await query().update({
            where: { id },
            data: {
              url: one.id,
              // It follows no base address.
              provisional: false,
              ...(isEarlier && { createdAt: one.date, visibleFrom: null }),
            },
          });
          const { contentType, documentId, locale } = one;
          former.push({
            id,
            url,
            provisional,
            createdAt: new Date(createdAt).toISOString(),
            visibleFrom: visibleFrom && new Date(visibleFrom).toISOString(),
            taken: one.id,
            entry: { contentType, documentId, locale },
          });
        }
        const noted: Noted = { at: new Date().toISOString(), last, rows: former };
        if (former.length > 0) await store().set({ value: noted });
        await announce(former.map(({ entry }) => entry));
        return former.length;
      });
    },

    /** What was taken over last; undefined where nothing was, or it was undone. */
    async find(): Promise<TakenOver | undefined> {
      const noted = await readNoted();
      if (!noted) return undefined;
      const canUndo = (await findNewestRow()) === noted.last;
      return { at: noted.at, entries: noted.rows.length, canUndo };
    },

    /**
     * Gives entries the ids again that they had before ids were taken over last.
     *
     * @returns how many; undefined where something was published since, which subscribers may have seen
     */
    undo: (): Promise<number | undefined> =>
      log.exclusively(async () => {
        const noted = await readNoted();
        if (!noted || (await findNewestRow()) !== noted.last) return undefined;
        for (const { id, url, provisional, createdAt, visibleFrom, taken } of noted.rows) {
          await query().updateMany({
            where: { id, url: taken },
            data: {
              url,
              provisional,
              createdAt: new Date(createdAt),
              visibleFrom: visibleFrom && new Date(visibleFrom),
            },
          });
        }
        await store().delete({});
        await announce(noted.rows.map(({ entry }) => entry));
        return noted.rows.length;
      }),
  };
};

export type TakeOver = ReturnType<typeof createTakeOver>;

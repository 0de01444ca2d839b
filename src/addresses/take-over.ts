import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';

import { type EntryKey, entryKeyOf, keyInType } from '../catalogue/catalogue-table';
import { readListed } from '../catalogue/published-rows';
import type { ChangeLog } from '../lib/change-log';
import { PERMALINK_UID, PLUGIN_ID } from '../lib/constants';
import { isLaterDay } from '../lib/dates';
import { isKnownDate, isKnownId } from './earlier-feed';
import { chunk } from '../lib/values';
import { findInParts } from '../lib/waiting';
import { show } from '../lib/messages';
import type { Plan } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import {
  findPermalinkRows,
  firstPublicationOf,
  type PermalinkRow,
  fromRecorded,
} from './permalink-rows';
import {
  listedEntries,
  type ProposedItem,
  proposeIds,
  readEarlierItems,
  typesWithoutIds,
} from './propose-ids';
import { storeTaken } from './taken-ids';

/** An id for an entry, and since when subscribers know it. */
export interface TakenId extends EntryKey {
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
  /** Undefined if `toldAt` stayed the same. */
  told?: { before: string | null; since: string };
  /** The id that was taken over. */
  taken: string;
  entry: EntryKey;
}

/** The last take-over. */
interface StoredTakeOver {
  at: string;
  /** Id of the newest permalink at that time: later publications have higher ones. */
  last: number;
  rows: FormerRow[];
}

/** The last take-over, for the panel. */
export interface TakenOver {
  at: string;
  entries: number;
  /** Whether nothing was published since then. */
  canUndo: boolean;
}

interface TakeOverParts {
  plan: Plan;
  settings: SettingsStore;
  changeLog: Pick<ChangeLog, 'runExclusively' | 'settled'> & {
    outbox: {
      append: (
        changes: { entries: (Omit<EntryKey, 'locale'> & { locales: string[] })[] }[],
      ) => Promise<void>;
    };
  };
}

/** Keys of a proposed item. */
const PROPOSED = ['id', 'link', 'title', 'date', 'by', 'entry'];

/**
 * The id to take over for an item; empty if no entry matches it.
 *
 * @throws ValidationError for an item that neither names an entry nor was proposed
 */
const toTakenId = (item: TakenId | ProposedItem): TakenId[] => {
  const entry = 'documentId' in item ? item : item.entry;
  if (!entry) {
    if (Object.keys(item).every((key) => PROPOSED.includes(key))) return [];
    throw new errors.ValidationError(
      `${show(item.id)} names no entry. Give what was proposed, or { id, contentType, documentId, locale }.`,
    );
  }
  const { contentType, documentId, locale } = entry;
  // Proposed items may have been stored as JSON.
  const date = item.date && new Date(item.date);
  return [{ id: item.id, date, contentType, documentId, locale }];
};

/** The date by which subscribers know an entry, if it is earlier than the recorded one. */
const toEarlierDate = ({ date }: TakenId, first: PermalinkRow): Date | undefined =>
  date && isKnownDate(date) && date < new Date(first.visibleFrom ?? first.createdAt)
    ? date
    : undefined;

/** Moments for the first row of an entry that is public since a date. The row must stay the first one. */
const momentsSince = ({ createdAt }: PermalinkRow, date: Date) => {
  const made = new Date(createdAt);
  return date <= made
    ? { createdAt: date, visibleFrom: null }
    : { createdAt: made, visibleFrom: date };
};

/**
 * Whether subscribers were told of an entry on a later day than both its date and its first publication; undefined if
 * nobody can see it. An entry that was only imported on that day is no news, so its `toldAt` moves to the earlier date.
 */
const wasToldAnew = (
  first: PermalinkRow,
  moments: { told: Date; date: Date } | undefined,
  timeZone: string,
): boolean | undefined => {
  const published = firstPublicationOf(first);
  if (!moments || !published) return undefined;
  const { told, date } = moments;
  return [date, published].every((moment) => isLaterDay(told, moment, timeZone));
};

const toText = (moment: string | Date): string => new Date(moment).toISOString();

const toFormer = (first: PermalinkRow, taken: TakenId, told: Date | undefined): FormerRow => {
  const { id, url, provisional = null, createdAt, visibleFrom, toldAt } = first;
  const { contentType, documentId, locale } = taken;
  return {
    id,
    url,
    provisional,
    createdAt: toText(createdAt),
    visibleFrom: visibleFrom ? toText(visibleFrom) : null,
    ...(told && { told: { before: toldAt ? toText(toldAt) : null, since: toText(told) } }),
    taken: taken.id,
    entry: { contentType, documentId, locale },
  };
};

/** Gives entries the ids that subscribers of an earlier feed know, so that feed readers do not show them as new. */
export const createTakeOver = (
  strapi: Core.Strapi,
  { plan, settings, changeLog }: TakeOverParts,
) => {
  const query = () => strapi.db.query(PERMALINK_UID);
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'takenOver' });
  /** Scripts call this right after an import. Within a transaction, nothing is indexed before its end. */
  const waitForIndexer = async (): Promise<void> => {
    if (!strapi.db.inTransaction()) await changeLog.settled();
  };
  const refuseOwnIds = (taken: readonly TakenId[]): void => {
    const given = new Set(taken.map(({ contentType }) => contentType));
    for (const { contentType, guid } of plan.sources) {
      if (!guid || !given.has(contentType)) continue;
      throw new errors.ValidationError(
        `Entries of ${contentType} have their ids in the field ${show(guid.join('.'))}. Write the ids there.`,
      );
    }
  };

  /** The row with the id of each entry. */
  const findFirstRows = async (taken: readonly EntryKey[]): Promise<Map<string, PermalinkRow>> => {
    const found = new Map<string, PermalinkRow>();
    for (const contentType of typesWithoutIds(plan)) {
      const own = taken.filter((one) => one.contentType === contentType);
      const rows = await findPermalinkRows(
        strapi,
        contentType,
        own.map(({ documentId }) => documentId),
      );
      for (const one of own) {
        const first = rows.get(keyInType(one.documentId, one.locale))?.[0];
        if (first) found.set(entryKeyOf(one), first);
      }
    }
    return found;
  };

  /** When readers were last told of each entry, and its date. */
  const findMoments = async (
    taken: readonly EntryKey[],
  ): Promise<Map<string, { told: Date; date: Date }>> => {
    const rows = await findInParts(
      taken.map(({ documentId }) => documentId),
      (some) => readListed(listedEntries(strapi, plan).whereIn('document_id', some)),
    );
    return new Map(
      rows.map((row) => [entryKeyOf(row), { told: row.told ?? row.updated, date: row.date }]),
    );
  };

  const findRows = async (ids: number[]): Promise<Map<number, PermalinkRow>> => {
    const rows: PermalinkRow[] = await findInParts(ids, (some) =>
      query().findMany({ where: { id: { $in: some } } }),
    );
    return new Map(rows.map((row) => [row.id, row]));
  };

  /** Changes a row in the current transaction: `updateMany` takes one statement, where `update` takes three. */
  const write = (id: number, data: Partial<Omit<PermalinkRow, 'id'>>): Promise<unknown> =>
    query().updateMany({ where: { id }, data });

  const findNewestRow = async (): Promise<number> => {
    const [row]: { id: number }[] = await query().findMany({
      select: ['id'],
      orderBy: { id: 'desc' },
      limit: 1,
    });
    return row?.id ?? 0;
  };

  /** Appends entries with a new id or date to the outbox: feeds change, and dates that are derived from the row. */
  const announce = (entries: EntryKey[]): Promise<void> =>
    changeLog.outbox.append(
      chunk(entries, 200).map((some) => ({
        entries: some.map(({ locale, ...entry }) => ({ ...entry, locales: [locale] })),
      })),
    );

  /** @throws ValidationError if another entry, whose id stays, already has one of the ids */
  const refuseTaken = async (taken: readonly TakenId[]): Promise<void> => {
    const { origin } = new URL((await settings.get()).baseUrl);
    const changing = new Set(taken.map(entryKeyOf));
    const ids = new Set(taken.map(({ id }) => id));
    const written = [...ids].flatMap((id) =>
      id.startsWith(`${origin}/`) ? [id, id.slice(origin.length)] : [id],
    );
    const rows: PermalinkRow[] = await findInParts(written, (some) =>
      query().findMany({ where: { url: { $in: some } } }),
    );
    for (const row of rows) {
      const { contentType, entry, locale } = row;
      const key = entryKeyOf({ contentType, documentId: entry, locale: locale ?? '' });
      // MariaDB ignores case.
      if (!ids.has(fromRecorded(row, origin)) || changing.has(key)) continue;
      const own = await findPermalinkRows(strapi, contentType, [entry]);
      if (own.get(keyInType(entry, locale))?.[0]?.id !== row.id) continue;
      throw new errors.ValidationError(
        `${show(fromRecorded(row, origin))} is the id of another entry (document ${entry} of ${contentType}). Leave this item out.`,
      );
    }
  };

  const readNoted = async (): Promise<StoredTakeOver | null> =>
    (await store().get({})) as StoredTakeOver | null;

  return {
    /**
     * Finds which entries match the items of an earlier feed. Writes nothing.
     *
     * @param documents RSS, Atom, RDF or JSON Feed, the newest one first
     * @throws ValidationError that names a document which is no feed
     */
    propose(documents: readonly { name: string; text: string }[]): Promise<ProposedItem[]> {
      const items = readEarlierItems(documents);
      return waitForIndexer().then(() => proposeIds(strapi, { plan, settings }, items));
    },

    /**
     * Gives entries the ids that subscribers know, in all formats, and the date if they know an earlier one.
     *
     * @param items proposed items, without those that must not be taken over
     * @returns how many entries got another id or date
     * @throws ValidationError if an id is given twice or belongs to another entry, or a field of the site holds the
     * ids; then nothing is written
     */
    async apply(items: readonly (TakenId | ProposedItem)[]): Promise<number> {
      const taken = items.flatMap(toTakenId);
      const ids = new Set(taken.map(({ id }) => id));
      const entries = new Set(taken.map(entryKeyOf));
      if (ids.size < taken.length || entries.size < taken.length) {
        throw new errors.ValidationError('Each item is one entry, and each entry one item.');
      }
      refuseOwnIds(taken);
      const unknown = taken.find(({ id }) => !isKnownId(id));
      if (unknown) throw new errors.ValidationError(`${show(unknown.id)} cannot be an id.`);
      await waitForIndexer();
      const { timeZone } = await settings.get();
      return changeLog.runExclusively(async () => {
        await refuseTaken(taken);
        const firstRows = await findFirstRows(taken);
        const moments = await findMoments(taken);
        const last = await findNewestRow();
        const former: FormerRow[] = [];
        for (const one of taken) {
          const first = firstRows.get(entryKeyOf(one));
          if (!first) continue;
          const date = toEarlierDate(one, first);
          if (!date && first.url === one.id && !first.provisional) continue;
          const isTold =
            date && wasToldAnew(first, moments.get(entryKeyOf(one)), timeZone) === false;
          await write(first.id, {
            url: one.id,
            // The id does not follow the base address.
            provisional: false,
            ...(date && momentsSince(first, date)),
            ...(isTold && { toldAt: date }),
          });
          former.push(toFormer(first, one, isTold ? date : undefined));
        }
        const noted: StoredTakeOver = { at: new Date().toISOString(), last, rows: former };
        if (former.length > 0) await store().set({ value: noted });
        await storeTaken(
          strapi,
          former.map(({ taken: id, entry }) => ({ id, ...entry })),
        );
        await announce(former.map(({ entry }) => entry));
        return former.length;
      });
    },

    /** The last take-over; undefined if there was none, or it was undone. */
    async find(): Promise<TakenOver | undefined> {
      const noted = await readNoted();
      if (!noted) return undefined;
      const canUndo = (await findNewestRow()) === noted.last;
      return { at: noted.at, entries: noted.rows.length, canUndo };
    },

    /**
     * Gives entries back the ids that they had before the last take-over.
     *
     * @returns how many; undefined if something was published since, which subscribers may have seen, or no entry still
     * has the id it took over
     */
    undo: (): Promise<number | undefined> =>
      changeLog.runExclusively(async () => {
        const noted = await readNoted();
        if (!noted || (await findNewestRow()) !== noted.last) return undefined;
        const present = await findRows(noted.rows.map(({ id }) => id));
        const changed = noted.rows.filter(({ id, taken }) => present.get(id)?.url === taken);
        if (changed.length === 0) return undefined;
        for (const { id, url, provisional, createdAt, visibleFrom, told } of changed) {
          const { toldAt } = present.get(id)!;
          // If `toldAt` has changed, the entry was published again, and subscribers were told.
          const isSame = told && toldAt && new Date(toldAt).toISOString() === told.since;
          await write(id, {
            url,
            provisional,
            createdAt: new Date(createdAt),
            visibleFrom: visibleFrom === null ? null : new Date(visibleFrom),
            ...(isSame && { toldAt: told.before === null ? null : new Date(told.before) }),
          });
        }
        await store().delete({});
        await announce(changed.map(({ entry }) => entry));
        return changed.length;
      }),
  };
};

export type TakeOver = ReturnType<typeof createTakeOver>;

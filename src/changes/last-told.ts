import type { Core } from '@strapi/strapi';

import { chunk } from '../lib/chunk';
import { PERMALINK_UID } from '../constants';
import { latest } from '../feed/dates';
import type { Republishing } from '../options/options';
import type { SettingsStore } from '../options/settings';
import type { Transactions } from '../lib/transactions';
import type { SourceEntry } from '../catalogue/entry';
import { entryKey, findPermalinkRows } from '../addresses/permalink-rows';
import type { SourcePlan } from '../mapping/plan';

/** An entry as it is written, and what was kept of it. */
interface Publication {
  entry: SourceEntry;
  /** Id of the row that keeps when subscribers were told. */
  id: number;
  /** Null where readers had nothing. */
  changedBefore: Date | null;
  /** Undefined where it was not noted yet. */
  told?: Date;
}

/** Milliseconds by which the clocks of nodes may differ. */
const CLOCK_SKEW = 60_000;

/** The moment at which readers got an entry as it is. */
const momentOf = ({ hasDrafts }: SourcePlan, { published, updated }: SourceEntry): Date =>
  // Without drafts, that is the moment of the last change.
  (hasDrafts ? latest([published, updated ?? published]) : updated) ?? published;

/** Whether readers get something else than they had: what was corrected quietly stays so. */
const isChanged = ({ entry: { updated }, changedBefore }: Publication): boolean =>
  updated?.getTime() !== changedBefore?.getTime();

/** What is to be noted of an entry that was changed; undefined where all is noted. */
const momentToNote = (
  source: SourcePlan,
  { entry, changedBefore, told }: Publication,
  isQuiet: boolean,
): Date | undefined => {
  // What was never noted is noted before nobody can tell any more.
  if (isQuiet && changedBefore) return told ? undefined : changedBefore;
  const moment = momentOf(source, entry);
  // Without a note, it is when the entry was changed.
  if (!changedBefore && !told && moment.getTime() === entry.updated?.getTime()) return undefined;
  // Not backwards by what clocks of nodes differ; one that is far ahead came by an import or a wrong clock.
  const isCredible = told !== undefined && told.getTime() <= Date.now() + CLOCK_SKEW;
  return latest(isCredible ? [told, moment] : [moment]);
};

/** Keeps when subscribers were last told of entries: what feeds give as the moment of the last change. */
export const createLastTold = (
  strapi: Core.Strapi,
  {
    settings,
    transactions,
  }: { settings: Pick<SettingsStore, 'get'>; transactions: Pick<Transactions, 'rows'> },
) => {
  /** When subscribers were told, by ids of rows. */
  const readTold = async (ids: number[]): Promise<Map<number, Date>> => {
    const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
    const found = new Map<number, Date>();
    for (const some of chunk(ids)) {
      const rows: { id: number; told_at: string | number | Date | null }[] = await transactions
        .rows(tableName)
        .whereIn('id', some)
        .select('id', 'told_at');
      for (const { id, told_at: told } of rows) if (told !== null) found.set(id, new Date(told));
    }
    return found;
  };

  const write = async (moments: Map<number, Date>): Promise<void> => {
    const ids = new Map<number, number[]>();
    for (const [id, moment] of moments) {
      ids.set(moment.getTime(), [...(ids.get(moment.getTime()) ?? []), id]);
    }
    for (const [time, alike] of ids) {
      for (const some of chunk(alike)) {
        const where = { id: { $in: some } };
        await strapi.db
          .query(PERMALINK_UID)
          .updateMany({ where, data: { toldAt: new Date(time) } });
      }
    }
  };

  const findPublications = async (
    { contentType, isLocalised }: SourcePlan,
    written: Pick<Publication, 'entry' | 'changedBefore'>[],
  ): Promise<Publication[]> => {
    const documentIds = written.map(({ entry }) => entry.documentId);
    const rows = await findPermalinkRows(strapi, contentType, documentIds);
    const found = written.flatMap((one) => {
      const { documentId, locale } = one.entry;
      const first = rows.get(entryKey(documentId, isLocalised ? locale : ''))?.[0];
      return first ? [{ ...one, id: first.id }] : [];
    });
    const told = await readTold(found.map(({ id }) => id));
    return found.map((one) => ({ ...one, told: told.get(one.id) }));
  };

  const isQuiet = async (chosen: Republishing | undefined): Promise<boolean> =>
    (chosen ?? (await settings.get()).republishing) === 'quietly';

  return {
    /**
     * Notes that subscribers are told of some entries, or that they are not, in the transaction under
     * way. What readers did not have, they are always told of.
     *
     * @param changedBefore when what readers had of an entry was last changed before; null where they had
     * nothing, undefined for one that was not written
     * @param chosenFor what the user of the panel chose for a document
     * @returns when they were last told of the entries that were written, as far as that is noted
     */
    async record(
      source: SourcePlan,
      entries: SourceEntry[],
      changedBefore: (entry: SourceEntry) => Date | null | undefined,
      chosenFor: (entry: SourceEntry) => Republishing | undefined,
    ): Promise<Map<SourceEntry, Date>> {
      const written = entries.flatMap((entry) => {
        const before = entry.isPublished ? changedBefore(entry) : undefined;
        return before === undefined ? [] : [{ entry, changedBefore: before }];
      });
      if (written.length === 0) return new Map();
      const publications = await findPublications(source, written);
      const changed = publications.filter(isChanged);
      // Nobody subscribes to a page: what it says of its last change is always so.
      const mayBeQuiet = ({ changedBefore: before }: Publication): boolean =>
        !source.isPage && before !== null;
      const moments = new Map<number, Date>();
      for (const one of changed) {
        const quiet = mayBeQuiet(one) && (await isQuiet(chosenFor(one.entry)));
        const moment = momentToNote(source, one, quiet);
        if (moment) moments.set(one.id, moment);
      }
      await write(moments);
      return new Map(
        publications.flatMap(({ entry, id, told }): [SourceEntry, Date][] => {
          const moment = moments.get(id) ?? told;
          return moment ? [[entry, moment]] : [];
        }),
      );
    },
  };
};

export type LastTold = ReturnType<typeof createLastTold>;

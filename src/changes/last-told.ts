import type { Core } from '@strapi/strapi';

import { chunk } from '../lib/values';
import { PERMALINK_UID } from '../lib/constants';
import type { Republishing } from '../options/options';
import type { SettingsStore } from '../options/settings';
import { keyInType, type SourceEntry } from '../catalogue/catalogue-table';
import { findPermalinkRows, lastToldOf, type PermalinkRow } from '../addresses/permalink-rows';
import type { SourcePlan } from '../mapping/plan';

/** An entry whose own row was written, and what readers had of it. */
interface WrittenVersion {
  entry: SourceEntry;
  /** The row that keeps when subscribers were told. */
  first: PermalinkRow;
  /** Null where readers had nothing. */
  changedBefore: Date | null;
}

/** Milliseconds by which the clocks of nodes may differ. */
const CLOCK_SKEW = 60_000;

/** The later of two moments. */
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** The moment at which readers got an entry as it is. */
const momentOf = ({ hasDrafts }: SourcePlan, { published, updated }: SourceEntry): Date =>
  // Without drafts, that is the moment of the last change.
  hasDrafts ? later(published, updated ?? published) : (updated ?? published);

/** Whether readers get something else than they had: what was corrected quietly stays so. */
const isChanged = ({ entry: { updated }, changedBefore }: Omit<WrittenVersion, 'first'>): boolean =>
  updated?.getTime() !== changedBefore?.getTime();

/** What is to be noted of an entry that was changed; undefined where all is noted. */
const momentToNote = (
  source: SourcePlan,
  { entry, changedBefore, first }: WrittenVersion,
  isQuiet: boolean,
): Date | undefined => {
  const told = lastToldOf(first);
  // What was never noted is noted before nobody can tell any more.
  if (isQuiet && changedBefore) return told ? undefined : changedBefore;
  const moment = momentOf(source, entry);
  // Without a note, it is when the entry was changed.
  if (!changedBefore && !told && moment.getTime() === entry.updated?.getTime()) return undefined;
  // Not backwards by what clocks of nodes differ; one that is far ahead came by an import or a wrong clock.
  const isCredible = told !== undefined && told.getTime() <= Date.now() + CLOCK_SKEW;
  return isCredible ? later(told, moment) : moment;
};

/** Keeps when subscribers were last told of entries: what feeds give as the moment of the last change. */
export const createLastTold = (
  strapi: Core.Strapi,
  { settings }: { settings: Pick<SettingsStore, 'get'> },
) => {
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
     * @returns permalinks of the entries that were written, with these notes; undefined where none was
     */
    async record(
      source: SourcePlan,
      entries: SourceEntry[],
      changedBefore: (entry: SourceEntry) => Date | null | undefined,
      chosenFor: (entry: SourceEntry) => Republishing | undefined,
    ): Promise<Map<string, PermalinkRow[]> | undefined> {
      const { contentType, isLocalised, isPage } = source;
      const written = entries.flatMap((entry) => {
        const before = entry.isPublished ? changedBefore(entry) : undefined;
        return before === undefined ? [] : [{ entry, changedBefore: before }];
      });
      if (written.length === 0) return undefined;
      const documentIds = entries.map(({ documentId }) => documentId);
      const rows = await findPermalinkRows(strapi, contentType, documentIds);
      const moments = new Map<number, Date>();
      for (const one of written) {
        const { documentId, locale } = one.entry;
        const first = rows.get(keyInType(documentId, isLocalised ? locale : ''))?.[0];
        if (!first || !isChanged(one)) continue;
        // Nobody subscribes to a page: what it says of its last change is always so.
        const mayBeQuiet = !isPage && one.changedBefore !== null;
        const quiet = mayBeQuiet && (await isQuiet(chosenFor(one.entry)));
        const moment = momentToNote(source, { ...one, first }, quiet);
        if (!moment) continue;
        moments.set(first.id, moment);
        first.toldAt = moment;
      }
      await write(moments);
      return rows;
    },
  };
};

export type LastTold = ReturnType<typeof createLastTold>;

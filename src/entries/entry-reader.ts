import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn, isDue, noteChange } from '../lib/cache-tags';
import { type EntryKey, entryKeyOf } from '../catalogue/catalogue-table';
import { chunk, groupBy } from '../lib/values';
import { FILE_UID } from '../lib/constants';
import type { Article, SearchMeta } from '../content/article';
import { editionMark, localeMark, type PublishedLocale, rowLocale } from '../options/locales';
import { adjustments } from './adjustment';
import { findMoments } from '../addresses/permalinks';
import {
  type EntryFields,
  type Plan,
  sourceOf,
  type SourcePlan,
  type TopicPlan,
  wherePublished,
} from '../mapping/plan';
import { addressFields, type FieldPath } from '../mapping/address';
import type { SettingsStore } from '../options/settings';
import { eachOnce, findLinked } from './linked-entries';
import { isHidden, type KeptMoments, publicPath, toArticle, toSearchMeta } from './to-article';
import { dateOf, untilOf, dateAt, type ReadEntry, rowsAt, textAt } from '../mapping/values';
import { logError } from '../lib/database';
import { waitForTurn } from '../lib/waiting';
import { fieldsOf, narrowFields } from '../mapping/fields';

/** Fields to read of an entry that is only linked: its address, its date, and what search engines should do with it. */
export const placeOf = (source: SourcePlan, more: readonly FieldPath[] = []): EntryFields => {
  const { title, date, until, published, meta } = source;
  const told = [date, until, published?.path, meta.canonical, meta.noindex].filter(
    (path) => path !== undefined,
  );
  return narrowFields(fieldsOf(source), [
    ...addressFields(source.address),
    title,
    ...told,
    ...more,
  ]);
};

/** The same, and its picture. */
export const picturedPlaceOf = (source: SourcePlan): EntryFields => placeOf(source, source.cover);

/** An entry as the catalogue names it, with its moments there. */
export type EntryWithMoments = EntryKey & { date: Date; told?: Date };

/** Entries that one statement reads, in one turn of the event loop. */
const READ_AT_ONCE = 250;

export interface EntryReaderParts {
  plan: Plan;
  settings: Pick<SettingsStore, 'get'>;
  /** The locale whose entries are meant; without it, all locales count. */
  locale?: PublishedLocale;
}

/** Reads rows of public entries of all sources, and notes what they show. */
export const createEntryReader = (
  strapi: Core.Strapi,
  { plan, locale, settings }: EntryReaderParts,
) => {
  /** Mark of the locale that the rows of a type belong to; empty if the type is not localised. */
  const markOf = (type: Pick<SourcePlan, 'isLocalised'>): string =>
    type.isLocalised ? editionMark(locale) : '';

  /** The same for a topic: an entry without a locale may lead to any row of it. */
  const markOfTopic = (type: TopicPlan, { locale: own }: ReadEntry): string =>
    type.isLocalised && typeof own === 'string' ? localeMark(plan.locales, own) : markOf(type);

  const whereLocale = (source: SourcePlan): object => {
    const code = rowLocale(source, locale);
    return code === undefined ? {} : { locale: code };
  };

  const publishedHere = (source: SourcePlan): object =>
    wherePublished(source, rowLocale(source, locale));

  /** Whether readers no longer find a published entry. The response changes when it ends. */
  const hasEnded = (source: SourcePlan, row: ReadEntry): boolean =>
    isDue(untilOf(source, row), new Date());

  /** Whether fields tell search engines where to find entries. */
  const hasSearchFields = ({ meta }: SourcePlan): boolean =>
    meta.canonical !== undefined || meta.noindex !== undefined;

  /**
   * An entry's instructions for search engines. Notes related entries as shown if these instructions come from them.
   */
  const noteSearchMeta = (source: SourcePlan, row: ReadEntry): SearchMeta => {
    const { canonical = [], noindex = [] } = source.meta;
    if (canonical.length > 1 || noindex.length > 1) noteRelated(source, row);
    return toSearchMeta(source, row);
  };

  /** Sources whose own function failed, each of which is logged once. */
  const failed = new Set<string>();

  /** The source's own functions that adjust an item, and what pages show. */
  const toAdjustments = (source: SourcePlan, row: ReadEntry) =>
    adjustments(source, row, (error) => {
      if (!failed.has(source.contentType)) logError(strapi, error);
      failed.add(source.contentType);
    });

  /** Notes what a response shows of the entries and files that a row leads to. */
  const noteRelated = (source: SourcePlan, row: ReadEntry): void => {
    const updates: (Date | undefined)[] = [];
    for (const { path, contentType } of source.shows) {
      const topicType = plan.topicTypes.find((type) => type.contentType === contentType);
      for (const shown of rowsAt(row, path)) {
        const documentId = String(shown.documentId);
        if (contentType === FILE_UID) dependOn(CACHE_TAGS.file(Number(shown.id)));
        else if (topicType)
          dependOn(CACHE_TAGS.topic(contentType, documentId, markOfTopic(topicType, shown)));
        else dependOn(CACHE_TAGS.shown(contentType, documentId));
        // The date of a hidden topic's change must not show.
        if (topicType && isHidden(topicType, shown)) continue;
        updates.push(dateAt(shown, ['updatedAt']));
      }
    }
    for (const moment of updates) if (moment) noteChange(moment);
  };

  /** Notes what a response made from a row shows. */
  const noteShown = (source: SourcePlan, row: ReadEntry): void => {
    const updated = dateAt(row, ['updatedAt']);
    if (updated) noteChange(updated);
    noteRelated(source, row);
  };

  /**
   * Replaces relations of components in rows of a source by the titles and addresses of the public entries they lead
   * to, and nothing else of these. The site's own functions get the rows.
   */
  const addLinked = async (source: SourcePlan, rows: readonly ReadEntry[]): Promise<void> => {
    const linked = await findLinked(strapi, { plan, locale }, source, rows);
    if (linked.length === 0) return;
    const asked = eachOnce(linked.flatMap(({ entries }) => entries));
    const { addresses } = await settings.get();
    const now = new Date();
    const use = (ofType: SourcePlan, row: ReadEntry, entry: EntryKey) => {
      // An entry that comes by its date changes what shows it.
      const date = dateOf(ofType, row);
      const path = publicPath(ofType, row);
      if ((date && !isDue(date, now)) || path === undefined) return undefined;
      const title = textAt(row, ofType.title)!;
      return [entryKeyOf(entry), { title, url: addresses.entry(path) }] as const;
    };
    const found = new Map(await findPublished(asked, placeOf, use));
    // Also entries that are not public: they may be soon.
    for (const { contentType, documentId } of asked) {
      const mark = markOf(sourceOf(plan, contentType));
      dependOn(CACHE_TAGS.entry(contentType, documentId, mark));
    }
    for (const { component, field, entries } of linked)
      component[field] = entries.flatMap((entry) => found.get(entryKeyOf(entry)) ?? []);
  };

  /** An entry that is shown. */
  const show = (source: SourcePlan, row: ReadEntry, kept: KeptMoments): Article | undefined => {
    const article = toArticle(source, plan, row, kept);
    if (!article) return undefined;
    dependOn(CACHE_TAGS.entry(source.contentType, article.documentId, markOf(source)));
    noteShown(source, row);
    noteChange(article.date);
    return { ...article, ...toAdjustments(source, row) };
  };

  /**
   * Published rows of some entries that have not ended, in their order, some in each turn of the event loop. Takes one
   * statement, and those of its fields, for each content type.
   *
   * @param select also the field with the end
   * @param use makes a result of a row; undefined leaves the row out
   */
  const findPublished = async <Entry extends EntryKey, Made>(
    entries: Entry[],
    select: (source: SourcePlan) => EntryFields,
    use: (source: SourcePlan, row: ReadEntry, entry: Entry) => Made | undefined,
  ): Promise<Made[]> => {
    const made: Made[] = [];
    for (const some of chunk(entries, READ_AT_ONCE)) {
      const rows = new Map<string, ReadEntry>();
      const idsOf = groupBy(some, (entry) => entry.contentType);
      for (const source of plan.sources) {
        const { contentType } = source;
        const documentIds = idsOf.get(contentType)?.map(({ documentId }) => documentId);
        if (!documentIds) continue;
        const found: (ReadEntry & Pick<EntryKey, 'documentId' | 'locale'>)[] = await strapi.db
          .query(contentType)
          .findMany({
            ...select(source),
            where: { documentId: { $in: [...new Set(documentIds)] }, ...publishedHere(source) },
          });
        for (const row of found) rows.set(entryKeyOf({ ...row, contentType }), row);
      }
      for (const entry of some) {
        const row = rows.get(entryKeyOf(entry));
        const source = sourceOf(plan, entry.contentType);
        const one = row && !hasEnded(source, row) ? use(source, row, entry) : undefined;
        if (one !== undefined) made.push(one);
      }
      if (some.length === READ_AT_ONCE) await waitForTurn();
    }
    return made;
  };

  /** The published entries among these, due or not, in their order. */
  const findListed = async (entries: EntryWithMoments[]): Promise<Article[]> => {
    const found = await findPublished(entries, fieldsOf, (source, row, kept) => ({
      source,
      row,
      kept,
    }));
    for (const source of plan.sources) {
      const rows = found.flatMap((shown) => (shown.source === source ? [shown.row] : []));
      await addLinked(source, rows);
    }
    return found.flatMap(({ source, row, kept }) => show(source, row, kept) ?? []);
  };

  /** The entry's date (that of its first publication if it has none), and when subscribers were last told of it. */
  const findOwnMoments = async (source: SourcePlan, row: ReadEntry): Promise<KeptMoments> => {
    const { published, told } = await findMoments(
      strapi,
      source.contentType,
      String(row.documentId),
      source.isLocalised && typeof row.locale === 'string' ? row.locale : '',
    );
    return { date: dateOf(source, row) ?? published, told, publicSince: published };
  };

  return {
    markOf,
    whereLocale,
    publishedHere,
    hasEnded,
    hasSearchFields,
    noteSearchMeta,
    noteShown,
    addLinked,
    toAdjustments,
    show,
    findPublished,
    findListed,
    findMoments: findOwnMoments,
  };
};

export type EntryReader = ReturnType<typeof createEntryReader>;

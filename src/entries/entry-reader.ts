import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn, isDue, noteChange } from '../lib/cache-tags';
import { type EntryKey, entryKeyOf } from '../catalogue/catalogue-table';
import { chunk, groupBy } from '../lib/values';
import { FILE_UID } from '../lib/constants';
import type { Article, SearchMeta } from '../content/article';
import { editionMark, type PublishedLocale, rowLocale } from '../options/locales';
import { adjustments } from './adjustment';
import { findMoments } from '../addresses/permalinks';
import {
  type EntryFields,
  isReadThrough,
  marksOf,
  type Plan,
  sourceOf,
  type SourcePlan,
  type TopicPlan,
  type TopicRelation,
  wherePublished,
} from '../mapping/plan';
import { addressFields, type FieldPath } from '../mapping/address';
import type { SettingsStore } from '../options/settings';
import { eachOnce, findLinked } from './linked-entries';
import { isHidden, type KeptMoments, publicPath, toArticle, toSearchMeta } from './to-article';
import { dateOf, untilOf, dateAt, type ReadEntry, rowsAt, textAt } from '../mapping/values';
import { logError } from '../lib/database';
import { findInParts, waitForTurn } from '../lib/waiting';
import { fieldsOf, narrowFields } from '../mapping/fields';

/** The plan, and the locale whose topics are meant; without a locale, all locales count. */
interface TopicsInLocale {
  plan: Plan;
  locale?: PublishedLocale;
}

/**
 * Relations to localised topics of a source that is not localised itself. Strapi links its entries to the row of a
 * topic in the locale that an editor picked, or in the default one. Readers find the topic in their own locale, or not.
 */
const relationsToLocales = (
  { plan, locale }: TopicsInLocale,
  { isLocalised, topics }: SourcePlan,
): (TopicRelation & { type: TopicPlan })[] =>
  locale === undefined || isLocalised
    ? []
    : topics.flatMap((relation) => {
        const type = plan.topicTypes.find((topic) => topic.contentType === relation.contentType);
        return type?.isLocalised ? [{ ...relation, type }] : [];
      });

const idsAt = (row: ReadEntry, field: string): string[] =>
  rowsAt(row, [field]).map(({ documentId }) => String(documentId));

/**
 * Rows of a source with their topics in the locale. Takes one statement, and those of what is read of a topic, for each
 * relation to localised topics.
 */
export const groupInLocale = async (
  strapi: Core.Strapi,
  site: TopicsInLocale,
  source: SourcePlan,
  rows: ReadEntry[],
): Promise<ReadEntry[]> => {
  let grouped = rows;
  for (const { field, contentType, isMultiple, type } of relationsToLocales(site, source)) {
    const inLocale: ReadEntry[] = await findInParts(
      rows.flatMap((row) => idsAt(row, field)),
      (some) =>
        strapi.db.query(contentType).findMany({
          ...(source.fields.populate[field] as object),
          where: { documentId: { $in: some }, ...wherePublished(type, site.locale?.code) },
        }),
    );
    const found = new Map(inLocale.map((topic) => [String(topic.documentId), topic]));
    grouped = grouped.map((row) => {
      const topics = idsAt(row, field).flatMap((documentId) => found.get(documentId) ?? []);
      // In the form that Strapi gives it: a function of the site may read it.
      return { ...row, [field]: isMultiple ? topics : (topics[0] ?? null) };
    });
  }
  return grouped;
};

/**
 * Notes the topics that a row leads to, even if they are not there in the locale yet; in every locale if the entry
 * shows something of the related row itself, or has it in its address.
 */
export const noteLinkedTopics = (
  site: TopicsInLocale,
  source: SourcePlan,
  row: ReadEntry,
): void => {
  for (const { field, contentType } of relationsToLocales(site, source)) {
    const isRead = isReadThrough(source, field);
    const marks = isRead ? marksOf(site.plan) : [editionMark(site.locale)];
    for (const documentId of idsAt(row, field)) {
      dependOn(...marks.map((mark) => CACHE_TAGS.topic(contentType, documentId, mark)));
    }
  }
};

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
        else if (topicType) dependOn(CACHE_TAGS.topic(contentType, documentId, markOf(topicType)));
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

  /** Rows with all that they show: what their components lead to, and their topics in the locale. */
  const addRelated = async (source: SourcePlan, rows: ReadEntry[]): Promise<ReadEntry[]> => {
    await addLinked(source, rows);
    return groupInLocale(strapi, { plan, locale }, source, rows);
  };

  /** An entry that is shown; `grouped` has its topics as `groupInLocale` gives them. */
  const show = (
    source: SourcePlan,
    { row, grouped = row }: { row: ReadEntry; grouped?: ReadEntry },
    kept: KeptMoments,
  ): Article | undefined => {
    const article = toArticle(source, plan, row, kept, grouped);
    if (!article) return undefined;
    dependOn(CACHE_TAGS.entry(source.contentType, article.documentId, markOf(source)));
    noteLinkedTopics({ plan, locale }, source, row);
    noteShown(source, grouped);
    // Fields read through a topic come from the row that the entry leads to.
    if (grouped !== row) noteShown(source, row);
    noteChange(article.date);
    return { ...article, ...toAdjustments(source, grouped) };
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
    const grouped = new Map<ReadEntry, ReadEntry>();
    for (const source of plan.sources) {
      const rows = found.flatMap((shown) => (shown.source === source ? [shown.row] : []));
      (await addRelated(source, rows)).forEach((row, place) => grouped.set(rows[place]!, row));
    }
    return found.flatMap(
      ({ source, row, kept }) => show(source, { row, grouped: grouped.get(row) }, kept) ?? [],
    );
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
    addRelated,
    toAdjustments,
    show,
    findPublished,
    findListed,
    findMoments: findOwnMoments,
  };
};

export type EntryReader = ReturnType<typeof createEntryReader>;

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../cache/cache-tags';
import { tagsOfSpan } from '../cache/span-tags';
import { dependOn, expireAt, noteChange } from '../cache/dependency-tracking';
import { type CatalogueQueries, type EntryQuery, type EntryWindow } from '../catalogue/queries';
import { type ListName, PAGE_LIST, SITE_LIST } from '../catalogue/catalogue-table';
import type { EntryKey } from '../catalogue/entry';
import { chunk } from '../chunk';
import { FILE_UID } from '../constants';
import type { Article, Meta } from '../content/article';
import type { Stretch } from '../feed/history';
import { editionMark, type PublishedLocale, rowLocale } from '../locales';
import { adjustment } from './adjustment';
import { pagedName } from './author-names';
import { addressFields, matchPath } from './entry-path';
import { readDraft } from './draft-relations';
import type { EntryRows } from './entry-rows';
import type { Permalinks } from './permalinks';
import type { FieldPath, Plan, SourcePlan } from './plan';
import { sourceOf } from './plan-parts';
import { type FindSchema, narrowSelection, publicSelection } from './public-selection';
import { createTopicsInLocale } from './topics-in-locale';
import {
  dateOf,
  type EntryVersion,
  type KeptMoments,
  pathOf,
  toArticle,
  toIndexing,
  toVersion,
} from './to-article';
import { dateAt, type EntryRow, firstText, rowsAt } from './values';

/** An entry as the catalogue names it, with the moments it has there. */
type Dated = EntryKey & { date: Date; told?: Date };

/** Where a public entry is, and when it last changed. */
export type AddressedEntry = Pick<
  Article,
  'contentType' | 'documentId' | 'path' | 'date' | 'updatedAt'
> & { indexing: Pick<Meta, 'canonical' | 'isNoindex'> };

/** A page, as a list of pages names it. */
export interface ListedPage {
  path: string;
  title: string;
  /** Plain text; empty where nothing says it. */
  description: string;
  indexing: AddressedEntry['indexing'];
}

/** Which of its versions an entry is asked for in. */
export interface VersionQuery {
  documentId: string;
  /** Null for a type that is not localised. */
  locale: string | null;
  status: 'draft' | 'published';
}

/** Entries that are read in one statement: those of a sitemap, and fewer than a database has names for. */
const READ_AT_ONCE = 2_500;

/** Entries that are looked at when several have one address: drafts and imports may. */
const SAME_ADDRESS = 20;

/** What an entry is found by among rows of all locales. */
const keyOf = ({ documentId, locale }: EntryRow | EntryKey): string =>
  `${String(documentId)} ${typeof locale === 'string' ? locale : ''}`;

/** A condition on the field at a path: `{ category: { slug: 'news' } }`. */
const whereAt = (values: Record<string, string | { $in: string[] }>): object[] =>
  Object.entries(values).map(([name, value]) =>
    name.split('.').reduceRight<unknown>((inner, field) => ({ [field]: inner }), value),
  ) as object[];

/**
 * Conditions on what the fields hold whose address is one of some paths. Each field is asked for once, as
 * each question joins the tables of its relation anew: some entries at other paths are found as well.
 */
const wherePaths = ({ address }: SourcePlan, paths: readonly string[]): object[] => {
  const values = paths.map((path) => matchPath(address, path)).filter((one) => one !== undefined);
  const fields = [...new Set(addressFields(address))];
  return chunk(values).map((some) => ({
    $and: fields.flatMap((field) =>
      whereAt({ [field]: { $in: [...new Set(some.map((one) => one[field]!))] } }),
    ),
  }));
};

/** Reads public entries of all sources, and notes that they are shown. */
export const createEntries = (
  strapi: Core.Strapi,
  {
    plan,
    catalogue,
    entryRows,
    permalinks,
    locale,
  }: {
    plan: Plan;
    catalogue: CatalogueQueries;
    entryRows: Pick<EntryRows, 'read'>;
    permalinks: Pick<Permalinks, 'findMoments'>;
    /** The one whose entries are meant; without any, locales are not told apart. */
    locale?: PublishedLocale;
  },
) => {
  const findSchema: FindSchema = (uid) =>
    (strapi.contentTypes[uid as keyof typeof strapi.contentTypes] ??
      strapi.components[uid as keyof typeof strapi.components]) as ReturnType<FindSchema>;

  /** What is read of a source's entries; known once Strapi knows all types. */
  const selections = new Map<string, ReturnType<typeof publicSelection>>();
  const selectionOf = ({ contentType, selection }: SourcePlan) => {
    const known = selections.get(contentType);
    if (known) return known;
    const limited = publicSelection(contentType, selection, findSchema);
    selections.set(contentType, limited);
    return limited;
  };

  /** Mark of the locale that rows of a type are of. */
  const markOf = (type: Pick<SourcePlan, 'isLocalised'>): string =>
    type.isLocalised ? editionMark(locale) : '';

  const ofLocale = (source: SourcePlan): object => {
    const code = rowLocale(source, locale);
    return code === undefined ? {} : { locale: code };
  };

  const isPublishedOnly = (source: SourcePlan): object => ({
    ...(source.hasDrafts && { publishedAt: { $notNull: true } }),
    ...ofLocale(source),
  });

  /** Where an entry is, and since when: what is read where it is not shown. */
  const placeOf = (source: SourcePlan, more: (FieldPath | undefined)[] = []) =>
    narrowSelection(selectionOf(source), [
      ...source.address.parts.filter((part) => typeof part !== 'string'),
      source.title,
      ...[source.date, ...more].filter((path) => path !== undefined),
    ]);

  /** The same, and whether search engines are to find it there. */
  const indexedPlaceOf = (source: SourcePlan) =>
    placeOf(source, [source.meta.canonical, source.meta.noindex]);

  /** The same, and what it is about. */
  const describedPlaceOf = (source: SourcePlan) =>
    placeOf(source, [
      ...source.summary,
      source.meta.description,
      source.meta.canonical,
      source.meta.noindex,
    ]);

  /** Whether search engines are told by fields where to find entries. */
  const isIndexedByField = ({ meta }: SourcePlan): boolean =>
    meta.canonical !== undefined || meta.noindex !== undefined;

  /** What search engines are told of an entry; of what is read through a relation, that it is shown. */
  const noteIndexing = (source: SourcePlan, row: EntryRow): AddressedEntry['indexing'] => {
    const { canonical = [], noindex = [] } = source.meta;
    if (canonical.length > 1 || noindex.length > 1) noteShown(source, row);
    return toIndexing(source, row);
  };

  /** Sources whose own function failed; said once of each. */
  const failed = new Set<string>();

  const noteFailure =
    ({ contentType }: SourcePlan) =>
    (error: unknown): void => {
      if (!failed.has(contentType)) strapi.log.error(error);
      failed.add(contentType);
    };

  /** Notes what a response made from a row shows. */
  const noteShown = (source: SourcePlan, row: EntryRow): void => {
    const updates = [dateAt(row, ['updatedAt'])];
    for (const { path, contentType } of source.shows) {
      const topicType = plan.topicTypes.find((type) => type.contentType === contentType);
      for (const shown of rowsAt(row, path)) {
        const documentId = String(shown.documentId);
        if (contentType === FILE_UID) dependOn(CACHE_TAGS.file(Number(shown.id)));
        else if (topicType) dependOn(CACHE_TAGS.topic(contentType, documentId, markOf(topicType)));
        else dependOn(CACHE_TAGS.shown(contentType, documentId));
        updates.push(dateAt(shown, ['updatedAt']));
      }
    }
    for (const moment of updates) if (moment) noteChange(moment);
  };

  const { groupInLocale, noteLinkedTopics } = createTopicsInLocale(strapi, {
    plan,
    selectionOf,
    locale,
  });

  /** An entry that is shown, with its topics as `groupInLocale` has them. */
  const show = (
    source: SourcePlan,
    { row, grouped = row }: { row: EntryRow; grouped?: EntryRow },
    kept: KeptMoments,
  ): Article | undefined => {
    const article = toArticle(source, plan, row, kept, grouped);
    if (!article) return undefined;
    dependOn(CACHE_TAGS.entry(source.contentType, article.documentId, markOf(source)));
    noteLinkedTopics(source, row);
    noteShown(source, grouped);
    // What is read through a topic is of the row that the entry leads to.
    if (grouped !== row) noteShown(source, row);
    noteChange(article.date);
    return { ...article, adjust: adjustment(source, grouped, noteFailure(source)) };
  };

  /** The sources whose entries a list has: all, or all pages. */
  const typesIn = (list: ListName): SourcePlan[] =>
    plan.sources.filter(({ isPage = false }) => isPage === (list === PAGE_LIST));

  /** Cache tags of which entries there are that are asked for. */
  const listingTags = (asked: EntryQuery): string[] =>
    catalogue
      .listsOf(asked)
      .flatMap((list) =>
        asked.span ? tagsOfSpan(list, asked.span.from, asked.span.to) : CACHE_TAGS.listing(list),
      );

  /** Notes that the list asked for is shown, and when it changes by itself. */
  const noteListing = async (asked: EntryQuery): Promise<void> => {
    dependOn(...listingTags(asked));
    const { last, next } = await catalogue.findTurns(asked);
    // An article that came by its date alone moves all others a place on.
    if (last) noteChange(last);
    if (next) expireAt(next);
  };

  /** How many entries `list` has in all, and whether there are no older ones. */
  const findExtent = async (asked: EntryQuery): Promise<{ count: number; isWhole: boolean }> => {
    await noteListing(asked);
    return catalogue.findExtent(asked);
  };

  /**
   * Published rows of some entries, in their order: a statement and those of its selection for each
   * part of a content type's entries.
   *
   * @param use makes something of a row; nothing of one that is not to be seen
   */
  const findPublished = async <Entry extends EntryKey, Made>(
    entries: Entry[],
    select: (source: SourcePlan) => ReturnType<typeof publicSelection>,
    use: (source: SourcePlan, row: EntryRow, entry: Entry) => Made | undefined,
  ): Promise<Made[]> => {
    const rows = new Map<string, EntryRow>();
    for (const source of plan.sources) {
      const { contentType } = source;
      const documentIds = entries.flatMap((entry) =>
        entry.contentType === contentType ? [entry.documentId] : [],
      );
      for (const some of chunk([...new Set(documentIds)], READ_AT_ONCE)) {
        const found: EntryRow[] = await strapi.db.query(contentType).findMany({
          ...select(source),
          where: { documentId: { $in: some }, ...isPublishedOnly(source) },
        });
        found.forEach((row) => rows.set(`${contentType} ${keyOf(row)}`, row));
      }
    }
    return entries.flatMap((entry) => {
      const row = rows.get(`${entry.contentType} ${keyOf(entry)}`);
      return (row && use(sourceOf(plan, entry.contentType), row, entry)) ?? [];
    });
  };

  const findShown = async (entries: Dated[]): Promise<Article[]> => {
    const found = await findPublished(entries, selectionOf, (source, row, kept) => ({
      source,
      row,
      kept,
    }));
    const grouped = new Map<EntryRow, EntryRow>();
    for (const source of plan.sources) {
      const rows = found.flatMap((shown) => (shown.source === source ? [shown.row] : []));
      (await groupInLocale(source, rows)).forEach((row, place) => grouped.set(rows[place]!, row));
    }
    return found.flatMap(
      ({ source, row, kept }) => show(source, { row, grouped: grouped.get(row) }, kept) ?? [],
    );
  };

  /**
   * The entry's date, which is the moment of its first publication for one that has none of its own,
   * and when subscribers were last told of it.
   */
  const findMoments = async (source: SourcePlan, row: EntryRow): Promise<KeptMoments> => {
    const { published, told } = await permalinks.findMoments(
      source.contentType,
      String(row.documentId),
      source.isLocalised && typeof row.locale === 'string' ? row.locale : '',
    );
    return { date: dateOf(source, row) ?? published, told, publicSince: published };
  };

  /** Whether an entry is in no listing, which a selection does not read. */
  const isKeptOut = async (
    { contentType, keepOut }: SourcePlan,
    row: EntryRow,
  ): Promise<boolean> => {
    if (!keepOut) return false;
    const rows = await entryRows.read(contentType, [String(row.documentId)], [keepOut]);
    return Boolean(rows.find(({ id }) => id === row.id)?.valueOf(keepOut));
  };

  return {
    markOf,
    findTurns: catalogue.findTurns,

    /** Public entries that feeds and listings may show, in their order. */
    async list(window: EntryWindow): Promise<Article[]> {
      await noteListing(window);
      return findShown(await catalogue.findWindow(window));
    },

    /** What a sitemap says of a stretch of the entries that `list` has in all, the oldest first; or of pages. */
    async listAddressed(
      { now, start, limit }: Stretch & { now: Date },
      list: typeof SITE_LIST | typeof PAGE_LIST = SITE_LIST,
    ): Promise<AddressedEntry[]> {
      await noteListing({ now, lists: list === SITE_LIST ? [] : [list] });
      // Of one that stays where it is in the list, another address and another date are shown.
      dependOn(
        ...typesIn(list).map((source) => CACHE_TAGS.entries(source.contentType, markOf(source))),
      );
      const listed = await catalogue.findOldest({ now, start, limit, list });
      return findPublished(listed, indexedPlaceOf, (source, row, entry) => {
        const path = pathOf(source, row);
        const date = dateOf(source, row) ?? entry.date;
        const updatedAt = entry.told ?? dateAt(row, ['updatedAt']) ?? date;
        return path === undefined
          ? undefined
          : {
              contentType: entry.contentType,
              documentId: entry.documentId,
              path,
              date,
              updatedAt,
              indexing: noteIndexing(source, row),
            };
      });
    },

    /** Public pages, the newest first, with where they are and what they are called. */
    async listPages({ now, limit }: { now: Date; limit: number }): Promise<ListedPage[]> {
      const asked = { now, lists: [PAGE_LIST] };
      await noteListing(asked);
      const listed = await catalogue.findWindow({ ...asked, limit });
      return findPublished(listed, describedPlaceOf, (source, row) => {
        const version = toVersion(source, { topicTypes: [] }, row);
        const { contentType, documentId, path, title, summary, meta } = version;
        if (path === undefined || title === undefined) return undefined;
        dependOn(CACHE_TAGS.entry(contentType, documentId, markOf(source)));
        noteShown(source, row);
        const description = meta?.description ?? summary ?? '';
        return { path, title, description, indexing: toIndexing(source, row) };
      });
    },

    /**
     * Whether a list has a public entry. Its oldest one tells, so that what comes after it is no news to
     * who asks this alone.
     */
    async hasAny(asked: EntryQuery): Promise<boolean> {
      const { span } = asked;
      const oldest = await catalogue.findOldestDate(asked);
      if (!span) dependOn(...catalogue.listsOf(asked).map(CACHE_TAGS.oldest));
      // What comes after it within the span is no news.
      else dependOn(...listingTags({ ...asked, span: { ...span, to: oldest ?? span.to } }));
      if (!oldest) return false;
      if (oldest > asked.now) expireAt(oldest);
      else noteChange(oldest);
      return oldest <= asked.now;
    },

    /** Where those of some documents are that `list` has in all; or those that are pages. */
    async findListedPlaces(
      documents: Pick<Article, 'contentType' | 'documentId'>[],
      now: Date,
      list: ListName = SITE_LIST,
    ): Promise<Pick<AddressedEntry, 'contentType' | 'documentId' | 'path' | 'indexing'>[]> {
      const types = new Set(documents.map(({ contentType }) => contentType));
      const shown = plan.sources.filter((source) => types.has(source.contentType));
      dependOn(...shown.map((source) => CACHE_TAGS.places(source.contentType, markOf(source))));
      dependOn(
        ...shown
          .filter(isIndexedByField)
          .map((source) => CACHE_TAGS.entries(source.contentType, markOf(source))),
      );
      const ids = documents.map(({ documentId }) => documentId);
      const listed = await catalogue.findDocuments([...new Set(ids)], list);
      for (const { date } of listed) {
        if (date > now) expireAt(date);
        else noteChange(date);
      }
      const due = listed.filter(({ contentType, date }) => date <= now && types.has(contentType));
      return findPublished(due, indexedPlaceOf, (source, row, { contentType, documentId }) => {
        const path = pathOf(source, row);
        const indexing = noteIndexing(source, row);
        return path === undefined ? undefined : { contentType, documentId, path, indexing };
      });
    },

    /**
     * Where some entries of lists are. Whoever asks notes that their places in these are shown: they are
     * told of when an entry goes, moves or is called otherwise.
     */
    findPaths: async <Entry extends EntryKey>(
      listed: Entry[],
    ): Promise<(Entry & { path: string })[]> =>
      findPublished(listed, placeOf, (source, row, entry) => {
        const path = pathOf(source, row);
        return path === undefined ? undefined : { ...entry, path };
      }),

    /** Those of some lists that have a public entry, as `hasAny` tells of one. */
    async findFilled(lists: ListName[], now: Date): Promise<Set<ListName>> {
      dependOn(...lists.map(CACHE_TAGS.oldest));
      const filled = new Set<ListName>();
      for (const [list, oldest] of await catalogue.findOldestDates(lists)) {
        if (oldest > now) {
          expireAt(oldest);
          continue;
        }
        noteChange(oldest);
        filled.add(list);
      }
      return filled;
    },

    findExtent,

    /** How many entries `list` has in all. */
    count: async (asked: EntryQuery): Promise<number> => (await findExtent(asked)).count,

    /**
     * The public entry of a source at a path, kept out of feeds or not.
     *
     * @param holders document ids of those that had the address, the last one first
     */
    async findAt(
      source: SourcePlan,
      path: string,
      { now, holders }: { now: Date; holders: string[] },
    ): Promise<Article | null> {
      const values = matchPath(source.address, path);
      if (!values) return null;
      const rows: EntryRow[] = await strapi.db.query(source.contentType).findMany({
        ...selectionOf(source),
        where: { $and: [...whereAt(values), isPublishedOnly(source)] },
        limit: SAME_ADDRESS,
      });
      // Of several, the one that was published there first keeps it.
      const rank = (row: EntryRow): number => holders.indexOf(String(row.documentId));
      for (const row of [...rows].sort((a, b) => rank(b) - rank(a))) {
        const moments = await findMoments(source, row);
        const { date } = moments;
        if (date && date > now) expireAt(date);
        if (!date || date > now) continue;
        const [grouped] = await groupInLocale(source, [row]);
        const article = show(source, { row, grouped }, moments);
        if (article?.path !== path) continue;
        // Nothing lists it under the name, which may have no page.
        const isUnlisted = source.hasNamePages && (await isKeptOut(source, row));
        return isUnlisted ? { ...article, authors: undefined } : article;
      }
      return null;
    },

    /**
     * Which public entries of a source are at some paths, of several at one path each: a statement and
     * those of its selection for each part of the paths.
     */
    async findAllAt(
      source: SourcePlan,
      paths: readonly string[],
      now: Date,
    ): Promise<{ documentId: string; path: string }[]> {
      const asked = new Set(paths);
      const found: { documentId: string; path: string }[] = [];
      for (const where of wherePaths(source, [...asked])) {
        const rows: EntryRow[] = await strapi.db.query(source.contentType).findMany({
          ...placeOf(source),
          where: { $and: [where, isPublishedOnly(source)] },
        });
        for (const row of rows) {
          // One without a date is public since it was published.
          const { documentId, path, title, date } = toVersion(source, { topicTypes: [] }, row);
          if (path === undefined || title === undefined || !asked.has(path)) continue;
          if (!date || date <= now) found.push({ documentId, path });
        }
      }
      return found;
    },

    /**
     * Where an entry is that is public now, and what search engines are told of it there. Whoever asks
     * notes that its place is shown.
     */
    async findPublicPlace(
      source: SourcePlan,
      documentId: string,
      now: Date,
    ): Promise<Pick<AddressedEntry, 'path' | 'indexing'> | undefined> {
      if (isIndexedByField(source)) {
        dependOn(CACHE_TAGS.entry(source.contentType, documentId, markOf(source)));
      }
      const row: EntryRow | null = await strapi.db.query(source.contentType).findOne({
        ...indexedPlaceOf(source),
        where: { documentId, ...isPublishedOnly(source) },
      } as never);
      const { date } = row ? await findMoments(source, row) : {};
      if (!row || !date) return undefined;
      const path = toArticle(source, { topicTypes: [] }, row, { date })?.path;
      if (path === undefined) return undefined;
      if (date > now) {
        expireAt(date);
        return undefined;
      }
      noteChange(date);
      return { path, indexing: noteIndexing(source, row) };
    },

    /**
     * Where some documents of a source are and since when: of each row, draft or published.
     */
    async findPlaces(
      source: SourcePlan,
      documentIds: string[],
    ): Promise<{ documentId: string; isPublished: boolean; path?: string; date?: Date }[]> {
      const rows: EntryRow[] = [];
      for (const some of chunk(documentIds)) {
        rows.push(
          ...(await strapi.db.query(source.contentType).findMany({
            ...placeOf(source),
            where: { documentId: { $in: some }, ...ofLocale(source) },
          })),
        );
      }
      return Promise.all(
        rows.map(async (row) => {
          const isPublished = !source.hasDrafts || (row.publishedAt ?? null) !== null;
          const date =
            dateOf(source, row) ??
            (isPublished ? (await findMoments(source, row)).date : undefined);
          const isWhole = toArticle(source, { topicTypes: [] }, row, { date }) !== undefined;
          return {
            documentId: String(row.documentId),
            isPublished,
            path: isWhole ? pathOf(source, row) : undefined,
            date,
          };
        }),
      );
    },

    /**
     * An entry as its draft or its published version has it, public or not; null when there is none. For
     * previews: what a draft leads to is shown as it is published, since that is what readers will see.
     */
    async findVersion(
      source: SourcePlan,
      { documentId, locale, status }: VersionQuery,
    ): Promise<(EntryVersion & { isKeptOut: boolean }) | null> {
      const { contentType } = source;
      const selection = selectionOf(source);
      const isDraft = source.hasDrafts && status === 'draft';
      const where = {
        documentId,
        ...(isDraft ? { publishedAt: null, ...ofLocale(source) } : isPublishedOnly(source)),
        // Be it one that is not published.
        ...(source.isLocalised && locale !== null ? { locale } : {}),
      };
      const row: EntryRow | null = isDraft
        ? await readDraft(strapi, { uid: contentType, where, selection }, findSchema)
        : await strapi.db.query(contentType).findOne({ ...selection, where });
      if (!row) return null;
      const [grouped = row] = await groupInLocale(source, [row]);
      const version = toVersion(source, plan, row, grouped);
      const { date, told } = await findMoments(source, row);
      const isUnlisted = await isKeptOut(source, row);
      return {
        ...version,
        ...(isUnlisted && source.hasNamePages && { authors: undefined }),
        date,
        // Publishing a draft tells of it, as far as anybody knows.
        updatedAt: (isDraft ? undefined : told) ?? version.updatedAt,
        isKeptOut: isUnlisted,
        adjust: adjustment(source, grouped, noteFailure(source)),
      };
    },

    /** What the authors of some entries of lists are called of whom a name alone is known. */
    findAuthorNames: async <Entry extends EntryKey>(
      listed: Entry[],
    ): Promise<(Entry & { name: string })[]> =>
      findPublished(
        listed,
        (source) => narrowSelection(selectionOf(source), source.author),
        (source, row, entry) => {
          const name = pagedName(source, (path) => firstText(row, [path]));
          if (name === undefined) return undefined;
          dependOn(CACHE_TAGS.entry(source.contentType, entry.documentId, markOf(source)));
          noteShown(source, row);
          return { ...entry, name };
        },
      ),

    /** Those of some entries that are published, due or not, in their order. */
    findListed: (entries: Dated[]): Promise<Article[]> => findShown(entries),

    /** Those of some entries that are public now, in their order. */
    async findPublic(entries: Dated[], now: Date): Promise<Article[]> {
      return (await findShown(entries)).filter(({ date }) => date <= now);
    },
  };
};

export type Entries = ReturnType<typeof createEntries>;

import type { Core } from '@strapi/strapi';

import { findOwners, type Owners } from '../addresses/address-owners';
import { findPublishedValues, findRowsAt } from '../addresses/permalink-rows';
import { listIn, topicList } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { EntryQuery } from '../catalogue/published-rows';
import type { CatalogueQueries } from '../catalogue/queries';
import type { Topic } from '../content/article';
import {
  type Combination,
  combinationPath,
  parseCombination,
  type Selection,
  selectionPath,
} from '../content/selection';
import { CACHE_TAGS, dependOn, expireAt, noteChange, noteDue } from '../lib/cache-tags';
import { latest } from '../lib/dates';
import { findInParts, waitForTurn } from '../lib/waiting';
import { patternFinalSlash } from '../mapping/address';
import { type TopicPlan, wherePublished } from '../mapping/plan';
import { type ReadEntry, idOfValue, slugOfValueId, topicOfValue } from '../mapping/values';
import { editionMark, type PublishedLocale, rowLocale } from '../options/locales';
import type { Entries } from './entries';
import { toTopic } from './to-article';

type CountedTopic = Topic & { articles: number };

/** Topics that are read in one turn of the event loop: a site may have thousands. */
const AT_ONCE = 250;

/** A topic that may be shown. For a value, more is only known after reading an entry. */
interface KnownTopic extends Pick<Topic, 'contentType' | 'documentId'> {
  topic?: Topic;
}

/** Finds topics, and notes that they are shown. */
export const createTopics = (
  strapi: Core.Strapi,
  {
    counts,
    entries,
    queries,
    locale,
  }: {
    counts: Counts;
    entries: Entries;
    queries: CatalogueQueries;
    /** The locale whose topics and entries are meant; without it, all locales count. */
    locale?: PublishedLocale;
  },
) => {
  const mark = editionMark(locale);

  /** The list of the entries that have a topic. */
  const listOf = ({ contentType, documentId }: KnownTopic) =>
    listIn(mark, topicList(contentType, documentId));

  /**
   * The public topics among some values, each named as its newest entry writes it. The caller notes which entries they
   * have.
   */
  const findValues = async (type: TopicPlan, ids: string[], now: Date): Promise<Topic[]> => {
    const { contentType } = type;
    const idOf = new Map(
      ids.map((documentId) => [listOf({ contentType, documentId }), documentId]),
    );
    const newest = await queries.findNewestEntries([...idOf.keys()], now);
    const listed = [...newest].map(([list, entry]) => ({
      ...entry,
      list,
      changed: latest([entry.date, entry.told ?? entry.updated])!,
    }));
    const found = await entries.findValues(contentType, listed);
    return found.flatMap(({ list, values, changed }): Topic[] => {
      const topics = values.flatMap((value) => topicOfValue(type, value) ?? []);
      // An entry that was indexed a moment ago may have another value already.
      const topic = topics.find(({ documentId }) => documentId === idOf.get(list));
      return topic ? [{ ...topic, id: 0, hidden: false, updatedAt: changed }] : [];
    });
  };

  /** Notes that numbers of articles are shown, and when they change by themselves: whether one is to come. */
  const noteCounts = async (now: Date): Promise<boolean> => {
    dependOn(CACHE_TAGS.counts(mark));
    return noteDue(await queries.findDueDates({ now }));
  };

  const note = (type: TopicPlan, topic: Topic): Topic => {
    const image = topic.image as (Topic['image'] & { id?: number }) | undefined;
    dependOn(CACHE_TAGS.topic(topic.contentType, topic.documentId, entries.markOf(type)));
    if (image?.id !== undefined) dependOn(CACHE_TAGS.file(image.id));
    noteChange(topic.updatedAt);
    return topic;
  };

  /** Rows of public topics of a type. */
  const readRows = (
    type: TopicPlan,
    { where, ...some }: { where: object; orderBy?: object; limit?: number },
    withImage: boolean,
  ): Promise<ReadEntry[]> => {
    const { select, populate } = type.fields;
    return strapi.db.query(type.contentType).findMany({
      select: [...select],
      ...(withImage && { populate }),
      where: { $and: [where, wherePublished(type, rowLocale(type, locale))] },
      ...some,
    });
  };

  const toTopics = (type: TopicPlan, rows: ReadEntry[]): Topic[] =>
    rows.flatMap((row) => toTopic(type, row) ?? []);

  /** The public topics of some documents, hidden ones included. */
  const find = async (
    type: TopicPlan,
    documentIds: readonly string[],
    withImage = true,
  ): Promise<Topic[]> => {
    const rows = await findInParts(documentIds, (some) =>
      readRows(type, { where: { documentId: { $in: some } } }, withImage),
    );
    return toTopics(type, rows);
  };

  /** All public topics of a type, without their images, some in each turn of the event loop. */
  const findAll = async (type: TopicPlan): Promise<Topic[]> => {
    const found: Topic[] = [];
    for (let last = 0; ; await waitForTurn()) {
      const some = { where: { id: { $gt: last } }, orderBy: { id: 'asc' }, limit: AT_ONCE };
      const rows = await readRows(type, some, false);
      found.push(...toTopics(type, rows));
      if (rows.length < AT_ONCE) return found;
      last = Number(rows.at(-1)!.id);
    }
  };

  /** All topics of a type that are not hidden; for a type made of values, all that were ever published. */
  const findKnown = async (type: TopicPlan, now: Date): Promise<KnownTopic[]> => {
    const { contentType } = type;
    if (!type.isOfValues) {
      const found = await findAll(type);
      const visible = found.filter(({ hidden }) => !hidden);
      return visible.map((topic) => ({ contentType, documentId: topic.documentId, topic }));
    }
    // The numbers of articles change whenever there are other values.
    await noteCounts(now);
    const documentIds = await findPublishedValues(strapi, contentType);
    return documentIds.map((documentId) => ({ contentType, documentId }));
  };

  /** The topics of some known ones; of values only those that are public. */
  const read = (type: TopicPlan, known: KnownTopic[], now: Date): Promise<Topic[]> | Topic[] => {
    if (!type.isOfValues) return known.flatMap(({ topic }) => topic ?? []);
    const ids = known.map(({ documentId }) => documentId);
    return findValues(type, ids, now);
  };

  return {
    /**
     * All topics of a type that are not hidden, with or without entries, in no particular order; of values only those
     * that something public has.
     */
    async listVisible(type: TopicPlan, now: Date): Promise<Topic[]> {
      const found = await read(type, await findKnown(type, now), now);
      return found.map((topic) => note(type, topic));
    },

    /**
     * Of the topics that had a slug, the one that has it now and is not hidden, or else the first that is still public.
     */
    async findOwner(
      type: TopicPlan,
      slug: string,
      documentIds: string[],
    ): Promise<Topic | undefined> {
      const found = await find(type, documentIds);
      const inOrder = documentIds.flatMap((id) =>
        found.filter(({ documentId }) => documentId === id),
      );
      const topic = inOrder.find((one) => one.slug === slug && !one.hidden) ?? inOrder[0];
      return topic && note(type, topic);
    },

    /** The topics with these slugs that are not hidden, with or without entries, in no particular order. */
    async findVisibleAt(type: TopicPlan, slugs: readonly string[], now: Date): Promise<Topic[]> {
      if (type.isOfValues) {
        const ids = slugs.map((slug) => idOfValue(type.contentType, slug));
        return findValues(type, ids, now);
      }
      const known = await findRowsAt(strapi, [type.contentType], slugs);
      const documentIds = known.map(({ entry }) => entry);
      const found = await find(type, documentIds, false);
      return found.filter(({ slug, hidden }) => !hidden && slugs.includes(slug));
    },

    /** The topics of these documents that readers may know of, with their images. */
    async findVisible(type: TopicPlan, documentIds: string[], now = new Date()): Promise<Topic[]> {
      if (type.isOfValues) {
        const isOfType = (id: string) => slugOfValueId(type.contentType, id) !== undefined;
        const ids = documentIds.filter(isOfType);
        const lists = ids.map((documentId) =>
          listOf({ contentType: type.contentType, documentId }),
        );
        dependOn(...lists.map(CACHE_TAGS.listing));
        for (const date of (await queries.findNextDates(lists, now)).values()) expireAt(date);
        return (await findValues(type, ids, now)).map((topic) => note(type, topic));
      }
      const found = await find(type, documentIds);
      return found.filter(({ hidden }) => !hidden).map((topic) => note(type, topic));
    },

    /**
     * The topics of `listCounted`, for callers that show no numbers of articles: only a topic's first article matters.
     */
    async listPublished(type: TopicPlan, now: Date): Promise<Topic[]> {
      dependOn(CACHE_TAGS.topics(type.contentType, entries.markOf(type)));
      const known = await findKnown(type, now);
      const filled = await entries.findFilled(known.map(listOf), now);
      const listed = known.filter((one) => filled.has(listOf(one)));
      return (await read(type, listed, now)).map((topic) => note(type, topic));
    },

    /**
     * The topics that lists have, each with the number of articles that its listing shows. A topic without public
     * articles is in no list: otherwise anybody who may name a topic could write on public pages.
     */
    async listCounted(type: TopicPlan, now: Date): Promise<CountedTopic[]> {
      dependOn(CACHE_TAGS.topics(type.contentType, entries.markOf(type)));
      const isComing = await noteCounts(now);
      const known = await findKnown(type, now);
      const numbers = await counts.countDue(known.map(listOf), now, isComing);
      await waitForTurn();
      const numberOf = (one: KnownTopic): number => numbers.get(listOf(one)) ?? 0;
      const listed = known.filter((one) => numberOf(one) > 0);
      const found = await read(type, listed, now);
      return found.map((topic) => ({ ...note(type, topic), articles: numberOf(topic) }));
    },
  };
};

export type Topics = ReturnType<typeof createTopics>;

/** The query for the articles of a selection. */
export const selectionQuery = ({ topics, mode, source }: Selection, now: Date): EntryQuery => {
  // The only source has no list of its own: its entries are those of the site's list.
  const lists = source && !source.isAlone ? [source.contentType] : [];
  const ofTopics = topics.map(({ contentType, documentId }) => topicList(contentType, documentId));
  return { lists: topics.length > 0 ? ofTopics : lists, mode, now };
};

/** Where the address of a listing leads. */
export type FoundSelection =
  | { kind: 'selection'; selection: Selection }
  /** Named by a former slug of a topic; the path is where the listing is now. */
  | { kind: 'moved'; path: string }
  /** A topic was there and has been deleted. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** Finds the selections of addresses that name topics. */
export const createSelections = (
  strapi: Core.Strapi,
  { topics, locale }: { topics: Topics; locale?: PublishedLocale },
) => {
  /** The topic that a slug leads to; 'deleted' if it was deleted; undefined if it is hidden. */
  const findTopic = async (
    type: TopicPlan,
    slug: string,
    owners: Owners,
  ): Promise<Topic | 'deleted' | undefined> => {
    const documentIds = [...owners.keys()];
    const topic = await topics.findOwner(type, slug, documentIds);
    if (topic?.slug === slug && !topic.hidden) return topic;
    // A former owner may be shown again without any change of the slug's owners.
    const mark = type.isLocalised ? editionMark(locale) : '';
    dependOn(
      CACHE_TAGS.address(type.contentType, slug),
      ...documentIds.map((id) => CACHE_TAGS.topic(type.contentType, id, mark)),
    );
    if (!topic) return 'deleted';
    // Nobody may know of a hidden topic.
    return topic.hidden ? undefined : topic;
  };

  /** The address of a value is made from it: there are no former ones. */
  const findValues = async (
    type: TopicPlan,
    { slugs, mode }: Combination,
  ): Promise<FoundSelection> => {
    const ids = slugs.map((slug) => idOfValue(type.contentType, slug));
    const found = await topics.findVisible(type, ids);
    const named = slugs.flatMap((slug) => found.find((topic) => topic.slug === slug) ?? []);
    return named.length === slugs.length
      ? { kind: 'selection', selection: { topics: named, mode } }
      : { kind: 'unknown' };
  };

  return {
    /**
     * @param type of all named topics: a combination has topics of one type only
     * @param name part of an address: `api`, `api+testing`, `api,testing`
     */
    async find(type: TopicPlan, name: string): Promise<FoundSelection> {
      const combination = parseCombination(name);
      if (!combination) return { kind: 'unknown' };
      const { slugs, mode } = combination;
      if (type.isOfValues) return findValues(type, combination);
      const { contentType } = type;
      const asked = { part: type, locale };
      const known = await findOwners(strapi, asked, slugs);
      const unknown = slugs.filter((slug) => known.get(slug)!.size === 0);
      dependOn(...unknown.map((slug) => CACHE_TAGS.address(contentType, slug)));
      if (unknown.length > 0) return { kind: 'unknown' };
      const found = await Promise.all(slugs.map((slug) => findTopic(type, slug, known.get(slug)!)));
      if (found.includes(undefined)) return { kind: 'unknown' };
      const present = found.filter((topic): topic is Topic => typeof topic === 'object');
      if (present.length < found.length) return { kind: 'gone' };
      const selection: Selection = { topics: present, mode };
      const now = selectionPath(selection)!;
      return now ===
        combinationPath(type.address.directory, combination, patternFinalSlash(type.address))
        ? { kind: 'selection', selection }
        : { kind: 'moved', path: now };
    },
  };
};

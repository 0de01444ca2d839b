import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import {
  type FeedPage,
  type FeedRow,
  type FeedSort,
  FEED_SORTS,
  type FeedType,
  SITE_FEED,
  type ItemParts,
} from './admin-api';
import {
  ofSource,
  ofTopic,
  onlyTopic,
  type Selection,
  selectionTitle,
  WHOLE_SITE,
} from '../content/selection';
import type { Topic } from '../content/article';
import { documentSize, type Item } from '../feed/model';
import {
  listIn,
  type ListName,
  markOfList,
  SITE_LIST,
  topicList,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import type { ListedEntry } from '../catalogue/published-rows';
import { rowLocale } from '../options/locales';
import {
  groupTypes,
  listedSources,
  type Plan,
  type SourcePlan,
  type TopicPlan,
  wherePublished,
} from '../mapping/plan';
import {
  pagingParameters,
  type Panel,
  type PanelEdition,
  type PanelEditions,
  search,
  paginationOf,
} from './panel';
import type { PanelUser } from './rights';

/**
 * What the panel shows of an item.
 *
 * @param shown the same item, without a full text that is too long for the panel
 */
export const toItemParts = (
  { contentHtml, summary, image, enclosure }: Item,
  shown: Pick<Item, 'contentHtml'>,
): ItemParts => ({
  summary,
  contentHtml: shown.contentHtml ?? null,
  isTextLeftOut: contentHtml !== undefined && shown.contentHtml === undefined,
  cover: image ? { url: image.url, alt: image.alt } : null,
  enclosure: enclosure ?? null,
});

/** Query of the list of feeds. */
export const feedListQuery = z.object({
  _q: search,
  // As Strapi's tables write it: "title:ASC".
  sort: z
    .string()
    .regex(new RegExp(`^(?:${FEED_SORTS.join('|')})(?::(?:asc|desc))?$`, 'i'))
    .default('title:ASC')
    .transform((sort) => {
      const [name, direction] = sort.toLowerCase().split(':');
      return { by: FEED_SORTS.find((known) => known === name)!, descending: direction === 'desc' };
    }),
  ...pagingParameters,
});

/** A feed of an edition: its selection, and its id and title. */
export interface NamedFeed {
  edition: PanelEdition;
  selection: Selection;
  id: string;
  title: string;
  /** The list whose entries the feed shows. */
  list: ListName;
  /** How many entries it shows at most. */
  limit: number;
}

/** A list of entries, and the edition it belongs to. */
export type EditionList = Pick<NamedFeed, 'edition' | 'list'>;

/** Names the feed of a topic, a content type or the whole site. */
export const nameFeed = (edition: PanelEdition, selection: Selection): NamedFeed => {
  const { mark, inForce } = edition;
  const { siteName, language, itemsPerFeed } = inForce;
  const topic = onlyTopic(selection);
  const { source } = selection;
  return {
    edition,
    selection,
    id: listIn(mark, topic?.documentId ?? source?.contentType ?? SITE_FEED),
    list: listIn(
      mark,
      topic ? topicList(topic.contentType, topic.documentId) : (source?.contentType ?? SITE_LIST),
    ),
    title: selectionTitle(selection, language) ?? siteName,
    limit: documentSize(topic?.itemsPerFeed ?? itemsPerFeed),
  };
};

/** A feed with the numbers that the list of feeds shows and sorts by. */
interface CountedFeed extends NamedFeed {
  published: number;
  waiting: number;
  newest?: ListedEntry;
}

const toType = ({ names }: PanelEdition['panelTypes'], contentType: string): FeedType => ({
  contentType,
  name: names.get(contentType) ?? contentType,
});

/** Finds which of these topics are visible to readers. */
export const findVisibleTopics = async (
  { plan, topics }: Pick<PanelEdition, 'plan' | 'topics'>,
  named: readonly Pick<Topic, 'contentType' | 'documentId'>[],
): Promise<Topic[]> => {
  const found = groupTypes(plan).map((type) => {
    const ofType = named.filter(({ contentType }) => contentType === type.contentType);
    const ids = [...new Set(ofType.map(({ documentId }) => documentId))];
    return ids.length === 0 ? [] : topics.findVisible(type, ids);
  });
  return (await Promise.all(found)).flat();
};

/** Finds the feeds of some lists of an edition, as far as the user may know of them. */
export const findFeeds = async (
  edition: PanelEdition,
  lists: readonly ListName[],
  { filterTopics }: Pick<PanelUser, 'filterTopics'>,
): Promise<NamedFeed[]> => {
  const own = lists.map(unmarked);
  const visible = await findVisibleTopics(
    edition,
    own.flatMap((list) => topicOfList(list) ?? []),
  );
  const { listings } = edition.panelTypes;
  return [
    ...(own.includes(SITE_LIST) ? [WHOLE_SITE] : []),
    ...listings.filter(({ contentType }) => own.includes(contentType)).map(ofSource),
    ...(await filterTopics(visible, edition.mark)).map(ofTopic),
  ].map((selection) => nameFeed(edition, selection));
};

/** Finds the feeds of an edition by id, without those that do not exist or that the user may not know of. */
export const findFeedsById = (
  edition: PanelEdition,
  ids: readonly string[],
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<NamedFeed[]> => {
  const { plan, panelTypes } = edition;
  const named = [SITE_FEED, ...panelTypes.listings.map(({ contentType }) => contentType)];
  // Like the name of a list, the id of a feed carries the mark of its edition.
  const own = ids.filter((id) => markOfList(id) === edition.mark).map(unmarked);
  const lists = own.flatMap((id) =>
    named.includes(id)
      ? [id]
      : groupTypes(plan).map(({ contentType }) => topicList(contentType, id)),
  );
  return findFeeds(edition, lists, user);
};

/** Finds a feed by id; undefined if it does not exist or the user may not know of it. */
export const findFeed = async (
  editions: PanelEditions,
  id: string,
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<NamedFeed | undefined> => {
  const edition = editions.find(({ mark }) => mark === markOfList(id));
  return edition && (await findFeedsById(edition, [id], user))[0];
};

/** What a site without entries writes first: an entry of a source with topics, if there is one, and such a topic. */
const findStart = ({ locale, plan, panelTypes }: PanelEdition): FeedPage['start'] => {
  const topicsOf = ({ topics }: SourcePlan) => topics.filter(({ isOfAuthors }) => !isOfAuthors);
  const sources = listedSources(plan);
  const source = sources.find((one) => topicsOf(one).length > 0) ?? sources[0];
  const [grouping] = source ? topicsOf(source) : [];
  const topic = plan.topicTypes.find((type) => type.contentType === grouping?.contentType);
  const toWritten = (type: SourcePlan | TopicPlan) => ({
    ...toType(panelTypes, type.contentType),
    locale: rowLocale(type, locale) ?? null,
  });
  return { topic: topic ? toWritten(topic) : null, source: source ? toWritten(source) : null };
};

/** Counts entries of feeds of an edition. */
const countFeeds = async (
  counts: Panel['counts'],
  edition: PanelEdition,
  selections: Selection[],
  now: Date,
): Promise<CountedFeed[]> => {
  const feeds = selections.map((selection) => nameFeed(edition, selection));
  const lists = feeds.map(({ list }) => list);
  const published = await counts.countDue(lists, now);
  const newest = await edition.queries.findNewestEntries(lists, now);
  const waiting = await counts.countWaiting(lists, now);
  return feeds.map((feed) => ({
    ...feed,
    published: published.get(feed.list) ?? 0,
    waiting: waiting.get(feed.list) ?? 0,
    newest: newest.get(feed.list),
  }));
};

const listFeeds = async (
  counts: Panel['counts'],
  edition: PanelEdition,
  { now, filterTopics }: PanelUser,
): Promise<CountedFeed[]> => {
  const { mark, plan, panelTypes, topics } = edition;
  const listed = await Promise.all(groupTypes(plan).map((type) => topics.listVisible(type, now)));
  const visible = await filterTopics(listed.flat(), mark);
  const selections = [WHOLE_SITE, ...panelTypes.listings.map(ofSource), ...visible.map(ofTopic)];
  return countFeeds(counts, edition, selections, now);
};

/** Content type of the topic or source of a feed, with its name; null for the whole site's. */
const typeOf = ({ edition, selection: { topics, source } }: NamedFeed): FeedType | null => {
  const type = topics[0] ?? source;
  return type ? toType(edition.panelTypes, type.contentType) : null;
};

/** The text that a search looks through. */
const searchedText = (feed: NamedFeed): string => {
  const { title, selection } = feed;
  const [topic] = selection.topics;
  const others = topic ? [topic.name, topic.slug] : [selection.source?.directory];
  return [title, typeOf(feed)?.name, ...others].join('\n');
};

/** Rows of feeds of one edition. */
const toRows = async (
  { queries, shownLanguage, inForce: { addresses, sitePage } }: PanelEdition,
  feeds: CountedFeed[],
  { now, mayEdit }: PanelUser,
): Promise<FeedRow[]> => {
  const lists = feeds.map(({ list }) => list);
  const next = await queries.findNextDates(lists, now);
  const isEditable = await mayEdit(feeds.flatMap(({ newest }) => newest ?? []));
  return feeds.map((feed) => {
    const { id, title, selection, list, published, waiting, newest } = feed;
    const type = typeOf(feed);
    const path = selection.topics[0]?.path ?? selection.source?.directory;
    return {
      ...{ id, title, published, waiting },
      contentType: type?.contentType ?? null,
      typeName: type?.name ?? null,
      language: shownLanguage,
      address: addresses.feed('rss', path),
      link: path === undefined ? sitePage : addresses.listing(path),
      newest: newest
        ? {
            contentType: newest.contentType,
            documentId: newest.documentId,
            locale: newest.locale || null,
            title: newest.title,
            date: newest.date.toISOString(),
            mayEdit: isEditable(newest),
          }
        : null,
      next: next.get(list)?.toISOString() ?? null,
    };
  });
};

const sortValue = (feed: CountedFeed, by: Exclude<FeedSort, 'title'>): number =>
  by === 'newest' ? (feed.newest?.date.getTime() ?? 0) : feed[by];

/** The feed of a topic in an edition. */
export const findTopicFeed = async (
  { counts }: Panel,
  edition: PanelEdition,
  topic: Topic,
  user: PanelUser,
): Promise<FeedRow> => {
  const feeds = await countFeeds(counts, edition, [ofTopic(topic)], user.now);
  const [row] = await toRows(edition, feeds, user);
  return row!;
};

/** Whether there is an entry in any locale that is published, or any at all. */
const hasEntry = async (
  strapi: Core.Strapi,
  plan: Pick<Plan, 'sources'>,
  toWhere: (source: SourcePlan) => object,
): Promise<boolean> => {
  for (const source of listedSources(plan)) {
    const where = toWhere(source);
    if (await strapi.db.query(source.contentType).findOne({ select: ['id'], where })) return true;
  }
  return false;
};

/** A page of the list of feeds; the feed of the whole site comes first in every sort order. */
export const findFeedPage = async (
  { strapi, editions, counts, push }: Panel,
  { _q, sort: { by, descending }, page, pageSize }: z.output<typeof feedListQuery>,
  user: PanelUser,
): Promise<FeedPage> => {
  const [main] = editions;
  const { plan, panelTypes, settings } = main;
  const { listings } = panelTypes;
  const { language, timeZone, baseUrl, isPublic } = main.inForce;
  const [listed, articles, published] = await Promise.all([
    Promise.all(editions.map((edition) => listFeeds(counts, edition, user))),
    hasEntry(strapi, plan, () => ({})),
    hasEntry(strapi, plan, (source) => wherePublished(source)),
  ]);
  const feeds = listed.flat();
  const { compare } = new Intl.Collator(language, { numeric: true });
  const wanted = _q.trim().toLocaleLowerCase(language);
  const direction = descending ? -1 : 1;
  const isOfSite = ({ selection }: NamedFeed): boolean => selection === WHOLE_SITE;
  const found = feeds
    .filter((feed) => searchedText(feed).toLocaleLowerCase(language).includes(wanted))
    .sort(
      (a, b) =>
        Number(isOfSite(b)) - Number(isOfSite(a)) ||
        direction *
          (by === 'title' ? compare(a.title, b.title) : sortValue(a, by) - sortValue(b, by)) ||
        compare(a.title, b.title) ||
        (a.id < b.id ? -1 : 1),
    );
  const start = (page - 1) * pageSize;
  const shown = found.slice(start, start + pageSize);
  const rows = await Promise.all(
    editions.map((edition) =>
      toRows(
        edition,
        shown.filter((feed) => feed.edition === edition),
        user,
      ),
    ),
  );
  const byId = new Map(rows.flat().map((row) => [row.id, row]));
  return {
    results: shown.map(({ id }) => byId.get(id)!),
    pagination: paginationOf(page, pageSize, found.length),
    exists: {
      tags: (listed[0]?.length ?? 0) > 1 + listings.length,
      articles,
      published,
    },
    start: findStart(main),
    timeZone,
    ...(push.consumers.length > 0 && { tellsOthers: true as const }),
    localAddress: isPublic
      ? undefined
      : { baseUrl, isFixed: settings.fixed('settings').includes('baseUrl') },
  };
};

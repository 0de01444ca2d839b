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
import { documentSize } from '../feed/history';
import {
  listIn,
  type ListName,
  SITE_LIST,
  topicList,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import type { ListedEntry } from '../catalogue/published-rows';
import { rowLocale } from '../options/locales';
import type { SourcePlan, TopicPlan } from '../mapping/plan';
import { groupTypes, listedSources } from '../mapping/plan-parts';
import type { Panel, PanelEdition } from './panel';
import type { PanelUser } from './rights';
import { contentType, paging, search, toPagination } from './requests';
import type { Item } from '../feed/model';

/**
 * What the panel shows of an item.
 *
 * @param shown the same item without what is too much for the panel
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

/** What the panel asks the list of feeds for. */
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
  // A content type of sources or topics; empty for all.
  type: contentType.default(''),
  ...paging,
});

/** What a feed is known by. */
interface NamedFeed {
  id: string;
  title: string;
  /** The list it is made from. */
  list: ListName;
  /** How many articles it shows at most. */
  limit: number;
}

/** Names the feed of a topic, a content type or the whole site. */
export const nameFeed = (
  { mark, inForce: { siteName, language, itemsPerFeed } }: Pick<PanelEdition, 'mark' | 'inForce'>,
  selection: Selection,
): NamedFeed => {
  const topic = onlyTopic(selection);
  const { source } = selection;
  return {
    id: listIn(mark, topic?.documentId ?? source?.contentType ?? SITE_FEED),
    list: listIn(
      mark,
      topic ? topicList(topic.contentType, topic.documentId) : (source?.contentType ?? SITE_LIST),
    ),
    title: selectionTitle(selection, language) ?? siteName,
    limit: documentSize(topic?.itemsPerFeed ?? itemsPerFeed),
  };
};

/** A feed of the list: its row, without what is asked of those alone that are shown. */
interface ListedFeed {
  edition: PanelEdition;
  list: ListName;
  /** What a search looks at. */
  text: string;
  newest?: ListedEntry;
  row: Omit<FeedRow, 'newest' | 'next'>;
}

const toType = ({ names }: PanelEdition['panelTypes'], contentType: string): FeedType => ({
  contentType,
  name: names.get(contentType) ?? contentType,
});

/** Those of some topics that are not hidden from readers. */
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

/**
 * What some lists of an edition have, of which readers have feeds, as far as the user may know of them.
 *
 * @param lists as they are called in the main locale
 */
export const findSelections = async (
  edition: PanelEdition,
  lists: readonly ListName[],
  { filterTopics }: Pick<PanelUser, 'filterTopics'>,
): Promise<Selection[]> => {
  const visible = await findVisibleTopics(
    edition,
    lists.flatMap((list) => topicOfList(list) ?? []),
  );
  const { listings } = edition.panelTypes;
  return [
    ...(lists.includes(SITE_LIST) ? [WHOLE_SITE] : []),
    ...listings.filter(({ contentType }) => lists.includes(contentType)).map(ofSource),
    ...(await filterTopics(visible, edition.mark)).map(ofTopic),
  ];
};

/** The newest published entries of a list. */
export const findNewest = (
  { mark, queries }: Pick<PanelEdition, 'mark' | 'queries'>,
  list: ListName,
  stretch: { start?: number; limit: number },
  now: Date,
): Promise<ListedEntry[]> => {
  const lists = list === listIn(mark, SITE_LIST) ? [] : [unmarked(list)];
  return queries.findWindow({ lists, now, ...stretch });
};

/** What whoever has nothing yet writes first: an entry that can have a topic, if there is one. */
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

/** Counts what feeds of an edition have. */
const countFeeds = async (
  counts: Panel['counts'],
  edition: PanelEdition,
  selections: Selection[],
  now: Date,
): Promise<ListedFeed[]> => {
  const { queries, toldLanguage, inForce, panelTypes } = edition;
  const { addresses, sitePage } = inForce;
  const feeds = selections.map((selection) => nameFeed(edition, selection));
  const lists = feeds.map(({ list }) => list);
  const published = await counts.due(lists, now);
  const newest = await queries.findNewestEntries(lists, now);
  const waiting = await counts.waiting(lists, now);
  return selections.map(({ topics: [topic], source }, place) => {
    const { id, list, title } = feeds[place]!;
    const contentType = (topic ?? source)?.contentType ?? null;
    const typeName = (contentType && panelTypes.names.get(contentType)) ?? null;
    const path = topic?.path ?? source?.directory;
    const others = topic
      ? [topic.name, topic.slug]
      : source
        ? [typeName ?? source.contentType, source.directory]
        : [];
    return {
      edition,
      list,
      text: [title, ...others].join('\n'),
      newest: newest.get(list),
      row: {
        ...{ id, title, contentType, typeName, language: toldLanguage },
        address: addresses.feed('rss', path),
        link: path === undefined ? sitePage : addresses.listing(path),
        published: published.get(list) ?? 0,
        waiting: waiting.get(list) ?? 0,
      },
    };
  });
};

const findFeeds = async (
  counts: Panel['counts'],
  edition: PanelEdition,
  { now, filterTopics }: PanelUser,
): Promise<ListedFeed[]> => {
  const { mark, plan, panelTypes, topics } = edition;
  const listed = await Promise.all(groupTypes(plan).map((type) => topics.listVisible(type, now)));
  const visible = await filterTopics(listed.flat(), mark);
  const selections = [WHOLE_SITE, ...panelTypes.listings.map(ofSource), ...visible.map(ofTopic)];
  return countFeeds(counts, edition, selections, now);
};

/** Rows of feeds of one edition. */
const toRows = async (
  edition: PanelEdition,
  feeds: ListedFeed[],
  { now, mayEdit }: PanelUser,
): Promise<FeedRow[]> => {
  const lists = feeds.map(({ list }) => list);
  const next = await edition.queries.findNext(lists, now);
  const isEditable = await mayEdit(feeds.flatMap(({ newest }) => newest ?? []));
  return feeds.map(({ list, row, newest }) => ({
    ...row,
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
  }));
};

const SORTED_BY: Record<Exclude<FeedSort, 'title'>, (feed: ListedFeed) => number> = {
  published: ({ row }) => row.published,
  waiting: ({ row }) => row.waiting,
  newest: ({ newest }) => newest?.date.getTime() ?? 0,
};

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

/** A page of the list of feeds; the feed of the whole site comes first whatever the sort. */
export const findFeedPage = async (
  { strapi, editions, counts, push }: Panel,
  { _q, sort: { by, descending }, type, page, pageSize }: z.output<typeof feedListQuery>,
  user: PanelUser,
): Promise<FeedPage> => {
  const [main] = editions;
  const { plan, panelTypes, settings } = main;
  const { listings } = panelTypes;
  const { language, timeZone, baseUrl, isPublic } = main.inForce;
  const [listed, ...entries] = await Promise.all([
    Promise.all(editions.map((edition) => findFeeds(counts, edition, user))),
    ...listedSources(plan).map(({ contentType }) =>
      strapi.db.query(contentType).findOne({ select: ['id'] }),
    ),
  ]);
  const feeds = listed.flat();
  const { compare } = new Intl.Collator(language, { numeric: true });
  const wanted = _q.trim().toLocaleLowerCase(language);
  const direction = descending ? -1 : 1;
  const isOfSite = ({ row }: ListedFeed): boolean => row.contentType === null;
  const found = feeds
    .filter(
      ({ text, row }) =>
        (type === '' || row.contentType === type) &&
        text.toLocaleLowerCase(language).includes(wanted),
    )
    .sort(
      (a, b) =>
        Number(isOfSite(b)) - Number(isOfSite(a)) ||
        direction *
          (by === 'title'
            ? compare(a.row.title, b.row.title)
            : SORTED_BY[by](a) - SORTED_BY[by](b)) ||
        compare(a.row.title, b.row.title) ||
        (a.row.id < b.row.id ? -1 : 1),
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
    results: shown.flatMap(({ row }) => byId.get(row.id) ?? []),
    pagination: toPagination(page, pageSize, found.length),
    exists: {
      tags: (listed[0]?.length ?? 0) > 1 + listings.length,
      articles: entries.some((entry) => entry !== null),
      published: Boolean(feeds[0]?.row.published),
    },
    start: findStart(main),
    types: [
      ...new Set([...listings, ...groupTypes(plan)].map(({ contentType }) => contentType)),
    ].map((contentType) => toType(panelTypes, contentType)),
    timeZone,
    ...(push.consumers.length > 0 && { tellsOthers: true as const }),
    localAddress: isPublic ? undefined : { baseUrl, isFixed: settings.fixed().includes('baseUrl') },
  };
};

import type { Core } from '@strapi/strapi';

import { type FeedPage, type FeedRow, type FeedSort, type FeedType, SITE_FEED } from './admin-api';
import type { Topic } from '../content/article';
import { directoryTitle } from '../content/selection';
import type { EntryRights } from './permissions/entry-rights';
import type { FilterTopics } from './permissions/known-topics';
import { tagTitle } from '../feed/channel';
import { latest } from '../feed/dates';
import { documentSize } from '../feed/history';
import { type ListName, topicList, SITE_LIST } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { SettingsStore } from '../settings';
import type { Plan } from '../sources/plan';
import type { Topics } from '../sources/topics';
import type { FeedExtent, FeedStatistics } from './feed-statistics';
import type { PanelTypes } from './panel-types';

/** What the panel asks the list of feeds for. */
export interface FeedListQuery {
  /** Content type of topics or of a source; empty for all. */
  type: string;
  /** Part of a title, name or slug; empty for all feeds. */
  search: string;
  sort: FeedSort;
  descending: boolean;
  /** Counts from 1. */
  page: number;
  pageSize: number;
  now: Date;
  filterTopics: FilterTopics;
  mayEdit: EntryRights['mayEdit'];
}

/** A feed before its articles are read. */
interface ListedFeed extends FeedExtent {
  id: string;
  title: string;
  /** Of its topic, or of its items; none for the whole site's. */
  contentType?: string;
  /** What a search looks at. */
  text: string;
  /** Where its listing is, below the base address; nowhere of its own for the whole site's. */
  path?: string;
  /** Change of a feed without articles. */
  touched: Date;
  published: number;
  waiting: number;
  newest: number;
}

interface FeedListParts {
  plan: Plan;
  panelTypes: PanelTypes;
  settings: SettingsStore;
  topics: Topics;
  counts: Counts;
  statistics: FeedStatistics;
}

/** The panel's list of all feeds. */
export const createFeedList = (
  strapi: Core.Strapi,
  { plan, panelTypes, settings, topics, counts, statistics }: FeedListParts,
) => {
  const { names, listings } = panelTypes;
  const toType = (contentType: string): FeedType => ({
    contentType,
    name: names.get(contentType) ?? contentType,
  });

  /** What whoever has nothing yet writes first: an entry that can have a topic, if there is one. */
  const findStart = (): FeedPage['start'] => {
    const source = plan.sources.find(({ topics }) => topics.length > 0) ?? plan.sources[0];
    const [topic] = source?.topics ?? [];
    return {
      topic: topic ? toType(topic.contentType) : null,
      source: source ? toType(source.contentType) : null,
    };
  };

  const findFeeds = async (now: Date, filterTopics: FilterTopics): Promise<ListedFeed[]> => {
    const { siteName, language, itemsPerFeed } = await settings.get();
    const listed = await Promise.all(plan.topicTypes.map((type) => topics.listVisible(type)));
    const visible = await filterTopics(listed.flat());
    const listOf = ({ contentType, documentId }: Topic): ListName =>
      topicList(contentType, documentId);
    const lists = [
      SITE_LIST,
      ...listings.map(({ contentType }) => contentType),
      ...visible.map(listOf),
    ];
    const [published, waiting] = await Promise.all([
      statistics.countPublished(lists, now),
      counts.waiting(lists, now),
    ]);
    const numbers = (list: ListName) => ({
      list,
      published: published.get(list)?.articles ?? 0,
      waiting: waiting.get(list) ?? 0,
      newest: published.get(list)?.newest?.getTime() ?? 0,
    });
    const site = {
      ...numbers(SITE_LIST),
      id: SITE_FEED,
      title: siteName,
      text: siteName,
      limit: documentSize(itemsPerFeed),
      touched: new Date(0),
    };
    return [
      site,
      ...listings.map(({ contentType, directory }) => {
        const title = directoryTitle(directory, language);
        return {
          ...numbers(contentType),
          id: contentType,
          title,
          contentType,
          text: [title, toType(contentType).name, directory].join('\n'),
          path: directory,
          limit: documentSize(itemsPerFeed),
          touched: new Date(0),
        };
      }),
      ...visible.map((topic) => {
        const title = tagTitle(topic, language);
        return {
          ...numbers(listOf(topic)),
          id: topic.documentId,
          title,
          contentType: topic.contentType,
          text: [title, topic.name, topic.slug].join('\n'),
          path: topic.path,
          limit: documentSize(topic.itemsPerFeed ?? itemsPerFeed),
          touched: topic.updatedAt,
        };
      }),
    ];
  };

  const toRows = async (
    feeds: ListedFeed[],
    { now, mayEdit }: Pick<FeedListQuery, 'now' | 'mayEdit'>,
  ): Promise<FeedRow[]> => {
    const { addresses, sitePage } = await settings.get();
    const shown = await statistics.findShown(feeds, now);
    const lists = feeds.map(({ list }) => list);
    const next = await statistics.findNext(lists, now);
    const isEditable = await mayEdit(feeds.flatMap(({ list }) => shown.get(list)?.[0] ?? []));
    return feeds.map(({ list, id, title, contentType, path, touched, published, waiting }) => {
      const articles = shown.get(list) ?? [];
      const [newest] = articles;
      const changed = latest(articles.flatMap(({ date, updated }) => [date, updated])) ?? touched;
      return {
        id,
        title,
        contentType: contentType ?? null,
        typeName: (contentType && names.get(contentType)) ?? null,
        address: addresses.rss(path),
        link: path === undefined ? sitePage : addresses.listing(path),
        published,
        waiting,
        newest: newest
          ? {
              contentType: newest.contentType,
              documentId: newest.documentId,
              title: newest.title,
              date: newest.date.toISOString(),
              mayEdit: isEditable(newest),
            }
          : null,
        next: next.get(list)?.toISOString() ?? null,
        changed: changed.toISOString(),
      };
    });
  };

  return {
    /** A page of the list of feeds; the feed of the whole site comes first whatever the sort. */
    async find(query: FeedListQuery): Promise<FeedPage> {
      const { search, sort, descending, type, page, pageSize, now, filterTopics } = query;
      const { language, timeZone, htmlPages, baseUrl, isPublic } = await settings.get();
      const [feeds, ...entries] = await Promise.all([
        findFeeds(now, filterTopics),
        ...plan.sources.map(({ contentType }) =>
          strapi.db.query(contentType).findOne({ select: ['id'] }),
        ),
      ]);
      const { compare } = new Intl.Collator(language, { numeric: true });
      const wanted = search.trim().toLocaleLowerCase(language);
      const direction = descending ? -1 : 1;
      const found = feeds
        .filter(
          ({ text, contentType }) =>
            (type === '' || contentType === type) &&
            text.toLocaleLowerCase(language).includes(wanted),
        )
        .sort(
          (a, b) =>
            Number(b.id === SITE_FEED) - Number(a.id === SITE_FEED) ||
            direction * (sort === 'title' ? compare(a.title, b.title) : a[sort] - b[sort]) ||
            compare(a.title, b.title) ||
            (a.list < b.list ? -1 : 1),
        );
      const start = (page - 1) * pageSize;
      return {
        results: await toRows(found.slice(start, start + pageSize), query),
        pagination: {
          page,
          pageSize,
          pageCount: Math.max(1, Math.ceil(found.length / pageSize)),
          total: found.length,
        },
        exists: {
          tags: feeds.length > 1 + listings.length,
          articles: entries.some((entry) => entry !== null),
          published: Boolean(feeds[0]?.published),
        },
        start: findStart(),
        types: [
          ...new Set([...listings, ...plan.topicTypes].map(({ contentType }) => contentType)),
        ].map(toType),
        timeZone,
        htmlPages,
        localAddress: isPublic
          ? undefined
          : { baseUrl, isFixed: settings.fixed().includes('baseUrl') },
      };
    },
  };
};

export type FeedList = ReturnType<typeof createFeedList>;

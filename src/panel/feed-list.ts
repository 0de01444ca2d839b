import type { Core } from '@strapi/strapi';

import { type FeedPage, type FeedRow, type FeedSort, SITE_FEED } from './admin-api';
import { ARTICLE_UID, TAG_UID } from '../constants';
import type { Topic } from '../content/article';
import type { FilterTags } from './permissions/known-tags';
import { tagTitle } from '../feed/channel';
import { latest } from '../feed/dates';
import { documentSize } from '../feed/history';
import { type ListName, topicList, SITE_LIST } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { SettingsStore } from '../settings';
import type { Plan } from '../sources/plan';
import type { Topics } from '../sources/topics';
import type { FeedExtent, FeedStatistics } from './feed-statistics';
import type { ArticleRights } from './schedule';

/** What the panel asks the list of feeds for. */
export interface FeedListQuery {
  /** Part of a tag's title, name or slug; empty for all feeds. */
  search: string;
  sort: FeedSort;
  descending: boolean;
  /** Counts from 1. */
  page: number;
  pageSize: number;
  now: Date;
  filterTags: FilterTags;
  mayEdit: ArticleRights['mayEdit'];
}

/** A feed before its articles are read. */
interface ListedFeed extends FeedExtent {
  id: string;
  title: string;
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
  settings: SettingsStore;
  topics: Topics;
  counts: Counts;
  statistics: FeedStatistics;
}

/** The panel's list of all feeds. */
export const createFeedList = (
  strapi: Core.Strapi,
  { plan, settings, topics, counts, statistics }: FeedListParts,
) => {
  const findFeeds = async (now: Date, filterTags: FilterTags): Promise<ListedFeed[]> => {
    const { siteName, language, itemsPerFeed } = await settings.get();
    // What a user may know of is known of tags alone.
    const types = plan.topicTypes.filter(({ contentType }) => contentType === TAG_UID);
    const listed = await Promise.all(types.map((type) => topics.listVisible(type)));
    const visible = await filterTags(listed.flat());
    const listOf = ({ documentId }: Topic): ListName => topicList(TAG_UID, documentId);
    const lists = [SITE_LIST, ...visible.map(listOf)];
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
      ...visible.map((tag) => {
        const title = tagTitle(tag, language);
        return {
          ...numbers(listOf(tag)),
          id: tag.documentId,
          title,
          text: [title, tag.name, tag.slug].join('\n'),
          path: tag.path,
          limit: documentSize(tag.itemsPerFeed ?? itemsPerFeed),
          touched: tag.updatedAt,
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
    const documentIds = feeds.flatMap(({ list }) => shown.get(list)?.[0]?.documentId ?? []);
    const editable = await mayEdit(documentIds);
    return feeds.map(({ list, id, title, path, touched, published, waiting }) => {
      const articles = shown.get(list) ?? [];
      const [newest] = articles;
      const changed = latest(articles.flatMap(({ date, updated }) => [date, updated])) ?? touched;
      return {
        id,
        title,
        address: addresses.rss(path),
        link: path === undefined ? sitePage : addresses.listing(path),
        published,
        waiting,
        newest: newest
          ? {
              documentId: newest.documentId,
              title: newest.title,
              date: newest.date.toISOString(),
              mayEdit: editable.has(newest.documentId),
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
      const { search, sort, descending, page, pageSize, now, filterTags } = query;
      const { language, timeZone, htmlPages, baseUrl, isPublic } = await settings.get();
      const [feeds, article] = await Promise.all([
        findFeeds(now, filterTags),
        strapi.db.query(ARTICLE_UID).findOne({ select: ['id'] }),
      ]);
      const { compare } = new Intl.Collator(language, { numeric: true });
      const wanted = search.trim().toLocaleLowerCase(language);
      const direction = descending ? -1 : 1;
      const found = feeds
        .filter(({ text }) => text.toLocaleLowerCase(language).includes(wanted))
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
          tags: feeds.length > 1,
          articles: article !== null,
          published: Boolean(feeds[0]?.published),
        },
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

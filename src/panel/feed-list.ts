import type { Core } from '@strapi/strapi';

import { type FeedPage, type FeedRow, type FeedSort, type FeedType, SITE_FEED } from './admin-api';
import type { Topic } from '../content/article';
import { directoryTitle } from '../content/selection';
import type { EntryRights } from './permissions/entry-rights';
import type { FilterTopics } from './permissions/known-topics';
import { tagTitle } from '../feed/channel';
import { latest } from '../feed/dates';
import { documentSize } from '../feed/history';
import { listIn, type ListName, topicList, SITE_LIST } from '../catalogue/catalogue-table';
import { type PublishedLocale, rowLocale } from '../options/locales';
import type { SettingsStore } from '../options/settings';
import type { Plan, SourcePlan, TopicPlan } from '../mapping/plan';
import { groupTypes, listedSources } from '../mapping/plan-parts';
import type { Topics } from '../entries/topics';
import type { FeedExtent, FeedStatistics } from './feed-statistics';
import type { PanelTypes } from './panel-types';
import { toNewest } from './newest-entry';

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

/** What of the site in a locale has feeds. */
export interface ListedEdition {
  locale: PublishedLocale | undefined;
  /** Of its locale; empty for the main one. */
  mark: string;
  plan: Plan;
  panelTypes: PanelTypes;
  settings: SettingsStore;
  topics: Topics;
  statistics: FeedStatistics;
}

/** A feed before its articles are read. */
interface ListedFeed extends FeedExtent {
  edition: ListedEdition;
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

type Editions = readonly [main: ListedEdition, ...others: ListedEdition[]];

const isOfSite = ({ path }: ListedFeed): boolean => path === undefined;

/**
 * The panel's list of all feeds.
 *
 * @param editions the site in each of its locales, the main one first
 */
export const createFeedList = (strapi: Core.Strapi, editions: Editions) => {
  const [{ locale, plan, panelTypes, settings }] = editions;
  const { names, listings } = panelTypes;
  const toType = (contentType: string): FeedType => ({
    contentType,
    name: names.get(contentType) ?? contentType,
  });

  /** What whoever has nothing yet writes first: an entry that can have a topic, if there is one. */
  const findStart = (): FeedPage['start'] => {
    const topicsOf = ({ topics }: SourcePlan) => topics.filter(({ isOfAuthors }) => !isOfAuthors);
    const sources = listedSources(plan);
    const source = sources.find((one) => topicsOf(one).length > 0) ?? sources[0];
    const [grouping] = source ? topicsOf(source) : [];
    const topic = plan.topicTypes.find((type) => type.contentType === grouping?.contentType);
    const toWritten = (type: SourcePlan | TopicPlan) => ({
      ...toType(type.contentType),
      locale: rowLocale(type, locale) ?? null,
    });
    return { topic: topic ? toWritten(topic) : null, source: source ? toWritten(source) : null };
  };

  const findFeeds = async (
    localised: ListedEdition,
    now: Date,
    filterTopics: FilterTopics,
  ): Promise<ListedFeed[]> => {
    const { mark, plan, panelTypes, settings, topics, statistics } = localised;
    const { listings } = panelTypes;
    const { siteName, language, itemsPerFeed } = await settings.get();
    const listed = await Promise.all(groupTypes(plan).map((type) => topics.listVisible(type, now)));
    const visible = await filterTopics(listed.flat(), mark);
    const listOf = ({ contentType, documentId }: Topic): ListName =>
      topicList(contentType, documentId);
    const lists = [
      SITE_LIST,
      ...listings.map(({ contentType }) => contentType),
      ...visible.map(listOf),
    ];
    const [published, waiting] = await Promise.all([
      statistics.countPublished(lists, now),
      statistics.countWaiting(lists, now),
    ]);
    const numbers = (list: ListName) => ({
      edition: localised,
      list,
      published: published.get(list)?.articles ?? 0,
      waiting: waiting.get(list) ?? 0,
      newest: published.get(list)?.newest?.getTime() ?? 0,
    });
    const site = {
      ...numbers(SITE_LIST),
      id: listIn(mark, SITE_FEED),
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
          id: listIn(mark, contentType),
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
          id: listIn(mark, topic.documentId),
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

  /** Rows of feeds of one edition. */
  const toRows = async (
    { settings, statistics }: ListedEdition,
    feeds: ListedFeed[],
    { now, mayEdit }: Pick<FeedListQuery, 'now' | 'mayEdit'>,
  ): Promise<FeedRow[]> => {
    const { addresses, sitePage, language } = await settings.get();
    const shown = await statistics.findShown(feeds, now);
    const lists = feeds.map(({ list }) => list);
    const next = await statistics.findNext(lists, now);
    const isEditable = await mayEdit(feeds.flatMap(({ list }) => shown.get(list)?.[0] ?? []));
    return feeds.map(({ list, id, title, contentType, path, touched, published, waiting }) => {
      const articles = shown.get(list) ?? [];
      const [newest] = articles;
      const changed =
        latest(articles.flatMap(({ date, updated, told }) => [date, told ?? updated])) ?? touched;
      return {
        id,
        title,
        contentType: contentType ?? null,
        typeName: (contentType && names.get(contentType)) ?? null,
        language: editions.length > 1 ? language : null,
        address: addresses.rss(path),
        link: path === undefined ? sitePage : addresses.listing(path),
        published,
        waiting,
        newest: toNewest(newest, isEditable),
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
      const [listed, ...entries] = await Promise.all([
        Promise.all(editions.map((edition) => findFeeds(edition, now, filterTopics))),
        ...listedSources(plan).map(({ contentType }) =>
          strapi.db.query(contentType).findOne({ select: ['id'] }),
        ),
      ]);
      const feeds = listed.flat();
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
            Number(isOfSite(b)) - Number(isOfSite(a)) ||
            direction * (sort === 'title' ? compare(a.title, b.title) : a[sort] - b[sort]) ||
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
            query,
          ),
        ),
      );
      const byId = new Map(rows.flat().map((row) => [row.id, row]));
      return {
        results: shown.flatMap(({ id }) => byId.get(id) ?? []),
        pagination: {
          page,
          pageSize,
          pageCount: Math.max(1, Math.ceil(found.length / pageSize)),
          total: found.length,
        },
        exists: {
          tags: (listed[0]?.length ?? 0) > 1 + listings.length,
          articles: entries.some((entry) => entry !== null),
          published: Boolean(feeds[0]?.published),
        },
        start: findStart(),
        types: [
          ...new Set([...listings, ...groupTypes(plan)].map(({ contentType }) => contentType)),
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

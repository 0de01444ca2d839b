import type { Core } from '@strapi/strapi';

import { type FeedPage, type FeedRow, type FeedSort, SITE_FEED } from './admin-api';
import { ARTICLE_UID } from '../constants';
import type { Tag } from '../content/article';
import type { FilterTags } from './permissions/known-tags';
import { tagTitle } from '../feed/channel';
import { latest } from '../feed/dates';
import { documentSize } from '../feed/history';
import { WHOLE_SITE } from '../catalogue/listing-table';
import { getService } from '../get-service';

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
}

/** A feed before its details are read. */
interface Candidate {
  /** Id of the tag. */
  key: number;
  id: string;
  title: string;
  /** What a search looks at. */
  text: string;
  slug?: string;
  /** Articles the feed shows at most. */
  limit: number;
  /** Change of a feed without articles. */
  touched: Date;
  published: number;
  waiting: number;
  newest: number;
}

const createFeedList = ({ strapi }: { strapi: Core.Strapi }) => {
  const statistics = () => getService(strapi, 'feed-statistics');

  const findCandidates = async (now: Date, filterTags: FilterTags): Promise<Candidate[]> => {
    const { siteName, language, itemsPerFeed } = await getService(strapi, 'settings').get();
    const [tags, published, waiting]: [
      Tag[],
      Map<number, { articles: number; newest?: Date }>,
      Map<number, number>,
    ] = await Promise.all([
      getService(strapi, 'tags').listVisible().then(filterTags),
      statistics().countPublished(now),
      getService(strapi, 'counts').waiting(now),
    ]);
    const numbers = (key: number) => ({
      key,
      published: published.get(key)?.articles ?? 0,
      waiting: waiting.get(key) ?? 0,
      newest: published.get(key)?.newest?.getTime() ?? 0,
    });
    const site = {
      ...numbers(WHOLE_SITE),
      id: SITE_FEED,
      title: siteName,
      text: siteName,
      limit: documentSize(itemsPerFeed),
      touched: new Date(0),
    };
    return [
      site,
      ...tags.map((tag) => {
        const title = tagTitle(tag, language);
        return {
          ...numbers(tag.id),
          id: tag.documentId,
          title,
          text: [title, tag.name, tag.slug].join('\n'),
          slug: tag.slug,
          limit: documentSize(tag.itemsPerFeed ?? itemsPerFeed),
          touched: tag.updatedAt,
        };
      }),
    ];
  };

  const toRows = async (candidates: Candidate[], now: Date): Promise<FeedRow[]> => {
    const { addresses } = await getService(strapi, 'settings').get();
    const shown = await statistics().findShown(candidates, now);
    return candidates.map(({ key, id, title, slug, touched, published, waiting }) => {
      const articles = shown.get(key) ?? [];
      const [newest] = articles;
      const changed = latest(articles.flatMap(({ date, updated }) => [date, updated])) ?? touched;
      return {
        id,
        title,
        address: addresses.rss(slug),
        link: slug === undefined ? addresses.home() : addresses.tag(slug),
        published,
        waiting,
        newest: newest
          ? {
              documentId: newest.documentId,
              title: newest.title,
              date: newest.date.toISOString(),
            }
          : null,
        changed: changed.toISOString(),
      };
    });
  };

  return {
    /** A page of the list of feeds; the feed of the whole site comes first whatever the sort. */
    async find(query: FeedListQuery): Promise<FeedPage> {
      const { search, sort, descending, page, pageSize, now, filterTags } = query;
      const settings = getService(strapi, 'settings');
      const { language, timeZone, htmlPages, baseUrl, isPublic } = await settings.get();
      const [candidates, article] = await Promise.all([
        findCandidates(now, filterTags),
        strapi.db.query(ARTICLE_UID).findOne({ select: ['id'] }),
      ]);
      const { compare } = new Intl.Collator(language, { numeric: true });
      const wanted = search.trim().toLocaleLowerCase(language);
      const direction = descending ? -1 : 1;
      const found = candidates
        .filter(({ text }) => text.toLocaleLowerCase(language).includes(wanted))
        .sort(
          (a, b) =>
            Number(b.id === SITE_FEED) - Number(a.id === SITE_FEED) ||
            direction * (sort === 'title' ? compare(a.title, b.title) : a[sort] - b[sort]) ||
            compare(a.title, b.title) ||
            a.key - b.key,
        );
      const start = (page - 1) * pageSize;
      return {
        results: await toRows(found.slice(start, start + pageSize), now),
        pagination: {
          page,
          pageSize,
          pageCount: Math.max(1, Math.ceil(found.length / pageSize)),
          total: found.length,
        },
        exists: {
          tags: candidates.length > 1,
          articles: article !== null,
          published: Boolean(candidates[0]?.published),
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

export default createFeedList;

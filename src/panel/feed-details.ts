import type { Core } from '@strapi/strapi';

import { type ArticleProblems, type FeedDetail, type FeedHealth, SITE_FEED } from './admin-api';
import type { Article, Tag } from '../content/article';
import type { FilterTags } from './permissions/known-tags';
import type { Problem } from '../content/problem';
import { findProblems } from '../content/problems';
import { renderingDeadline } from '../cache/renderings';
import { FEED_FORMATS, type FeedFormat, RSS_FORMAT } from '../feed/formats';
import { shortenFeed } from '../feed/full-texts';
import { documentSize } from '../feed/history';
import { WHOLE_SITE } from '../catalogue/listing-table';
import { getService } from '../get-service';

/** Characters of a document that the panel shows: a browser would not lay out megabytes. */
const SHOWN_CHARACTERS = 1_000_000;

/** The feed of a tag, or of the whole site. */
type Subject = { tag: Tag } | { tag?: undefined };

const createFeedDetails = ({ strapi }: { strapi: Core.Strapi }) => {
  const findTags = async (ids: string[], filterTags: FilterTags): Promise<Tag[]> =>
    filterTags(await getService(strapi, 'tags').findVisible(ids));

  const findSubject = async (id: string, filterTags: FilterTags): Promise<Subject | null> => {
    if (id === SITE_FEED) return {};
    const [tag] = await findTags([id], filterTags);
    return tag ? { tag } : null;
  };

  const listArticles = async ({ tag }: Subject, now: Date): Promise<Article[]> => {
    const { itemsPerFeed } = await getService(strapi, 'settings').get();
    const limit = documentSize(tag?.itemsPerFeed ?? itemsPerFeed);
    return getService(strapi, 'articles').list({ tagId: tag?.id, limit, now });
  };

  /** Problems of articles, as far as they can be found in a few seconds. */
  const inspect = async (articles: Article[], now: Date): Promise<ArticleProblems[]> => {
    const { addresses, language, summaryWords } = await getService(strapi, 'settings').get();
    const renderings = getService(strapi, 'renderings');
    const deadline = renderingDeadline();
    const inspected = await Promise.all(
      articles.map(async (article) => {
        const { documentId, title } = article;
        const link = addresses.article(article.slug);
        const [summary, body] = await Promise.all([
          renderings.summary(article, { summaryWords, language }, deadline),
          renderings.body(article.body ?? '', link, deadline),
        ]);
        if (!body) return [];
        return [
          {
            documentId,
            title,
            problems: findProblems({
              article,
              summary,
              body,
              link,
              slug: article.slug,
              now,
              language,
            }),
          },
        ];
      }),
    );
    return inspected.flat();
  };

  const has = (problems: Problem[], severity: Problem['severity']): boolean =>
    problems.some((problem) => problem.severity === severity);

  return {
    /** A feed as subscribers get it; null when there is none with this id. */
    async find(id: string, now: Date, filterTags: FilterTags): Promise<FeedDetail | null> {
      const subject = await findSubject(id, filterTags);
      if (!subject) return null;
      const feeds = getService(strapi, 'feeds');
      const renderings = getService(strapi, 'renderings');
      const { addresses, timeZone } = await getService(strapi, 'settings').get();
      const render = (format: FeedFormat) =>
        subject.tag ? feeds.ofTag(subject.tag, now, format) : feeds.ofSite(now, format);
      const [feed, articles, documents] = await Promise.all([
        render(RSS_FORMAT),
        listArticles(subject, now),
        Promise.all(
          FEED_FORMATS.map(async (format) => {
            const rendered = await render(format);
            const shown = shortenFeed(rendered, SHOWN_CHARACTERS);
            const source = await renderings.document(format, shown);
            return {
              name: format.name,
              label: format.label,
              address: rendered.channel.feedUrl,
              source: source.slice(0, SHOWN_CHARACTERS),
            };
          }),
        ),
      ]);
      const documentIds = new Map(
        articles.map(({ documentId, slug }) => [addresses.article(slug), documentId]),
      );
      const { title, description, link, feedUrl, language, updated } = feed.channel;
      return {
        id,
        title,
        description,
        link,
        address: feedUrl,
        language,
        timeZone,
        changed: updated.toISOString(),
        items: feed.items.map((item) => ({
          documentId: documentIds.get(item.link) ?? '',
          title: item.title,
          link: item.link,
          date: item.date.toISOString(),
          summary: item.summary,
        })),
        documents,
      };
    },

    /** Problems of the articles a feed shows, those without any left out; null like `find`. */
    async findProblems(
      id: string,
      now: Date,
      filterTags: FilterTags,
    ): Promise<ArticleProblems[] | null> {
      const subject = await findSubject(id, filterTags);
      if (!subject) return null;
      const inspected = await inspect(await listArticles(subject, now), now);
      return inspected.filter(({ problems }) => problems.length > 0);
    },

    /** How many articles of each feed have problems, by the feed's id; none for a feed not known yet. */
    async findHealth(
      ids: string[],
      now: Date,
      filterTags: FilterTags,
    ): Promise<Record<string, FeedHealth>> {
      const { itemsPerFeed } = await getService(strapi, 'settings').get();
      const tags = await findTags(ids, filterTags);
      const feeds = [
        ...(ids.includes(SITE_FEED)
          ? [{ id: SITE_FEED, key: WHOLE_SITE, limit: documentSize(itemsPerFeed) }]
          : []),
        ...tags.map((tag) => ({
          id: tag.documentId,
          key: tag.id,
          limit: documentSize(tag.itemsPerFeed ?? itemsPerFeed),
        })),
      ];
      const shown = await getService(strapi, 'feed-statistics').findShown(feeds, now);
      const documentIds = [...shown.values()].flat().map(({ documentId }) => documentId);
      const articles = await getService(strapi, 'articles').findPublic(
        [...new Set(documentIds)],
        now,
      );
      const inspected = await inspect(articles, now);
      const read = new Set(articles.map(({ documentId }) => documentId));
      const byId = new Map(inspected.map((found) => [found.documentId, found.problems]));
      return Object.fromEntries(
        feeds.flatMap(({ id, key }) => {
          const keys = (shown.get(key) ?? []).filter(({ documentId }) => read.has(documentId));
          // What could not be looked at in time is not said to be well.
          if (keys.some(({ documentId }) => !byId.has(documentId))) return [];
          const found = keys.map(({ documentId }) => byId.get(documentId)!);
          const error = found.filter((problems) => has(problems, 'error')).length;
          const warning = found.filter(
            (problems) => has(problems, 'warning') && !has(problems, 'error'),
          ).length;
          return [[id, { error, warning }]];
        }),
      );
    },
  };
};

export default createFeedDetails;

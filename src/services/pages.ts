import type { Core } from '@strapi/strapi';

import type { Article, Tag } from '../content/article';
import { sanitiseBody } from '../content/html';
import { articleSummary } from '../content/item';
import { renderMarkdown } from '../content/markdown';
import { tagFeedTitle, tagTitle } from '../feed/channel';
import { RSS_MEDIA_TYPE } from '../feed/rss';
import { excerpt } from '../feed/summary';
import { toPageDate } from '../pages/dates';
import type { ArticlePage, ErrorPage, FeedLink, ListingPage, Page, TagsPage } from '../pages/model';
import { getService } from './get-service';

/** Characters of a page's description; search engines show about as many. */
const DESCRIPTION_CHARACTERS = 160;

const createPages = ({ strapi }: { strapi: Core.Strapi }) => {
  const settings = () => getService(strapi, 'settings').get();

  const basics = (): Pick<Page, 'siteName' | 'siteUrl' | 'language'> => {
    const { siteName, addresses, language } = settings();
    return { siteName, siteUrl: addresses.tags(), language };
  };

  const siteFeed = (): FeedLink => ({
    title: settings().siteName,
    href: settings().addresses.rss(),
    type: RSS_MEDIA_TYPE,
  });

  const tagFeed = (slug: string, title: string): FeedLink => ({
    title: tagFeedTitle(settings().site, title),
    href: settings().addresses.rss(slug),
    type: RSS_MEDIA_TYPE,
  });

  const tagLinks = (article: Article) =>
    article.tags.map((tag) => ({
      title: tagTitle(tag, settings().language),
      href: settings().addresses.tag(tag.slug),
    }));

  return {
    /** A page of a tag's listing; null when the listing has no such page. */
    async listing(tag: Tag, pageNumber: number, now: Date): Promise<ListingPage | null> {
      const { addresses, site, entriesPerPage, excerptCharacters, ...rest } = settings();
      const articles = getService(strapi, 'articles');
      const pageCount = Math.max(
        1,
        Math.ceil((await articles.count({ tagId: tag.id, now })) / entriesPerPage),
      );
      if (pageNumber > pageCount) return null;
      const entries = await articles.list({
        tagId: tag.id,
        now,
        start: (pageNumber - 1) * entriesPerPage,
        limit: entriesPerPage,
      });
      const title = tagTitle(tag, site.language);
      return {
        ...basics(),
        title,
        description: tag.description?.trim() ?? '',
        canonical: addresses.tag(tag.slug, pageNumber),
        feeds: [tagFeed(tag.slug, title)],
        entries: entries.map((article) => ({
          title: article.title,
          href: addresses.article(article.slug),
          date: toPageDate(article.date, site.language, site.timeZone),
          excerpt: excerpt(articleSummary(article, rest), excerptCharacters),
        })),
        pageNumber,
        pageCount,
        newer: pageNumber > 1 ? addresses.tag(tag.slug, pageNumber - 1) : undefined,
        older: pageNumber < pageCount ? addresses.tag(tag.slug, pageNumber + 1) : undefined,
      };
    },

    /** The list of all tags, by title. */
    async tags(now: Date): Promise<TagsPage> {
      const { addresses, language } = settings();
      const { compare } = new Intl.Collator(language);
      const tags = await getService(strapi, 'tags').listCounted(now);
      return {
        ...basics(),
        title: 'Tags',
        description: '',
        canonical: addresses.tags(),
        feeds: [siteFeed()],
        tags: tags
          .map((tag) => ({
            title: tagTitle(tag, language),
            href: addresses.tag(tag.slug),
            description: tag.description?.trim() ?? '',
            articles: tag.articles,
          }))
          .sort((a, b) => compare(a.title, b.title) || compare(a.href, b.href)),
      };
    },

    article(article: Article): ArticlePage {
      const { addresses, site, baseUrl, ...rest } = settings();
      const canonical = addresses.article(article.slug);
      const { cover } = article;
      return {
        ...basics(),
        title: article.title,
        description: excerpt(articleSummary(article, rest), DESCRIPTION_CHARACTERS),
        canonical,
        feeds: [siteFeed()],
        date: toPageDate(article.date, site.language, site.timeZone),
        author: article.author?.trim() || undefined,
        cover: cover
          ? {
              src: new URL(cover.url, baseUrl).href,
              alt: cover.alternativeText ?? '',
              width: cover.width ?? undefined,
              height: cover.height ?? undefined,
            }
          : undefined,
        tags: tagLinks(article),
        bodyHtml: sanitiseBody(renderMarkdown(article.body ?? ''), canonical),
      };
    },

    error(title: string, message: string): ErrorPage {
      return { ...basics(), title, message, description: '', feeds: [] };
    },
  };
};

export default createPages;

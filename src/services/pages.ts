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
import type { Settings } from './settings';

/** Characters of a page's description; search engines show about as many. */
const DESCRIPTION_CHARACTERS = 160;

const basics = ({
  siteName,
  addresses,
  language,
}: Settings): Pick<Page, 'siteName' | 'siteUrl' | 'language'> => ({
  siteName,
  siteUrl: addresses.tags(),
  language,
});

const siteFeed = ({ siteName, addresses }: Settings): FeedLink => ({
  title: siteName,
  href: addresses.rss(),
  type: RSS_MEDIA_TYPE,
});

const tagFeed = ({ site, addresses }: Settings, slug: string, title: string): FeedLink => ({
  title: tagFeedTitle(site, title),
  href: addresses.rss(slug),
  type: RSS_MEDIA_TYPE,
});

const toCover = (cover: NonNullable<Article['cover']>, baseUrl: string): ArticlePage['cover'] => ({
  src: new URL(cover.url, baseUrl).href,
  alt: cover.alternativeText ?? '',
  width: cover.width ?? undefined,
  height: cover.height ?? undefined,
});

const createPages = ({ strapi }: { strapi: Core.Strapi }) => {
  const getSettings = () => getService(strapi, 'settings').get();

  return {
    /** A page of a tag's listing; null when the listing has no such page. */
    async listing(tag: Tag, pageNumber: number, now: Date): Promise<ListingPage | null> {
      const settings = await getSettings();
      const { addresses, language, timeZone, entriesPerPage, excerptCharacters } = settings;
      const articles = getService(strapi, 'articles');
      const count = await articles.count({ tagId: tag.id, now });
      const pageCount = Math.max(1, Math.ceil(count / entriesPerPage));
      if (pageNumber > pageCount) return null;
      const entries = await articles.list({
        tagId: tag.id,
        now,
        start: (pageNumber - 1) * entriesPerPage,
        limit: entriesPerPage,
      });
      const title = tagTitle(tag, language);
      return {
        ...basics(settings),
        title,
        description: tag.description?.trim() ?? '',
        canonical: addresses.tag(tag.slug, pageNumber),
        feeds: [tagFeed(settings, tag.slug, title)],
        entries: entries.map((article) => ({
          title: article.title,
          href: addresses.article(article.slug),
          date: toPageDate(article.date, language, timeZone),
          excerpt: excerpt(articleSummary(article, settings), excerptCharacters),
        })),
        pageNumber,
        pageCount,
        newer: pageNumber > 1 ? addresses.tag(tag.slug, pageNumber - 1) : undefined,
        older: pageNumber < pageCount ? addresses.tag(tag.slug, pageNumber + 1) : undefined,
      };
    },

    /** The list of all tags, by title. */
    async tags(now: Date): Promise<TagsPage> {
      const settings = await getSettings();
      const { addresses, language } = settings;
      const { compare } = new Intl.Collator(language);
      const tags = await getService(strapi, 'tags').listCounted(now);
      return {
        ...basics(settings),
        title: 'Tags',
        description: '',
        canonical: addresses.tags(),
        feeds: [siteFeed(settings)],
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

    /** The page of an article. */
    async article(article: Article): Promise<ArticlePage> {
      const settings = await getSettings();
      const { addresses, language, timeZone, baseUrl } = settings;
      const canonical = addresses.article(article.slug);
      return {
        ...basics(settings),
        title: article.title,
        description: excerpt(articleSummary(article, settings), DESCRIPTION_CHARACTERS),
        canonical,
        feeds: [siteFeed(settings)],
        date: toPageDate(article.date, language, timeZone),
        author: article.author?.trim() || undefined,
        cover: article.cover ? toCover(article.cover, baseUrl) : undefined,
        tags: article.tags.map((tag) => ({
          title: tagTitle(tag, language),
          href: addresses.tag(tag.slug),
        })),
        bodyHtml: sanitiseBody(renderMarkdown(article.body ?? ''), canonical),
      };
    },

    async error(title: string, message: string): Promise<ErrorPage> {
      return { ...basics(await getSettings()), title, message, description: '', feeds: [] };
    },
  };
};

export default createPages;

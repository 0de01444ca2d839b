import type { Core } from '@strapi/strapi';

import type { Article, Cover } from '../content/article';
import { renderPlain } from '../content/body';
import { lastChange } from '../content/item';
import { toImage } from '../content/media';
import { onlyTag, type Selection, selectionName, selectionTitle } from '../content/selection';
import { tagFeedTitle, tagTitle } from '../feed/channel';
import { FEED_FORMATS } from '../feed/formats';
import { excerpt } from '../feed/summary';
import { toPageDate } from '../pages/dates';
import type { ArticlePage, ErrorPage, FeedLink, ListingPage, Page, TagsPage } from '../pages/model';
import { selectionQuery } from './feeds';
import { renderingDeadline } from '../cache/renderings';
import { getService } from '../get-service';
import type { Settings } from '../settings';

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

/** A feed in each of its formats. */
const feedLinks = ({ addresses }: Settings, title: string, name?: string): FeedLink[] =>
  FEED_FORMATS.map(({ fileName, mediaType, label }) => ({
    title,
    href: addresses.feed(fileName, name),
    type: mediaType,
    label,
  }));

const siteFeeds = (settings: Settings): FeedLink[] => feedLinks(settings, settings.siteName);

const tagFeeds = (settings: Settings, name: string, title: string): FeedLink[] =>
  feedLinks(settings, tagFeedTitle(settings.site, title), name);

const toCover = (cover: Cover, baseUrl: string): ArticlePage['cover'] => {
  const { url, alt, width, height } = toImage(cover, baseUrl);
  return { src: url, alt, width, height };
};

const createPages = ({ strapi }: { strapi: Core.Strapi }) => {
  const getSettings = () => getService(strapi, 'settings').get();

  return {
    /** A page of a tag's listing; null when the listing has no such page. */
    async listing(
      selection: Selection,
      pageNumber: number,
      now: Date,
    ): Promise<ListingPage | null> {
      const settings = await getSettings();
      const { addresses, language, timeZone, entriesPerPage, excerptCharacters } = settings;
      const articles = getService(strapi, 'articles');
      const query = selectionQuery(selection, now);
      const count = await articles.count(query);
      if (count === 0 && selection.tags.length > 1) return null;
      const pageCount = Math.max(1, Math.ceil(count / entriesPerPage));
      if (pageNumber > pageCount) return null;
      const entries = await articles.list({
        ...query,
        start: (pageNumber - 1) * entriesPerPage,
        limit: entriesPerPage,
      });
      const name = selectionName(selection);
      const title = selectionTitle(selection, language);
      // The whole site has no listing.
      if (name === undefined || title === undefined) return null;
      const renderings = getService(strapi, 'renderings');
      const deadline = renderingDeadline();
      const summaries = await Promise.all(
        entries.map((article) => renderings.summary(article, settings, deadline)),
      );
      return {
        ...basics(settings),
        title,
        description: onlyTag(selection)?.description?.trim() ?? '',
        canonical: addresses.tag(name, pageNumber),
        feeds: tagFeeds(settings, name, title),
        entries: entries.map((article, place) => ({
          title: article.title,
          href: addresses.article(article.slug),
          date: toPageDate(article.date, language, timeZone),
          excerpt: excerpt(summaries[place]!, excerptCharacters),
        })),
        pageNumber,
        pageCount,
        newer: pageNumber > 1 ? addresses.tag(name, pageNumber - 1) : undefined,
        older: pageNumber < pageCount ? addresses.tag(name, pageNumber + 1) : undefined,
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
        opml: addresses.opml(),
        feeds: siteFeeds(settings),
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
      const renderings = getService(strapi, 'renderings');
      const deadline = renderingDeadline();
      const body = article.body ?? '';
      const [summary, rendered = renderPlain(body)] = await Promise.all([
        renderings.summary(article, settings, deadline),
        renderings.body(body, canonical, deadline),
      ]);
      return {
        ...basics(settings),
        title: article.title,
        description: excerpt(summary, DESCRIPTION_CHARACTERS),
        canonical,
        feeds: siteFeeds(settings),
        date: toPageDate(article.date, language, timeZone),
        modified: toPageDate(lastChange(article), language, timeZone).iso,
        author: article.author?.trim() || undefined,
        cover: article.cover ? toCover(article.cover, baseUrl) : undefined,
        tags: article.tags.map((tag) => ({
          title: tagTitle(tag, language),
          href: addresses.tag(tag.slug),
        })),
        bodyHtml: rendered.html,
      };
    },

    async error(title: string, message: string): Promise<ErrorPage> {
      return { ...basics(await getSettings()), title, message, description: '', feeds: [] };
    },
  };
};

export default createPages;

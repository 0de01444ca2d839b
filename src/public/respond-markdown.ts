import { markdownOf } from '../feed/addresses';
import { MARKDOWN_MEDIA_TYPE } from '../http/media-types';
import type { PublicResponse } from '../http/response';
import {
  renderArticleInMarkdown,
  renderListingInMarkdown,
  renderTagsInMarkdown,
} from '../pages/markdown';
import type { FeedLink } from '../pages/model';
import type { SettingsStore } from '../settings';
import type { EntryAddresses } from '../sources/entry-addresses';
import type { MarkdownArticles } from './markdown-articles';
import type { PageResponders } from './page-responders';
import type { Pages } from './pages';
import { withSelection } from './with-selection';

/** What pages in Markdown are answered from. */
export interface MarkdownResponderParts {
  settings: SettingsStore;
  pages: Pages;
  markdownArticles: MarkdownArticles;
  entryAddresses: Pick<EntryAddresses, 'find'>;
}

/**
 * Answers with pages in Markdown.
 *
 * @param isNegotiated whether at the pages' own addresses, by Accept, or at one of their own
 */
export const createMarkdownResponders = (
  { settings, pages, markdownArticles, entryAddresses }: MarkdownResponderParts,
  isNegotiated: boolean,
): PageResponders => {
  const at = (page: string): string => (isNegotiated ? page : markdownOf(page));

  const markdown = (body: string, page = '', feeds: FeedLink[] = []): PublicResponse => ({
    kind: 'document',
    body,
    mediaType: MARKDOWN_MEDIA_TYPE,
    isNegotiated,
    links: [
      { href: page, rel: 'canonical' },
      { href: page, rel: 'alternate', type: 'text/html' },
      ...feeds.map(({ href, type }) => ({ href, rel: 'alternate', type })),
    ],
  });

  return {
    async index(type) {
      const page = await pages.index(type, new Date());
      return markdown(renderTagsInMarkdown(page), page.canonical, page.feeds);
    },

    async home(pageNumber) {
      const page = await pages.home(pageNumber, new Date());
      return page && markdown(renderListingInMarkdown(page), page.canonical, page.feeds);
    },

    async archive() {
      const page = await pages.archive(new Date());
      return page && markdown(renderTagsInMarkdown(page), page.canonical, page.feeds);
    },

    async year(year, pageNumber) {
      const page = await pages.year(year, pageNumber, new Date());
      return page && markdown(renderListingInMarkdown(page), page.canonical, page.feeds);
    },

    async listing(found, pageNumber) {
      const { addresses } = await settings.get();
      const address = (path: string) => at(addresses.listing(path, pageNumber));
      return withSelection(found, address, async (selection) => {
        const page = await pages.listing(selection, pageNumber, new Date());
        return page && markdown(renderListingInMarkdown(page), page.canonical, page.feeds);
      });
    },

    async entry(source, path) {
      const { addresses } = await settings.get();
      const found = await entryAddresses.find(source, path, new Date());
      if (found.kind === 'article') {
        const article = await markdownArticles(found.article);
        return markdown(renderArticleInMarkdown(article), addresses.entry(found.article.path));
      }
      if (found.kind === 'moved') {
        return { kind: 'redirect', location: at(addresses.entry(found.path)) };
      }
      return found.kind === 'gone' ? found : null;
    },
  };
};

import { markdownOf } from '../feed/addresses';
import { MARKDOWN_MEDIA_TYPE } from '../http/media-types';
import type { PublicResponse } from '../http/response';
import {
  renderArticleInMarkdown,
  renderListingInMarkdown,
  renderSubscribeInMarkdown,
  renderTagsInMarkdown,
} from '../pages/markdown';
import type { Page } from '../pages/model';
import type { SettingsStore } from '../options/settings';
import type { EntryAddresses } from '../entries/entry-addresses';
import { ownTurn } from '../lib/turns';
import type { Discovery } from './discovery';
import type { MarkdownArticles } from './markdown-articles';
import type { PageResponders } from './page-responders';
import type { Pages } from './pages';
import { withSelection } from './with-selection';

/** What pages in Markdown are answered from. */
export interface MarkdownResponderParts {
  settings: SettingsStore;
  pages: Pages;
  markdownArticles: MarkdownArticles;
  discovery: Pick<Discovery, 'subscriptions'>;
  entryAddresses: Pick<EntryAddresses, 'find'>;
}

/** What headers say of a page in Markdown. */
type MarkdownDocument = Pick<Page, 'feeds' | 'original' | 'isNoindex'>;

/**
 * Answers with pages in Markdown.
 *
 * @param isNegotiated whether at the pages' own addresses, by Accept, or at one of their own
 */
export const createMarkdownResponders = (
  { settings, pages, markdownArticles, entryAddresses, discovery }: MarkdownResponderParts,
  isNegotiated: boolean,
): PageResponders => {
  const at = (page: string): string => (isNegotiated ? page : markdownOf(page));

  const markdown = (
    body: string,
    page = '',
    { feeds = [], original = page, isNoindex }: Partial<MarkdownDocument> = {},
  ): PublicResponse => ({
    kind: 'document',
    body,
    mediaType: MARKDOWN_MEDIA_TYPE,
    isNegotiated,
    isNoindex,
    links: [
      { href: original, rel: 'canonical' },
      { href: page, rel: 'alternate', type: 'text/html' },
      ...feeds.map(({ href, type }) => ({ href, rel: 'alternate', type })),
    ],
  });

  return {
    async index(type) {
      const page = await pages.index(type, new Date());
      await ownTurn();
      return markdown(renderTagsInMarkdown(page), page.canonical, page);
    },

    async home(pageNumber) {
      const page = await pages.home(pageNumber, new Date());
      return page && markdown(renderListingInMarkdown(page), page.canonical, page);
    },

    async archive() {
      const page = await pages.archive(new Date());
      return page && markdown(renderTagsInMarkdown(page), page.canonical, page);
    },

    async year(year, pageNumber) {
      const page = await pages.year(year, pageNumber, new Date());
      return page && markdown(renderListingInMarkdown(page), page.canonical, page);
    },

    async subscribe() {
      const now = new Date();
      const page = await pages.subscribe(await discovery.subscriptions(now), now);
      await ownTurn();
      return markdown(renderSubscribeInMarkdown(page), page.canonical, page);
    },

    async listing(found, pageNumber) {
      const { addresses } = await settings.get();
      const address = (path: string) => at(addresses.listing(path, pageNumber));
      return withSelection(found, address, async (selection) => {
        const page = await pages.listing(selection, pageNumber, new Date());
        return page && markdown(renderListingInMarkdown(page), page.canonical, page);
      });
    },

    async entry(source, path) {
      const { addresses } = await settings.get();
      const found = await entryAddresses.find(source, path, new Date());
      if (found.kind === 'article') {
        const article = await markdownArticles(found.article);
        const page = addresses.entry(found.article.path);
        return markdown(renderArticleInMarkdown(article), page, article);
      }
      if (found.kind === 'moved') {
        return { kind: 'redirect', location: at(addresses.entry(found.path)) };
      }
      return found.kind === 'gone' ? found : null;
    },
  };
};

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
import type { ArticleAddresses } from '../sources/article-addresses';
import type { Selections } from '../sources/selections';
import type { MarkdownArticles } from './markdown-articles';
import type { Pages } from './pages';
import { withSelection } from './with-selection';

/** What pages in Markdown are answered from. */
export interface MarkdownResponderParts {
  settings: SettingsStore;
  selections: Selections;
  pages: Pages;
  markdownArticles: MarkdownArticles;
  articleAddresses: ArticleAddresses;
}

/**
 * Answers with pages in Markdown.
 *
 * @param isNegotiated whether at the pages' own addresses, by Accept, or at one of their own
 */
export const createMarkdownResponders = (
  { settings, selections, pages, markdownArticles, articleAddresses }: MarkdownResponderParts,
  isNegotiated: boolean,
) => {
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
    async tags(): Promise<PublicResponse> {
      const page = await pages.tags(new Date());
      return markdown(renderTagsInMarkdown(page), page.canonical, page.feeds);
    },

    async home({ page: number = '1' }: { page?: string }): Promise<PublicResponse | null> {
      const page = await pages.home(Number(number), new Date());
      return page && markdown(renderListingInMarkdown(page), page.canonical, page.feeds);
    },

    async listing({
      tag: name,
      page: number = '1',
    }: {
      tag: string;
      page?: string;
    }): Promise<PublicResponse | null> {
      const { addresses } = await settings.get();
      const address = (present: string) => at(addresses.tag(present, Number(number)));
      return withSelection(selections, name, address, async (selection) => {
        const page = await pages.listing(selection, Number(number), new Date());
        return page && markdown(renderListingInMarkdown(page), page.canonical, page.feeds);
      });
    },

    async article({ slug }: { slug: string }): Promise<PublicResponse | null> {
      const { addresses } = await settings.get();
      const found = await articleAddresses.find(slug, new Date());
      if (found.kind === 'article') {
        const article = await markdownArticles(found.article);
        return markdown(renderArticleInMarkdown(article), addresses.article(found.article.slug));
      }
      if (found.kind === 'moved') {
        return { kind: 'redirect', location: at(addresses.article(found.slug)) };
      }
      return found.kind === 'gone' ? found : null;
    },
  };
};

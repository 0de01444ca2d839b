import { markdownOf } from '../feed/addresses';
import type { PublicResponse } from '../http/response';
import { HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE } from '../http/media-types';
import { renderEntry } from '../pages/article';
import { renderListing, renderTags } from '../pages/listing';
import type { Page } from '../pages/model';
import { renderSubscribe } from '../pages/subscribe';
import type { SettingsStore } from '../options/settings';
import type { EntryAddresses } from '../entries/entry-addresses';
import { ownTurn } from '../lib/turns';
import type { Discovery } from './discovery';
import { pagePolicy } from './error-document';
import type { Pages } from './pages';
import type { Selection } from '../content/selection';
import type { Found } from '../entries/selections';
import type { SourcePlan, TopicPlan } from '../mapping/plan';
import {
  renderArticleInMarkdown,
  renderListingInMarkdown,
  renderSubscribeInMarkdown,
  renderTagsInMarkdown,
} from '../pages/markdown';
import type { MarkdownArticles } from './markdown-articles';

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

/** Answers with the pages that there are in HTML and in Markdown. Page numbers count from 1. */
export interface PageResponders {
  /** The site's newest articles. */
  home: (pageNumber: number) => Promise<PublicResponse | null>;
  /** The years that have articles. */
  archive: () => Promise<PublicResponse | null>;
  /** The articles of a year. */
  year: (year: number, pageNumber: number) => Promise<PublicResponse | null>;
  /** All topics of a type. */
  index: (type: TopicPlan) => Promise<PublicResponse | null>;
  /** What a feed is, and all of them. */
  subscribe: () => Promise<PublicResponse | null>;
  /** The listing that an address leads to. */
  listing: (found: Found, pageNumber: number) => Promise<PublicResponse | null>;
  /** What a source has at a path. */
  entry: (source: SourcePlan, path: string) => Promise<PublicResponse | null>;
}

/**
 * Answers with what the address of a listing leads to. A slug that a topic had before leads to its
 * present address; null when no topic ever had it. That topics have nothing in common is told apart: it
 * is found out entry by entry.
 *
 * @param address the address asked for, of the listing at another path
 */
export const withSelection = async (
  found: Found,
  address: (path: string) => string,
  respond: (selection: Selection) => Promise<PublicResponse | null>,
): Promise<PublicResponse | null> => {
  if (found.kind === 'selection') {
    const isCombination = found.selection.topics.length > 1;
    return (await respond(found.selection)) ?? (isCombination ? { kind: 'missing' } : null);
  }
  if (found.kind === 'moved') return { kind: 'redirect', location: address(found.path) };
  return found.kind === 'gone' ? { kind: 'gone' } : null;
};

/** A page, with its feeds and its other forms in the headers as well, for who looks no further. */
const html = (
  body: string,
  { canonical = '', original = canonical, isNoindex, translations = [], feeds, ...page }: Page,
): PublicResponse => ({
  kind: 'document',
  body,
  mediaType: HTML_MEDIA_TYPE,
  isNegotiated: true,
  policy: pagePolicy(page),
  isNoindex,
  links: [
    { href: original, rel: 'canonical' },
    { href: markdownOf(canonical), rel: 'alternate', type: MARKDOWN_MEDIA_TYPE },
    ...translations.map(({ href, language: hreflang }) => ({ href, rel: 'alternate', hreflang })),
    ...feeds.map(({ href, type }) => ({ href, rel: 'alternate', type })),
    ...translations.flatMap(({ language: hreflang, feed }) =>
      feed ? [{ href: feed.href, rel: 'alternate', type: feed.type, hreflang }] : [],
    ),
  ],
});

/** What addresses of pages are answered from. */
export interface PageResponderParts {
  settings: SettingsStore;
  pages: Pages;
  entryAddresses: Pick<EntryAddresses, 'find'>;
  discovery: Discovery;
}

/** Answers with HTML pages. */
export const createPageResponders = ({
  settings,
  pages,
  entryAddresses,
  discovery,
}: PageResponderParts): PageResponders => ({
  async index(type) {
    const page = await pages.index(type, new Date());
    await ownTurn();
    return html(renderTags(page), page);
  },

  async home(pageNumber) {
    const listing = await pages.home(pageNumber, new Date());
    return listing && html(renderListing(listing), listing);
  },

  async archive() {
    const page = await pages.archive(new Date());
    return page && html(renderTags(page), page);
  },

  async year(year, pageNumber) {
    const listing = await pages.year(year, pageNumber, new Date());
    return listing && html(renderListing(listing), listing);
  },

  async subscribe() {
    const now = new Date();
    const page = await pages.subscribe(await discovery.subscriptions(now), now);
    await ownTurn();
    return html(renderSubscribe(page), page);
  },

  async listing(found, pageNumber) {
    const { addresses } = await settings.get();
    const address = (path: string) => addresses.listing(path, pageNumber);
    return withSelection(found, address, async (selection) => {
      const listing = await pages.listing(selection, pageNumber, new Date());
      return listing && html(renderListing(listing), listing);
    });
  },

  async entry(source, path) {
    const found = await entryAddresses.find(source, path, new Date());
    if (found.kind === 'article') {
      const page = await pages.entry(found.article);
      return html(renderEntry(page), page);
    }
    if (found.kind === 'moved') {
      const { addresses } = await settings.get();
      return { kind: 'redirect', location: addresses.entry(found.path) };
    }
    return found.kind === 'gone' ? found : null;
  },
});

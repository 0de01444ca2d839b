import { type Article, asShown, originalAddress } from '../content/article';
import type { Selection } from '../content/selection';
import type { EntryAddresses } from '../entries/entry-addresses';
import type { Found } from '../entries/selections';
import { markdownOf } from '../feed/addresses';
import { HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE, type PublicResponse } from '../http/response';
import { chunk } from '../lib/chunk';
import { ownTurn } from '../lib/waiting';
import type { SourcePlan, TopicPlan } from '../mapping/plan';
import type { Settings } from '../options/settings-in-force';
import { renderEntry } from '../pages/article';
import { drawCards, renderListing, renderTags } from '../pages/listing';
import {
  renderArticleInMarkdown,
  renderListingInMarkdown,
  renderSubscribeInMarkdown,
  renderTagsInMarkdown,
  type MarkdownArticle,
} from '../pages/markdown';
import type { ListingPage, Page, SubscribePage, TagsPage } from '../pages/model';
import { renderSubscribe } from '../pages/subscribe';
import type { Edition, Site } from './editions';
import { pagePolicy } from './error-document';
import { renderingDeadline } from '../cache/renderings';
import { lastChange, toEnclosure, toImage } from '../content/item';
import { tagTitle } from '../feed/channel';
import { excerpt } from '../feed/summary';
import { toPageDate } from '../pages/dates';
import { isPageType } from '../mapping/plan-parts';
import { shownTitle } from './page-parts';

/** Characters of a title or a name that are given: more is none. */
const LONGEST = 1_000;

/** An article in Markdown, as the model that is rendered. */
const toMarkdownArticle = async (
  { plan, renderings }: Pick<Site, 'plan' | 'renderings'>,
  { addresses, language, timeZone, baseUrl, summaryWords }: Settings,
  given: Article,
): Promise<MarkdownArticle> => {
  const article = asShown(given);
  const canonical = addresses.entry(article.path);
  const { date, author, topics, cover, attachment, meta } = article;
  const original = originalAddress(meta, canonical);
  const isNoindex = meta?.isNoindex ?? false;
  const deadline = renderingDeadline();
  const [summary, body] = await Promise.all([
    renderings.summary(article, { summaryWords, language }, deadline),
    renderings.markdown(article.body ?? '', canonical, deadline),
  ]);
  const toIso = (moment: Date): string => toPageDate(moment, language, timeZone).iso;
  return {
    about: {
      title: excerpt(shownTitle(article), LONGEST),
      description: summary || undefined,
      date: isPageType(plan, article.contentType) ? undefined : toIso(date),
      updated: toIso(lastChange(article)),
      author: author?.trim() ? excerpt(author, LONGEST) : undefined,
      topics: topics.length > 0 ? topics.map((topic) => tagTitle(topic, language)) : undefined,
      language,
      image: cover ? toImage(cover, baseUrl).url : undefined,
      attachment: attachment ? toEnclosure(attachment, baseUrl).url : undefined,
      canonical: original ?? canonical,
      robots: isNoindex ? 'noindex' : undefined,
    },
    body,
    original,
    isNoindex,
  };
};

/** What pages are answered from; at former addresses what was there is found otherwise. */
export interface AnsweringSite extends Pick<
  Edition,
  'discovery' | 'pages' | 'plan' | 'renderings'
> {
  entryAddresses: Pick<EntryAddresses, 'find'>;
}

/** In which form pages are answered with. */
export interface PageForm {
  /** Where a page is in this form. */
  at: (page: string) => string;
  listing: (page: ListingPage) => PublicResponse;
  tags: (page: TagsPage) => Promise<PublicResponse>;
  subscribe: (page: SubscribePage) => PublicResponse;
  entry: (site: AnsweringSite, settings: Settings, article: Article) => Promise<PublicResponse>;
}

/** A request for a page. */
export interface AskedPage {
  site: AnsweringSite;
  settings: Settings;
  form: PageForm;
}

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

export const HTML_FORM: PageForm = {
  at: (page) => page,
  listing: (page) => html(renderListing(page), page),
  async tags(page) {
    let cards = '';
    // A site may have thousands of topics.
    for (const some of chunk(page.months ? [] : page.tags)) {
      await ownTurn();
      cards += drawCards(page, some);
    }
    await ownTurn();
    return html(renderTags(page, cards), page);
  },
  subscribe: (page) => html(renderSubscribe(page), page),
  async entry({ pages }, settings, article) {
    const page = await pages.entry(settings, article);
    return html(renderEntry(page), page);
  },
};

/**
 * Pages in Markdown.
 *
 * @param isNegotiated whether at the pages' own addresses, by Accept, or at one of their own
 */
export const markdownForm = (isNegotiated: boolean): PageForm => {
  const markdown = (
    body: string,
    page = '',
    {
      feeds = [],
      original = page,
      isNoindex,
    }: Partial<Pick<Page, 'feeds' | 'original' | 'isNoindex'>> = {},
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
    at: (page) => (isNegotiated ? page : markdownOf(page)),
    listing: (page) => markdown(renderListingInMarkdown(page), page.canonical, page),
    async tags(page) {
      await ownTurn();
      return markdown(renderTagsInMarkdown(page), page.canonical, page);
    },
    subscribe: (page) => markdown(renderSubscribeInMarkdown(page), page.canonical, page),
    async entry(site, settings, article) {
      const made = await toMarkdownArticle(site, settings, article);
      const page = settings.addresses.entry(article.path);
      return markdown(renderArticleInMarkdown(made), page, made);
    },
  };
};

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

/** All topics of a type. */
export const respondWithIndex = async (
  { site, settings, form }: AskedPage,
  type: TopicPlan,
): Promise<PublicResponse> => {
  const page = await site.pages.index(settings, type, new Date());
  return form.tags(page);
};

/** The site's newest articles. Page numbers count from 1. */
export const respondWithHome = async (
  { site, settings, form }: AskedPage,
  pageNumber: number,
): Promise<PublicResponse | null> => {
  const page = await site.pages.home(settings, pageNumber, new Date());
  return page && form.listing(page);
};

/** The years that have articles. */
export const respondWithArchive = async ({
  site,
  settings,
  form,
}: AskedPage): Promise<PublicResponse | null> => {
  const page = await site.pages.archive(settings, new Date());
  return page && form.tags(page);
};

/** The articles of a year. */
export const respondWithYear = async (
  { site, settings, form }: AskedPage,
  year: number,
  pageNumber: number,
): Promise<PublicResponse | null> => {
  const page = await site.pages.year(settings, year, pageNumber, new Date());
  return page && form.listing(page);
};

/** What a feed is, and all of them. */
export const respondWithSubscribe = async ({
  site,
  settings,
  form,
}: AskedPage): Promise<PublicResponse> => {
  const now = new Date();
  const subscriptions = await site.discovery.subscriptions(now);
  const page = await site.pages.subscribe(settings, subscriptions, now);
  await ownTurn();
  return form.subscribe(page);
};

/** The listing that an address leads to. */
export const respondWithListing = (
  { site, settings, form }: AskedPage,
  found: Found,
  pageNumber: number,
): Promise<PublicResponse | null> => {
  const address = (path: string) => form.at(settings.addresses.listing(path, pageNumber));
  return withSelection(found, address, async (selection) => {
    const page = await site.pages.listing(settings, selection, pageNumber, new Date());
    return page && form.listing(page);
  });
};

/** What a source has at a path. */
export const respondWithEntry = async (
  { site, settings, form }: AskedPage,
  source: SourcePlan,
  path: string,
): Promise<PublicResponse | null> => {
  const found = await site.entryAddresses.find(source, path, new Date());
  if (found.kind === 'article') return form.entry(site, settings, found.article);
  if (found.kind === 'moved') {
    return { kind: 'redirect', location: form.at(settings.addresses.entry(found.path)) };
  }
  return found.kind === 'gone' ? found : null;
};

import type { Article } from '../content/article';
import { WHOLE_SITE } from '../content/selection';
import type { FeedFormat } from '../feed/formats';
import type { Feed } from '../feed/model';
import { toPageDate } from '../pages/dates';
import { draftMark } from '../pages/document';
import type { ArticlePage, ContentPage } from '../pages/model';
import { editionOf } from '../options/locales';
import { pathOfKey } from '../mapping/entry-path';
import type { SourcePlan } from '../mapping/plan';
import { isPageType } from '../mapping/plan-parts';
import { SLUGGED_TYPES } from '../mapping/slugged-types';
import type { Edition } from './editions';
import type { Pages } from './pages';
import type { Preview, PreviewedEntry } from './preview-addresses';

export interface PreviewDocumentParts {
  /** The site in each of its locales, the main one first. */
  editions: readonly [Edition, ...Edition[]];
  /** Tells the slug that an entry without one would be published with. */
  slugs: {
    resolve: (wanted: {
      contentType: string;
      slug: string;
      heading: string;
      saved: { documentId: string; slug: string; heading: string };
    }) => Promise<{ slug: string }>;
  };
}

type PreviewedArticle = Article & { isKeptOut: boolean };

interface Found {
  article: PreviewedArticle;
  site: Edition;
  /** Whether it is the draft of what has drafts: what has none is public as it is. */
  isDraft: boolean;
}

/** Where an entry without an address is when it is published now, or as if it had one. */
const findPath = async (
  { slugs }: PreviewDocumentParts,
  { contentType, address }: SourcePlan,
  documentId: string,
  heading: string,
): Promise<string> => {
  const saved = { documentId, slug: '', heading };
  const { slug } = SLUGGED_TYPES[contentType]
    ? await slugs.resolve({ contentType, slug: '', heading, saved })
    : saved;
  return pathOfKey(address, slug || documentId);
};

/** The entry as it is published when somebody does so now; null when there is none. */
const find = async (
  parts: PreviewDocumentParts,
  entry: PreviewedEntry,
  now: Date,
): Promise<Found | null> => {
  const { editions } = parts;
  const [main] = editions;
  const source = main.plan.sources.find(({ contentType }) => contentType === entry.contentType);
  const site = source && editionOf(editions, source, entry.locale);
  const version = site && (await site.entries.findVersion(source, entry));
  if (!version) return null;
  const { title = '', date = now, updatedAt = now } = version;
  const path = version.path ?? (await findPath(parts, source, entry.documentId, title));
  const isDraft = source.hasDrafts && entry.status === 'draft';
  return { article: { ...version, title, path, date, updatedAt }, site, isDraft };
};

/** The pages of the locale that an entry is of. */
export const pagesOfPreview = (
  { editions }: PreviewDocumentParts,
  { contentType, locale }: PreviewedEntry,
): Pages => {
  const [main] = editions;
  const source = main.plan.sources.find((one) => one.contentType === contentType);
  return ((source && editionOf(editions, source, locale)) ?? main).pages;
};

/**
 * The page of an entry; null when there is no such entry.
 *
 * @param isFramed in the panel, which says itself which version it shows: the page is as it will be
 */
export const previewPageOf = async (
  parts: PreviewDocumentParts,
  preview: Preview,
  now: Date,
  isFramed: boolean,
): Promise<ArticlePage | ContentPage | null> => {
  const found = await find(parts, preview, now);
  if (!found) return null;
  const { article, site, isDraft } = found;
  const settings = await site.settings.get();
  const page = await site.pages.entry(settings, article, !article.isKeptOut);
  if (!isDraft || isFramed) return page;
  const { language, timeZone } = settings;
  return { ...page, draftUntil: toPageDate(preview.expires, language, timeZone) };
};

/**
 * The site's feed with an entry as its only item; without an item when it is kept out, or a page. Null
 * when there is no such entry.
 *
 * @param feedUrl address of the document itself
 */
export const previewFeedOf = async (
  parts: PreviewDocumentParts,
  entry: PreviewedEntry,
  { format, feedUrl, now }: { format: FeedFormat; feedUrl: string; now: Date },
): Promise<string | null> => {
  const found = await find(parts, entry, now);
  if (!found) return null;
  const { article, site, isDraft } = found;
  const { feeds } = site;
  const settings = await site.settings.get();
  const isLeftOut = article.isKeptOut || isPageType(site.plan, article.contentType);
  const {
    itemDetails,
    site: { texts },
  } = settings;
  const { channel } = await feeds.findFirst(settings, WHOLE_SITE, format, now);
  const items = isLeftOut
    ? []
    : await feeds.toItems(settings, [article], { detailed: format.detailed || itemDetails });
  const updated = items[0]?.updated ?? channel.updated;
  const mark = isDraft ? draftMark(texts) : '';
  const feed: Feed = {
    channel: { ...channel, feedUrl, updated, history: undefined },
    items: items.map((item) => ({ ...item, title: mark + item.title })),
  };
  return site.renderings.document(format, feed);
};

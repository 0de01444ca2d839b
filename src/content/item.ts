import type { ItemContent } from '../options';
import { tagTitle } from '../feed/channel';
import { latest } from '../feed/dates';
import type { Category, Item } from '../feed/model';
import { summarise } from '../feed/summary';
import type { Article } from './article';
import { sanitiseBody, toPlainText } from './html';
import { renderMarkdown } from './markdown';
import { toEnclosure, toImage } from './media';

export interface ItemOptions {
  /** Absolute address of the article as it is now. */
  link: string;
  /** Permalink at first publication. */
  guid: string;
  /** Words of a summary taken from the body. */
  summaryWords: number;
  /** BCP 47 language tag. */
  language: string;
  content: ItemContent;
  /** Whether the item names its author and tags and shows its cover. */
  detailed: boolean;
  /** Address of the site, for files of the media library. */
  baseUrl: string;
  /** Address of the list of all tags. */
  tagsUrl: string;
}

/** The editor's summary; without one, the opening sentences of the body. Plain text. */
export const articleSummary = (
  { summary, body }: Pick<Article, 'summary' | 'body'>,
  { summaryWords, language }: Pick<ItemOptions, 'summaryWords' | 'language'>,
): string =>
  summary?.trim() || summarise(toPlainText(renderMarkdown(body ?? '')), summaryWords, language);

/**
 * Last change of what readers see. An article written before its date is news to them on that date.
 */
export const lastChange = ({ date, updatedAt }: Pick<Article, 'date' | 'updatedAt'>): Date =>
  latest([date, updatedAt])!;

/** The article as HTML that is safe to publish, with all its addresses absolute. */
export const articleHtml = ({ body }: Pick<Article, 'body'>, link: string): string =>
  sanitiseBody(renderMarkdown(body ?? ''), link);

const details = (
  { author, tags, cover }: Article,
  { language, baseUrl, tagsUrl }: ItemOptions,
): Pick<Item, 'author' | 'categories' | 'image'> => ({
  author: author?.trim() || undefined,
  categories: tags.map((tag): Category => ({
    label: tagTitle(tag, language),
    term: tag.slug,
    scheme: tagsUrl,
  })),
  image: cover ? toImage(cover, baseUrl) : undefined,
});

/** The feed item of a published article. */
export const toItem = (article: Article, options: ItemOptions): Item => ({
  title: article.title,
  link: options.link,
  guid: options.guid,
  date: article.date,
  updated: lastChange(article),
  summary: articleSummary(article, options),
  // Without a body there is no fuller text than the summary.
  ...(options.content === 'full' && article.body?.trim()
    ? { contentHtml: articleHtml(article, options.link) }
    : {}),
  ...(article.attachment ? { enclosure: toEnclosure(article.attachment, options.baseUrl) } : {}),
  ...(options.detailed ? details(article, options) : {}),
});

import { latest } from '../feed/dates';
import type { Item } from '../feed/model';
import { summarise } from '../feed/summary';
import type { Article } from './article';
import { toPlainText } from './html';
import { renderMarkdown } from './markdown';

interface ItemOptions {
  /** Absolute address of the article as it is now. */
  link: string;
  /** Permalink at first publication. */
  guid: string;
  /** Words of a summary taken from the body. */
  summaryWords: number;
  /** BCP 47 language tag. */
  language: string;
}

/** The editor's summary; without one, the opening sentences of the body. Plain text. */
export const articleSummary = (
  { summary, body }: Pick<Article, 'summary' | 'body'>,
  { summaryWords, language }: Pick<ItemOptions, 'summaryWords' | 'language'>,
): string =>
  summary?.trim() || summarise(toPlainText(renderMarkdown(body ?? '')), summaryWords, language);

/** The feed item of a published article. */
export const toItem = (article: Article, options: ItemOptions): Item => ({
  title: article.title,
  link: options.link,
  guid: options.guid,
  date: article.date,
  // An article written before its date is news to subscribers on that date.
  updated: latest([article.date, article.updatedAt])!,
  summary: articleSummary(article, options),
});

import { renderingDeadline } from '../cache/renderings';
import { type Article, originalAddress } from '../content/article';
import { lastChange, toEnclosure, toImage } from '../content/item';
import { tagTitle } from '../feed/channel';
import { excerpt } from '../feed/summary';
import { toPageDate } from '../pages/dates';
import type { MarkdownArticle } from '../pages/markdown';
import type { Settings } from '../options/settings-in-force';
import { isPageType } from '../mapping/plan-parts';
import type { Site } from './editions';
import { shownTitle } from './page-parts';

/** Characters of a title or a name that are given: more is none. */
const LONGEST = 1_000;

/** An article in Markdown, as the model that is rendered. */
export const toMarkdownArticle = async (
  { plan, renderings }: Pick<Site, 'plan' | 'renderings'>,
  { addresses, language, timeZone, baseUrl, summaryWords }: Settings,
  article: Article,
): Promise<MarkdownArticle> => {
  const canonical = addresses.entry(article.path);
  const { date, author, topics, cover, attachment, meta } = article;
  const original = originalAddress(meta, canonical);
  const isNoindex = meta?.isNoindex ?? false;
  const deadline = renderingDeadline();
  const [summary, body] = await Promise.all([
    renderings.summary(article, { summaryWords, language }, deadline),
    renderings.original(article.body ?? '', canonical, deadline),
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

import type { ArticleProblems } from './admin-api';
import { renderingDeadline, type Renderings } from '../cache/renderings';
import type { Article } from '../content/article';
import { findProblems } from '../content/problems';
import type { SettingsStore } from '../settings';
import { addressKey } from '../sources/entry-path';
import type { Plan } from '../sources/plan';
import { patternOf, sourceOf } from '../sources/plan-parts';
import { withFields } from './problem-fields';

/** An article and what is wrong with it. */
export type InspectedArticle = Omit<ArticleProblems, 'mayEdit'>;

/** Milliseconds by which a timer may be early: who waits until a deadline may be there before it. */
const EARLY = 5;

interface InspectionParts {
  plan: Plan;
  settings: Pick<SettingsStore, 'get'>;
  renderings: Renderings;
}

/** Problems of articles as subscribers get them, as far as they can be found in a few seconds. */
export const createInspection = ({ plan, settings, renderings }: InspectionParts) => {
  /** What tells an article's address from those of others. */
  const slugOf = ({ contentType, path }: Article): string =>
    addressKey(patternOf(plan, contentType), path).split('/').at(-1)!;

  return async (
    articles: Article[],
    now: Date,
    deadline = renderingDeadline(),
  ): Promise<InspectedArticle[]> => {
    const { addresses, language, summaryWords } = await settings.get();
    const inspected = await Promise.all(
      articles.map(async (article) => {
        const { contentType, documentId, locale, title } = article;
        const link = addresses.entry(article.path);
        const [summary, body] = await Promise.all([
          renderings.summary(article, { summaryWords, language }, deadline),
          renderings.body(article.body ?? '', link, deadline),
        ]);
        // A summary that is late is empty, which says nothing of the article.
        if (!body || Date.now() >= deadline - EARLY) return [];
        const problems = findProblems({
          article,
          hasAttachment: Boolean(article.attachment),
          summary,
          body,
          link,
          slug: slugOf(article),
          now,
          language,
        });
        return [
          {
            contentType,
            documentId,
            locale: locale || null,
            title,
            problems: withFields(sourceOf(plan, contentType), problems, article.cover),
          },
        ];
      }),
    );
    return inspected.flat();
  };
};

export type Inspect = ReturnType<typeof createInspection>;

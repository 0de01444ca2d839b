import type { ArticleProblems } from './admin-api';
import { renderingDeadline, type Renderings } from '../cache/renderings';
import type { Article } from '../content/article';
import type { RenderedBody } from '../content/body';
import { findProblems, type Inspected } from '../content/problems';
import type { SettingsStore } from '../options/settings';
import { addressKey } from '../mapping/entry-path';
import type { Plan } from '../mapping/plan';
import { patternOf, sourceOf } from '../mapping/plan-parts';
import type { FindMissingLinks } from './missing-links';
import { ONLY_OF_ITEMS, withFields } from './problem-fields';
import type { RivalsOfMany } from './rivals';

/** An article and what is wrong with it. */
export type InspectedArticle = Omit<ArticleProblems, 'mayEdit'>;

/** Milliseconds by which a timer may be early: who waits until a deadline may be there before it. */
const EARLY = 5;

/** What is wrong with some articles. */
interface Judgement {
  articles: InspectedArticle[];
  /** Whether all of their links were followed, and all of their addresses looked at. */
  isWhole: boolean;
}

interface InspectionParts {
  plan: Plan;
  settings: Pick<SettingsStore, 'get'>;
  renderings: Renderings;
  /** Finds those of some articles at whose addresses others are, or were. */
  findRivals: (articles: readonly Article[], now: Date) => Promise<RivalsOfMany>;
  findMissingLinks: FindMissingLinks;
}

/** An article as subscribers get it. */
export interface ReadArticle {
  article: Article;
  summary: string;
  body: Pick<RenderedBody, 'references' | 'isHeavy' | 'missing'>;
  /** Absolute address. */
  link: string;
}

/** Problems of articles as subscribers get them, as far as they can be found in a few seconds. */
export const createInspection = ({
  plan,
  settings,
  renderings,
  findRivals,
  findMissingLinks,
}: InspectionParts) => {
  /** What tells an article's address from those of others. */
  const slugOf = ({ contentType, path }: Article): string =>
    addressKey(patternOf(plan, contentType), path).split('/').at(-1)!;

  /** Those of some articles that can be read before the deadline. */
  const read = async (
    articles: readonly Article[],
    deadline = renderingDeadline(),
  ): Promise<ReadArticle[]> => {
    const { addresses, language, summaryWords } = await settings.get();
    const found = await Promise.all(
      articles.map(async (article): Promise<ReadArticle[]> => {
        const link = addresses.entry(article.path);
        const [summary, body] = await Promise.all([
          renderings.summary(article, { summaryWords, language }, deadline),
          renderings.body(article.body ?? '', link, deadline),
        ]);
        // A summary that is late is empty, which says nothing of the article.
        if (!body || Date.now() >= deadline - EARLY) return [];
        const { references, isHeavy, missing } = body;
        return [{ article, summary, body: { references, isHeavy, missing }, link }];
      }),
    );
    return found.flat();
  };

  /** What is wrong with articles that were read. What only others tell is asked of all at once. */
  const judge = async (found: readonly ReadArticle[], now: Date): Promise<Judgement> => {
    const { language } = await settings.get();
    const missing = await findMissingLinks(
      found.map(({ article, body, link }) => ({
        ...body.references,
        link,
        isPage: sourceOf(plan, article.contentType).isPage,
      })),
      now,
    );
    const contested = await findRivals(
      found.map(({ article }) => article),
      now,
    );
    const articles = found.map(({ article, summary, body, link }, place) => {
      const { contentType, documentId, locale, title, hiddenTopics } = article;
      const source = sourceOf(plan, contentType);
      const inspected: Inspected = {
        article,
        hasAttachment: Boolean(article.attachment),
        summary,
        body,
        link,
        slug: slugOf(article),
        ...contested.rivals.get(article),
        missingLinks: missing.links[place],
        hiddenTopics,
        now,
        language,
      };
      const problems = withFields(source, findProblems(inspected), article.cover);
      return {
        contentType,
        documentId,
        locale: locale || null,
        title,
        problems: source.isPage
          ? problems.filter(({ code }) => !ONLY_OF_ITEMS.has(code))
          : problems,
      };
    });
    return { articles, isWhole: missing.isWhole && contested.isWhole };
  };

  return {
    read,
    judge,
    inspect: async (articles: readonly Article[], now: Date, deadline?: number) =>
      (await judge(await read(articles, deadline), now)).articles,
  };
};

export type Inspection = ReturnType<typeof createInspection>;

import type { ArticleProblems } from './admin-api';
import { renderingDeadline } from '../cache/renderings';
import type { Article } from '../content/article';
import type { RenderedBody } from '../content/body';
import { findProblems, type Inspected } from '../content/problems';
import { addressKey } from '../mapping/entry-path';
import type { Plan } from '../mapping/plan';
import { patternOf, sourceOf } from '../mapping/plan-parts';
import { findMissingLinks } from './missing-links';
import type { Panel, PanelEdition } from './panel';
import { ONLY_OF_ITEMS, withFields } from './problem-fields';
import { findRivals } from './rivals';

/** An article and what is wrong with it. */
type InspectedArticle = Omit<ArticleProblems, 'mayEdit'>;

/** Milliseconds by which a timer may be early: who waits until a deadline may be there before it. */
const EARLY = 5;

/** What is wrong with some articles. */
interface Judgement {
  articles: InspectedArticle[];
  /** Whether all of their links were followed, and all of their addresses looked at. */
  isWhole: boolean;
}

/** An article as subscribers get it. */
export interface ReadArticle {
  article: Article;
  summary: string;
  body: Pick<RenderedBody, 'references' | 'isHeavy' | 'missing'>;
  /** Absolute address. */
  link: string;
}

type InspectionParts = Pick<Panel, 'strapi' | 'slugs' | 'editions' | 'drawn' | 'renderings'>;

/** What tells an article's address from those of others. */
const slugOf = (plan: Plan, { contentType, path }: Article): string =>
  addressKey(patternOf(plan, contentType), path).split('/').at(-1)!;

/** Those of some articles that can be read before the deadline. */
export const readArticles = async (
  renderings: Panel['renderings'],
  { inForce: { addresses, language, summaryWords } }: Pick<PanelEdition, 'inForce'>,
  articles: readonly Article[],
  deadline = renderingDeadline(),
): Promise<ReadArticle[]> => {
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
export const judge = async (
  panel: InspectionParts,
  edition: PanelEdition,
  found: readonly ReadArticle[],
  now: Date,
): Promise<Judgement> => {
  const { plan } = edition;
  const missing = await findMissingLinks(
    panel.editions,
    found.map(({ article, body, link }) => ({
      ...body.references,
      link,
      isPage: sourceOf(plan, article.contentType).isPage,
    })),
    now,
    panel.drawn,
  );
  const contested = await findRivals(
    panel,
    edition,
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
      slug: slugOf(plan, article),
      ...contested.rivals.get(article),
      missingLinks: missing.links[place],
      hiddenTopics,
      now,
      language: edition.inForce.language,
    };
    const problems = withFields(source, findProblems(inspected), article.cover);
    return {
      contentType,
      documentId,
      locale: locale || null,
      title,
      problems: source.isPage ? problems.filter(({ code }) => !ONLY_OF_ITEMS.has(code)) : problems,
    };
  });
  return { articles, isWhole: missing.isWhole && contested.isWhole };
};

/** What is wrong with articles, as far as it is found before the deadline. */
export const inspect = async (
  panel: InspectionParts,
  edition: PanelEdition,
  articles: readonly Article[],
  now: Date,
  deadline?: number,
): Promise<InspectedArticle[]> => {
  const found = await readArticles(panel.renderings, edition, articles, deadline);
  return (await judge(panel, edition, found, now)).articles;
};

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../cache/cache-tags';
import { dependOn, expireAt } from '../cache/dependency-tracking';
import { chunk } from '../chunk';
import { ARTICLE_UID } from '../constants';
import type { Article } from '../content/article';
import type { Transactions } from '../transactions';
import type { Articles } from './articles';
import { findSlugHolders } from './slug-holders';

/** What the address of an article leads to. */
export type FoundArticle =
  | { kind: 'article'; article: Article }
  /** The article has another slug now. */
  | { kind: 'moved'; slug: string }
  /** The article was deleted or withdrawn. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

interface Row {
  documentId: string;
  slug: string | null;
  title: string | null;
  date: string | Date | null;
  publishedAt: string | Date | null;
}

/** How long a withdrawn article is known to be gone, in milliseconds: nobody is told of its draft. */
const GONE_FOR = 1_000;

const isLater = (date: Row['date'], now: Date): boolean => date !== null && new Date(date) > now;

/** Finds what addresses of articles lead to. */
export const createArticleAddresses = (
  strapi: Core.Strapi,
  {
    transactions,
    articles,
  }: { transactions: Transactions; articles: Pick<Articles, 'findBySlug'> },
) => {
  const findRows = async (documentIds: string[]): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const some of chunk(documentIds)) {
      rows.push(
        ...(await strapi.db.query(ARTICLE_UID).findMany({
          select: ['documentId', 'slug', 'title', 'date', 'publishedAt'],
          where: { documentId: { $in: some } },
        })),
      );
    }
    return rows;
  };

  /** What became of the articles that had a slug, the last one first. */
  const findFormer = async (holders: string[], now: Date): Promise<FoundArticle> => {
    dependOn(...holders.map(CACHE_TAGS.article));
    const rows = await findRows(holders);
    const published = rows.filter(({ publishedAt }) => publishedAt !== null);
    for (const { date } of published) if (isLater(date, now)) expireAt(new Date(date!));
    const present = published.filter(
      ({ slug, title, date }) => slug && title !== null && date !== null && !isLater(date, now),
    );
    const first = holders
      .map((holder) => present.find(({ documentId }) => documentId === holder)?.slug)
      .find((slug) => !!slug);
    if (first) return { kind: 'moved', slug: first };
    // Of an article that waits for its date nobody hears before.
    const waits = published.length > 0 || rows.some(({ date }) => isLater(date, now));
    if (waits) return { kind: 'unknown' };
    if (rows.length > 0) expireAt(new Date(now.getTime() + GONE_FOR));
    return { kind: 'gone' };
  };

  return {
    /** A slug that another article took over belongs to that one; only then do former holders count. */
    async find(slug: string, now: Date): Promise<FoundArticle> {
      dependOn(CACHE_TAGS.address(ARTICLE_UID, slug));
      const known = await findSlugHolders(strapi, transactions, ARTICLE_UID, [slug], {
        date: 'date',
      });
      const { present, holders } = known.get(slug) ?? { present: [], holders: [] };
      for (const date of present) if (date && date > now) expireAt(date);
      const isPublic = present.some((date) => date && date <= now);
      const article = isPublic ? await articles.findBySlug(slug, now) : null;
      if (article) return { kind: 'article', article };
      if (holders.length === 0) return { kind: 'unknown' };
      const former = await findFormer(holders, now);
      // Published between the two questions.
      return former.kind === 'moved' && former.slug === slug ? { kind: 'unknown' } : former;
    },
  };
};

export type ArticleAddresses = ReturnType<typeof createArticleAddresses>;

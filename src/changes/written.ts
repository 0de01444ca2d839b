import { changedSince, CACHE_TAGS } from '../cache/cache-tags';
import type { Catalogue } from '../catalogue/upkeep';
import { ARTICLE_UID } from '../constants';
import type { Collector, Transactions } from '../transactions';
import type { Log } from './log';

/** What a transaction wrote, as far as readers or the catalogue are concerned. */
interface Written {
  /** Articles by document id, and whether what is published of them was touched. */
  articles: Map<string, { isPublic: boolean }>;
  /** Cache tags of whatever else changed. */
  cacheTags: Set<string>;
}

/** Articles a change may name; of more, everything is taken for changed. */
export const NAMED_AT_MOST = 500;

/** Notes a row of an article that was written, or shows something that was. */
const noteArticle = (
  { articles }: Written,
  { documentId, isPublished }: { documentId: string; isPublished: boolean },
): void => {
  const isPublic = isPublished || articles.get(documentId)?.isPublic === true;
  articles.set(documentId, { isPublic });
};

interface Dependencies {
  transactions: Pick<Transactions, 'collect'>;
  catalogue: Pick<Catalogue, 'refresh'>;
  log: Pick<Log, 'announce'>;
}

/**
 * Gathers what a transaction writes; at its end, brings the catalogue up to date with it and tells all
 * nodes, in one row of the log.
 */
export const createWritten = ({ transactions, catalogue, log }: Dependencies) => {
  const collector: Collector<Written> = {
    create: () => ({ articles: new Map(), cacheTags: new Set() }),

    async finish({ articles, cacheTags }) {
      const lists = await catalogue.refresh(ARTICLE_UID, [...articles.keys()]);
      // Nobody sees a draft.
      const shown = [...articles].filter(([, { isPublic }]) => isPublic);
      if (shown.length > NAMED_AT_MOST) return log.announce([CACHE_TAGS.everything]);
      if (shown.length > 0) cacheTags.add(CACHE_TAGS.articles);
      for (const [documentId] of shown) cacheTags.add(CACHE_TAGS.article(documentId));
      for (const [list, since] of lists) {
        cacheTags.add(CACHE_TAGS.listing(list)).add(changedSince(list, since));
      }
      if (lists.size > 0) cacheTags.add(CACHE_TAGS.counts);
      if (cacheTags.size > 0) await log.announce([...cacheTags]);
    },
  };

  return {
    /** Notes articles that were written, or show something else now. */
    async articles(rows: { documentId: string; isPublished: boolean }[]): Promise<void> {
      if (rows.length === 0) return;
      await transactions.collect(collector, (written) =>
        rows.forEach((row) => noteArticle(written, row)),
      );
    },

    /** Notes what else changed. */
    async cacheTags(...cacheTags: string[]): Promise<void> {
      if (cacheTags.length === 0) return;
      await transactions.collect(collector, (written) =>
        cacheTags.forEach((cacheTag) => written.cacheTags.add(cacheTag)),
      );
    },
  };
};

/** Where what a transaction writes is noted. */
export type WrittenNotes = ReturnType<typeof createWritten>;

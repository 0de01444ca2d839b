import type { Core } from '@strapi/strapi';

import { SCOPES } from '../http/scopes';
import { LISTING_TABLE, WHOLE_SITE } from '../models/listing';
import { WAITING_TABLE } from '../models/waiting';
import { toColumn } from './column';
import { getService } from './get-service';

/** Statements take only so many parameters; of more tags than this, all are counted. */
const TAGS_AT_ONCE = 500;

/**
 * Knows how many articles each tag lists. A database counts row by row, so a number is counted once
 * and kept until articles of the tag change, as answers are.
 */
const createCounts = ({ strapi }: { strapi: Core.Strapi }) => {
  const rowsOf = (table: string) => strapi.db.connection(table);
  const listing = () => rowsOf(LISTING_TABLE);
  /** By tag, 0 for the whole site; articles that are not due yet are counted as well. */
  const known = new Map<number, number>();
  let changes = 0;

  const grouped = async (query: ReturnType<typeof rowsOf>): Promise<Map<number, number>> => {
    query.groupBy('tag_id').select({ tag: 'tag_id' });
    const rows = await query.count<{ tag: number; articles: number | string }[]>({ articles: '*' });
    // PostgreSQL gives counts as strings.
    return new Map(rows.map(({ tag, articles }) => [tag, Number(articles)]));
  };

  const findAll = async (tags: number[]): Promise<Map<number, number>> => {
    await getService(strapi, 'changes').catchUp();
    const missing = tags.filter((tag) => !known.has(tag));
    if (missing.length === 0) return known;
    const before = changes;
    const asked = missing.length <= TAGS_AT_ONCE;
    const counted = await grouped(asked ? listing().whereIn('tag_id', missing) : listing());
    const numbers = new Map(known);
    missing.forEach((tag) => numbers.set(tag, counted.get(tag) ?? 0));
    // A number may be of before a change that came meanwhile.
    if (changes === before) missing.forEach((tag) => known.set(tag, numbers.get(tag)!));
    return numbers;
  };

  /** Articles that are not due yet, by tag: a few, found by way of the whole site's list. */
  const findFuture = (now: Date): Promise<Map<number, number>> =>
    grouped(
      listing().whereIn(
        'article_id',
        listing()
          .select('article_id')
          .where('tag_id', WHOLE_SITE)
          .where('date', '>', toColumn(strapi, now)),
      ),
    );

  return {
    /**
     * How many listed articles are due, by tag.
     *
     * @param tags rows of tags; 0 stands for the whole site
     */
    async due(tags: number[], now: Date): Promise<Map<number, number>> {
      const [all, future] = await Promise.all([findAll(tags), findFuture(now)]);
      return new Map(tags.map((tag) => [tag, (all.get(tag) ?? 0) - (future.get(tag) ?? 0)]));
    },

    /** How many articles will come, by tag: never published, or dated in the future. */
    async waiting(now: Date): Promise<Map<number, number>> {
      const [drafts, future] = await Promise.all([grouped(rowsOf(WAITING_TABLE)), findFuture(now)]);
      const tags = [...new Set([...drafts.keys(), ...future.keys()])];
      return new Map(tags.map((tag) => [tag, (drafts.get(tag) ?? 0) + (future.get(tag) ?? 0)]));
    },

    /** Counts every tag, so that the first reader need not wait for it. */
    async prepare(): Promise<void> {
      const counted = await grouped(listing());
      counted.forEach((articles, tag) => known.set(tag, articles));
    },

    /** Forgets the numbers that a change concerns. */
    drop(scopes: string[]): void {
      changes += 1;
      if (scopes.includes(SCOPES.everything)) return known.clear();
      const dropped = new Set(scopes);
      for (const tag of known.keys()) if (dropped.has(SCOPES.listing(tag))) known.delete(tag);
    },
  };
};

export default createCounts;

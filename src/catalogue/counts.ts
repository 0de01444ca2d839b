import type { Core } from '@strapi/strapi';

import { findChangedSince, SCOPES } from '../cache/cache-tags';
import { LISTING_TABLE, WHOLE_SITE } from './listing-table';
import { WAITING_TABLE } from './waiting-table';
import { toColumn } from './column';
import { getService } from '../get-service';

/** Statements take only so many parameters; of more tags than this, all are counted. */
const TAGS_AT_ONCE = 500;

/** What is dated before this many milliseconds ago is counted by itself: it hardly ever changes. */
const RECENTLY = 30 * 86_400_000;

/** Numbers of articles by tag, 0 for the whole site; those that are not due yet are among them. */
type Counts = Map<number, number>;

/**
 * Knows how many articles each tag lists. A database counts row by row, so a number is counted once
 * and kept until articles of the tag change, as answers are; and in two parts, so that a change to
 * a tag's recent articles does not cost counting its old ones.
 */
const createCounts = ({ strapi }: { strapi: Core.Strapi }) => {
  const rowsOf = (table: string) => strapi.db.connection(table);
  const listing = () => rowsOf(LISTING_TABLE);
  const older: Counts = new Map();
  const recent: Counts = new Map();
  /** Where the two parts meet, in milliseconds since 1970. */
  let boundary = 0;
  let changes = 0;

  const grouped = async (query: ReturnType<typeof rowsOf>): Promise<Counts> => {
    query.groupBy('tag_id').select({ tag: 'tag_id' });
    const rows = await query.count<{ tag: number; articles: number | string }[]>({ articles: '*' });
    // PostgreSQL gives counts as strings.
    return new Map(rows.map(({ tag, articles }) => [tag, Number(articles)]));
  };

  const listedIn = (part: Counts) =>
    listing().where('date', part === older ? '<' : '>=', toColumn(strapi, new Date(boundary)));

  /** A part's numbers of some tags; those not known are counted. */
  const findPart = async (part: Counts, tags: number[]): Promise<Counts> => {
    // Copied, since what is known may be dropped while the rest is counted.
    const numbers: Counts = new Map();
    for (const tag of tags) {
      const number = part.get(tag);
      if (number !== undefined) numbers.set(tag, number);
    }
    const missing = tags.filter((tag) => !numbers.has(tag));
    if (missing.length === 0) return numbers;
    const before = changes;
    const query = listedIn(part);
    if (missing.length <= TAGS_AT_ONCE) query.whereIn('tag_id', missing);
    const counted = await grouped(query);
    for (const tag of missing) {
      const number = counted.get(tag) ?? 0;
      numbers.set(tag, number);
      // A number may be of before a change that came meanwhile.
      if (changes === before) part.set(tag, number);
    }
    return numbers;
  };

  const forgetAll = (): void => {
    older.clear();
    recent.clear();
  };

  const findAll = async (tags: number[]): Promise<Counts> => {
    await getService(strapi, 'changes').catchUp();
    if (Date.now() - boundary > 2 * RECENTLY) {
      changes += 1;
      forgetAll();
      boundary = Date.now() - RECENTLY;
    }
    const parts = await Promise.all([findPart(older, tags), findPart(recent, tags)]);
    return new Map(
      tags.map((tag) => [tag, parts.reduce((sum, part) => sum + (part.get(tag) ?? 0), 0)]),
    );
  };

  /** Articles that are not due yet, by tag: a few, found by way of the whole site's list. */
  const findFuture = (now: Date): Promise<Counts> =>
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
    async due(tags: number[], now: Date): Promise<Counts> {
      const [all, future] = await Promise.all([findAll(tags), findFuture(now)]);
      return new Map(tags.map((tag) => [tag, (all.get(tag) ?? 0) - (future.get(tag) ?? 0)]));
    },

    /** How many articles will come, by tag: never published, or dated in the future. */
    async waiting(now: Date): Promise<Counts> {
      const [drafts, future] = await Promise.all([grouped(rowsOf(WAITING_TABLE)), findFuture(now)]);
      const tags = [...new Set([...drafts.keys(), ...future.keys()])];
      return new Map(tags.map((tag) => [tag, (drafts.get(tag) ?? 0) + (future.get(tag) ?? 0)]));
    },

    /** Counts every tag, so that the first reader need not wait for it. */
    async prepare(): Promise<void> {
      await findAll(await listing().distinct().pluck('tag_id'));
    },

    /** Forgets the numbers that a change concerns. */
    drop(scopes: string[]): void {
      changes += 1;
      if (scopes.includes(SCOPES.everything)) return forgetAll();
      const dropped = new Set(scopes);
      const since = findChangedSince(scopes);
      for (const tag of new Set([...older.keys(), ...recent.keys()])) {
        if (!dropped.has(SCOPES.listing(tag))) continue;
        recent.delete(tag);
        // A change may not say what it concerned: that of a tag, or of a node with an older version.
        if ((since.get(tag) ?? -Infinity) < boundary) older.delete(tag);
      }
    },
  };
};

export default createCounts;

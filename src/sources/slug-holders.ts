import type { Core } from '@strapi/strapi';

import { PERMALINK_UID } from '../constants';
import type { Transactions } from '../transactions';

/** Who has a slug, and who had it. */
export interface SlugHolders {
  /** Dates of the published entries that have it now; null where one has none. */
  present: (Date | null)[];
  /** Document ids of the entries that were ever published with it, the last one first. */
  holders: string[];
}

interface Row {
  slug: string;
  entry: string;
  moment: string | number | Date | null;
  /** Of a permalink; null in the row of an entry. */
  permalink: number | null;
}

/** What an entry's row is told apart by, and dated. */
interface Columns {
  /** Column of the moment from which an entry is public; undefined where all are. */
  date?: string;
}

const toTime = (moment: Row['moment']): number => new Date(moment ?? 0).getTime();

/**
 * Finds who has or had some slugs by one statement, which the indexes on slugs answer: requests for
 * addresses that never were cost nothing else.
 *
 * @returns by slug; nothing for one that nobody ever had
 */
export const findSlugHolders = async (
  strapi: Core.Strapi,
  transactions: Transactions,
  contentType: string,
  slugs: string[],
  { date }: Columns = {},
): Promise<Map<string, SlugHolders>> => {
  const { connection, metadata } = strapi.db;
  const table = (uid: string) =>
    transactions.rows(metadata.get(uid).tableName).whereIn('slug', slugs);
  const permalinks = table(PERMALINK_UID)
    .where('content_type', contentType)
    .select({ slug: 'slug', entry: 'entry', moment: 'created_at', permalink: 'id' });
  const entries = table(contentType).select({
    slug: 'slug',
    entry: 'document_id',
    moment: date ?? 'created_at',
    permalink: connection.raw('null'),
  });
  if (date !== undefined) void entries.whereNotNull('published_at');
  const rows: Row[] = await permalinks.unionAll(entries);
  const found = new Map<string, SlugHolders>();
  // The newest first, as permalinks are told apart elsewhere: by their moment, then by id.
  const sorted = [...rows].sort(
    (a, b) => toTime(b.moment) - toTime(a.moment) || (b.permalink ?? 0) - (a.permalink ?? 0),
  );
  for (const { slug, entry, moment, permalink } of sorted) {
    const known = found.get(slug) ?? { present: [], holders: [] };
    found.set(slug, known);
    if (permalink === null) known.present.push(moment === null ? null : new Date(moment));
    else if (!known.holders.includes(entry)) known.holders.push(entry);
  }
  return found;
};

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { dependOn } from '../lib/dependency-tracking';
import type { Transactions } from '../lib/transactions';
import { type HolderRow, permalinksAt, readHolders, seenSince } from './address-holders';

/** Entries of one locale that had all of some addresses. */
export interface FormerHolders {
  /** Code of their locale; null for those of none. */
  locale: string | null;
  /** Document ids, of who had it last first. */
  holders: string[];
  /** Since when readers could see any of these there. */
  since: Date;
}

/** Who had all of some addresses in a locale. */
const toHolders = (
  locale: string | null,
  rows: HolderRow[],
  keys: readonly string[],
): FormerHolders[] =>
  keys.every((key) => rows.some((row) => row.key === key))
    ? [
        {
          locale,
          holders: [...new Set(rows.map(({ entry }) => entry))],
          since: rows.map(seenSince).reduce((one, other) => (one < other ? one : other)),
        },
      ]
    : [];

/**
 * Who had all of some addresses of a type until a moment, by their locales: what was published later was
 * never at an address of a form that is no more.
 *
 * @param keys of the addresses, as `addressKey` has them
 */
export const findFormerHolders = async (
  strapi: Core.Strapi,
  transactions: Transactions,
  { contentType, keys, until }: { contentType: string; keys: readonly string[]; until: Date },
): Promise<FormerHolders[]> => {
  dependOn(...keys.map((key) => CACHE_TAGS.address(contentType, key)));
  const rows = await readHolders([permalinksAt(strapi, transactions, contentType, keys)]);
  const seen = rows.filter((row) => seenSince(row) <= until);
  const locales = new Set(seen.map(({ locale }) => locale || null));
  return [...locales].flatMap((locale) =>
    toHolders(
      locale,
      seen.filter((row) => (row.locale || null) === locale),
      keys,
    ),
  );
};

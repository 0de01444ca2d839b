import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { dependOn } from '../lib/dependency-tracking';
import type { Transactions } from '../lib/transactions';
import { permalinksAt, readHolders, seenSince } from './address-holders';

/** Entries of one locale that had all of some addresses. */
export interface FormerHolders {
  /** Code of their locale; null for those of none. */
  locale: string | null;
  /** Document ids, of who had it last first. */
  holders: string[];
  /** Since when readers could see any of these there. */
  since: Date;
}

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
  return [...locales].flatMap((locale): FormerHolders[] => {
    const own = seen.filter((row) => (row.locale || null) === locale);
    if (!keys.every((key) => own.some((row) => row.key === key))) return [];
    const holders = [...new Set(own.map(({ entry }) => entry))];
    const since = own.map(seenSince).reduce((one, other) => (one < other ? one : other));
    return [{ locale, holders, since }];
  });
};

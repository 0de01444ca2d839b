import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import type { Transactions } from '../lib/database';
import { earlier, permalinksAt, readHolders, seenSince } from './address-holders';

/** Entries of one locale that had all of some addresses. */
export interface FormerHolders {
  /** Code of their locale; null for those of none. */
  locale: string | null;
  /** Since when readers could see each of these there, by document id; who had it last first. */
  seen: Map<string, Date>;
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
  const known = rows.filter((row) => seenSince(row) <= until);
  const locales = new Set(known.map(({ locale }) => locale || null));
  return [...locales].flatMap((locale): FormerHolders[] => {
    const own = known.filter((row) => (row.locale || null) === locale);
    if (!keys.every((key) => own.some((row) => row.key === key))) return [];
    const seen = new Map<string, Date>();
    for (const row of own) seen.set(row.entry, earlier(seenSince(row), seen.get(row.entry)));
    return [{ locale, seen }];
  });
};

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { dependOn } from '../lib/dependency-tracking';
import { PERMALINK_UID } from '../constants';
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
 * Finds what was at addresses of a form that is no more. What was published later was never at one.
 */
export const createFormerAddresses = (
  strapi: Core.Strapi,
  { transactions }: { transactions: Transactions },
) => {
  const table = () => strapi.db.metadata.get(PERMALINK_UID).tableName;

  /** By type and locale: what was is asked for once, since without any every row of the type is read. */
  const known = new Map<string, Promise<boolean>>();

  const findAny = async (contentType: string, locale: string | null | undefined) =>
    (await transactions
      .rows(table())
      .where({ content_type: contentType, ...(locale !== undefined && { locale }) })
      .first('id')) !== undefined;

  return {
    /**
     * Who had all of some addresses of a type until a moment, by their locales.
     *
     * @param keys of the addresses, as `addressKey` has them
     */
    async find(
      contentType: string,
      keys: readonly string[],
      until: Date,
    ): Promise<FormerHolders[]> {
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
    },

    /**
     * Whether a type ever had an address in a locale.
     *
     * @param locale its code; null for entries of none, undefined for those of any
     */
    hadAny(contentType: string, locale: string | null | undefined): Promise<boolean> {
      // On SQLite, who has asked outside waits for the connection that the transaction has.
      if (strapi.db.inTransaction()) return findAny(contentType, locale);
      const key = `${contentType} ${locale}`;
      const found = known.get(key) ?? findAny(contentType, locale);
      known.set(key, found);
      // The database may be back the next time.
      found.catch(() => known.delete(key));
      return found;
    },
  };
};

export type FormerAddresses = ReturnType<typeof createFormerAddresses>;

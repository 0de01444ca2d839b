import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { dependOn } from '../lib/dependency-tracking';
import { PERMALINK_UID } from '../constants';
import { parseCombination } from '../feed/combination';
import { permalinkLocale, type PublishedLocale } from '../options/locales';
import type { Transactions } from '../lib/transactions';
import { type AddressHolders, findAddressHolders } from '../addresses/address-holders';
import type { EntryAddresses } from './entry-addresses';
import { addressKey } from '../mapping/entry-path';
import type { Plan } from '../mapping/plan';
import { sourceOf } from '../mapping/plan-parts';
import type { Selections } from './selections';

/** Whose addresses are asked for: of a type, in a locale. */
export interface FormerPlace {
  contentType: string;
  /** Code of the locale; null for entries of none, undefined for those of any. */
  locale: string | null | undefined;
  /** Codes of locales that are not meant. */
  except?: readonly string[];
  /** Moment until when its addresses were of that form. */
  until: Date;
}

/** The site in a locale, as it answers present addresses. */
export interface FormerParts {
  plan: Plan;
  entryAddresses: EntryAddresses;
  selections: Selections;
  locale?: PublishedLocale;
}

/**
 * Finds what was at addresses of a form that is no more. What was published later was never at one.
 */
export const createFormerAddresses = (
  strapi: Core.Strapi,
  { transactions }: { transactions: Transactions },
) => {
  const findHolders = async (
    { contentType, locale, except, until }: FormerPlace,
    keys: string[],
  ): Promise<AddressHolders[] | undefined> => {
    dependOn(...keys.map((key) => CACHE_TAGS.address(contentType, key)));
    const asked = { contentType, hasDrafts: false, locale, except };
    const found = await findAddressHolders(strapi, transactions, asked, keys);
    const held = keys.map((key) => found.get(key));
    const isWhole = held.every((known) => known?.since !== undefined && known.since <= until);
    return isWhole ? (held as AddressHolders[]) : undefined;
  };

  /** By type and locale: what was is asked for once, since without any every row of the type is read. */
  const known = new Map<string, Promise<boolean>>();

  const findAny = async ({ contentType, locale }: Omit<FormerPlace, 'until'>): Promise<boolean> =>
    (await transactions
      .rows(strapi.db.metadata.get(PERMALINK_UID).tableName)
      .where({ content_type: contentType, ...(locale !== undefined && { locale }) })
      .first('id')) !== undefined;

  return {
    /** Whether something was at all of some addresses, by their keys. */
    wereHeld: async (place: FormerPlace, keys: string[]): Promise<boolean> =>
      (await findHolders(place, keys)) !== undefined,

    /** Whether a type ever had an address in a locale. */
    hadAny(place: Omit<FormerPlace, 'until'>): Promise<boolean> {
      // On SQLite, who has asked outside waits for the connection that the transaction has.
      if (strapi.db.inTransaction()) return findAny(place);
      const key = `${place.contentType} ${place.locale}`;
      const found = known.get(key) ?? findAny(place);
      known.set(key, found);
      // The database may be back the next time.
      found.catch(() => known.delete(key));
      return found;
    },

    /**
     * What answers for a site in a locale, of addresses as they were until a moment; sources are asked
     * for with the form of address they had.
     */
    of(
      { plan, entryAddresses, selections, locale }: FormerParts,
      until: Date,
    ): { entryAddresses: Pick<EntryAddresses, 'find'>; selections: Pick<Selections, 'find'> } {
      return {
        entryAddresses: {
          async find(source, path, now) {
            const { contentType } = source;
            const place = { contentType, locale: permalinkLocale(source, locale), until };
            const held = await findHolders(place, [addressKey(source.address, path)]);
            return held
              ? entryAddresses.findFormer(sourceOf(plan, contentType), held[0]!, now)
              : { kind: 'unknown' };
          },
        },
        selections: {
          async find(type, name) {
            // A value makes its address, and had no other.
            if (type.isOfValues) return selections.find(type, name);
            const { contentType } = type;
            const { slugs } = parseCombination(name) ?? { slugs: [] };
            const place = { contentType, locale: permalinkLocale(type, locale), until };
            const wasThere = slugs.length > 0 && (await findHolders(place, slugs)) !== undefined;
            return wasThere ? selections.find(type, name) : { kind: 'unknown' };
          },
        },
      };
    },
  };
};

export type FormerAddresses = ReturnType<typeof createFormerAddresses>;

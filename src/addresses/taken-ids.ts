import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';
import type { Claimant } from './id-rivals';
import { entryKey, findPermalinkRows, mayCoincide } from './permalink-rows';

/** An entry in a locale: what an id is of. */
export interface TakenEntry {
  contentType: string;
  documentId: string;
  /** Empty where the type is not localised. */
  locale: string;
}

/** An id that was taken over, and the entry that it is of. */
interface TakenAddress extends TakenEntry {
  id: string;
}

/** What the address of an entry may be: no "?p=123", no fragment. */
const ADDRESS = /^https?:\/\/[^/?#]+\/[^?#]*$/;

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]*/, '');

/**
 * Ids that were taken over and are addresses. Nothing else tells that an entry has the address of another
 * for its id: their slugs have nothing in common, and ids have no index.
 */
export const createTakenIds = (strapi: Core.Strapi) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'takenIds' });

  const read = async (): Promise<TakenAddress[]> =>
    ((await store().get({})) as TakenAddress[] | null) ?? [];

  const isInForce = async ({ id, contentType, documentId, locale }: TakenAddress) => {
    const rows = await findPermalinkRows(strapi, contentType, [documentId]);
    return rows.get(entryKey(documentId, locale))?.[0]?.url === id;
  };

  return {
    /** Keeps those that are addresses. */
    async add(taken: readonly TakenAddress[]): Promise<void> {
      const addresses = taken.filter(({ id }) => ADDRESS.test(id));
      if (addresses.length === 0) return;
      const all = new Map([...(await read()), ...addresses].map((one) => [one.id, one]));
      await store().set({ value: [...all.values()] });
    },

    /** Those of some new entries whose address was taken over as the id of another, which has it still. */
    async findClaimed<Some extends Claimant>(claimants: readonly Some[]): Promise<Set<Some>> {
      const claimed = new Set<Some>();
      const known = await read();
      if (known.length === 0) return claimed;
      const byPath = new Map<string, TakenAddress[]>();
      for (const one of known) {
        byPath.set(pathOf(one.id), [...(byPath.get(pathOf(one.id)) ?? []), one]);
      }
      for (const claimant of claimants) {
        const { address } = claimant;
        for (const one of byPath.get(pathOf(address.url)) ?? []) {
          if (!mayCoincide({ url: one.id }, address)) continue;
          if (await isInForce(one)) claimed.add(claimant);
        }
      }
      return claimed;
    },
  };
};

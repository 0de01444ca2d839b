import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import type { Plan } from '../mapping/plan';
import { findLeading } from '../catalogue/related-types';
import { findShownComponents, type ShownComponent } from '../catalogue/shown-components';
import type { Transactions } from '../lib/transactions';
import type { RelatedWrites } from './related-writes';
import { NAMED_AT_MOST, type Written } from './transaction-notes';

/** What a row of a component, or of what has it, is known by. */
export const componentKey = (component: string, id: number): string => `${component} ${id}`;

/** Finds out, at the end of a transaction, which entries show components that were written past them. */
export const createComponentWrites = (
  strapi: Core.Strapi,
  {
    transactions,
    relatedWrites,
    plan,
  }: {
    transactions: Pick<Transactions, 'rows'>;
    relatedWrites: Pick<RelatedWrites, 'noteRows'>;
    plan: Plan;
  },
) => {
  let known: Map<string, ShownComponent> | undefined;
  const shownComponents = (): Map<string, ShownComponent> =>
    (known ??= findShownComponents(strapi, plan));

  return {
    shownComponents,

    /** Notes what the writes of a transaction mean to entries. */
    async settle(written: Written): Promise<void> {
      const { components, holders } = written;
      /** Whether an entry was written that has it: what that means is noted by itself. */
      const isOfWritten = (key: string): boolean => {
        const holder = holders.get(key);
        return holder !== undefined && (holder === null || isOfWritten(holder));
      };
      for (const [component, ids] of components) {
        const shown = shownComponents().get(component);
        const past = [...ids].filter((id) => !isOfWritten(componentKey(component, id)));
        if (!shown || past.length === 0) continue;
        const isMuch = past.length > NAMED_AT_MOST;
        if (isMuch) written.cacheTags.add(CACHE_TAGS.everything);
        if (isMuch && !shown.isCatalogued) continue;
        // No index tells who has a component, nor does Strapi need one: whoever writes it past its entry
        // has its table read.
        const leading = await findLeading(transactions, shown, past);
        const rows = [...leading.values()].flat();
        await relatedWrites.noteRows(written, rows, { isMoved: shown.isCatalogued, isShown: true });
      }
      components.clear();
      holders.clear();
    },
  };
};

export type ComponentWrites = ReturnType<typeof createComponentWrites>;

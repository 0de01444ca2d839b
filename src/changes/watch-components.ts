import type { Core } from '@strapi/strapi';

import { chunk } from '../lib/chunk';
import { COMPONENT_TYPE, findComponentHolders } from '../catalogue/shown-components';
import type { Transactions } from '../lib/transactions';
import { NAMED_AT_MOST } from './change';
import type { RelatedChanges } from './related-changes';
import { componentKey, type Writes } from './writes';
import { idsBefore, type WriteEvent } from './written-rows';

interface ComponentWatchParts {
  writes: Writes;
  relatedChanges: Pick<RelatedChanges, 'shownComponents'>;
  transactions: Pick<Transactions, 'rows' | 'isUnderWay'>;
}

/**
 * Notes components that are written, and which of them belong to what is written anyway: Strapi writes
 * an entry's components one by one, before the entry or after it.
 */
export const watchComponents = (
  strapi: Core.Strapi,
  { writes, relatedChanges, transactions }: ComponentWatchParts,
): void => {
  const components = new Set(relatedChanges.shownComponents().keys());
  if (components.size === 0) return;
  const holders = findComponentHolders(strapi, components);

  /** Notes what some rows have, as long as that can be told: what is deleted has nothing any more. */
  const noteHeld = async (uid: string, ids: number[]): Promise<void> => {
    const holder = holders.get(uid);
    // A write of its own is of one thing.
    if (!holder || !transactions.isUnderWay() || ids.length > NAMED_AT_MOST) return;
    const { table, from, to } = holder;
    const isComponent = uid in strapi.components;
    const held = new Map<string, string | null>();
    for (const some of chunk(ids)) {
      const rows: { holder: number; id: number; component: string }[] = await transactions
        .rows(table)
        .whereIn(from, some)
        .select({ holder: from, id: to, component: COMPONENT_TYPE });
      for (const row of rows) {
        const key = componentKey(row.component, row.id);
        held.set(key, isComponent ? componentKey(uid, row.holder) : null);
      }
    }
    await writes.holders(held);
  };

  const before = async (event: WriteEvent): Promise<void> => {
    const ids = await idsBefore(strapi, event);
    event.state.ids = ids;
    await noteHeld(event.model.uid, ids);
  };

  const after = async ({ model, state }: WriteEvent): Promise<void> => {
    if (components.has(model.uid)) await writes.components(model.uid, state.ids as number[]);
  };

  // What was created, nothing shows until it is put into something.
  writes.watch({
    models: [...new Set([...components, ...holders.keys()])],
    beforeUpdate: before,
    beforeUpdateMany: before,
    beforeDelete: before,
    beforeDeleteMany: before,
    afterUpdate: after,
    afterUpdateMany: after,
    afterDelete: after,
    afterDeleteMany: after,
  });
};

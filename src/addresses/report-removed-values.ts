import type { Core } from '@strapi/strapi';

import type { Transactions } from '../lib/database';
import type { Plan } from '../mapping/plan';
import { marksOf } from '../mapping/plan-parts';
import { slugOfValueId } from '../mapping/value-topics';
import { listIn, topicList, topicOfList, unmarked } from '../catalogue/catalogue-table';
import { findLists } from '../catalogue/queries';

/** Values that a line of the log names. */
const SAID_VALUES = 20;

/**
 * Says at start which topics are values that no enumeration has any more: their entries keep them, and no editor
 * can choose them again.
 */
export const reportRemovedValues = async (
  strapi: Core.Strapi,
  { plan, transactions }: { plan: Plan; transactions: Pick<Transactions, 'rows'> },
): Promise<void> => {
  for (const { contentType, address, known } of plan.valueTypes ?? []) {
    if (!known) continue;
    const removed = new Set<string>();
    for (const mark of marksOf(plan)) {
      const start = listIn(mark, topicList(contentType, ''));
      for (const list of await findLists(strapi, transactions, start)) {
        const { documentId = '' } = topicOfList(unmarked(list)) ?? {};
        const slug = slugOfValueId(contentType, documentId);
        if (slug !== undefined && !known.has(slug)) removed.add(slug);
      }
    }
    if (removed.size === 0) continue;
    const said = [...removed].slice(0, SAID_VALUES).map((slug) => address.directory + slug + '/');
    const rest = removed.size > said.length ? ' and others' : '';
    strapi.log.warn(
      `Syndication: ${said.join(', ')}${rest}: entries still have values that were taken out of the enumeration. Their pages and feeds stay as long as an entry has them. Put the values back, or give these entries others.`,
    );
  }
};

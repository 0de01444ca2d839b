import type { Core } from '@strapi/strapi';

import { CATALOGUE_TABLE, type EntryKey } from '../catalogue/catalogue-table';
import { toColumn, type Transactions } from '../lib/database';
import type { Plan } from '../mapping/plan';
import type { Change } from './change';

/** Entries that are named together. */
const AT_ONCE = 500;

/**
 * Finds entries that are still listed after the date until which they are published: nobody writes anything then.
 * Once they are indexed, the catalogue has them no more.
 */
export const createEndedEntries = (
  strapi: Core.Strapi,
  { transactions, plan }: { transactions: Pick<Transactions, 'rows'>; plan: Plan },
): (() => Promise<Change[]>) => {
  const types = plan.sources.flatMap(({ contentType, until }) => (until ? contentType : []));
  return async () => {
    if (types.length === 0) return [];
    const ended: EntryKey[] = await transactions
      .rows(CATALOGUE_TABLE)
      .where('until', '<=', toColumn(strapi, new Date()))
      .whereIn('content_type', types)
      .limit(AT_ONCE)
      .distinct('content_type as contentType', 'document_id as documentId', 'locale');
    const entries = ended.map(({ contentType, documentId, locale }) => ({
      contentType,
      documentId,
      locales: [locale],
    }));
    return entries.length === 0 ? [] : [{ entries }];
  };
};

import type { Core } from '@strapi/strapi';

import { CATALOGUE_TABLE } from '../catalogue/catalogue-table';
import type { EntryKey } from '../catalogue/entry';
import { toColumn } from '../lib/column';
import type { Transactions } from '../lib/transactions';
import type { Plan } from '../mapping/plan';
import type { Change } from './change';

/** Rows of the catalogue that are looked at together. */
const AT_ONCE = 500;

/**
 * Finds entries that are still listed after the date until which they are published: nobody writes anything then.
 * Once they are indexed, the catalogue has them no more.
 */
export const createEndedEntries = (
  strapi: Core.Strapi,
  { transactions, plan }: { transactions: Pick<Transactions, 'rows'>; plan: Plan },
): (() => Promise<Change[]>) => {
  const mayEnd = plan.sources.some(({ until }) => until !== undefined);
  return async () => {
    if (!mayEnd) return [];
    const rows: EntryKey[] = await transactions
      .rows(CATALOGUE_TABLE)
      .where('until', '<=', toColumn(strapi, new Date()))
      .limit(AT_ONCE)
      .select({ contentType: 'content_type', documentId: 'document_id', locale: 'locale' });
    const ended = new Map(
      rows.map((row) => [`${row.contentType} ${row.documentId} ${row.locale}`, row]),
    );
    const entries = [...ended.values()].map(({ contentType, documentId, locale }) => ({
      contentType,
      documentId,
      locales: [locale],
    }));
    return entries.length === 0 ? [] : [{ entries }];
  };
};

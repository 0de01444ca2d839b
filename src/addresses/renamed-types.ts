import type { Core } from '@strapi/strapi';

import { PERMALINK_UID } from '../lib/constants';
import type { Transactions } from '../lib/transactions';
import type { Plan } from '../mapping/plan';
import type { AddressLayouts } from './address-layouts';

/** Entries of a type that are looked for in another. */
const LOOKED_FOR = 500;

interface RenamedParts {
  plan: Pick<Plan, 'sources' | 'topicTypes'>;
  layouts: Pick<AddressLayouts, 'findTypes' | 'rename'>;
  transactions: Pick<Transactions, 'rows'>;
  changeLog: { exclusively: (work: () => Promise<void>) => Promise<void> };
}

/**
 * Has the addresses and ids of a type that a developer gave another name belong to it under that name. Strapi
 * keeps its rows, whose document ids tell that it is the same one. To be called before entries are read.
 */
export const followRenamedTypes = async (
  strapi: Core.Strapi,
  { plan, layouts, transactions, changeLog }: RenamedParts,
): Promise<void> => {
  const before = await layouts.findTypes();
  const missing = [...before].filter((contentType) => !(contentType in strapi.contentTypes));
  const added = [...plan.sources, ...plan.topicTypes]
    .map(({ contentType }) => contentType)
    .filter((contentType) => !before.has(contentType) && contentType in strapi.contentTypes);
  const permalinksOf = (contentType: string) =>
    transactions
      .rows(strapi.db.metadata.get(PERMALINK_UID).tableName)
      .where({ content_type: contentType });

  const hasAny = async (contentType: string, documentIds: string[]): Promise<boolean> => {
    const rows = transactions.rows(strapi.db.metadata.get(contentType).tableName);
    return (await rows.whereIn('document_id', documentIds).first('id')) !== undefined;
  };

  for (const from of added.length > 0 ? missing : []) {
    // By the index; a document id is random, so that these are of any age.
    const documentIds: string[] = await permalinksOf(from)
      .orderBy('entry')
      .limit(LOOKED_FOR)
      .pluck('entry');
    for (const to of added) {
      if (!(await hasAny(to, documentIds))) continue;
      await changeLog.exclusively(async () => {
        await permalinksOf(from).update({ content_type: to });
        await layouts.rename(from, to);
      });
      strapi.log.info(`Syndication: ${to} keeps the addresses and ids that it had as ${from}`);
      break;
    }
  }
};

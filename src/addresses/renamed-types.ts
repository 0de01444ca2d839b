import type { Core } from '@strapi/strapi';

import { PERMALINK_UID, PLUGIN_ID } from '../lib/constants';
import type { Transactions } from '../lib/database';
import type { Plan } from '../mapping/plan';
import { type AddressLayouts, withTypeRenamed } from './address-layouts';

/** Entries of a type that are looked for in another. */
const LOOKED_FOR = 500;

/** Permalinks that are changed in one statement. */
const AT_ONCE = 300;

interface RenamedParts {
  plan: Pick<Plan, 'sources' | 'topicTypes'>;
  layouts: Pick<AddressLayouts, 'findTypes' | 'rename'>;
  transactions: Pick<Transactions, 'rows'>;
  changeLog: { exclusively: (work: () => Promise<void>) => Promise<void> };
}

/**
 * Has the addresses and ids of a type that a developer gave another name belong to it under that name. Strapi
 * keeps its rows, whose document ids tell that it is the same one. To be called before entries are read. Two types
 * that exchange their names are not told apart.
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
  const permalinks = () => transactions.rows(strapi.db.metadata.get(PERMALINK_UID).tableName);
  const permalinksOf = (contentType: string) => permalinks().where({ content_type: contentType });
  const nextIds = (contentType: string): Promise<number[]> =>
    permalinksOf(contentType).limit(AT_ONCE).pluck('id');

  /** Has what is kept of ids that were taken over be of the other type. */
  const renameIn = async (key: string, from: string, to: string): Promise<void> => {
    const store = strapi.store({ type: 'plugin', name: PLUGIN_ID, key });
    const known = await store.get({});
    if (known) await store.set({ value: withTypeRenamed(known, from, to) });
  };

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
      // All of it or nothing: half of it, no later start could tell.
      await changeLog.exclusively(async () => {
        for (let ids = await nextIds(from); ids.length > 0; ids = await nextIds(from)) {
          await permalinks().whereIn('id', ids).update({ content_type: to });
        }
        for (const key of ['takenIds', 'takenOver']) await renameIn(key, from, to);
        await layouts.rename(from, to);
      });
      strapi.log.info(`Syndication: ${to} keeps the addresses and ids that it had as ${from}`);
      break;
    }
  }
};

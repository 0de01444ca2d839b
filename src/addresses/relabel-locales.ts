import type { Core } from '@strapi/strapi';

import { PERMALINK_UID } from '../constants';
import type { Transactions } from '../lib/transactions';

/** Rows a statement changes: it locks them. */
const ROWS_AT_ONCE = 500;

/** Code of the locale that entries get when their type becomes localised, and keep when it ceases to be. */
const findDefaultLocale = async (strapi: Core.Strapi): Promise<string | undefined> => {
  const i18n = strapi.plugin('i18n') as
    | { service: (name: 'locales') => { getDefaultLocale: () => Promise<string | null> } }
    | undefined;
  return (await i18n?.service('locales').getDefaultLocale()) ?? undefined;
};

/**
 * Has the permalinks of a type say of which locale they are: all of the default one when the type has
 * become localised, of none when it is no more.
 */
export const relabelLocales = async (
  strapi: Core.Strapi,
  transactions: Pick<Transactions, 'rows'>,
  { contentType, isLocalised }: { contentType: string; isLocalised: boolean },
): Promise<void> => {
  const locale = await findDefaultLocale(strapi);
  if (locale === undefined) return;
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const table = () => transactions.rows(tableName);
  for (let last = 0; ;) {
    const ids: number[] = await table()
      .where({ content_type: contentType, locale: isLocalised ? null : locale })
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .pluck('id');
    if (ids.length === 0) return;
    await table()
      .whereIn('id', ids)
      .update({ locale: isLocalised ? locale : null });
    last = ids.at(-1)!;
  }
};

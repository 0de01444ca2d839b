import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { PERMALINK_UID } from '../constants';
import type { SettingsStore } from '../settings';

/** Rows a statement changes: it locks them, and on SQLite nothing else runs meanwhile. */
const ROWS_AT_ONCE = 500;

/** Milliseconds between two statements, for everybody else. */
const PAUSE = 10;

/**
 * Makes provisional addresses permanent once the site is public: they get the host they are read
 * with at that moment, so that no id changes, on whatever node and however far this came. Each row
 * changes once, whichever node is first.
 */
export const settleIds = async (
  strapi: Core.Strapi,
  { settings }: { settings: SettingsStore },
  signal: AbortSignal,
): Promise<void> => {
  const { baseUrl, isPublic } = await settings.get();
  if (!isPublic) return;
  const { origin } = new URL(baseUrl);
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const isMysql = strapi.db.dialect.client === 'mysql';
  const url = strapi.db.connection.raw(isMysql ? 'concat(?, ??)' : '? || ??', [origin, 'url']);
  for (let last = 0; !signal.aborted;) {
    const ids: number[] = await strapi.db
      .connection(tableName)
      .where({ provisional: true })
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .pluck('id');
    if (ids.length === 0 || signal.aborted) return;
    await strapi.db
      .connection(tableName)
      .whereIn('id', ids)
      .where({ provisional: true })
      .update({ url, provisional: false });
    last = ids.at(-1)!;
    await sleep(PAUSE);
  }
};

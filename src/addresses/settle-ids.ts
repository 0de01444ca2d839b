import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import { PERMALINK_UID } from '../constants';
import type { SettingsStore } from '../options/settings';
import { matchPath, pathOfKey } from '../mapping/entry-path';
import { entryKey, findPermalinkRows, ownFragment } from './permalink-rows';
import type { Plan } from '../mapping/plan';
import { addressesOf } from './reset-ids';

/** Rows a statement changes: it locks them, and on SQLite nothing else runs meanwhile. */
const ROWS_AT_ONCE = 500;

/** Milliseconds between two statements, for everybody else. */
const PAUSE = 10;

interface Row {
  id: number;
  content_type: string;
  entry: string;
  locale: string | null;
  slug: string;
  url: string;
}

interface SettleParts {
  settings: SettingsStore;
  plan: Plan;
  log: Pick<ChangeLog, 'announce'>;
}

/**
 * Finds where provisional addresses are by the present configuration: nobody elsewhere could open the
 * ones they were tried at.
 *
 * @returns those of the rows that are elsewhere, with their paths
 */
const findMoved = async (
  strapi: Core.Strapi,
  { settings, plan }: Pick<SettleParts, 'settings' | 'plan'>,
  rows: Row[],
): Promise<{ id: number; url: string }[]> => {
  const present = await settings.get();
  const { origin } = new URL(present.baseUrl);
  const addresses = addressesOf(plan, present);
  const patterns = new Map(
    [...plan.sources, ...plan.topicTypes].map(({ contentType, address }) => [contentType, address]),
  );
  const isKeyOf = (contentType: string, key: string): boolean => {
    const pattern = patterns.get(contentType);
    return !pattern || matchPath(pattern, pathOfKey(pattern, key)) !== undefined;
  };
  const pathOf = ({ content_type: contentType, locale }: Row, key: string): string =>
    addresses.get(contentType)!(key, locale ?? '').slice(origin.length);

  const moved: { id: number; url: string }[] = [];
  for (const row of rows) {
    const { id, content_type: contentType, entry, locale, slug, url } = row;
    // Of a type that is published no more nothing has an address.
    if (!addresses.has(contentType)) continue;
    let wanted = pathOf(row, slug) + (/#.*$/.exec(url)?.[0] ?? '');
    if (!isKeyOf(contentType, slug)) {
      // Made of other fields: where the entry is now.
      const own = (await findPermalinkRows(strapi, contentType, [entry])).get(
        entryKey(entry, locale),
      );
      const newest = own?.at(-1)?.slug;
      if (newest === undefined || !isKeyOf(contentType, newest)) continue;
      const others = await strapi.db
        .query(PERMALINK_UID)
        .count({ where: { contentType, slug: newest, entry: { $ne: entry } } });
      wanted = pathOf(row, newest) + (others > 0 ? ownFragment({ entry, locale }) : '');
    }
    if (wanted !== url) moved.push({ id, url: wanted });
  }
  return moved;
};

/**
 * Has provisional addresses follow the present configuration, and makes them permanent once the site is
 * public: they get the host they are read with at that moment, on whatever node and however far this
 * came. Each row gets a host once, whichever node is first.
 */
export const settleIds = async (
  strapi: Core.Strapi,
  { settings, plan, log }: SettleParts,
  signal: AbortSignal,
): Promise<void> => {
  const { baseUrl, isPublic } = await settings.get();
  const { origin } = new URL(baseUrl);
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const isMysql = strapi.db.dialect.client === 'mysql';
  const url = strapi.db.connection.raw(isMysql ? 'concat(?, ??)' : '? || ??', [origin, 'url']);
  const table = () => strapi.db.connection(tableName).where({ provisional: true });
  for (let last = 0; !signal.aborted;) {
    const rows: Row[] = await table()
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .select('id', 'content_type', 'entry', 'locale', 'slug', 'url');
    if (rows.length === 0 || signal.aborted) return;
    const moved = await findMoved(strapi, { settings, plan }, rows);
    if (moved.length > 0) {
      await strapi.db.transaction(async ({ trx }) => {
        for (const { id, url: path } of moved) {
          await trx(tableName).where({ id, provisional: true }).update({ url: path });
        }
        await log.announce([CACHE_TAGS.everything]);
      });
    }
    if (isPublic) {
      const ids = rows.map(({ id }) => id);
      await table().whereIn('id', ids).update({ url, provisional: false });
    }
    last = rows.at(-1)!.id;
    await sleep(PAUSE);
  }
};

import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { keyInType } from '../catalogue/catalogue-table';
import { CACHE_TAGS } from '../lib/cache-tags';
import { PERMALINK_UID, SITE_UID } from '../lib/constants';
import { logError } from '../lib/database';
import { matchPath, pathOfKey } from '../mapping/address';
import type { Settings } from '../options/settings';
import {
  findPermalinkRows,
  findRowsAt,
  keyOfRow,
  ownFragment,
  type PermalinkRow,
} from './permalink-rows';
import { presentAddress } from './record-addresses';
import { type IdParts, placedTypes, resetIds } from './reset-ids';

/** Rows that one statement changes: it locks them, and SQLite runs nothing else meanwhile. */
const ROWS_AT_ONCE = 500;

/** Milliseconds between two statements, in which others can write. */
const PAUSE = 10;

interface Move {
  row: PermalinkRow;
  path: string;
}

/**
 * Adds a fragment to ids whose path another entry or translation has: without the option `locales`, for example,
 * translations share one path.
 */
const makeMovesUnique = async (
  strapi: Core.Strapi,
  origin: string,
  moves: Move[],
  contentTypes: string[],
): Promise<Move[]> => {
  const movingIds = new Set(moves.map(({ row }) => row.id));
  const slugs = moves.map(({ row }) => row.slug);
  // Entries of several types may be at the root.
  const rows = await findRowsAt(strapi, contentTypes, slugs);
  const owners = new Map(
    rows.flatMap((row): [string, string][] =>
      movingIds.has(row.id) ? [] : [[row.url.replace(origin, ''), keyOfRow(row)]],
    ),
  );
  return moves.map(({ row, path }) => {
    const owner = owners.get(path) ?? keyOfRow(row);
    owners.set(path, owner);
    return { row, path: owner === keyOfRow(row) ? path : path + ownFragment(row) };
  });
};

/**
 * Finds provisional rows whose addresses differ by the present configuration: nobody elsewhere could open the addresses
 * at which they were tried.
 *
 * @returns the rows that move, with their new paths
 */
const findMoved = async (
  strapi: Core.Strapi,
  { plan, layouts }: Pick<IdParts, 'plan' | 'layouts'>,
  present: Settings,
  rows: PermalinkRow[],
): Promise<Move[]> => {
  const { origin } = new URL(present.baseUrl);
  const patterns = new Map(
    [...plan.sources, ...plan.topicTypes].map(({ contentType, address }) => [contentType, address]),
  );
  const isKeyOf = (contentType: string, key: string): boolean => {
    const pattern = patterns.get(contentType);
    return !pattern || matchPath(pattern, pathOfKey(pattern, key)) !== undefined;
  };
  const pathOf = (row: PermalinkRow, slug: string): string =>
    presentAddress(present, plan, layouts, { ...row, slug })!.slice(origin.length);

  const moves: Move[] = [];
  for (const row of rows) {
    const { contentType, entry, locale, slug, url } = row;
    // A feed whose path was the site's may have one of its own now.
    const fragment = contentType === SITE_UID ? undefined : /#.*$/.exec(url)?.[0];
    let wanted = pathOf(row, slug) + (fragment ?? '');
    if (!isKeyOf(contentType, slug)) {
      // The address is made of other fields now: use the entry's newest address.
      const own = (await findPermalinkRows(strapi, contentType, [entry])).get(
        keyInType(entry, locale),
      );
      const newest = own?.at(-1)?.slug;
      if (newest === undefined || !isKeyOf(contentType, newest)) continue;
      const others = await strapi.db
        .query(PERMALINK_UID)
        .count({ where: { contentType, slug: newest, entry: { $ne: entry } } });
      wanted = pathOf(row, newest) + (others > 0 ? ownFragment({ entry, locale }) : '');
    }
    if (wanted !== url) moves.push({ row, path: wanted });
  }
  if (moves.length === 0) return [];
  const unique = await makeMovesUnique(strapi, origin, moves, placedTypes(plan));
  return unique.filter(({ row, path }) => path !== row.url);
};

/**
 * Moves provisional addresses along with the configuration, and makes them permanent once the site is public: they then
 * get the host of the base address, on any node, and wherever an earlier run stopped. Each row gets a host once, from
 * the first node.
 */
export const settleIds = async (
  strapi: Core.Strapi,
  { settings, plan, layouts, changeLog }: IdParts,
  signal: AbortSignal,
): Promise<void> => {
  const present = await settings.get();
  const { baseUrl, isPublic } = present;
  const { origin } = new URL(baseUrl);
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const isMysql = strapi.db.dialect.client === 'mysql';
  const url = strapi.db.connection.raw(isMysql ? 'concat(?, ??)' : '? || ??', [origin, 'url']);
  for (let last = 0; !signal.aborted;) {
    const rows: PermalinkRow[] = await strapi.db.query(PERMALINK_UID).findMany({
      where: { provisional: true, id: { $gt: last } },
      orderBy: { id: 'asc' },
      limit: ROWS_AT_ONCE,
    });
    if (rows.length === 0 || signal.aborted) return;
    // What is in no published type or locale has no address: its rows wait until it is.
    const placed = rows.filter((row) => presentAddress(present, plan, layouts, row));
    const moved = await findMoved(strapi, { plan, layouts }, present, placed);
    if (moved.length > 0) {
      await strapi.db.transaction(async ({ trx }) => {
        for (const { row, path } of moved) {
          const { id } = row;
          await trx(tableName).where({ id, provisional: true }).update({ url: path });
        }
        await changeLog.announce([CACHE_TAGS.everything]);
      });
    }
    if (isPublic) {
      const ids = placed.map(({ id }) => id);
      await strapi.db
        .connection(tableName)
        .where({ provisional: true })
        .whereIn('id', ids)
        .update({ url, provisional: false });
    }
    last = rows.at(-1)!.id;
    await sleep(PAUSE);
  }
};

/**
 * Operations on the ids of all entries.
 *
 * Without `settle` `test/api/provisional-ids.test.ts` fails: ids of a site that became public still follow its address.
 */
export const createIds = (strapi: Core.Strapi, parts: IdParts) => {
  const stopping = new AbortController();
  let settling: Promise<void> = Promise.resolve();
  let isResetting = false;

  return {
    /** Makes provisional ids permanent in the background if the site is public. */
    settle(): void {
      settling = settleIds(strapi, parts, stopping.signal).catch((error: unknown) => {
        logError(strapi, error);
      });
    },

    /** Resolves when `settle` has finished. */
    settled: (): Promise<void> => settling,

    /** Stops work in the background; the next start continues it. */
    async stop(): Promise<void> {
      stopping.abort();
      await settling;
    },

    /**
     * Resets ids: each becomes the present address of its entry. Two nodes that do so at once get the same result.
     *
     * @returns how many ids changed; undefined if this node is already doing it
     */
    async reset(): Promise<number | undefined> {
      if (isResetting) return undefined;
      isResetting = true;
      try {
        const changed = await resetIds(strapi, parts);
        strapi.log.info(`Syndication: ids were started over; ${changed} are new.`);
        return changed;
      } finally {
        isResetting = false;
      }
    },
  };
};

export type Ids = ReturnType<typeof createIds>;

import { setTimeout as sleep } from 'node:timers/promises';

import { entryKeyOf } from '../../src/catalogue/catalogue-table';
import type { App } from './app';
import { reachNextSecond } from './clock';
import { partsOf } from '../../src/compose';
import { DELIVERY_TABLE, SEND_TIMES } from '../../src/push/deliveries';

/** A running site, whose internal state tests read. */
type Site = Pick<App, 'strapi'>;

/** Whether the response at a path is cached. */
export const isCached = ({ strapi }: Site, path: string): boolean =>
  partsOf(strapi).responses.cached?.get(path) !== undefined;

/** When a cached response expires, in milliseconds since 1970. */
export const dueOf = ({ strapi }: Site, path: string): number | undefined =>
  partsOf(strapi).responses.cached?.get(path)?.changesAt;

/**
 * Requests addresses until their responses are cached for as long as nothing in them changes. A response made right
 * after a change, or dated far ahead of the clock by many changes, is cached only for a moment.
 */
export const untilKept = async (
  { strapi, get }: Pick<App, 'strapi' | 'get'>,
  paths: string[],
): Promise<void> => {
  const { cached } = partsOf(strapi).responses;
  for (const path of paths) {
    const isKept = (): boolean => {
      const response = cached?.get(path);
      return response !== undefined && response.expires === response.changesAt;
    };
    for (let tries = 0; !isKept(); tries += 1) {
      if (tries === 300) throw new Error(`${path} is not kept.`);
      await get(path);
      if (tries > 0) {
        reachNextSecond();
        await sleep(20);
      }
    }
  }
};

/** Purges all cached responses. */
export const forgetResponses = ({ strapi }: Site): void => partsOf(strapi).responses.purge(['*']);

/** Waits until every committed change is visible in the site's responses, on all nodes. */
export const settled = async ({ strapi }: Site): Promise<void> => {
  const { changeLog, transfers, ids } = partsOf(strapi);
  await transfers.settled();
  await ids.settled();
  await changeLog.settled();
  // A busy node may be late with its first look, which treats everything as changed.
  await changeLog.findModified(new Set());
};

/** In all tests of a file, consumers are told a fifth of a second after a commit, not a second and a half. */
export const tellSoon = (): void => {
  const usual = { ...SEND_TIMES };
  beforeAll(() => Object.assign(SEND_TIMES, { delay: 200, betweenLooks: 100 }));
  afterAll(() => Object.assign(SEND_TIMES, usual));
};

/** Milliseconds ahead in which a delivery counts as due soon: less than any pause before another try. */
const SOON = 20_000;

/** Waits until consumers have been told all that was committed; what they did not take is tried later. */
export const untilTold = async (site: Site): Promise<void> => {
  const { db } = site.strapi;
  const { push } = partsOf(site.strapi);
  await settled(site);
  for (;;) {
    await push.settled();
    const due = db.connection(DELIVERY_TABLE).where('due', '<', Date.now() + SOON);
    if (!(await due.where({ state: 'pending' }).first('id'))) return;
    await sleep(20);
  }
};

/** Rebuilds everything derived from entries. */
export const rebuild = ({ strapi }: Site): Promise<void> => partsOf(strapi).rebuild.rebuild();

/** Saves settings as an editor does. */
export const saveSettings = (
  { strapi }: Site,
  changes: Record<string, unknown>,
): ReturnType<ReturnType<typeof partsOf>['settings']['update']> =>
  partsOf(strapi).settings.update('settings', changes);

/** Ids of published entries in feeds, by document id. */
export const idsOf = async (
  { strapi }: Site,
  contentType: string,
  documentIds: string[],
  locale = '',
): Promise<Map<string, string>> => {
  const { changeLog, permalinks } = partsOf(strapi);
  await changeLog.settled();
  const keys = documentIds.map((documentId) => ({ contentType, documentId, locale }));
  const found = await permalinks.findGuids(keys);
  return new Map(
    keys.flatMap((key) => {
      const id = found.get(entryKeyOf(key));
      return id === undefined ? [] : [[key.documentId, id]];
    }),
  );
};

/** Whether all lists contain the published state of some entries. */
export const isIndexed = async (
  { strapi }: Site,
  contentType: string,
  documentIds: string[],
): Promise<boolean> => {
  const { catalogue, changeLog } = partsOf(strapi);
  await changeLog.settled();
  return (await catalogue.findOutdated(contentType, documentIds)).length === 0;
};

/** Merges a tag into another, as an administrator does. */
export const mergeTags = (
  { strapi }: Site,
  ...asked: Parameters<ReturnType<typeof partsOf>['tagMerge']['merge']>
): ReturnType<ReturnType<typeof partsOf>['tagMerge']['merge']> =>
  partsOf(strapi).tagMerge.merge(...asked);

/** Spies on this node's announcements of changed scopes; complete once the site is `settled`. */
export const spyOnAnnouncements = ({ strapi }: Site) => {
  const told = jest.fn<void, [scopes: string[]]>();
  let isWatching = true;
  partsOf(strapi).changeLog.onChange((scopes) => {
    if (isWatching) told(scopes);
  });
  return Object.assign(told, {
    mockRestore: (): void => {
      isWatching = false;
    },
  });
};

import { setTimeout as sleep } from 'node:timers/promises';

import { findGuids } from '../../src/addresses/permalinks';
import { entryKeyOf, SITE_LIST } from '../../src/catalogue/catalogue-table';
import type { EntryQuery, ListedEntry } from '../../src/catalogue/published-rows';
import type { EntryWindow } from '../../src/catalogue/windows';
import {
  findWithoutAddress as findAddressless,
  reportAddresses,
} from '../../src/addresses/without-address';
import { ARTICLE_UID } from '../../src/lib/constants';
import { makePreviewAddresses } from '../../src/public/preview-routes';
import type { App } from './app';
import { reachNextSecond } from './clock';
import { analyse } from '../../src/catalogue/catalogue';
import { findOutdatedEntries } from '../../src/changes/catalogued-entries';
import type { TagNamesake } from '../../src/panel/admin-api';
import { mergeTags as merge } from '../../src/panel/tag-merge';
import { partsOf } from '../../src/compose';
import { DELIVERY_TABLE, SEND_TIMES } from '../../src/push/deliveries';

/** A running site, whose internal state tests read. */
type Site = Pick<App, 'strapi'>;

/** The cached response at a path. */
export const cachedAt = ({ strapi }: Site, path: string) =>
  partsOf(strapi).responses.cached?.get(path);

/** Whether the response at a path is cached. */
export const isCached = (site: Site, path: string): boolean => cachedAt(site, path) !== undefined;

/** When a cached response expires, in milliseconds since 1970. */
export const dueOf = (site: Site, path: string): number | undefined =>
  cachedAt(site, path)?.changesAt;

/** Of paths whose responses are cached, tells later which have another response or none. */
export const watchCached = (site: Site, paths: string[]): (() => string[]) => {
  const before = paths.map((path) => cachedAt(site, path));
  expect(paths.filter((_, place) => !before[place])).toEqual([]);
  return () => paths.filter((path, place) => cachedAt(site, path) !== before[place]);
};

/**
 * Requests addresses until their responses are cached for as long as nothing in them changes. A response made right
 * after a change, or dated far ahead of the clock by many changes, is cached only for a moment.
 */
export const untilKept = async (
  site: Pick<App, 'strapi' | 'get'>,
  paths: string[],
): Promise<void> => {
  for (const path of paths) {
    const isKept = (): boolean => {
      const response = cachedAt(site, path);
      return response !== undefined && response.expires === response.changesAt;
    };
    for (let tries = 0; !isKept(); tries += 1) {
      if (tries === 300) throw new Error(`${path} is not kept.`);
      await site.get(path);
      if (tries > 0) {
        reachNextSecond();
        await sleep(20);
      }
    }
  }
};

/** Purges all cached responses. */
export const forgetResponses = ({ strapi }: Site): void => partsOf(strapi).responses.purge(['*']);

/** Purges the cached numbers of entries. */
export const forgetCounts = ({ strapi }: Site): void => partsOf(strapi).counts.purge(['*']);

/** Waits until this node has indexed what was committed. */
export const untilIndexed = ({ strapi }: Site): Promise<void> =>
  partsOf(strapi).changeLog.settled();

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

/** Those who are told of changes: webhooks, CDNs, hubs, search engines. */
export const consumersOf = ({ strapi }: Site) => partsOf(strapi).push.consumers;

/** Waits until what is being sent is answered. */
export const untilSent = ({ strapi }: Site): Promise<void> => partsOf(strapi).push.settled();

/** Has consumers told at once of all that waits, also those that were away. */
export const tellAtOnce = async ({ strapi }: Site): Promise<void> => {
  const { consumers, resume } = partsOf(strapi).push;
  await strapi.db.connection(DELIVERY_TABLE).where({ state: 'pending' }).update({ due: 0 });
  consumers.forEach(({ key }) => resume(key));
};

/** Waits until consumers have been told all that was committed; what they did not take is tried later. */
export const untilTold = async (site: Site): Promise<void> => {
  const { db } = site.strapi;
  await settled(site);
  for (;;) {
    await untilSent(site);
    const due = db.connection(DELIVERY_TABLE).where('due', '<', Date.now() + SOON);
    if (!(await due.where({ state: 'pending' }).first('id'))) return;
    await sleep(20);
  }
};

/** Rebuilds everything derived from entries. */
export const rebuild = ({ strapi }: Site, how?: { told: boolean }): Promise<void> =>
  partsOf(strapi).rebuild.rebuild(how);

/** Saves settings as an editor does. */
export const saveSettings = ({ strapi }: Site, changes: Record<string, unknown>) =>
  partsOf(strapi).settings.update('settings', changes);

/** Addresses of a draft's previews, as the panel offered them to a user at some time. */
export const previewsOf = async (
  { strapi }: Site,
  documentId: string,
  userId: number,
  offered = new Date(),
) => {
  const draft = { contentType: ARTICLE_UID, documentId, locale: null, status: 'draft' } as const;
  const settings = await partsOf(strapi).settings.get();
  return makePreviewAddresses(strapi, settings, draft, userId, offered)!;
};

/** Gives entries the ids of their present addresses, as an administrator does; returns how many changed. */
export const startIdsOver = ({ strapi }: Site) => partsOf(strapi).ids.reset();

/** Ids of published entries in feeds, by document id. */
export const idsOf = async (
  { strapi }: Site,
  contentType: string,
  documentIds: string[],
  locale = '',
): Promise<Map<string, string>> => {
  await untilIndexed({ strapi });
  const keys = documentIds.map((documentId) => ({ contentType, documentId, locale }));
  const parts = partsOf(strapi);
  const found = await findGuids({ strapi, ...parts }, await parts.settings.get(), keys);
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
  await untilIndexed({ strapi });
  return (
    (await findOutdatedEntries(partsOf(strapi).indexing, contentType, documentIds)).length === 0
  );
};

/** Whether something committed could not be indexed yet. */
export const isBehind = ({ strapi }: Site): boolean => partsOf(strapi).changeLog.isBehind();

/** After rows were written into the catalogue by hand: tells the database how many there are, and counts anew. */
export const catalogueFilled = async (site: Site): Promise<void> => {
  await analyse(site.strapi, partsOf(site.strapi).plan);
  forgetCounts(site);
};

type Asked<Window> = Omit<Window, 'now'>;

/** Entries of lists (all entries without one), newest first; those in all of them, or in any. */
export const listed = ({ strapi }: Site, asked: Asked<EntryWindow>): Promise<ListedEntry[]> =>
  partsOf(strapi).editions[0].queries.findWindow({ ...asked, now: new Date() });

/** How many entries are listed, and whether these are all. */
export const extentOf = ({ strapi }: Site, asked: Asked<EntryQuery>) =>
  partsOf(strapi).editions[0].queries.findExtent({ ...asked, now: new Date() });

/** Entries of a site in a locale, the main one by default, from the oldest on. */
export const listedFromOldest = (
  { strapi }: Site,
  { locale, ...asked }: { start: number; limit: number; locale?: string },
): Promise<ListedEntry[]> => {
  const { editions } = partsOf(strapi);
  const edition = locale ? editions.find(({ locale: its }) => its?.code === locale)! : editions[0];
  return edition.queries.findFromOldest({ ...asked, list: SITE_LIST, now: new Date() });
};

/** Entries that are published without an address, as the panel tells. */
export const findWithoutAddress = async ({ strapi }: Site) =>
  (await findAddressless(strapi, partsOf(strapi), undefined, 100)).entries;

/** What a start says in the log of texts that no address can have. */
export const reportedAddresses = async ({ strapi }: Site): Promise<string[]> => {
  const warn = jest.spyOn(strapi.log, 'warn').mockImplementation();
  await reportAddresses(strapi, partsOf(strapi));
  const lines = warn.mock.calls.map(([line]) => String(line));
  warn.mockRestore();
  return lines;
};

/** Merges a tag into another, as an administrator does. */
export const mergeTags = ({ strapi }: Site, from: string, into: string): Promise<TagNamesake> =>
  merge({ strapi, ...partsOf(strapi) }, from, into);

/** Tells all nodes that something changed that is shown by responses of some scopes. */
export const announce = ({ strapi }: Site, scopes: string[]): Promise<void> =>
  partsOf(strapi).changeLog.announce(scopes);

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

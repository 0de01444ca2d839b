import { createHash, createHmac } from 'node:crypto';

import { signingKey, type WebhookOptions } from '../options/push';
import {
  type Consumer,
  type Delivery,
  type EntryEvent,
  type ScopesPayload,
  sendRequest,
} from './consumer';
import { SITE_LIST, unmarked } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { Topic } from '../content/article';
import { type Selection, selectionPath } from '../content/selection';
import { spanOfYear, yearOf } from '../lib/dates';
import { FEED_FORMATS } from '../feed/formats';
import { listingPath } from '../mapping/address';
import { groupTypes } from '../mapping/plan';
import { editionOf } from '../options/locales';
import type { Settings, SettingsStore } from '../options/settings';
import type { Edition } from '../public/editions';
import { selectionsOfList } from './hubs';
import { type EntryTables, findPublicEntries } from './public-entries';

/** The message that a webhook gets; `docs/push.md` describes it. */
export interface WebhookMessage {
  type: EntryEvent['type'] | 'site.changed';
  /** When it was sent, in RFC 3339 format. */
  timestamp: string;
  data: {
    contentType: string | null;
    documentId: string | null;
    /** Null if the type is not localised. */
    locale: string | null;
    /** Absolute address of the entry now; null if it is gone. */
    url: string | null;
    /** The address that was last told; null if there was none. */
    formerUrl: string | null;
    /** Public paths whose content may have changed; empty if `all` says that any may have. */
    paths: string[];
    all: boolean;
    /** Names for caches with tags: the content type, the entry, its topics; or `site`. */
    tags: string[];
  };
}

/** Most tags in a message. */
const TAGS_AT_MOST = 200;

/**
 * Headers of a message, by Standard Webhooks (standardwebhooks.com).
 *
 * @param seconds since 1970
 */
const signMessage = (
  message: string,
  seconds: number,
  body: string,
  secret: string | undefined,
): Record<string, string> => ({
  'webhook-id': message,
  'webhook-timestamp': String(seconds),
  ...(secret && {
    'webhook-signature': `v1,${createHmac('sha256', signingKey(secret))
      .update(`${message}.${seconds}.${body}`)
      .digest('base64')}`,
  }),
});

/** Tags of what changed beside entries, by the scopes of the index. */
const siteTags = (payload: Delivery['payload']): string[] =>
  ((payload as Partial<ScopesPayload>).scopes ?? []).flatMap((scope) => {
    const [, document] = /^(?:topic|shown):([^|]+)/.exec(scope) ?? [];
    return document === undefined ? [] : [document, document.replace(/:[^:]+$/, '')];
  });

/** The message for a delivery. */
const toMessage = async (
  { event, payload }: Delivery,
  parts: PathParts,
  now: number,
): Promise<WebhookMessage> => {
  const affected = event && (await findAffected(parts, event, new Date(now)));
  const named = event ? [event, ...(affected?.topics ?? [])] : [];
  const tags = [
    event?.contentType ?? 'site',
    ...(event ? [] : siteTags(payload)),
    ...named.map(({ contentType, documentId }) => `${contentType}:${documentId}`),
  ];
  return {
    type: event?.type ?? 'site.changed',
    timestamp: new Date(now).toISOString(),
    data: {
      contentType: event?.contentType ?? null,
      documentId: event?.documentId ?? null,
      locale: event?.locale || null,
      url: event?.present?.url ?? null,
      formerUrl: event?.former?.url ?? null,
      paths: affected?.paths ?? [],
      all: affected?.paths === undefined,
      tags: [...new Set(tags)].slice(0, TAGS_AT_MOST),
    },
  };
};

/** The address without its query, which may contain a secret that changes. */
const addressOf = (url: string): string => url.replace(/\?.*$/s, '');

/** Parts of an address that may be secret. */
const secretsOf = (url: string): string[] => {
  const { search, searchParams, pathname } = new URL(url);
  const values = [...searchParams.values()]
    .filter((value) => value.length >= 4)
    .flatMap((value) => [value, encodeURIComponent(value)]);
  const parts = pathname.split('/').filter((part) => part.length >= 16);
  return [search, ...values, ...parts];
};

/** Tells a front end, or any other receiver of messages, of changes to entries and the site. */
export const webhookConsumer = (
  { url, secret, name }: WebhookOptions,
  parts: PathParts,
): Consumer => ({
  key: `webhook-${createHash('sha1').update(addressOf(url)).digest('hex').slice(0, 12)}`,
  kind: 'webhook',
  name: name ?? new URL(url).host,
  deliveryKinds: ['entry', 'site'],
  // The receiver may be a front end's cache, which also has what is published quietly.
  isSubscriber: false,
  atOnce: 1,
  async send([delivery], now) {
    const body = JSON.stringify(await toMessage(delivery!, parts, now));
    const seconds = Math.floor(now / 1_000);
    return sendRequest({
      url,
      body,
      headers: {
        'content-type': 'application/json',
        ...signMessage(delivery!.message, seconds, body, secret || undefined),
      },
      // Some front ends expect their secret as a part of the address.
      secrets: [secret ?? '', ...secretsOf(url)],
    });
  },
});

/** Most paths in a message; with more it says that all may have changed. */
const PATHS_AT_MOST = 200;

/** What an event of an entry affects. */
interface AffectedContent {
  /** Public paths whose content may have changed; undefined if there are too many to name. */
  paths: string[] | undefined;
  /** The entry's topics, former and present, that readers may know of. */
  topics: Topic[];
}

class TooManyPathsError extends Error {}

/** Collects paths of one host, up to a limit. */
class Paths {
  private readonly found = new Set<string>();
  constructor(private readonly origin: string) {}

  add(...addresses: (string | undefined)[]): void {
    for (const address of addresses) {
      if (address === undefined) continue;
      const url = new URL(address);
      // The front end does not serve other hosts.
      if (url.origin === this.origin) this.found.add(url.pathname);
    }
    if (this.found.size > PATHS_AT_MOST) throw new TooManyPathsError();
  }

  /** Adds all pages of a list: each says how many there are. The last one may have disappeared. */
  addPages(entries: number, perPage: number, addressOf: (page: number) => string): void {
    const pages = Math.ceil((entries + 1) / perPage);
    for (let page = 1; page <= pages; page += 1) this.add(addressOf(page));
  }

  list = (): string[] => [...this.found].sort();
}

/** Where an entry is shown: the edition of its locale, and the selections of each of its lists. */
interface EntryPlacement {
  edition: Edition;
  settings: Settings;
  selections: ReadonlyMap<string, Selection[]>;
}

interface PathParts extends EntryTables {
  editions: readonly [Edition, ...Edition[]];
  counts: Pick<Counts, 'countDue'>;
  settings: Pick<SettingsStore, 'get'>;
}

const addNeighbours = async (
  paths: Paths,
  { queries, entries }: Edition,
  { addresses }: Settings,
  event: EntryEvent,
  now: Date,
): Promise<void> => {
  const { contentType, documentId, locale } = event;
  const key = { contentType, documentId, locale };
  const dates = new Set([event.former, event.present].flatMap((one) => one?.date ?? []));
  for (const date of dates) {
    const placed = (await queries.findListed(key)) ?? { ...key, title: '', date: new Date(date) };
    const { newer, older } = await queries.findNeighbours({ ...placed, date: new Date(date) });
    const found = [newer.entry ?? [], older.entry ?? []].flat().filter((one) => one.date <= now);
    const linked = await entries.findPaths(found);
    paths.add(...linked.map(({ path }) => addresses.entry(path)));
  }
};

const addYears = async (
  paths: Paths,
  { queries }: Edition,
  { addresses, timeZone, entriesPerPage }: Settings,
  dates: Date[],
  now: Date,
): Promise<void> => {
  paths.add(addresses.archive());
  for (const date of dates) {
    const year = yearOf(date, timeZone);
    const { count } = await queries.findExtent({ now, span: spanOfYear(year, timeZone) });
    paths.addPages(count, entriesPerPage, (page) => addresses.archive(year, page));
  }
};

const addEntry = async (
  parts: PathParts,
  paths: Paths,
  event: EntryEvent,
  { edition, settings, selections }: EntryPlacement,
  now: Date,
): Promise<void> => {
  const { former, present } = event;
  paths.add(former?.url, present?.url);
  // Translations link to the entry.
  const translations = await findPublicEntries(parts, await parts.settings.get(), [event]);
  paths.add(...[...translations.values()].map((entry) => entry.present?.url));
  const lists = [...selections.keys()];
  const { addresses, entriesPerPage: perPage, archive, home, llmsTxt } = settings;
  if (settings.sitemap) paths.add(addresses.sitemap());
  if (settings.newsSitemap) paths.add(addresses.newsSitemap());
  // Pages and entries that are kept out of lists are shown nowhere else.
  const siteList = lists.find((list) => unmarked(list) === SITE_LIST);
  if (siteList === undefined) return;
  const dates = [former, present].flatMap((one) =>
    typeof one?.date === 'number' ? [new Date(one.date)] : [],
  );
  if (dates.length === 0) return;
  const hasMoved =
    !former || !present || former.date !== present.date || `${former.lists}` !== `${present.lists}`;
  if (llmsTxt) paths.add(addresses.llms());
  await addNeighbours(paths, edition, settings, event, now);
  for (const [list, shown] of selections) {
    const places = shown.map(selectionPath);
    // With `home: false` the page at the root is the site's own, but the feeds are still there.
    const listings = places.filter((path) => path !== undefined || home !== false);
    // A long list that has no listing is not counted.
    if (listings.length > 0) {
      const entries = (await parts.counts.countDue([list], now)).get(list) ?? 0;
      for (const path of listings) {
        paths.addPages(entries, perPage, (page) =>
          path === undefined ? addresses.home(page) : addresses.listing(path, page),
        );
      }
    }
    // Further pages of feeds are only for feed readers: no front end renders them.
    for (const path of places) {
      paths.add(...FEED_FORMATS.map(({ name }) => addresses.feed(name, path)));
    }
  }
  if (archive && hasMoved) await addYears(paths, edition, settings, dates, now);
  if (!hasMoved) return;
  for (const { address } of groupTypes(edition.plan))
    paths.add(addresses.listing(listingPath(address)));
};

/** Finds what an event of an entry affects, with paths as a front end serves them. */
const findAffected = async (
  parts: PathParts,
  event: EntryEvent,
  now: Date,
): Promise<AffectedContent> => {
  const { editions } = parts;
  const source = editions[0].plan.sources.find((one) => one.contentType === event.contentType);
  const edition = (source && editionOf(editions, source, event.locale)) ?? editions[0];
  const settings = await edition.settings.get();
  const selections = new Map<string, Selection[]>();
  // The lists that contained the entry before the event, or contain it now.
  const { former, present } = event;
  for (const list of new Set([...(former?.lists ?? []), ...(present?.lists ?? [])])) {
    selections.set(list, await selectionsOfList(edition, settings, list, now));
  }
  const topics = [...selections.values()].flat().flatMap((selection) => selection.topics);
  const { baseUrl } = await editions[0].settings.get();
  const paths = new Paths(new URL(baseUrl).origin);
  try {
    await addEntry(parts, paths, event, { edition, settings, selections }, now);
  } catch (error) {
    if (error instanceof TooManyPathsError) return { paths: undefined, topics };
    throw error;
  }
  return { paths: paths.list(), topics };
};

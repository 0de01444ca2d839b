import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { queryTable } from '../lib/transactions';
import { configuredHubs, hubsInForce } from '../options/push';
import type { SettingsStore, Settings } from '../options/settings';
import { type Edition, type Site, siteNow } from '../public/editions';
import { type Consumer, type FeedsPayload, type Outcome, sendRequest } from './consumer';
import { DELIVERY_TABLE, deliveryKey, SUBJECTS } from './deliveries';
import {
  type ListName,
  markOfList,
  SITE_LIST,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import { ofSource, ofTopic, type Selection, WHOLE_SITE } from '../content/selection';
import { homePath } from '../options/site-addresses';
import { FEED_FORMATS, type FeedFormat } from '../feed/formats';
import { newDependencies, trackDependencies, hashOf } from '../lib/cache-tags';
import { groupTypes, sourceListings } from '../mapping/plan';
import { findFirstFeed } from '../public/feeds';

interface HubParts {
  settings: Pick<SettingsStore, 'configured' | 'get'>;
  editions: readonly Edition[];
  strapi: Core.Strapi;
}

type Hashes = Record<string, string>;

/** Hashes of the documents of a list's feeds that a consumer was last told of, by address. */
const findToldHashes = async (
  strapi: Core.Strapi,
  consumer: string,
  list: string,
): Promise<Hashes> => {
  const row: { payload: string | null } | undefined = await queryTable(strapi, DELIVERY_TABLE)
    .where({ key: deliveryKey(consumer, SUBJECTS.feeds(list)), state: 'told' })
    .orderBy([
      { column: 'ended', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first('payload');
  return (JSON.parse(row?.payload ?? '{}') as Partial<FeedsPayload>).hashes ?? {};
};

/** Tells a hub that an address has changed. The hub fetches it and sends it to subscribers. */
const notifyHub = (hub: string, address: string): Promise<Outcome> =>
  sendRequest({
    url: hub,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    // Some hubs read `hub.url`, others `hub.topic`.
    body: new URLSearchParams([
      ['hub.mode', 'publish'],
      ['hub.url', address],
      ['hub.topic', address],
    ]).toString(),
  });

/**
 * A WebSub hub. It is told of the feeds of a list whose bytes have changed since it was last told.
 *
 * @param url as `configuredHubs` returns it
 */
export const hubConsumer = (url: string, { strapi, settings, editions }: HubParts): Consumer => {
  const key = `hub ${createHash('sha1').update(url).digest('hex')}`;
  return {
    key,
    kind: 'hub',
    name: new URL(url).host,
    deliveryKinds: ['feeds'],
    isSubscriber: true,
    atOnce: 1,
    async send([delivery], now) {
      const { list, hashes: toldNow } = delivery!.payload as FeedsPayload;
      if (!hubsInForce(await settings.get()).includes(url)) return { kind: 'nothing' };
      const present = await findPresentHashes(editions, list, new Date(now));
      const known = { ...(await findToldHashes(strapi, key, list)), ...toldNow };
      const changed = Object.keys(present).filter((address) => present[address] !== known[address]);
      // Forget feeds that have moved or are gone.
      const told = Object.fromEntries(
        Object.entries(known).filter(([address]) => present[address]),
      );
      let outcome: Outcome = { kind: 'nothing' };
      for (const address of changed) {
        outcome = await notifyHub(url, address);
        // Keep what the hub accepted, so that a retry sends only the rest.
        if (outcome.kind !== 'told') return { ...outcome, payload: { list, hashes: told } };
        told[address] = present[address]!;
      }
      return outcome.kind === 'told' ? { ...outcome, payload: { list, hashes: told } } : outcome;
    },
  };
};

/** The hubs of the option `push`. None is told anything while no hub could fetch the feeds. */
export const hubConsumers = (parts: HubParts): Consumer[] =>
  configuredHubs(parts.settings.configured()).map((url) => hubConsumer(url, parts));

/** Most times that a document is made until long texts are rendered: each time waits some seconds for them. */
const MADE_AT_MOST = 4;

/** An incomplete document that expires within so many milliseconds is made again. */
const SOON = 15_000;

/**
 * What the listings and feeds of a list are about. The site's list also stands for the listing of the only source.
 * Empty for lists without feeds, and for topics that readers may not know of.
 *
 * @param edition the edition of the list's locale
 * @param marked name of the list in the catalogue, with the mark of its locale
 */
export const selectionsOfList = async (
  { plan, topics }: Edition,
  { home }: Settings,
  marked: ListName,
  now: Date,
): Promise<Selection[]> => {
  const list = unmarked(marked);
  const listings = sourceListings(plan, homePath(home));
  if (list === SITE_LIST) {
    return [WHOLE_SITE, ...listings.filter(({ isAlone }) => isAlone).map(ofSource)];
  }
  const named = topicOfList(list);
  if (!named) {
    return listings
      .filter(({ contentType, isAlone }) => contentType === list && !isAlone)
      .map(ofSource);
  }
  const type = groupTypes(plan).find(({ contentType }) => contentType === named.contentType);
  return type ? (await topics.findVisible(type, [named.documentId], now)).map(ofTopic) : [];
};

/** Address and hash of the document that readers get for a feed; undefined if the feed has no items. */
const hashDocument = async (
  site: Site,
  selection: Selection,
  { format, now }: { format: FeedFormat; now: Date },
): Promise<[address: string, hash: string] | undefined> => {
  for (let tried = 1; ; tried += 1) {
    const dependencies = newDependencies();
    const made = await trackDependencies(dependencies, async () => {
      const feed = await findFirstFeed(site, selection, format, now);
      if (feed.items.length === 0) return undefined;
      const body = await site.renderings.document(format, feed);
      return [feed.channel.feedUrl, hashOf(body)] satisfies [string, string];
    });
    // Readers get the complete document as soon as it is ready.
    const isSoonWhole = dependencies.isIncomplete && dependencies.expires - Date.now() < SOON;
    if (!isSoonWhole || tried === MADE_AT_MOST) return made;
  }
};

/** Hashes of what readers get for the feeds of a list, by address: the first page in each format. */
const findPresentHashes = async (
  editions: readonly Edition[],
  list: ListName,
  now: Date,
): Promise<Hashes> => {
  const edition = editions.find(({ mark }) => mark === markOfList(list));
  if (!edition) return {};
  const site = await siteNow(edition);
  const found: [string, string][] = [];
  for (const selection of await selectionsOfList(site, site.inForce, list, now)) {
    for (const format of FEED_FORMATS) {
      const document = await hashDocument(site, selection, { format, now });
      if (document) found.push(document);
    }
  }
  return Object.fromEntries(found);
};

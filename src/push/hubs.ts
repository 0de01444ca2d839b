import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { hashOf } from '../lib/hash';
import { queryTable } from '../lib/transactions';
import { configuredHubs, hubsInForce } from '../options/push';
import type { SettingsStore } from '../options/settings';
import type { Edition } from '../public/editions';
import { type PolledDocument, findListFeeds } from './feed-documents';
import type { Consumer, FeedsPayload, Outcome } from './consumer';
import { DELIVERY_TABLE, deliveryKey, SUBJECTS } from './deliveries';
import { sendRequest } from './send-request';

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

const hashesOf = (documents: PolledDocument[]): Hashes =>
  Object.fromEntries(documents.map(({ address, body }) => [address, hashOf(body)]));

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
      const present = hashesOf(await findListFeeds(editions, list, new Date(now)));
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

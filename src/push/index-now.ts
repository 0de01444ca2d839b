import { randomBytes } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { normaliseBaseUrl } from '../lib/url-paths';
import type { SettingsStore } from '../options/settings';
import { type Consumer, type EntryEvent, sendRequest } from './consumer';
import type { ChangeLog } from '../lib/change-log';
import { PLUGIN_ID } from '../lib/constants';

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);

/**
 * The key that proves to IndexNow that the site itself sends addresses: a file on the site contains it. It is made
 * once, and then the same on all nodes.
 */
export const createIndexNowKey = (
  strapi: Core.Strapi,
  { changeLog }: { changeLog: Pick<ChangeLog, 'runExclusively'> },
) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'index-now' });
  let known: string | undefined;

  return {
    /** The key; undefined before Strapi has started, and while the option is off. */
    get: (): string | undefined => known,

    /** Reads the key, or makes one if there is none. If several nodes start at once, one makes it. */
    async prepare(): Promise<void> {
      known = await changeLog.runExclusively(async () => {
        const stored = await store().get({});
        if (isKey(stored)) return stored;
        const made = randomBytes(16).toString('hex');
        await store().set({ value: made });
        return made;
      });
    },
  };
};

/** Shared endpoint: search engines pass addresses on to each other. */
const ENDPOINT = 'https://api.indexnow.org/indexnow';

/** Most entries in one call: an entry that moved has two addresses, and a call accepts 10,000. */
const MAXIMUM_ENTRIES = 1_000;

interface IndexNowParts {
  settings: Pick<SettingsStore, 'get'>;
  key: { get: () => string | undefined };
}

/**
 * Addresses that search engines should look at again, each once: present ones of entries, and former ones of entries
 * that moved or went.
 *
 * @param base only addresses below it are sent; without a final slash
 */
export const addressesToSubmit = (events: readonly EntryEvent[], base: string): string[] => {
  const changed = events.flatMap(({ former, present }) => [
    ...(present ? [present.url] : []),
    ...(former && former.url !== present?.url ? [former.url] : []),
  ]);
  return [...new Set(changed)].filter((address) => address.startsWith(`${base}/`));
};

/**
 * Tells search engines by IndexNow of pages that become public, change, move or go. It tells nothing while the site is
 * not public.
 */
export const indexNowConsumer = ({ settings, key }: IndexNowParts): Consumer => ({
  key: 'indexNow',
  kind: 'indexNow',
  name: 'IndexNow',
  deliveryKinds: ['entry'],
  isSubscriber: true,
  atOnce: MAXIMUM_ENTRIES,
  async send(deliveries) {
    const { baseUrl, isPublic } = await settings.get();
    const known = key.get();
    if (!isPublic || known === undefined) return { kind: 'nothing' };
    const events = deliveries.flatMap(({ event }) => event ?? []);
    const urlList = addressesToSubmit(events, normaliseBaseUrl(baseUrl));
    if (urlList.length === 0) return { kind: 'nothing' };
    return sendRequest({
      url: ENDPOINT,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        host: new URL(baseUrl).host,
        key: known,
        // IndexNow accepts addresses below the folder of this file.
        keyLocation: `${normaliseBaseUrl(baseUrl)}/${known}.txt`,
        urlList,
      }),
    });
  },
});

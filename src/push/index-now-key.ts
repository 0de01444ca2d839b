import { randomBytes } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import type { Log } from '../changes/log';
import { PLUGIN_ID } from '../constants';

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);

/**
 * The key by which IndexNow knows that who tells of addresses is the site: a file of the site has it. Made
 * once, and the same on all nodes from then on.
 */
export const createIndexNowKey = (
  strapi: Core.Strapi,
  { log }: { log: Pick<Log, 'exclusively'> },
) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'index-now' });
  let known: string | undefined;

  const read = async (): Promise<string | undefined> => {
    const stored = await store().get({});
    return isKey(stored) ? stored : undefined;
  };

  return {
    /** The key; undefined before Strapi has started, and where the option is off. */
    get: (): string | undefined => known,

    /** Reads it, or makes it where there is none. */
    async prepare(): Promise<void> {
      known = await read();
      // Of nodes that start at once one makes it, and the others read that.
      known ??= await log.exclusively(async () => {
        const stored = await read();
        if (stored !== undefined) return stored;
        const made = randomBytes(16).toString('hex');
        await store().set({ value: made });
        return made;
      });
    },
  };
};

export type IndexNowKey = ReturnType<typeof createIndexNowKey>;

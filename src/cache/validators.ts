import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { VALIDATOR_TABLE } from './validator-table';
import { getService } from '../get-service';

interface Row {
  id: number;
  entity_tag: string;
  modified: number;
}

/**
 * Addresses remembered at most; of those of several tags there are more than anyone can count. One
 * that is forgotten dates from the newest change among what it shows.
 */
const REMEMBERED = 200_000;

/** Tries to set a moment; each that fails means that another rendering has set one. */
const ATTEMPTS = 10;

/** What is known of a rendering. */
export interface Rendering {
  /**
   * Newest change among what is shown, in milliseconds since 1970; of no use later on, as an article
   * taken away or a new option leaves it where it was.
   */
  changed: number;
  /** Whether a change came between that it may not know of. */
  isOutdated: () => boolean;
}

const createValidators = ({ strapi }: { strapi: Core.Strapi }) => {
  const table = () => strapi.db.connection(VALIDATOR_TABLE);

  /** Forgets the oldest rows, once in a while. */
  const forget = async (newest: number): Promise<void> => {
    if (newest % 1_000 !== 0 || newest <= REMEMBERED) return;
    await table()
      .where('id', '<=', newest - REMEMBERED)
      .delete();
  };

  return {
    /**
     * When the bytes at an address became what they are, in seconds since 1970. Remembered in the
     * database: the same on every node, and later each time the bytes are others. Several changes
     * within a second are dated ahead of the clock, one second each.
     *
     * Bytes that are outdated before anybody had them are dated before the newest, so that whoever
     * is given them hears of the newest ones.
     */
    async modified(
      path: string,
      hash: string,
      { changed, isOutdated }: Rendering,
    ): Promise<number> {
      const address = createHash('sha256').update(path).digest('base64url');
      const find = () => table().where({ address }).first<Row>('id', 'entity_tag', 'modified');
      let known = await find();
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        if (known?.entity_tag === hash) return Number(known.modified);
        const now = Math.floor(Date.now() / 1000);
        // Another node may have set the moment of newer bytes than these.
        if (known) await getService(strapi, 'changes').lookNow();
        if (isOutdated()) break;
        if (known) {
          // Only over what was read: of two renderings at once, one sets the moment.
          await table()
            .where({ address, entity_tag: known.entity_tag })
            .update({ entity_tag: hash, modified: Math.max(now, Number(known.modified) + 1) });
        } else {
          const modified = changed > 0 ? Math.min(now, Math.floor(changed / 1000)) : now;
          await table()
            .insert({ address, entity_tag: hash, modified })
            .onConflict('address')
            .ignore();
        }
        const isNew = !known;
        known = await find();
        if (isNew && known) await forget(known.id);
      }
      return Number(known?.modified ?? Math.floor(Date.now() / 1000)) - 1;
    },
  };
};

export default createValidators;

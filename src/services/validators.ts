import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { VALIDATOR_TABLE } from '../models/validator';

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
     * database: the same on every node, and later each time the bytes are others.
     *
     * @param changed newest change among what is shown, in milliseconds since 1970; of no use
     *   later on, as an article taken away or a new option leaves it where it was
     */
    async modified(path: string, hash: string, changed: number): Promise<number> {
      const address = createHash('sha256').update(path).digest('base64url');
      const now = Math.floor(Date.now() / 1000);
      const find = () => table().where({ address }).first<Row>('id', 'entity_tag', 'modified');
      const known = await find();
      if (known?.entity_tag === hash) return Number(known.modified);
      if (known) {
        const modified = Math.max(now, Number(known.modified) + 1);
        // Only over what was read: of two nodes that see the change at once, one sets the moment.
        await table()
          .where({ address, entity_tag: known.entity_tag })
          .update({ entity_tag: hash, modified });
      } else {
        const modified = changed > 0 ? Math.min(now, Math.floor(changed / 1000)) : now;
        await table()
          .insert({ address, entity_tag: hash, modified })
          .onConflict('address')
          .ignore();
      }
      const found = await find();
      if (!known && found) await forget(found.id);
      return Number(found?.modified ?? now);
    },
  };
};

export default createValidators;

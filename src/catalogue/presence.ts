import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, PERMALINK_UID, TAG_UID } from '../constants';
import { DatabaseAwayError } from '../changes/database-errors';
import type { Log } from '../changes/log';

/**
 * Knows whether there has ever been something to serve: a tag, or an article that was published. An
 * installation that has nothing yet takes no address from anybody.
 */
export const createPresence = (
  strapi: Core.Strapi,
  { log }: { log: Pick<Log, 'catchUp' | 'isAway'> },
) => {
  /** Undefined while nobody has looked since the last change. */
  let known: boolean | undefined;
  let changes = 0;

  const look = async (): Promise<boolean> => {
    // What was published and taken back has left its address: it is gone, and says so.
    for (const uid of [TAG_UID, PERMALINK_UID]) {
      if (await strapi.db.query(uid).findOne({ select: ['id'] })) return true;
    }
    const where = { publishedAt: { $notNull: true } };
    return (await strapi.db.query(ARTICLE_UID).findOne({ select: ['id'], where })) !== null;
  };

  return {
    /**
     * Once true, it stays so, and costs nothing; before, as much as hearing of other nodes.
     *
     * @throws DatabaseAwayError when it has to be looked for and the database does not answer
     */
    async exists(): Promise<boolean> {
      if (known) return true;
      await log.catchUp();
      if (known !== undefined) return known;
      if (log.isAway()) throw new DatabaseAwayError();
      const before = changes;
      const found = await look();
      // What was looked at may be of before a change that came meanwhile.
      if (found || changes === before) known = found;
      return found;
    },

    /** Looks again, when there was nothing. */
    purge(): void {
      changes += 1;
      if (!known) known = undefined;
    },
  };
};

export type Presence = ReturnType<typeof createPresence>;

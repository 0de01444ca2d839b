import type { Core } from '@strapi/strapi';

import { PERMALINK_UID } from '../lib/constants';
import type { ChangeLog } from '../lib/change-log';

/** A content type that may have something to serve. */
interface ServedType {
  contentType: string;
  hasDrafts: boolean;
}

/**
 * Knows whether there has ever been something to serve: a topic, or an entry that was published. An
 * installation that has nothing yet takes no address from anybody.
 */
export const createPresence = (
  strapi: Core.Strapi,
  {
    changeLog,
    types,
  }: { changeLog: Pick<ChangeLog, 'catchUp' | 'untilReadable'>; types: readonly ServedType[] },
) => {
  /** Undefined while nobody has looked since the last change. */
  let known: boolean | undefined;
  let changes = 0;

  const hasRow = async (contentType: string, isDraftable: boolean): Promise<boolean> => {
    const where = isDraftable ? { publishedAt: { $notNull: true } } : {};
    return (await strapi.db.query(contentType).findOne({ select: ['id'], where })) !== null;
  };

  const look = async (): Promise<boolean> => {
    // What was published and taken back has left its address: it is gone, and says so.
    if (await hasRow(PERMALINK_UID, false)) return true;
    for (const { contentType, hasDrafts } of types) {
      if (await hasRow(contentType, hasDrafts)) return true;
    }
    return false;
  };

  return {
    /**
     * Once true, it stays so, and costs nothing; before, as much as hearing of other nodes.
     *
     * @throws DatabaseAwayError when it has to be looked for and the database does not answer
     */
    async exists(): Promise<boolean> {
      if (known) return true;
      // What a transaction sees may be taken back.
      if (strapi.db.inTransaction()) return look();
      await changeLog.catchUp();
      if (known !== undefined) return known;
      await changeLog.untilReadable();
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

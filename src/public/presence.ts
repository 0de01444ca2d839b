import type { Core } from '@strapi/strapi';

import type { ChangeLog } from '../lib/change-log';
import { PERMALINK_UID } from '../lib/constants';
import { wherePublished } from '../mapping/plan';

/** A content type whose entries or topics the plugin may serve. */
interface ServedType {
  contentType: string;
  hasDrafts: boolean;
}

/**
 * Tells whether there was ever anything to serve: a topic or a published entry. Until then the plugin takes no
 * address from the site.
 *
 * Without it `test/api/nothing-yet.test.ts` fails: the plugin answers for a site that has published nothing with it.
 */
export const createPresence = (
  strapi: Core.Strapi,
  {
    changeLog,
    types,
  }: { changeLog: Pick<ChangeLog, 'catchUp' | 'untilReadable'>; types: readonly ServedType[] },
) => {
  /** Undefined until somebody looks, and again after each change while there was nothing. */
  let known: boolean | undefined;
  let changes = 0;

  const hasRow = async (type: ServedType): Promise<boolean> => {
    const where = wherePublished(type);
    return (await strapi.db.query(type.contentType).findOne({ select: ['id'], where })) !== null;
  };

  const lookForContent = async (): Promise<boolean> => {
    // A withdrawn entry keeps its permalink row: its address has to answer 410.
    for (const type of [{ contentType: PERMALINK_UID, hasDrafts: false }, ...types]) {
      if (await hasRow(type)) return true;
    }
    return false;
  };

  return {
    /**
     * Once true, the answer stays true and costs nothing. Before that, each call costs as much as
     * `changeLog.catchUp`.
     *
     * @throws DatabaseAwayError when it has to be looked for and the database does not answer
     */
    async exists(): Promise<boolean> {
      if (known) return true;
      // An open transaction may be rolled back: do not remember what it sees.
      if (strapi.db.inTransaction()) return lookForContent();
      await changeLog.catchUp();
      if (known !== undefined) return known;
      await changeLog.untilReadable();
      const before = changes;
      const found = await lookForContent();
      // A change during the look-up may have outdated its result.
      if (found || changes === before) known = found;
      return found;
    },

    /** Makes the next call look again, if there was nothing. */
    purge(): void {
      changes += 1;
      if (!known) known = undefined;
    },
  };
};

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { createLookConnection } from './look-connection';
import { COUNTER, SCOPE_TABLE } from './versions';

/** Scopes that are read at once; where more have changed, everything is taken for changed. */
const SCOPES_AT_ONCE = 10_000;

interface Row {
  key: string;
  scope: string | null;
  version: number;
  forgotten: number | null;
}

/**
 * Finds which scopes other nodes have given a newer version than this one knows. What it knows is in memory,
 * as what it is for is: responses. A node that was away for so long that scopes were forgotten meanwhile
 * purges all it has.
 */
export const createNewerVersions = (
  strapi: Core.Strapi,
  /** Acts on what changed. */
  { tell }: { tell: (scopes: string[]) => void },
) => {
  const connection = createLookConnection(strapi);
  /** Undefined before the first look. */
  let seen: number | undefined;
  /** The version that this node gave last. */
  let lastOwn = 0;

  return {
    /**
     * Acts on all changes of other nodes that have a version.
     *
     * @throws when the database cannot be read
     */
    async look(): Promise<void> {
      const known = seen;
      const rows = await connection.read<Row>(
        strapi.db
          .getConnection(SCOPE_TABLE)
          .where('version', '>', known ?? 0)
          .orWhere({ key: COUNTER })
          .orderBy('version', 'desc')
          .limit(SCOPES_AT_ONCE)
          .select('key', 'scope', 'version', 'forgotten'),
      );
      const counter = rows.find(({ key }) => key === COUNTER);
      const version = Number(counter?.version ?? 0);
      // A replica that had not heard of all took over, a backup was restored, or a transfer emptied the table:
      // versions are given once more.
      const isSetBack = version < (known ?? 0);
      const isBehind =
        known === undefined ||
        isSetBack ||
        rows.length === SCOPES_AT_ONCE ||
        Number(counter?.forgotten ?? 0) > known;
      const changed = rows.filter(({ key }) => key !== COUNTER);
      // Of what was before the first look nobody has heard.
      if (isBehind) tell([CACHE_TAGS.everything]);
      else if (changed.length > 0) tell(changed.map(({ scope }) => scope ?? CACHE_TAGS.everything));
      // This node may have given the next one meanwhile.
      seen = isSetBack ? version : Math.max(version, seen ?? 0);
    },

    /**
     * Notes a version that this node gave, and whose changes it acted on.
     *
     * @returns whether it knows all earlier ones; else the next look finds this one, too
     */
    noteOwn(version: number): boolean {
      // Versions were set back: the next look takes everything for changed, however few were lost.
      const isSetBack = version <= lastOwn;
      lastOwn = version;
      if (isSetBack) {
        seen = undefined;
        return false;
      }
      if (seen === undefined) return true;
      if (version !== seen + 1) return false;
      seen = version;
      return true;
    },

    /** Closes the connection it reads by. */
    close: (): Promise<void> => connection.close(),
  };
};

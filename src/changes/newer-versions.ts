import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { createLookConnection } from './look-connection';
import { COUNTER, SCOPE_TABLE } from './versions';

/** Most scopes that are read at once; if more have changed, everything counts as changed. */
const SCOPES_AT_ONCE = 10_000;

interface Row {
  id: number;
  key: string;
  scope: string | null;
  version: number;
}

/**
 * Finds the scopes to which other nodes gave a newer version than this node knows: nodes share the database and nothing
 * else. The known version is in memory, like the responses that it is for.
 */
export const createNewerVersions = (
  strapi: Core.Strapi,
  {
    onChanged,
    onEmptied,
  }: {
    /** Called with changed scopes. */
    onChanged: (scopes: string[]) => void;
    /** Called when somebody emptied the table, as an import beside this node does. */
    onEmptied: () => void;
  },
) => {
  const connection = createLookConnection(strapi);
  /** The newest version that this node knows; undefined before the first look. */
  let seen: number | undefined;
  /** Row id of the counter: another one is there after somebody emptied the table, who empties the catalogue as well. */
  let counterId: number | undefined;
  /** The version that this node gave last. */
  let lastOwn = 0;

  return {
    /**
     * Finds and acts on all changes of other nodes that have a version.
     *
     * @throws when the database cannot be read
     */
    async lookForChanges(): Promise<void> {
      const known = seen;
      const asked = strapi.db.getConnection(SCOPE_TABLE).where({ key: COUNTER });
      // The first look purges everything, and must not read the whole table.
      if (known !== undefined) void asked.orWhere('version', '>', known);
      const rows = await connection.read<Row>(
        asked
          // Of one version, the counter comes first: it is older than all scopes. `coalesce` makes SQLite use the index of
          // each condition: it would read the whole table in the order of its versions otherwise.
          .orderByRaw('coalesce(??, 0) desc, ??', ['version', 'id'])
          .limit(SCOPES_AT_ONCE)
          .select('id', 'key', 'scope', 'version'),
      );
      const counter = rows.find(({ key }) => key === COUNTER);
      const version = Number(counter?.version ?? 0);
      // A replica that lacked some versions took over, a backup was restored, or a transfer emptied the table: some
      // versions are given a second time.
      const isEmptied = counterId !== undefined && counter?.id !== counterId;
      const isSetBack = isEmptied || version < (known ?? 0);
      const isBehind = known === undefined || isSetBack || rows.length === SCOPES_AT_ONCE;
      const changed = rows.filter(({ key }) => key !== COUNTER);
      // Nobody has told this node of changes before its first look.
      if (isBehind) onChanged([CACHE_TAGS.everything]);
      else if (changed.length > 0)
        onChanged(changed.map(({ scope }) => scope ?? CACHE_TAGS.everything));
      if (isEmptied) onEmptied();
      counterId = counter?.id;
      // This node may have given a newer version meanwhile.
      seen = isSetBack ? version : Math.max(version, seen ?? 0);
    },

    /**
     * Notes a version that this node gave, and whose changes it acted on.
     *
     * @returns whether it knows all earlier versions; if not, the next look finds this one, too
     */
    noteOwnVersion(version: number): boolean {
      // Versions were set back: at the next look everything counts as changed, even if little was lost.
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

    /** Has the next look take the present counter for the known one. */
    forgetCounter(): void {
      counterId = undefined;
    },

    /** Closes the connection that looks use. */
    close: (): Promise<void> => connection.close(),
  };
};

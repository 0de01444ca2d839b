import type { App } from './app';
import { defaultDatabase } from './database';

/** Maximum number of an app's connections. PostgreSQL keeps unreported statistics for each. */
const CONNECTIONS = 10;

/** Number of rows inserted, changed or deleted in an app's database so far, by the database's own count. */
export const rowsChanged = async ({ strapi }: App): Promise<number> => {
  const { connection } = strapi.db;
  switch (defaultDatabase) {
    case 'sqlite': {
      const [{ changes }] = await connection.raw('select total_changes() as changes');
      return changes;
    }
    case 'postgres': {
      // A connection reports its statistics once a second at most, when it becomes idle: flush each.
      const { client } = connection;
      const all = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => client.acquireConnection()),
      );
      for (const one of all)
        await connection.raw('select pg_stat_force_next_flush()').connection(one);
      for (const one of all) await client.releaseConnection(one);
      const { rows } = await connection.raw(
        'select sum(n_tup_ins + n_tup_upd + n_tup_del) as changes from pg_stat_user_tables',
      );
      return Number(rows[0].changes);
    }
    case 'mysql': {
      await connection.raw('set global userstat = 1');
      const [rows] = await connection.raw(
        'select sum(rows_changed) as changes from information_schema.table_statistics where table_schema = database()',
      );
      return Number(rows[0].changes);
    }
  }
};

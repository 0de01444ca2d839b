import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

/** The database did not answer, or not in time. The same query may succeed a moment later. */
export class DatabaseAwayError extends Error {
  constructor(cause?: unknown) {
    super('The database does not answer.', { cause });
    this.name = 'DatabaseAwayError';
  }
}

/** Errors of the connection pool (knex, tarn). */
const POOL_ERRORS = ['KnexTimeoutError', 'TimeoutError'];

/** Messages of connection errors that have no code (pg). */
const CONNECTION_LOST =
  /^(?:Connection terminated|Connection ended|Client has encountered a connection error|timeout expired|Unable to acquire a connection)/;

/** Error codes of better-sqlite3, of mysql2 and of sockets. */
const CODES =
  /^(?:SQLITE_\w+|ER_\w+|PROTOCOL_\w+|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_\w+|EHOST\w+|ENET\w+)$/;

/** SQLSTATE classes of a wrong statement or wrong data (SQL standard; PostgreSQL's appendix A): a retry fails again. */
const OF_STATEMENT = /^(?:21|22|23|42)/;

/** The same for better-sqlite3, which has no SQLSTATE. */
const OF_STATEMENT_IN_SQLITE = /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|MISUSE|RANGE|TOOBIG)/;

/** MySQL's limits have a class of these as well, but a retry may succeed. */
const LIMITS = ['ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'];

const isOfStatement = (code: unknown, sqlState: unknown): boolean =>
  !LIMITS.includes(String(code)) &&
  (OF_STATEMENT.test(String(sqlState)) || OF_STATEMENT_IN_SQLITE.test(String(code)));

/**
 * Whether an error comes from the database or the connection to it, not from our code or a wrong statement.
 * PostgreSQL's errors have a severity; other clients have error codes of their own.
 */
export const isDatabaseError = (error: unknown): boolean => {
  if (error instanceof DatabaseAwayError) return true;
  if (!(error instanceof Error)) return false;
  const { code, severity, sqlState, syscall } = error as Error & Record<string, unknown>;
  if (isOfStatement(code, severity === undefined ? sqlState : code)) return false;
  return (
    POOL_ERRORS.includes(error.name) ||
    // knex puts the statement that was under way before the message.
    CONNECTION_LOST.test(error.message.split(' - ').at(-1)!) ||
    severity !== undefined ||
    syscall === 'connect' ||
    (typeof code === 'string' && CODES.test(code))
  );
};

/**
 * On MySQL, converts tables to utf8mb4. A new table has the character set of its database, which may lack characters that
 * converted tables of the site have: their entries could not be indexed. The next start retries what fails.
 */
export const widenTables = async (
  { db, log }: Core.Strapi,
  tables: readonly string[],
): Promise<void> => {
  if (db.dialect.client !== 'mysql') return;
  const narrow: { name: string }[] = await db
    .connection('information_schema.tables')
    .whereRaw('table_schema = database()')
    .whereIn('table_name', tables)
    .whereNot('table_collation', 'like', 'utf8mb4%')
    .select({ name: 'table_name' });
  if (narrow.length === 0) return;
  const { client } = db.connection;
  const connection: unknown = await client.acquireConnection();
  const run = (statement: string, bindings: string[] = []): Promise<unknown> =>
    db.connection.raw(statement, bindings).connection(connection);
  try {
    // While the conversion waits for a long transaction that read the table, statements of running nodes wait for it.
    await run('set session lock_wait_timeout = 10');
    for (const { name } of narrow) {
      log.info(`Syndication: the table ${name} is converted to utf8mb4, once.`);
      await run('alter table ?? convert to character set utf8mb4', [name]).catch((error: Error) =>
        log.warn(
          `Syndication: the table ${name} could not be converted to utf8mb4, and entries with characters that it lacks, such as emoji, are in no feed: ${error.message}. Start again, or convert it by hand.`,
        ),
      );
    }
    await run('set session lock_wait_timeout = @@global.lock_wait_timeout');
  } finally {
    await client.releaseConnection(connection);
  }
};

/** Logs an error of the plugin with its stack. The plugin's name tells an administrator whose error it is. */
export const logError = ({ log }: Pick<Core.Strapi, 'log'>, error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error(`Syndication: ${text}`);
};

/**
 * Reads the rows of a query in the order of their ids, a batch in each statement.
 *
 * @param query makes the query anew, with `id` among its columns
 */
export async function* inBatches<Row extends { id: number }>(
  query: () => Knex.QueryBuilder,
  size: number,
): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const rows: Row[] = await query().where('id', '>', last).orderBy('id').limit(size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1)!.id;
  }
}

/** Value of a column, as database clients return it. */
export type ColumnValue = string | number | Date;

/** Date in a column. */
export const fromColumn = (column: ColumnValue | null): Date | null =>
  column === null ? null : new Date(column);

/** Date in a column, in milliseconds since 1970. */
export const timeOf = (column: ColumnValue | null): number | null =>
  fromColumn(column)?.getTime() ?? null;

/** Whether the database client writes dates in this process's local time, as PostgreSQL's and MySQL's do by default. */
const writesLocalTime = ({ db }: Core.Strapi): boolean => {
  if (db.dialect.client === 'sqlite') return false;
  const { connectionSettings } = db.connection.client as {
    connectionSettings?: { timezone?: string };
  };
  // Only MySQL has this option.
  return (connectionSettings?.timezone ?? 'local') === 'local';
};

/**
 * A date to compare stored dates with. When summer time ends, one hour of local time occurs twice, and clients read
 * stored dates of both as the first. So during the second hour, every date of that hour counts as past.
 */
export const toCompared = (strapi: Core.Strapi, date: Date): Date => {
  if (!writesLocalTime(strapi)) return date;
  const first = new Date(date);
  // Of two possible moments `setHours` takes the first, as clients do when they read.
  first.setHours(date.getHours());
  if (first < date) first.setMinutes(59, 59, 999);
  return first;
};

/** A date as a value to compare a column with. SQLite stores dates as milliseconds. */
export const toColumn = (strapi: Core.Strapi, date: Date): Date | number =>
  strapi.db.dialect.client === 'sqlite' ? date.getTime() : toCompared(strapi, date);

/** Attribute of a table: a text column of limited length, because MySQL cannot index long texts. */
export const textColumn = (length: number) => ({
  type: 'string',
  columnType: { type: 'string', args: [length] },
});

/**
 * Queries for the clock of a database, in seconds since 1970. SQLite has the clock of the node. MySQL is asked for UTC:
 * local time is ambiguous in the hour when summer time ends.
 */
const CLOCKS: Record<string, string | undefined> = {
  postgres: 'select extract(epoch from clock_timestamp()) as seconds',
  mysql: "select timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) / 1000000 as seconds",
};

/**
 * How far the clock of the database is ahead of this node's, in milliseconds: negative if it is behind, 0 if unknown.
 */
const findClockDifference = async (strapi: Core.Strapi): Promise<number> => {
  const statement = CLOCKS[strapi.db.dialect.client];
  if (statement === undefined) return 0;
  const asked = Date.now();
  const answer = await strapi.db.connection.raw(statement);
  const answered = Date.now();
  const [row] = (answer.rows ?? answer[0]) as { seconds: string | number }[];
  const database = Number(row?.seconds) * 1_000;
  // The database read its clock at some moment in between.
  return database < asked ? database - asked : Math.max(0, database - answered);
};

/** The clock of the database, in milliseconds since 1970. `read` measures how far it differs from this node's. */
export const createDatabaseClock = (strapi: Core.Strapi) => {
  let difference = 0;
  return {
    now: (): number => Date.now() + difference,
    async read(): Promise<void> {
      difference = Math.round(await findClockDifference(strapi));
    },
  };
};

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

/** Seconds by which clocks may differ: nobody notices an article that other nodes show this much later. */
export const CLOCK_TOLERANCE = 2;

/**
 * Warns at start if the clocks of this node and of the database differ. Each node decides by its own clock what is due:
 * an entry that is published on a node whose clock is ahead appears that much later on the others.
 */
export const warnOfClock = async (strapi: Core.Strapi): Promise<void> => {
  const difference = -(await findClockDifference(strapi));
  const seconds = Math.round(Math.abs(difference) / 1_000);
  if (!(Math.abs(difference) > CLOCK_TOLERANCE * 1_000)) return;
  strapi.log.warn(
    `Syndication: the clock of this machine is ${seconds} seconds ${difference > 0 ? 'ahead of' : 'behind'} that of the database. ` +
      'An article is missing on the nodes whose clocks are behind for as long as that. Have all machines set their clocks by NTP.',
  );
};

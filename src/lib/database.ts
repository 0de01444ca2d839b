import type { Core } from '@strapi/strapi';

/** The database does not answer, or not in time. What was asked may well be answered a moment later. */
export class DatabaseAwayError extends Error {
  constructor(cause?: unknown) {
    super('The database does not answer.', { cause });
    this.name = 'DatabaseAwayError';
  }
}

/** Errors of the pool that connections are taken from (knex, tarn). */
const POOL_ERRORS = ['KnexTimeoutError', 'TimeoutError'];

/** What clients say of connections that end, without a code (pg). */
const CONNECTION_LOST =
  /^(?:Connection terminated|Connection ended|Client has encountered a connection error|timeout expired|Unable to acquire a connection)/;

/** Codes of better-sqlite3, of mysql2, and of connections. */
const CODES =
  /^(?:SQLITE_\w+|ER_\w+|PROTOCOL_\w+|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_\w+|EHOST\w+|ENET\w+)$/;

/**
 * Classes of SQLSTATE that say that a statement is wrong, or its data (SQL standard; PostgreSQL's
 * appendix A): asked again, it fails again.
 */
const OF_STATEMENT = /^(?:21|22|23|42)/;

/** The same of better-sqlite3, which knows no SQLSTATE. */
const OF_STATEMENT_IN_SQLITE = /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|MISUSE|RANGE|TOOBIG)/;

/** What MySQL counts among them, though it passes. */
const LIMITS = ['ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'];

const isOfStatement = (code: unknown, sqlState: unknown): boolean =>
  !LIMITS.includes(String(code)) &&
  (OF_STATEMENT.test(String(sqlState)) || OF_STATEMENT_IN_SQLITE.test(String(code)));

/**
 * Whether an error is the database's or the connection's to it, and neither of the code that asked
 * nor of what it asked. Told by what the clients give with it: PostgreSQL's has a severity, the others'
 * have codes of their own.
 */
export const isDatabaseError = (error: unknown): boolean => {
  if (error instanceof DatabaseAwayError) return true;
  if (!(error instanceof Error)) return false;
  const { code, severity, sqlState, syscall } = error as Error & Record<string, unknown>;
  if (isOfStatement(code, severity === undefined ? sqlState : code)) return false;
  return (
    POOL_ERRORS.includes(error.name) ||
    CONNECTION_LOST.test(error.message) ||
    severity !== undefined ||
    syscall === 'connect' ||
    (typeof code === 'string' && CODES.test(code))
  );
};

/** Logs a fault of the plugin by its name, with its stack: an administrator sees whose it is. */
export const logError = ({ log }: Pick<Core.Strapi, 'log'>, error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error(`Syndication: ${text}`);
};

/** What a column holds, as databases give it. */
export type Column = string | number | Date;

/** The moment that a column holds, in milliseconds since 1970. */
export const timeOf = (column: Column | null): number | null =>
  column === null ? null : new Date(column).getTime();

/** Whether a client writes moments by the clock on the wall where this process runs, as those of PostgreSQL and MySQL do. */
const writesLocalTime = ({ db }: Core.Strapi): boolean => {
  if (db.dialect.client === 'sqlite') return false;
  const { connectionSettings } = db.connection.client as {
    connectionSettings?: { timezone?: string };
  };
  // An option of MySQL's.
  return (connectionSettings?.timezone ?? 'local') === 'local';
};

/**
 * A moment as rows are compared with it. The hour that summer time ends with comes twice, and what was written in
 * either is read as of the first: in the second, all of it is over.
 */
export const toCompared = (strapi: Core.Strapi, date: Date): Date => {
  if (!writesLocalTime(strapi)) return date;
  const first = new Date(date);
  // Of two moments, it takes the first, as clients do that read.
  first.setHours(date.getHours());
  if (first < date) first.setMinutes(59, 59, 999);
  return first;
};

/** A date as a condition on a column takes it; SQLite keeps dates as milliseconds. */
export const toColumn = (strapi: Core.Strapi, date: Date): Date | number =>
  strapi.db.dialect.client === 'sqlite' ? date.getTime() : toCompared(strapi, date);

/** An attribute of a table that holds a text of a length: MySQL's indexes take no long ones. */
export const textColumn = (length: number) => ({
  type: 'string',
  columnType: { type: 'string', args: [length] },
});

/**
 * The clock of a database, in seconds since 1970. On SQLite it is that of the node. MySQL by UTC: in the hour
 * that summer time ends with, local time says two moments.
 */
const CLOCKS: Record<string, string | undefined> = {
  postgres: 'select extract(epoch from clock_timestamp()) as seconds',
  mysql: "select timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) / 1000000 as seconds",
};

/**
 * Milliseconds that the clock of the database is ahead of this node's: less than 0 where it is behind, 0 where
 * there is no telling.
 */
const findClockDifference = async (strapi: Core.Strapi): Promise<number> => {
  const statement = CLOCKS[strapi.db.dialect.client];
  if (statement === undefined) return 0;
  const asked = Date.now();
  const answer = await strapi.db.connection.raw(statement);
  const answered = Date.now();
  const [row] = (answer.rows ?? answer[0]) as { seconds: string | number }[];
  const database = Number(row?.seconds) * 1_000;
  // The database looked at its clock at some moment in between.
  return database < asked ? database - asked : Math.max(0, database - answered);
};

/** The clock of the database, as this node knows it. */
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

/** Seconds by which clocks may differ: an article that is missing on other nodes for less, nobody misses. */
export const CLOCKS_DIFFER = 2;

/**
 * Says at start that the clock of this node and that of the database differ. Each node shows what is due
 * by its own clock: what a node publishes whose clock is ahead, the others show that much later.
 */
export const warnOfClock = async (strapi: Core.Strapi): Promise<void> => {
  const difference = -(await findClockDifference(strapi));
  const seconds = Math.round(Math.abs(difference) / 1_000);
  if (!(Math.abs(difference) > CLOCKS_DIFFER * 1_000)) return;
  strapi.log.warn(
    `Syndication: the clock of this machine is ${seconds} seconds ${difference > 0 ? 'ahead of' : 'behind'} that of the database. ` +
      'An article is missing on the nodes whose clocks are behind for as long as that. Have all machines set their clocks by NTP.',
  );
};

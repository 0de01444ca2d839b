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

import { DatabaseAwayError, isDatabaseError } from '../../../src/lib/database';

const errorWith = (properties: Record<string, unknown>, message = 'failed'): Error =>
  Object.assign(new Error(message), properties);

describe('an error of the database', () => {
  it.each([
    ['a connection that is refused', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['a server of PostgreSQL that ends', { severity: 'FATAL', code: '57P01' }],
    ['too many connections to PostgreSQL', { severity: 'FATAL', code: '53300' }],
    ['a lock of PostgreSQL', { severity: 'ERROR', code: '55P03' }],
    ['a lock of MySQL', { code: 'ER_LOCK_WAIT_TIMEOUT', sqlState: 'HY000' }],
    ['too many connections to MySQL', { code: 'ER_CON_COUNT_ERROR', sqlState: '08004' }],
    ['those of a user', { code: 'ER_TOO_MANY_USER_CONNECTIONS', sqlState: '42000' }],
    ['a lost connection to MySQL', { code: 'PROTOCOL_CONNECTION_LOST' }],
    ['a lock of SQLite', { code: 'SQLITE_BUSY' }],
    ['a full disk', { code: 'SQLITE_FULL' }],
    ['a pool without a free connection', { name: 'KnexTimeoutError' }],
  ])('is %s', (_what, properties) => {
    expect(isDatabaseError(errorWith(properties))).toBe(true);
  });

  it('is that of whoever waited in vain', () => {
    expect(isDatabaseError(new DatabaseAwayError())).toBe(true);
    expect(isDatabaseError(errorWith({}, 'Connection terminated unexpectedly'))).toBe(true);
    const underWay = 'select * from "t" where "id" = $1 - Connection terminated unexpectedly';
    expect(isDatabaseError(errorWith({}, underWay))).toBe(true);
  });

  it.each([
    ['a statement PostgreSQL does not understand', { severity: 'ERROR', code: '42601' }],
    ['a column PostgreSQL does not have', { severity: 'ERROR', code: '42703' }],
    ['a value PostgreSQL cannot take', { severity: 'ERROR', code: '22P02' }],
    ['a column MySQL does not have', { code: 'ER_BAD_FIELD_ERROR', sqlState: '42S22' }],
    ['a statement SQLite does not understand', { code: 'SQLITE_ERROR' }],
    ['a key SQLite has already', { code: 'SQLITE_CONSTRAINT_UNIQUE' }],
    ['a file that is not there', { code: 'ENOENT', syscall: 'open' }],
    ['an argument that is wrong', { code: 'ERR_INVALID_ARG_TYPE' }],
    ['any other', {}],
  ])('is not %s', (_what, properties) => {
    expect(isDatabaseError(errorWith(properties))).toBe(false);
  });

  it('is not what is no error', () => {
    expect(isDatabaseError('ECONNREFUSED')).toBe(false);
  });
});

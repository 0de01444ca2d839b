/**
 * A log of what changed, for whoever follows it: nodes that keep responses in memory. Rows are appended
 * in the transaction of the change without a revision, so that writers never wait for each other, and
 * numbered right after it was committed. One row, the counter, holds the highest revision.
 */
export const CHANGE_TABLE = 'syndication_changes';

/** `name` of the row that counts the revisions. */
export const COUNTER = 'counter';

/** Rows of the log handled at once; where more are waiting, they stand for everything changed. */
export const ROWS_AT_ONCE = 1_000;

export const changeModel = {
  uid: 'plugin::syndication.change',
  singularName: 'syndication_change',
  tableName: CHANGE_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** Null until the row is numbered. */
    revision: { type: 'integer' },
    /** What changed, as a JSON array of cache tags. */
    scopes: { type: 'text' },
    /** Null but for the counter. */
    name: { type: 'string' },
    /**
     * Of the counter, in seconds since 1970: when the newest revision was given, never twice the same;
     * on SQLite, the latest date that any change was given.
     */
    moment: { type: 'biginteger' },
    /** Of the counter: the oldest revision that is kept. */
    oldest: { type: 'integer' },
  },
  indexes: [
    { name: 'syndication_changes_revision_index', columns: ['revision'] },
    { name: 'syndication_changes_name_unique', columns: ['name'], type: 'unique' },
  ],
};

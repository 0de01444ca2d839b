/**
 * What was written and is not indexed yet: a row is appended in the transaction of each change, and taken away by
 * whoever indexes it, right after the commit or, where that node was killed, a second later.
 */
export const OUTBOX_TABLE = 'syndication_outbox';

export const outboxModel = {
  uid: 'plugin::syndication.outbox',
  singularName: 'syndication_outbox',
  tableName: OUTBOX_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** What was written, as JSON: a `Change`. */
    change: { type: 'text' },
    /** Whether it is a part of something large, behind which others do not wait. */
    bulk: { type: 'boolean' },
  },
  indexes: [],
};

/**
 * What responses show, by name (a scope), each with the version of its last change. Versions are given one
 * after the other, by whoever holds the row that counts them: a node asks for what is newer than it knows.
 */
export const SCOPE_TABLE = 'syndication_scopes';

/** `key` of the row that counts. Keys of scopes are hashes, and longer. */
export const COUNTER = 'counter';

export const scopeModel = {
  uid: 'plugin::syndication.scope',
  singularName: 'syndication_scope',
  tableName: SCOPE_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** Hash of the name: a database may take two names for one that differ in case, or take none so long. */
    key: { type: 'string', columnType: { type: 'string', args: [40] } },
    /** Of the counter, the fingerprint of the plan by which entries are indexed: that of the latest start. */
    scope: { type: 'text' },
    /** Of the counter, the newest that was given. */
    version: { type: 'integer' },
    /** When it last changed, in seconds since 1970: what Last-Modified is made from. */
    moment: { type: 'biginteger' },
    /** Of the counter: the newest version of which something is forgotten. */
    forgotten: { type: 'integer' },
  },
  indexes: [
    { name: 'syndication_scopes_key_unique', columns: ['key'], type: 'unique' },
    { name: 'syndication_scopes_version_index', columns: ['version'] },
  ],
};

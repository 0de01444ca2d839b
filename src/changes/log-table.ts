/**
 * A log of what changed, for the nodes that keep answers in memory. Rows are appended in the
 * transaction of the change without a revision, so that writers never wait for each other; whoever
 * sees such rows first numbers them. One row, the counter, holds the highest revision.
 */
export const CHANGE_TABLE = 'syndication_changes';

/** `name` of the row that counts the revisions. */
export const COUNTER = 'counter';

export const changeModel = {
  uid: 'plugin::syndication.change',
  singularName: 'syndication_change',
  tableName: CHANGE_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** Null until the row is numbered. */
    revision: { type: 'integer' },
    /** What changed, as a JSON array of scopes. */
    scopes: { type: 'text' },
    /** Null but for the counter. */
    name: { type: 'string' },
  },
  indexes: [
    { name: 'syndication_changes_revision_index', columns: ['revision'] },
    { name: 'syndication_changes_name_unique', columns: ['name'], type: 'unique' },
  ],
};

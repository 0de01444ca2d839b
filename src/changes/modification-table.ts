/**
 * When what responses show last changed, by cache tag: what Last-Modified is made from. Written with
 * the change, never by a reader; the same for every node and after a restart.
 */
export const MODIFICATION_TABLE = 'syndication_modifications';

export const modificationModel = {
  uid: 'plugin::syndication.modification',
  singularName: 'syndication_modification',
  tableName: MODIFICATION_TABLE,
  attributes: {
    id: { type: 'increments' },
    cacheTag: { type: 'string' },
    /** Seconds since 1970. */
    moment: { type: 'biginteger' },
  },
  indexes: [
    { name: 'syndication_modifications_tag_unique', columns: ['cache_tag'], type: 'unique' },
  ],
};

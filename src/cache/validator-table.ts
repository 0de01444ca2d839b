/**
 * When the bytes at each public address last changed (RFC 9110, section 8.8: the validators of a
 * representation). Kept in the database, so that Last-Modified moves whenever the bytes do, for
 * whatever reason, and is the same on every node and after a restart.
 */
export const VALIDATOR_TABLE = 'syndication_validators';

export const validatorModel = {
  uid: 'plugin::syndication.validator',
  singularName: 'syndication_validator',
  tableName: VALIDATOR_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** Hash of the address's path: paths are longer than some databases index. */
    address: { type: 'string' },
    entityTag: { type: 'string' },
    /** Seconds since 1970. */
    modified: { type: 'integer' },
  },
  indexes: [
    { name: 'syndication_validators_address_unique', columns: ['address'], type: 'unique' },
  ],
};

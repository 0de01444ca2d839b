import { createHash } from 'node:crypto';

import { textColumn } from '../lib/database';
import type { EntryKey } from '../catalogue/catalogue-table';
import type { Told } from './consumer';

/**
 * What others are to be told of, and were told: one row for each consumer and subject that is pending, and
 * those that ended in the last days. A table of its own rather than a content type: an export would carry
 * what was told of this installation into another.
 */
export const DELIVERY_TABLE = 'syndication_deliveries';

export const deliveryModel = {
  uid: 'plugin::syndication.delivery',
  singularName: 'syndication_delivery',
  tableName: DELIVERY_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** `key` of the consumer. */
    consumer: textColumn(100),
    /** What the consumer is told of: an entry, a feed, the site, scopes. */
    subject: { type: 'text' },
    /** Hash of consumer and subject, of feeds without the moment: `lastingKey`. */
    key: textColumn(40),
    /** Hash of consumer and subject while the row is pending, and null then: a subject has one pending row. */
    pendingKey: textColumn(40),
    /** See `DeliveryState`. */
    state: textColumn(10),
    /** Id of the message, the same however often it is sent. */
    message: textColumn(40),
    /** The first and the last version of the index that it is about. */
    since: { type: 'integer' },
    version: { type: 'integer' },
    /** Counts the changes that the row took in: what was sent before one is not all. */
    revision: { type: 'integer' },
    /** What is to be told, as JSON. */
    payload: { type: 'text', columnType: { type: 'text', args: ['longtext'] } },
    /** Milliseconds since 1970, by the database's clock. */
    created: { type: 'biginteger' },
    due: { type: 'biginteger' },
    /** Until when a node has it, and which; 0 for none. */
    leasedUntil: { type: 'biginteger' },
    lease: textColumn(40),
    /** How often it was sent. */
    tries: { type: 'integer' },
    /** When it was first tried without success; 0 for never. */
    failing: { type: 'biginteger' },
    ended: { type: 'biginteger' },
    /** How the last try was answered. */
    answer: textColumn(500),
  },
  indexes: [
    { name: 'syndication_deliveries_pending_unique', columns: ['pending_key'], type: 'unique' },
    { name: 'syndication_deliveries_due_index', columns: ['state', 'consumer', 'due'] },
    { name: 'syndication_deliveries_key_index', columns: ['key', 'id'] },
    { name: 'syndication_deliveries_version_index', columns: ['version'] },
  ],
};

/** What a consumer is told of, in a word, by kind. */
export const SUBJECTS = {
  entry: ({ contentType, documentId, locale }: EntryKey): string =>
    `entry ${contentType} ${documentId} ${locale}`,
  site: (): string => 'site',
  /** @param of the version, or the moment from when on readers see the change */
  scopes: (of: number | string): string => `scopes ${of}`,
  feeds: (list: string, moment?: number): string =>
    moment === undefined ? `feeds ${list}` : `feeds ${list} ${moment}`,
} as const satisfies Record<keyof Told, (...parts: never[]) => string>;

/** What a subject is of. */
export const kindOfSubject = (subject: string): keyof Told => subject.split(' ')[0] as keyof Told;

/** What a pending row is known by. */
export const deliveryKey = (consumer: string, subject: string): string =>
  createHash('sha1').update(`${consumer} ${subject}`).digest('hex');

/** What a row is known by from one telling to the next: the feeds of a list are, whenever they change. */
export const lastingKey = (consumer: string, subject: string): string =>
  deliveryKey(consumer, subject.replace(/^(feeds \S+) -?\d+$/, '$1'));

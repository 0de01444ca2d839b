import { createHash, randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { EntryKey } from '../catalogue/catalogue-table';
import { textColumn } from '../lib/database';
import { queryTable } from '../lib/transactions';
import { chunk } from '../lib/values';
import type { Delivery, ScopesPayload, DeliveryPayloads } from './consumer';

/**
 * The deliveries to consumers: one row for each consumer and subject that is pending, and those that ended in the last
 * 30 days, at most 10,000. A table and no content type: an export would carry deliveries to another installation.
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
    /** What is told: an entry, a feed, the site, scopes. */
    subject: { type: 'text' },
    /** Hash of consumer and subject. */
    key: textColumn(40),
    /** Hash of consumer and subject while the row is pending, then null: a subject has one pending row. */
    pendingKey: textColumn(40),
    /** See `DeliveryState`. */
    state: textColumn(10),
    /** Id of the message, the same in each try. */
    message: textColumn(40),
    /** First and last version of the index that the row covers. */
    since: { type: 'integer' },
    version: { type: 'integer' },
    /** Counts the changes merged into the row: a message sent before one of them is incomplete. */
    revision: { type: 'integer' },
    /** Payload, as JSON. */
    payload: { type: 'text', columnType: { type: 'text', args: ['longtext'] } },
    /** Milliseconds since 1970, by the database's clock. */
    created: { type: 'biginteger' },
    due: { type: 'biginteger' },
    /** Until when a node has claimed the row, and its lease; 0 for no claim. */
    leasedUntil: { type: 'biginteger' },
    lease: textColumn(40),
    /** How often it was sent. */
    tries: { type: 'integer' },
    /** When the first failed try was; 0 for none. */
    failing: { type: 'biginteger' },
    ended: { type: 'biginteger' },
    /** Response to the last try. */
    answer: textColumn(500),
  },
  indexes: [
    { name: 'syndication_deliveries_pending_unique', columns: ['pending_key'], type: 'unique' },
    { name: 'syndication_deliveries_due_index', columns: ['state', 'consumer', 'due'] },
    { name: 'syndication_deliveries_key_index', columns: ['key', 'id'] },
    { name: 'syndication_deliveries_version_index', columns: ['version'] },
  ],
};

/** Names of subjects, by kind. */
export const SUBJECTS = {
  entry: ({ contentType, documentId, locale }: EntryKey): string =>
    `entry ${contentType} ${documentId} ${locale}`,
  site: (): string => 'site',
  scopes: (version: number): string => `scopes v${version}`,
  feeds: (list: string): string => `feeds ${list}`,
} as const satisfies Record<keyof DeliveryPayloads, (...parts: never[]) => string>;

export const kindOfSubject = (subject: string): keyof DeliveryPayloads =>
  subject.split(' ')[0] as keyof DeliveryPayloads;

/** Identifies what a consumer is told of. */
export const deliveryKey = (consumer: string, subject: string): string =>
  createHash('sha1').update(`${consumer} ${subject}`).digest('hex');

/**
 * Milliseconds after a commit in which other nodes may not know of it, so that no consumer is told earlier, and between
 * two looks for due deliveries. Tests shorten them.
 */
export const SEND_TIMES = { delay: 1_500, betweenLooks: 1_000 };

/** Longest delay of a pending delivery by further changes, in milliseconds. */
const PUT_OFF_AT_MOST = 10_000;

/** Most scopes in a row; with more, it names everything. */
const SCOPES_AT_MOST = 1_000;

/** Milliseconds for which a node claims deliveries: longer than all responses may take. */
const LEASED_FOR = 60_000;

/** Milliseconds for which ended rows are kept, and how many of them. */
const KEPT_FOR = 30 * 86_400_000;
export const MAXIMUM_ENDED_ROWS = 10_000;

/** A delivery to be added. */
export interface NewDelivery {
  /** Key of the consumer. */
  consumer: string;
  subject: string;
  payload: Delivery['payload'];
}

/** New values of a claimed delivery; with a state, it ends. */
type DeliveryUpdate = Partial<Pick<Delivery, 'due' | 'tries' | 'failing' | 'payload'>> & {
  state?: 'told' | 'failed';
  answer?: string;
  /** Milliseconds since 1970. */
  ended?: number;
};

/** A row, as it is read: bigger numbers are texts on PostgreSQL. */
type Row = Omit<Delivery, 'payload' | 'due' | 'failing' | 'event'> &
  Record<'created' | 'due' | 'failing', string | number> &
  Record<'pending_key' | 'payload', string | null>;

const toDelivery = (row: Row): Delivery => ({
  ...row,
  payload: JSON.parse(row.payload ?? '{}') as Delivery['payload'],
  due: Number(row.due),
  failing: Number(row.failing),
});

/** Merges two changes of one subject. For an entry, what consumers know of it stays as in the first change. */
const mergePayloads = (
  subject: string,
  known: Delivery['payload'],
  added: Delivery['payload'],
): Delivery['payload'] => {
  const kind = kindOfSubject(subject);
  if (kind === 'entry') return known;
  if (kind === 'feeds') return { ...known, ...added };
  const scopes = [
    ...new Set([...(known as ScopesPayload).scopes, ...(added as ScopesPayload).scopes]),
  ];
  return { scopes: scopes.length > SCOPES_AT_MOST ? ['*'] : scopes };
};

/** When a pending delivery is due after another change. */
const nextDue = (row: Row, now: number): number => {
  const known = Number(row.due);
  // A delivery that failed keeps the time of its next try.
  if (row.tries > 0) return known;
  const soon = now + SEND_TIMES.delay;
  return Number(row.created) < now - PUT_OFF_AT_MOST ? Math.min(known, soon) : soon;
};

/** New values of a pending row, with another change merged into it. */
const withChange = (row: Row, { payload }: NewDelivery, version: number, now: number) => ({
  due: nextDue(row, now),
  payload: JSON.stringify(mergePayloads(row.subject, toDelivery(row).payload, payload)),
  version,
  revision: row.revision + 1,
  // A consumer that recognises messages by their ids must take this one as new.
  message: randomUUID(),
});

/**
 * Adds deliveries in the current transaction, which holds the counter of versions.
 *
 * @param version the version that the changes will have
 * @param now milliseconds since 1970, by the database's clock
 */
export const addDeliveries = async (
  strapi: Core.Strapi,
  wanted: NewDelivery[],
  version: number,
  now: number,
): Promise<void> => {
  for (const some of chunk(wanted, 100)) {
    const keyOf = ({ consumer, subject }: NewDelivery) => deliveryKey(consumer, subject);
    const pending: Row[] = await queryTable(strapi, DELIVERY_TABLE)
      .whereIn('pending_key', some.map(keyOf))
      .orderBy('id')
      .select('*')
      .forUpdate();
    const known = new Map(pending.map((row) => [row.pending_key!, row]));
    const added: object[] = [];
    for (const one of some) {
      const key = keyOf(one);
      const row = known.get(key);
      if (row) {
        await queryTable(strapi, DELIVERY_TABLE)
          .where({ id: row.id })
          .update(withChange(row, one, version, now));
        continue;
      }
      added.push({
        consumer: one.consumer,
        subject: one.subject,
        key,
        pending_key: key,
        state: 'pending',
        message: randomUUID(),
        since: version,
        // The panel finds who was told of an entry's last change by the range from `since` to `version`.
        version,
        revision: 0,
        payload: JSON.stringify(one.payload),
        created: now,
        due: now + SEND_TIMES.delay,
        leased_until: 0,
        tries: 0,
        failing: 0,
        ended: 0,
        answer: '',
      });
    }
    if (added.length > 0) await queryTable(strapi, DELIVERY_TABLE).insert(added);
  }
};

/**
 * Claims due deliveries of a consumer for a while, so that no other node sends them.
 *
 * Without claims `test/api/deliveries.test.ts` fails: several nodes send the same delivery.
 *
 * @param pause milliseconds after a delivery by any node in which nothing is claimed
 */
export const claimDeliveries = async (
  strapi: Core.Strapi,
  consumer: string,
  limit: number,
  now: number,
  pause = 0,
): Promise<Delivery[]> => {
  const ids: number[] = await queryTable(strapi, DELIVERY_TABLE)
    .where({ state: 'pending', consumer })
    .where('due', '<=', now)
    .where('leased_until', '<=', now)
    .orderBy('due')
    .limit(limit)
    .pluck('id');
  if (ids.length === 0) return [];
  if (pause > 0) {
    const justTold: unknown = await queryTable(strapi, DELIVERY_TABLE)
      .whereIn('state', ['told', 'pending'])
      .where({ consumer })
      .where('ended', '>', now - pause)
      .first('id');
    if (justTold) return [];
  }
  const lease = randomUUID();
  await queryTable(strapi, DELIVERY_TABLE)
    .whereIn('id', ids)
    .where({ state: 'pending' })
    .where('leased_until', '<=', now)
    .update({ lease, leased_until: now + LEASED_FOR });
  const claimed: Row[] = await queryTable(strapi, DELIVERY_TABLE)
    .whereIn('id', ids)
    .where({ lease })
    .select('*');
  return claimed.map(toDelivery).sort((one, other) => one.due - other.due);
};

/**
 * Releases a claimed delivery: ended, due later, or deleted.
 *
 * @param decide returns its new values, by the present row, which may have changed since the claim
 */
export const finishDelivery = async (
  strapi: Core.Strapi,
  { id, lease, revision }: Delivery,
  decide: (row: Delivery, isChanged: boolean) => DeliveryUpdate | 'forgotten',
): Promise<void> => {
  for (;;) {
    const found: Row | undefined = await queryTable(strapi, DELIVERY_TABLE)
      .where({ id, lease, state: 'pending' })
      .first('*');
    // Another node has claimed it by now.
    if (!found) return;
    const row = toDelivery(found);
    const isChanged = row.revision !== revision;
    const ending = decide(row, isChanged);
    const held = queryTable(strapi, DELIVERY_TABLE).where({
      id,
      lease,
      revision: row.revision,
      state: 'pending',
    });
    if (ending === 'forgotten') {
      if (((await held.delete()) as number) > 0) return;
      continue;
    }
    const { due = row.due, payload = row.payload, ...values } = ending;
    const changed: number = await held.update({
      ...values,
      due: isChanged ? Math.min(due, row.due) : due,
      payload: JSON.stringify(payload),
      ...(values.state && { pending_key: null }),
      lease: null,
      leased_until: 0,
    });
    if (changed > 0) return;
  }
};

/**
 * Deletes rows that ended long ago, the oldest of very many, and old pending rows without a consumer.
 */
export const pruneDeliveries = async (strapi: Core.Strapi, now: number): Promise<void> => {
  const remove = async (find: () => Knex.QueryBuilder): Promise<void> => {
    for (;;) {
      const ids: number[] = await find().orderBy('id').limit(300).pluck('id');
      // By id: with a condition, MySQL would also lock rows that do not match.
      if (ids.length > 0) await queryTable(strapi, DELIVERY_TABLE).whereIn('id', ids).delete();
      if (ids.length < 300) return;
    }
  };
  await remove(() =>
    queryTable(strapi, DELIVERY_TABLE)
      .where('created', '<', now - KEPT_FOR)
      .where('due', '<', now - KEPT_FOR),
  );
  const [newest]: number[] = await queryTable(strapi, DELIVERY_TABLE)
    .whereNot({ state: 'pending' })
    .orderBy('id', 'desc')
    .offset(MAXIMUM_ENDED_ROWS)
    .limit(1)
    .pluck('id');
  if (newest === undefined) return;
  await remove(() =>
    queryTable(strapi, DELIVERY_TABLE).whereNot({ state: 'pending' }).where('id', '<=', newest),
  );
};

import { errors } from '@strapi/utils';
import type { Knex } from 'knex';
import { z } from 'zod';

import type {
  DeliveryPage,
  DeliveryRow,
  DeliverySubject,
  EntryDeliveries,
  ToldConsumer,
  UntoldConsumer,
} from './admin-api';
import { type EntryKey, entryKeyOf, markOfList } from '../catalogue/catalogue-table';
import { findTitles } from '../catalogue/entry-states';
import { findVersion } from '../changes/versions';
import { CACHE_TAGS } from '../lib/cache-tags';
import { queryTable } from '../lib/transactions';
import { documentLocale } from '../mapping/schemas';
import { editionOf } from '../options/locales';
import { DELIVERY_STATES, type DeliveryState } from '../push/consumer';
import { DELIVERY_TABLE, deliveryKey, kindOfSubject, SUBJECTS } from '../push/deliveries';
import { nameEntry } from './entry-views';
import { findFeeds } from './feed-list';
import {
  answerWith,
  name,
  openEntrySchema,
  type OpenEntry,
  pagingParameters,
  type Panel,
  paginationOf,
} from './panel';
import type { PanelUser } from './rights';

/** A row as the panel reads it; databases return large numbers as strings. */
interface StoredDelivery {
  id: number;
  consumer: string;
  subject: string;
  state: DeliveryState;
  tries: number;
  created: number | string;
  due: number | string;
  failing: number | string | null;
  ended: number | string | null;
  answer: string | null;
}

/** The entry that a subject names, such as `entry api::post.post k3… de`. */
const entryOfSubject = (subject: string): EntryKey | undefined => {
  const [, type, id, code] = /^entry (\S+) (\S+) (\S*)$/.exec(subject) ?? [];
  return type && id ? { contentType: type, documentId: id, locale: code ?? '' } : undefined;
};
const listOfSubject = (subject: string): string => subject.replace(/^feeds /, '');

/** Names a consumer; by its key if the configuration no longer has it. */
const nameConsumer = ({ push }: Pick<Panel, 'push'>, key: string): ToldConsumer => {
  const found = push.consumers.find((consumer) => consumer.key === key);
  return { key, name: found?.name ?? key, kind: found?.kind ?? null };
};

const toIso = (moment: number | string): string => new Date(Number(moment)).toISOString();

/** Describes each subject, as far as the user may know of it. */
const describeSubjects = async (
  panel: Panel,
  subjects: string[],
  user: PanelUser,
): Promise<Map<string, DeliverySubject>> => {
  const { strapi, plan, editions } = panel;
  const isSource = (type: string): boolean =>
    plan.sources.some((source) => source.contentType === type);
  const entries = subjects.flatMap((subject) => entryOfSubject(subject) ?? []);
  const known = entries.filter((entry) => isSource(entry.contentType));
  const titles = await findTitles(strapi, known);
  const mayRead = await user.mayRead(known);
  const mayEdit = await user.mayEdit(known);
  const lists = subjects.filter((one) => kindOfSubject(one) === 'feeds').map(listOfSubject);
  const feeds = new Map<string, { id: string; title: string }>();
  for (const edition of editions) {
    const own = lists.filter((list) => markOfList(list) === edition.mark);
    for (const { list, id, title } of await findFeeds(edition, own, user)) {
      feeds.set(list, { id, title });
    }
  }
  const describe = (subject: string): DeliverySubject => {
    const entry = entryOfSubject(subject);
    if (!entry) {
      const kind = kindOfSubject(subject);
      return kind === 'feeds'
        ? { kind, feed: feeds.get(listOfSubject(subject)) ?? null }
        : { kind: kind === 'site' ? 'site' : 'scopes' };
    }
    const source = plan.sources.find((one) => one.contentType === entry.contentType);
    const edition = (source && editionOf(editions, source, entry.locale)) ?? editions[0];
    const title = titles.get(entryKeyOf(entry));
    const isReadable = title !== undefined && mayRead(entry);
    return {
      kind: 'entry',
      ...nameEntry({ ...entry, edition, title: title ?? '' }),
      title: isReadable ? title : null,
      mayEdit: isReadable && mayEdit(entry),
    };
  };
  return new Map(subjects.map((subject) => [subject, describe(subject)]));
};

/** A page of deliveries: pending ones and those that ended. */
export const findDeliveries = async (
  panel: Panel,
  { consumer, state, page, pageSize }: z.output<typeof pageSchema>,
  user: PanelUser,
): Promise<DeliveryPage> => {
  const matchingDeliveries = (): Knex.QueryBuilder =>
    queryTable(strapi, DELIVERY_TABLE).where({
      ...(consumer && { consumer }),
      ...(state && { state }),
    });
  const [counted] = (await matchingDeliveries().count({ total: 'id' })) as {
    total: number | string;
  }[];
  const rows: StoredDelivery[] = await matchingDeliveries()
    .orderBy('id', 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .select(
      ...['id', 'consumer', 'subject', 'state', 'tries'],
      ...['created', 'due', 'failing', 'ended', 'answer'],
    );
  const subjects = await describeSubjects(
    panel,
    [...new Set(rows.map(({ subject }) => subject))],
    user,
  );
  return {
    results: rows.map((row): DeliveryRow => {
      const isPending = row.state === 'pending';
      return {
        id: row.id,
        consumer: nameConsumer(panel, row.consumer),
        subject: subjects.get(row.subject)!,
        state: row.state,
        tries: row.tries,
        isFailing: row.state === 'failed' || (isPending && Number(row.failing) > 0),
        created: toIso(row.created),
        due: isPending ? toIso(row.due) : null,
        ended: isPending || !row.ended ? null : toIso(row.ended),
        answer: row.answer || null,
      };
    }),
    pagination: paginationOf(page, pageSize, Number(counted?.total ?? 0)),
    consumers: panel.push.consumers.map(({ key, name, kind }) => ({ key, name, kind })),
    timeZone: panel.editions[0].inForce.timeZone,
  };
};

/** Deliveries to a consumer that are in one state. */
interface Summary {
  consumer: string;
  state: DeliveryState;
  /** When the first and the last of those that fail began to; 0 where one does not. */
  failing: number | string;
  lastFailing: number | string;
  ended: number | string;
  /** Smallest answer: empty if one of the deliveries was never sent. */
  leastAnswer: string;
}

/** Summarises deliveries by consumer and state. */
const summariseRows = (rows: Knex.QueryBuilder): Promise<Summary[]> =>
  rows
    .groupBy('consumer', 'state')
    .select('consumer', 'state')
    .max({ lastFailing: 'failing', ended: 'ended' })
    .min({ failing: 'failing', leastAnswer: 'answer' });

/** The deliveries of a consumer that wait, that failed and that were told. */
const statesOf = (found: Summary[], key: string) =>
  (['pending', 'failed', 'told'] as const).map((state) =>
    found.find((one) => one.consumer === key && one.state === state),
  );

/** Whether pending deliveries have succeeded once and are sent again: a CDN is purged twice. */
const isRepetition = ({ lastFailing, leastAnswer }: Summary): boolean =>
  Number(lastFailing) === 0 && leastAnswer !== '';

/**
 * The deliveries of a version: those about the subject for consumers that hear of entries, all of them for other
 * consumers.
 */
const deliveriesOf = (
  { strapi, push }: Pick<Panel, 'strapi' | 'push'>,
  version: number,
  subject: string,
): Knex.QueryBuilder => {
  const entryConsumers = push.consumers.filter(({ deliveryKinds }) =>
    deliveryKinds.includes('entry'),
  );
  const others = push.consumers.filter((consumer) => !entryConsumers.includes(consumer));
  return queryTable(strapi, DELIVERY_TABLE)
    .where('since', '<=', version)
    .where('version', '>=', version)
    .where((row) =>
      row
        .whereIn(
          'key',
          entryConsumers.map(({ key }) => deliveryKey(key, subject)),
        )
        .orWhereIn(
          'consumer',
          others.map(({ key }) => key),
        ),
    );
};

/** Tells who was told of an entry's last change; null if the user may not read the entry, or without consumers. */
const findEntryDeliveries = async (
  panel: Panel,
  { contentType, documentId, locale: asked }: OpenEntry,
  { mayRead }: Pick<PanelUser, 'mayRead'>,
): Promise<EntryDeliveries | null> => {
  const { strapi, plan, editions, push } = panel;
  const source = plan.sources.find((one) => one.contentType === contentType);
  if (!source || push.consumers.length === 0) return null;
  const locale = await documentLocale(strapi, contentType, asked);
  const edition = editionOf(editions, source, locale);
  const entry = { contentType, documentId, locale: locale ?? '' };
  if (!edition || !(await mayRead([entry]))(entry)) return null;
  const version = await findVersion(
    strapi,
    CACHE_TAGS.entry(contentType, documentId, edition.mark),
  );
  if (version === undefined) return null;
  const found = await summariseRows(deliveriesOf(panel, version, SUBJECTS.entry(entry)));
  const told: EntryDeliveries['told'] = [];
  const untold: EntryDeliveries['untold'] = [];
  let latest = 0;
  for (const { key, name, kind } of push.consumers) {
    const [waits, lost, done] = statesOf(found, key);
    if (lost || (waits && !isRepetition(waits))) untold.push({ name, kind });
    else if (waits ?? done) {
      told.push({ name, kind });
      latest = Math.max(latest, Number(done?.ended ?? 0), Number(waits?.ended ?? 0));
    }
  }
  const at = latest > 0 ? toIso(latest) : null;
  return { told, untold, at, timeZone: edition.inForce.timeZone };
};

/** Deliveries that failed and will be retried. */
const isFailing = (row: Knex.QueryBuilder): Knex.QueryBuilder =>
  row.where({ state: 'pending' }).where('failing', '>', 0);

/** Milliseconds for which a delivery has to fail before its consumer is reported. */
const UNTOLD_FOR = 3_600_000;

/** Milliseconds for which deliveries count after they ended: failures are reported, successes cancel earlier ones. */
const RECENT = 24 * 3_600_000;

/** Finds consumers with a delivery that has failed for an hour, or that failed for good with no success since. */
export const findUntold = async ({
  strapi,
  push,
  editions,
}: Pick<Panel, 'strapi' | 'push' | 'editions'>): Promise<UntoldConsumer[]> => {
  if (push.consumers.length === 0) return [];
  const now = push.now();
  const found = await summariseRows(
    queryTable(strapi, DELIVERY_TABLE).where((row) =>
      row
        .where((one) => isFailing(one).where('failing', '<', now - UNTOLD_FOR))
        .orWhere((one) =>
          one.whereIn('state', ['told', 'failed']).where('ended', '>', now - RECENT),
        ),
    ),
  );
  const untold: UntoldConsumer[] = [];
  for (const { key, name } of push.consumers) {
    const [pending, failed, told] = statesOf(found, key);
    const hasFailed = failed && !(told && Number(told.ended) > Number(failed.ended));
    const since = [
      ...(pending ? [Number(pending.failing)] : []),
      ...(hasFailed ? [Number(failed.failing) || Number(failed.ended)] : []),
    ];
    if (since.length === 0) continue;
    untold.push({
      key,
      name,
      since: toIso(Math.min(...since)),
      timeZone: editions[0].inForce.timeZone,
    });
  }
  return untold;
};

/**
 * Sends a delivery at once that failed. If the subject has changed since and has a pending delivery, that one is sent
 * instead.
 */
const sendAgain = async (
  { strapi, push }: Pick<Panel, 'strapi' | 'push'>,
  { id }: z.output<typeof idSchema>,
): Promise<object> => {
  const rows = () => strapi.db.connection(DELIVERY_TABLE);
  const found: { consumer: string; key: string } | undefined = await rows()
    .where({ id })
    .where((row) => row.where({ state: 'failed' }).orWhere(isFailing))
    .first('consumer', 'key');
  if (!found) throw new errors.NotFoundError('There is no such delivery that was not told.');
  const { consumer, key } = found;
  const due = { due: push.now() };
  const pending = await rows().where({ pending_key: key }).update(due);
  if (pending === 0) {
    await rows()
      .where({ id, state: 'failed' })
      .update({ ...due, state: 'pending', tries: 0, leased_until: 0, pending_key: key });
  }
  push.resume(consumer);
  return {};
};

const pageSchema = z.object({
  ...pagingParameters,
  // Empty for all.
  consumer: name(100).default(''),
  state: z.enum(DELIVERY_STATES).or(z.literal('')).default(''),
});
const idSchema = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const deliveries = {
  find: answerWith(pageSchema, findDeliveries),
  findOfEntry: answerWith(openEntrySchema, findEntryDeliveries),

  again: answerWith(idSchema, sendAgain),
};

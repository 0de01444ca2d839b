import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { z } from 'zod';

import type { DeliveryPage, DeliveryRow, DeliverySubject, ToldConsumer } from './admin-api';
import { markOf, SITE_LIST } from '../catalogue/catalogue-table';
import { type EntryKey, entryKeyOf } from '../catalogue/entry';
import { chunk } from '../lib/chunk';
import { editionOf } from '../options/locales';
import { DELIVERY_STATES, type DeliveryState } from '../push/consumer';
import { DELIVERY_TABLE, kindOfSubject } from '../push/delivery-table';
import { findEntryDeliveries } from './delivery-states';
import { findFeeds, nameEntry } from './entry-descriptions';
import { openPanel, type Panel, panelOf } from './panel';
import { type PanelUser, userOf } from './permissions/entry-rights';
import { contentType, documentId, locale, name, paging, read, toPagination } from './requests';

/** A row as the panel reads it; databases give large numbers as texts. */
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

interface DeliveryQuery {
  /** Key of a consumer; empty for all. */
  consumer: string;
  /** Empty for all. */
  state: DeliveryState | '';
  /** Counts from 1. */
  page: number;
  pageSize: number;
}

/** What a subject names: `entry api::post.post k3… de`, `feeds site`; the moment it ends with says when it is due. */
const entryOfSubject = (subject: string): EntryKey | undefined => {
  const [, type, id, code] = /^entry (\S+) (\S+) (\S*)$/.exec(subject) ?? [];
  return type && id ? { contentType: type, documentId: id, locale: code ?? '' } : undefined;
};
const listOfSubject = (subject: string): string =>
  /^feeds ([^]*?)(?: \d+)?$/.exec(subject)?.[1] ?? SITE_LIST;

/** What it is called by of whom. */
const nameConsumer = ({ push }: Pick<Panel, 'push'>, key: string): ToldConsumer => {
  const found = push.consumers.find((consumer) => consumer.key === key);
  return { key, name: found?.name ?? key, kind: found?.kind ?? null };
};

const toIso = (moment: number | string): string => new Date(Number(moment)).toISOString();

/** Says what each subject is about, as far as the user may know of that. */
const describeSubjects = async (
  panel: Panel,
  subjects: string[],
  user: PanelUser,
): Promise<Map<string, DeliverySubject>> => {
  const { plan, editions, states } = panel;
  const isSource = (type: string): boolean =>
    plan.sources.some((source) => source.contentType === type);
  const entries = subjects.flatMap((subject) => entryOfSubject(subject) ?? []);
  const known = entries.filter((entry) => isSource(entry.contentType));
  const titles = await states.findTitles(known);
  const mayRead = await user.mayRead(known);
  const mayEdit = await user.mayEdit(known);
  const lists = subjects.filter((one) => kindOfSubject(one) === 'feeds').map(listOfSubject);
  const feeds = new Map<string, { id: string; title: string }>();
  for (const edition of editions) {
    const own = lists.filter((list) => markOf(list) === edition.mark);
    for (const [list, feed] of await findFeeds(edition, own, user)) feeds.set(list, feed);
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
    const isReadable = source !== undefined && title !== undefined && mayRead(entry);
    return {
      kind: 'entry',
      ...nameEntry({ ...entry, edition, title: title ?? '', date: null, updated: null }, editions),
      title: isReadable ? title : null,
      mayEdit: isReadable && mayEdit(entry),
    };
  };
  return new Map(subjects.map((subject) => [subject, describe(subject)]));
};

const countFailed = async ({ transactions, push }: Panel): Promise<DeliveryPage['consumers']> => {
  const found: { consumer: string; number: number | string }[] =
    push.consumers.length === 0
      ? []
      : await transactions
          .rows(DELIVERY_TABLE)
          .where({ state: 'failed' })
          .groupBy('consumer')
          .select('consumer')
          .count({ number: 'id' });
  const numbers = new Map(found.map(({ consumer, number }) => [consumer, Number(number)]));
  return push.consumers.map(({ key }) => ({
    ...nameConsumer({ push }, key),
    failed: numbers.get(key) ?? 0,
  }));
};

/** A page of what others are to be told of, and were told. */
export const findDeliveries = async (
  panel: Panel,
  { consumer, state, page, pageSize }: DeliveryQuery,
  user: PanelUser,
): Promise<DeliveryPage> => {
  const asked = (): Knex.QueryBuilder =>
    panel.transactions
      .rows(DELIVERY_TABLE)
      .where({ ...(consumer && { consumer }), ...(state && { state }) });
  const [counted] = (await asked().count({ total: 'id' })) as { total: number | string }[];
  const rows: StoredDelivery[] = await asked()
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
    pagination: toPagination(page, pageSize, Number(counted?.total ?? 0)),
    consumers: await countFailed(panel),
    timeZone: panel.editions[0].inForce.timeZone,
  };
};

/** Rows that are asked for again at once: more never failed. */
const AGAIN_AT_MOST = 10_000;

/**
 * Has what failed be pending again, each subject of a consumer once, due now. A subject that is pending already,
 * since it changed meanwhile, is told in that row.
 */
const repeat = async (
  { strapi, push }: Pick<Panel, 'strapi' | 'push'>,
  failed: { id: number; key: string }[],
): Promise<void> => {
  const { connection } = strapi.db;
  const now = push.now();
  const newest = new Map<string, number>();
  for (const { id, key } of failed) newest.set(key, Math.max(id, newest.get(key) ?? 0));
  for (const keys of chunk([...newest.keys()])) {
    const pending: { key: string }[] = await connection(DELIVERY_TABLE)
      .whereIn('pending_key', keys)
      .select('key');
    const known = new Set(pending.map(({ key }) => key));
    await connection(DELIVERY_TABLE).whereIn('pending_key', keys).update({ due: now });
    const ids = keys.filter((key) => !known.has(key)).map((key) => newest.get(key)!);
    await connection(DELIVERY_TABLE)
      .whereIn('id', ids)
      .where({ state: 'failed' })
      .update({
        state: 'pending',
        pending_key: connection.raw('??', ['key']),
        due: now,
        tries: 0,
        leased_until: 0,
      });
  }
};

/**
 * Sends a delivery that failed, or that waits to be sent again, now.
 *
 * @returns whether there is such a delivery
 */
const sendAgain = async (panel: Pick<Panel, 'strapi' | 'push'>, id: number): Promise<boolean> => {
  const { connection } = panel.strapi.db;
  const found = (await connection(DELIVERY_TABLE)
    .where({ id })
    .first(...['id', 'key', 'consumer', 'state'])) as
    (Pick<StoredDelivery, 'id' | 'consumer' | 'state'> & { key: string }) | undefined;
  if (!found || found.state === 'told') return false;
  if (found.state === 'failed') await repeat(panel, [found]);
  else {
    await connection(DELIVERY_TABLE)
      .where({ id, state: 'pending' })
      .update({ due: panel.push.now() });
  }
  panel.push.resume(found.consumer);
  return true;
};

/** The same of all that a consumer was not told. */
const sendAllAgain = async (
  panel: Pick<Panel, 'strapi' | 'push'>,
  consumer: string,
): Promise<void> => {
  const { connection } = panel.strapi.db;
  const failed: { id: number; key: string }[] = await connection(DELIVERY_TABLE)
    .where({ consumer, state: 'failed' })
    .orderBy('id', 'desc')
    .limit(AGAIN_AT_MOST)
    .select('id', 'key');
  await repeat(panel, failed);
  await connection(DELIVERY_TABLE)
    .where({ consumer, state: 'pending' })
    .where('failing', '>', 0)
    .update({ due: panel.push.now() });
  panel.push.resume(consumer);
};

/** Keys of consumers, as the table has them. */
const consumerKey = name(100);

const pageSchema = z.object({
  ...paging,
  consumer: consumerKey.default(''),
  state: z.enum(DELIVERY_STATES).or(z.literal('')).default(''),
});
const idSchema = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const consumerSchema = z.object({ consumer: consumerKey.min(1) });
const entrySchema = z.object({ contentType, documentId: documentId.min(1), locale });

export const deliveriesController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const query = read(pageSchema, ctx.query);
    const panel = await openPanel(strapi);
    ctx.body = await findDeliveries(panel, query, userOf(panel, ctx));
  },

  /** Who was told of the last change of an entry; null where nobody is told of any, and for who may not read it. */
  async findOfEntry(ctx: Context): Promise<void> {
    const asked = read(entrySchema, ctx.query);
    const panel = await openPanel(strapi);
    ctx.body = { data: await findEntryDeliveries(panel, asked, userOf(panel, ctx)) };
  },

  async again(ctx: Context): Promise<void> {
    const { id } = read(idSchema, ctx.params);
    if (!(await sendAgain(panelOf(strapi), id))) {
      throw new errors.NotFoundError('There is no such delivery that was not told.');
    }
    ctx.body = { data: {} };
  },

  async allAgain(ctx: Context): Promise<void> {
    const { consumer } = read(consumerSchema, ctx.request.body);
    await sendAllAgain(panelOf(strapi), consumer);
    ctx.body = { data: {} };
  },
});

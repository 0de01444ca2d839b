import type { Core } from '@strapi/strapi';

import type { Counts } from '../catalogue/counts';
import type { NoteDeliveries } from '../changes/index-changes';
import type { ChangeLog } from '../lib/change-log';
import type { DatabaseClock } from '../lib/database';
import type { Plan } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import type { Edition } from '../public/editions';
import { cdnConsumer } from './cdn';
import type { Consumer, DeliveryPayloads } from './consumer';
import { hubConsumers } from './hubs';
import { indexNowConsumer } from './index-now';
import { webhookConsumer } from './webhooks';
import { createWorker } from './worker';
import {
  listIn,
  PAGE_LIST,
  topicList,
  UNLISTED_LIST,
  unmarked,
} from '../catalogue/catalogue-table';
import { COUNTER, SCOPE_TABLE } from '../changes/versions';
import type { WrittenEntry } from '../changes/outbox';
import { parseScope } from '../lib/cache-tags';
import { queryTable } from '../lib/transactions';
import { addDeliveries, SUBJECTS, type NewDelivery } from './deliveries';
import { type EntryTables, findPublicEntries, type PublicEntry } from './public-entries';

interface PushParts {
  strapi: Core.Strapi;
  editions: readonly [Edition, ...Edition[]];
  counts: Pick<Counts, 'countDue'>;
  indexNowKey: { get: () => string | undefined };
  changeLog: Pick<ChangeLog, 'isUnresponsive' | 'untilReadable'>;
  plan: Plan;
  settings: SettingsStore;
  clock: DatabaseClock;
}

/** Tells front ends, CDNs, hubs and search engines what changed: the option `push`. */
export const createPush = (parts: PushParts) => {
  const { settings, clock } = parts;
  const { webhooks = [], cdn, indexNow = false } = settings.configured().push;
  const consumers: Consumer[] = [
    ...webhooks.map((options) => webhookConsumer(options, parts)),
    ...(cdn ? [cdnConsumer(cdn)] : []),
    ...hubConsumers(parts),
    ...(indexNow ? [indexNowConsumer({ ...parts, key: parts.indexNowKey })] : []),
  ];
  const told = { ...parts, consumers };
  const worker = createWorker(told);
  const note: NoteDeliveries = (...written) => noteDeliveries(told, ...written);

  return {
    consumers,
    now: clock.now,
    resume: worker.resume,
    settled: worker.settled,

    /** The indexer calls it; undefined without consumers. */
    noteDeliveries: consumers.length === 0 ? undefined : note,

    /** Starts sending. Call it before anything is written. */
    async start(): Promise<void> {
      if (consumers.length === 0) return;
      await clock.read();
      worker.start();
    },

    stop: worker.stop,
  };
};

/** Scopes of content beside entries: settings, topics, authors, files. */
const SITE_SCOPES = /^(?:\*$|topic:|shown:|file:)/;

/** Name of a topic's list, by the topic's scope. */
const listOfTopic = (scope: string): string | undefined => {
  const [, contentType, documentId, mark = ''] =
    /^topic:(.+::.+):([^:|]+)(?:\|(.+))?$/.exec(scope) ?? [];
  return contentType && documentId ? listIn(mark, topicList(contentType, documentId)) : undefined;
};

const hasFeed = (list: string): boolean => ![PAGE_LIST, UNLISTED_LIST].includes(unmarked(list));

interface NoteParts extends EntryTables {
  /** The consumers of the option `push`. */
  consumers: readonly Consumer[];
  settings: Pick<SettingsStore, 'get'>;
  clock: Pick<DatabaseClock, 'now'>;
}

/** A delivery for each consumer that gets its kind; `isQuiet` leaves out those that stand for subscribers. */
const tell = (
  consumers: readonly Consumer[],
  kind: keyof DeliveryPayloads,
  subject: string,
  payload: NewDelivery['payload'],
  isQuiet = false,
): NewDelivery[] =>
  consumers
    .filter(
      ({ deliveryKinds, isSubscriber }) =>
        deliveryKinds.includes(kind) && !(isSubscriber && isQuiet),
    )
    .map(({ key }) => ({ consumer: key, subject, payload }));

/** A written entry: what readers had of it, and what they have now. */
interface ChangedEntry {
  written: WrittenEntry;
  before: PublicEntry | undefined;
  after: PublicEntry | undefined;
}

const nextVersion = async (strapi: Core.Strapi): Promise<number> => {
  const row = await queryTable(strapi, SCOPE_TABLE)
    .where({ key: COUNTER })
    .first<{ version: number } | undefined>('version');
  return Number(row?.version ?? 0) + 1;
};

const keyOf = ({ contentType, documentId }: Pick<WrittenEntry, 'contentType' | 'documentId'>) =>
  `${contentType} ${documentId}`;

/** The entries in each affected locale. */
const pairStates = (
  entries: readonly WrittenEntry[],
  before: ReadonlyMap<string, PublicEntry>,
  after: ReadonlyMap<string, PublicEntry>,
): ChangedEntry[] => {
  const writtenBy = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return [...new Map([...before, ...after])].flatMap(([key, entry]) => {
    const { locale } = entry;
    const written = writtenBy.get(keyOf(entry));
    if (!written) return [];
    const isConcerned =
      written.isMoved === true || locale === '' || written.locales.includes(locale);
    return isConcerned ? [{ written, before: before.get(key), after: after.get(key) }] : [];
  });
};

const isQuiet = (
  { written: { republishing }, before, after }: ChangedEntry,
  usually: string,
): boolean =>
  (republishing ?? usually) === 'quietly' &&
  !!before?.present &&
  before.present.url === after?.present?.url;

const deliveriesOfEntry = (
  consumers: readonly Consumer[],
  { written, before, after }: ChangedEntry,
  quiet: boolean,
): NewDelivery[] => {
  const former = before?.present ?? null;
  const present = after?.present ?? null;
  if (!former && !present) return [];
  const { contentType, documentId } = written;
  const { locale } = (after ?? before)!;
  const lists = [...new Set([...(former?.lists ?? []), ...(present?.lists ?? [])])];
  const payload = { contentType, documentId, locale, former };
  return [
    ...tell(consumers, 'entry', SUBJECTS.entry(payload), payload, quiet),
    ...lists
      .filter(hasFeed)
      .flatMap((list) => tell(consumers, 'feeds', SUBJECTS.feeds(list), { list }, quiet)),
  ];
};

const deliveriesOfScopes = (
  consumers: readonly Consumer[],
  scopes: readonly string[],
  version: number,
): NewDelivery[] => {
  // What readers see from a date on is told when that has come.
  const cacheTags = scopes.filter((scope) => parseScope(scope).moment === undefined);
  if (cacheTags.length === 0) return [];
  const ofSite = cacheTags.filter((tag) => SITE_SCOPES.test(tag));
  const feeds = ofSite.flatMap((scope) => listOfTopic(scope) ?? []);
  return [
    // A row for each version: if changes go on, a merged row could be sent before the delay has passed for each.
    ...tell(consumers, 'scopes', SUBJECTS.scopes(version), { scopes: cacheTags }),
    ...(ofSite.length === 0 ? [] : tell(consumers, 'site', SUBJECTS.site(), { scopes: ofSite })),
    ...feeds.flatMap((list) => tell(consumers, 'feeds', SUBJECTS.feeds(list), { list })),
  ];
};

/** Whether readers have the same of an entry as before, as far as the catalogue and the permalinks tell. */
const isSame = ({ before, after }: ChangedEntry): boolean =>
  JSON.stringify(before ?? null) === JSON.stringify(after ?? null);

/**
 * Adds deliveries in the transaction that indexes the changes. Call it before anything is indexed, with the written
 * entries, and call the function it returns afterwards, with the changed scopes.
 */
export const noteDeliveries = async (
  parts: NoteParts,
  entries: readonly WrittenEntry[],
  { onlyChanged = false } = {},
): Promise<(scopes: readonly string[]) => Promise<void>> => {
  const { strapi, consumers, settings, clock } = parts;
  // Drafts are not told.
  const concerned = entries.filter(
    ({ locales, isMoved }) => locales.length > 0 || isMoved === true,
  );
  const present = await settings.get();
  const before = await findPublicEntries(parts, present, concerned);
  return async (scopes) => {
    const version = await nextVersion(strapi);
    const after = await findPublicEntries(parts, present, concerned);
    const changed = pairStates(concerned, before, after).filter(
      (entry) => !(onlyChanged && isSame(entry)),
    );
    const wanted = [
      ...changed.flatMap((entry) =>
        deliveriesOfEntry(consumers, entry, isQuiet(entry, present.republishing)),
      ),
      ...deliveriesOfScopes(consumers, scopes, version),
    ];
    // One row for a list, even if several of its entries changed.
    const bySubject = new Map(wanted.map((one) => [`${one.consumer} ${one.subject}`, one]));
    // Read the time late: consumers are told that long after the commit.
    await addDeliveries(strapi, [...bySubject.values()], version, clock.now());
  };
};

import type { Core } from '@strapi/strapi';

import type { Transactions } from '../lib/transactions';
import type { CataloguedSource } from './catalogued-entries';
import type { EntryRows } from '../catalogue/entry-rows';
import type { IndexEntries } from './index-entries';
import { listedSources, type Plan, type SourcePlan, type TopicPlan } from '../mapping/plan';
import { addressFields } from '../mapping/address';
import { defaultLocale } from '../mapping/document-locales';
import type { RecordAddresses } from '../addresses/record-addresses';
import { PERMALINK_UID, PLUGIN_ID } from '../lib/constants';
import { hashOf } from '../lib/hash';
import { hasDays } from '../mapping/schemas';
import type { LocalesOption } from '../options/locales';

/** A content type whose entries are indexed: those of sources in the catalogue and permalinks, topics in permalinks. */
export interface IndexedType {
  /** Name of the type here: one content type may be both a source and a topic type. */
  name: string;
  contentType: string;
  /** Whether its entries are in the catalogue. */
  isCatalogued: boolean;
  /** Changes if entries have to be indexed in another way. */
  fingerprint: string;
  /** Call it before reading entries that have to be indexed in another way than before. */
  prepare: () => Promise<void>;
  /** Updates what is derived from some documents, in the open transaction. */
  index: (documentIds: string[]) => Promise<void>;
}

/** Rows that one statement changes, and locks. */
const ROWS_AT_ONCE = 500;

/** Corrects the locale of a type's permalinks: the default one if the type has become localised, else none. */
const relabelLocales = async (
  strapi: Core.Strapi,
  transactions: Pick<Transactions, 'rows'>,
  { contentType, isLocalised }: { contentType: string; isLocalised: boolean },
): Promise<void> => {
  // Entries get this locale when their type becomes localised, and keep it when it no longer is.
  const locale = await defaultLocale(strapi);
  if (locale === undefined) return;
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const table = () => transactions.rows(tableName);
  for (let last = 0; ;) {
    const ids: number[] = await table()
      .where({ content_type: contentType, locale: isLocalised ? null : locale })
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .pluck('id');
    if (ids.length === 0) return;
    await table()
      .whereIn('id', ids)
      .update({ locale: isLocalised ? locale : null });
    last = ids.at(-1)!;
  }
};

const hash = (value: unknown): string => hashOf(JSON.stringify(value));

/** Locales that influence what is derived from a type's entries. */
const localesOf = ({ isLocalised }: SourcePlan | TopicPlan, locales: Plan['locales']): string[] =>
  isLocalised && locales ? locales.map(({ code }) => code) : [];

/** Changes if entries of a source have to be indexed in another way. */
const sourceFingerprint = (
  source: SourcePlan,
  hasOwnList: boolean,
  { locales, daysBegin }: { locales: Plan['locales']; daysBegin: readonly unknown[] },
): string => {
  const { contentType, address, title, date, topics, keepOut, hasDrafts, isLocalised, isPage } =
    source;
  const { addresses } = source;
  return hash([
    contentType,
    addresses ?? address,
    title,
    date,
    topics,
    keepOut,
    hasDrafts,
    isLocalised,
    hasOwnList,
    ...(source.until ? [['until', source.until]] : []),
    ...(isPage ? ['page'] : []),
    ...(source.values ? [['values', source.values]] : []),
    // Catalogues of earlier versions lack entries without an address: this makes every entry be read once more.
    'nowhere',
    ...daysBegin,
    ...localesOf(source, locales),
  ]);
};

/**
 * The time zones of `config/plugins.ts` in which days without a time begin; empty for a source without such days. When
 * an editor changes the time zone, everything is indexed again at once.
 */
const dayZones = (strapi: Core.Strapi, source: SourcePlan): unknown[] => {
  if (!hasDays(strapi, [source])) return [];
  const given = <Value>(name: string) => strapi.config.get<Value>(`plugin::${PLUGIN_ID}.${name}`);
  const zones = Object.entries(given<LocalesOption | undefined>('locales') ?? {}).map(
    ([code, { timeZone }]) => [code, timeZone],
  );
  return ['days', given('timeZone'), zones];
};

const topicFingerprint = (topic: TopicPlan, locales: Plan['locales']): string => {
  const { contentType, address, addresses, hasDrafts, isLocalised } = topic;
  return hash([
    contentType,
    addresses ?? address,
    hasDrafts,
    isLocalised,
    ...localesOf(topic, locales),
  ]);
};

/** Changes if entries of any type have to be indexed in another way. */
export const planFingerprint = (types: readonly IndexedType[]): string =>
  hash(types.map(({ name, fingerprint }) => [name, fingerprint]));

interface Parts {
  transactions: Transactions;
  plan: Plan;
  sources: CataloguedSource[];
  entryRows: EntryRows;
  indexEntries: IndexEntries;
  recordAddresses: RecordAddresses;
}

/** The types of a plan, and how their entries are indexed. */
export const createIndexedTypes = (
  strapi: Core.Strapi,
  { transactions, plan, sources, entryRows, indexEntries, recordAddresses }: Parts,
): IndexedType[] => {
  const { topicTypes, locales } = plan;
  const hasOwnLists = listedSources(plan).length > 1;

  const recordTopics = async (topic: TopicPlan, documentIds: string[]): Promise<void> => {
    const { contentType, hasDrafts, address, hidden } = topic;
    const fields = [...addressFields(address), ...(hidden ? [hidden] : [])];
    const rows = await entryRows.read(contentType, documentIds, fields);
    const published = rows.filter((row) => !hasDrafts || row.published !== null);
    await recordAddresses.ofTopics(topic, published, ({ created }) => created ?? undefined);
  };

  return [
    ...sources.map(({ contentType, source }) => ({
      name: `source ${contentType}`,
      contentType,
      isCatalogued: true,
      prepare: () => relabelLocales(strapi, transactions, source),
      fingerprint: sourceFingerprint(source, hasOwnLists, {
        locales,
        daysBegin: dayZones(strapi, source),
      }),
      index: async (documentIds: string[]): Promise<void> => {
        await indexEntries(contentType, documentIds);
      },
    })),
    ...topicTypes.map((topic) => ({
      name: `topic ${topic.contentType}`,
      contentType: topic.contentType,
      isCatalogued: false,
      prepare: () => relabelLocales(strapi, transactions, topic),
      fingerprint: topicFingerprint(topic, locales),
      index: (documentIds: string[]): Promise<void> => recordTopics(topic, documentIds),
    })),
  ];
};

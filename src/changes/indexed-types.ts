import type { Core } from '@strapi/strapi';

import { queryTable } from '../lib/transactions';
import { type Indexing, type IndexingParts, withSettings } from './catalogued-entries';
import { readEntryRows } from '../catalogue/entry-rows';
import { indexEntries } from './index-entries';
import { listedSources, type Plan, type SourcePlan, type TopicPlan } from '../mapping/plan';
import { addressFields } from '../mapping/address';
import { recordTopics } from '../addresses/record-addresses';
import { PERMALINK_UID, PLUGIN_ID } from '../lib/constants';
import { hashOf } from '../lib/cache-tags';
import { hasDays, defaultLocale } from '../mapping/schemas';
import type { LocalesOption } from '../options/locales';

/** A content type whose entries are indexed: those of sources in the catalogue and permalinks, topics in permalinks. */
export interface IndexedType {
  /** Name of the type here, with its role: it may become a topic type where it was a source. */
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

/** Corrects the locale of a type's permalinks: the default one if the type has become localised, else none. */
const relabelLocales = async (
  strapi: Core.Strapi,
  { contentType, isLocalised }: { contentType: string; isLocalised: boolean },
): Promise<void> => {
  // Entries get this locale when their type becomes localised, and keep it when it no longer is.
  const locale = await defaultLocale(strapi);
  if (locale === undefined) return;
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const wrong = () =>
    queryTable(strapi, tableName).where({
      content_type: contentType,
      locale: isLocalised ? null : locale,
    });
  // On MySQL an update that finds nothing still locks every row that it passes, against the indexer.
  if (await wrong().first('id')) await wrong().update({ locale: isLocalised ? locale : null });
};

const hash = (value: unknown): string => hashOf(JSON.stringify(value));

/**
 * Changes if entries of a source or topic type have to be indexed in another way.
 *
 * @param others what it depends on beside their addresses
 */
const fingerprintOf = (
  { contentType, address, addresses, hasDrafts, isLocalised }: SourcePlan | TopicPlan,
  locales: Plan['locales'],
  others: readonly unknown[] = [],
): string => {
  const codes = isLocalised && locales?.map(({ code }) => code);
  return hash([contentType, addresses ?? address, hasDrafts, isLocalised, codes, others]);
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

/** Changes if entries of any type have to be indexed in another way. */
export const planFingerprint = (types: readonly IndexedType[]): string =>
  hash(types.map(({ name, fingerprint }) => [name, fingerprint]));

/** Increase it if the catalogue stores something else of the same entries: then the next start reads all of them. */
const CATALOGUED_AS = 1;

const indexTopics = async (
  parts: IndexingParts,
  topic: TopicPlan,
  documentIds: string[],
): Promise<void> => {
  const { contentType, address, hidden } = topic;
  const fields = [...addressFields(address), ...(hidden ? [hidden] : [])];
  const rows = await readEntryRows(parts.strapi, contentType, documentIds, fields);
  const published = rows.filter(({ isPublic }) => isPublic);
  await recordTopics(parts, topic, published, ({ created }) => created ?? undefined);
};

/** The types of a plan, and how their entries are indexed. */
export const indexedTypes = (parts: Indexing): IndexedType[] => {
  const { strapi, plan } = parts;
  const hasOwnLists = listedSources(plan).length > 1;
  return [
    ...plan.sources.map((source) => ({
      name: `source ${source.contentType}`,
      contentType: source.contentType,
      isCatalogued: true,
      prepare: () => relabelLocales(strapi, source),
      fingerprint: fingerprintOf(source, plan.locales, [
        ...[source.title, source.date, source.until, source.topics, source.values, source.keepOut],
        ...[source.isPage, hasOwnLists, ...dayZones(strapi, source), CATALOGUED_AS],
        // At the end, so that entries of types without it are not indexed again by an update.
        ...(source.published ? [source.published] : []),
      ]),
      index: async (documentIds: string[]): Promise<void> => {
        await indexEntries(await withSettings(parts), source.contentType, documentIds);
      },
    })),
    ...plan.topicTypes.map((topic) => ({
      name: `topic ${topic.contentType}`,
      contentType: topic.contentType,
      isCatalogued: false,
      prepare: () => relabelLocales(strapi, topic),
      fingerprint: fingerprintOf(topic, plan.locales),
      index: async (documentIds: string[]): Promise<void> =>
        indexTopics(await withSettings(parts), topic, documentIds),
    })),
  ];
};

import type { Core } from '@strapi/strapi';

import { SITE_UID } from '../lib/constants';
import { normaliseBaseUrl } from '../lib/url-paths';
import { groupBy } from '../lib/values';
import { isPublishedIn, localePath } from '../options/locales';
import type { Settings } from '../options/settings';
import { keyInType, type SourceEntry, topicOfList } from '../catalogue/catalogue-table';
import { addressKey, entryPath, pathOfKey } from '../mapping/address';
import type { EntryRow } from '../catalogue/entry-rows';
import type { AddressLayouts } from './address-layouts';
import type { Permalink } from './permalink-rows';
import { type Publication, recordPublications, withdrawPublications } from './permalinks';
import {
  addressIn,
  groupTypes,
  type Plan,
  type SourcePlan,
  type TopicPlan,
  topicTypeOf,
} from '../mapping/plan';
import { slugOfValueId } from '../mapping/values';

/**
 * Absolute address of an entry or a topic.
 *
 * @param key of the address, as `addressKey` makes it
 */
export const absoluteAddress = (
  { baseUrl }: Settings,
  locales: Plan['locales'],
  part: SourcePlan | TopicPlan,
  { key, locale }: { key: string; locale: string },
): string => {
  const path = localePath(locales, locale) + pathOfKey(addressIn(part, locale), key);
  return normaliseBaseUrl(baseUrl) + path;
};

/**
 * The address that a permalink would get by the present configuration; undefined if its entry or feed is in no
 * published type or locale.
 */
export const presentAddress = (
  settings: Settings,
  plan: Plan,
  { plainLocale }: Pick<AddressLayouts, 'plainLocale'>,
  { contentType, entry, slug, ...row }: Omit<Permalink, 'url'>,
): string | undefined => {
  const { sources, locales } = plan;
  if (entry === SITE_UID) return settings.addresses.home();
  const isFeed = contentType === SITE_UID;
  const ofType = isFeed ? entry : contentType;
  const part = [...sources, ...groupTypes(plan)].find((one) => one.contentType === ofType);
  // The feed of a localised source has the mark of ids in place of its locale.
  const locale = (isFeed && part?.isLocalised ? row.locale || plainLocale() : row.locale) ?? '';
  if (!part || !isPublishedIn(locales, { isLocalised: locale !== '' }, locale)) return undefined;
  if (!isFeed) return absoluteAddress(settings, locales, part, { key: slug, locale });
  const path = localePath(locales, locale) + addressIn(part, locale).directory;
  return normaliseBaseUrl(settings.baseUrl) + path;
};

/** What the addresses of published entries and topics follow from. The transaction that indexes records them. */
export interface AddressParts {
  strapi: Core.Strapi;
  plan: Plan;
  /** The settings in force. */
  settings: Settings;
  layouts: Pick<AddressLayouts, 'idMark' | 'plainLocale'>;
}

const toPublications = (
  { locales }: Pick<Plan, 'locales'>,
  entries: (Omit<Publication, 'slug' | 'url'> & { path: string | undefined })[],
  part: SourcePlan | TopicPlan,
  present: Settings,
): Publication[] =>
  entries.flatMap(({ path, ...entry }) => {
    if (path === undefined) return [];
    const slug = addressKey(part.address, path);
    const locale = entry.locale ?? '';
    return [
      { ...entry, slug, url: absoluteAddress(present, locales, part, { key: slug, locale }) },
    ];
  });

/**
 * Records where entries of a source are published, and which ones are no longer published.
 *
 * @param documentIds all documents that may have been published or withdrawn
 * @param entries all rows of these documents
 * @returns cache tags of addresses that lead elsewhere now
 */
export const recordEntries = async (
  { strapi, settings, plan, layouts }: AddressParts,
  source: SourcePlan,
  documentIds: string[],
  entries: SourceEntry[],
): Promise<string[]> => {
  const { contentType, isLocalised, isPage } = source;
  const published = entries.filter(({ isPublished, path }) => isPublished && path !== undefined);
  const localeOf = ({ locale }: SourceEntry): string => (isLocalised ? locale : '');
  const keys = new Set(published.map((entry) => keyInType(entry.documentId, localeOf(entry))));
  const isWithdrawn = (documentId: string): boolean =>
    isLocalised || !keys.has(keyInType(documentId, ''));
  await withdrawPublications(strapi, contentType, documentIds.filter(isWithdrawn), keys);
  if (published.length === 0) return [];
  const publications = toPublications(
    plan,
    published.map((entry) => ({
      contentType,
      entry: entry.documentId,
      locale: localeOf(entry),
      published: entry.published,
      // Without a later date, the moment that an entry without a date gets, for when the editor clears the date.
      visible: entry.date && entry.date > entry.published ? entry.date : entry.published,
      path: entry.path,
    })),
    source,
    settings,
  );
  const cacheTags = await recordPublications(strapi, plan, publications);
  if (isPage) return cacheTags;
  // The first entry also publishes the site's own feed, and that of its source in its locale.
  const marks = published.map((entry) => (plan.locales ? layouts.idMark(localeOf(entry)) : ''));
  const ofSource = [...new Set(marks)].map((locale) => ({ entry: contentType, locale }));
  const feeds = [{ entry: SITE_UID }, ...ofSource].map((feed) => {
    const permalink = { contentType: SITE_UID, slug: '/', ...feed };
    return { ...permalink, url: presentAddress(settings, plan, layouts, permalink)! };
  });
  await recordPublications(strapi, plan, feeds);
  return cacheTags;
};

/** Records the topics that are values of published entries: lists of topics find them there. */
export const recordValues = async (
  { strapi, settings, plan }: AddressParts,
  entries: SourceEntry[],
): Promise<void> => {
  const lists = entries.flatMap((one) => (one.isPublished ? one.valueLists : []));
  const topics = [...new Set(lists)].map((list) => topicOfList(list)!);
  for (const [contentType, own] of groupBy(topics, (topic) => topic.contentType)) {
    const type = topicTypeOf(plan, contentType);
    const values = own.map(({ documentId: entry }) => {
      const path = pathOfKey(type.address, slugOfValueId(contentType, entry)!);
      return { contentType, entry, path };
    });
    await recordPublications(strapi, plan, toPublications(plan, values, type, settings));
  }
};

/**
 * Records where topics are published. Hidden topics are left out, so that no address reveals them.
 *
 * @param publishedOf since when, if that is known more exactly than "now"
 * @returns cache tags of addresses that lead elsewhere now
 */
export const recordTopics = async (
  { strapi, settings, plan }: AddressParts,
  topic: TopicPlan,
  present: EntryRow[],
  publishedOf: (row: EntryRow) => Date | undefined = () => undefined,
): Promise<string[]> => {
  const { contentType, address, isLocalised, hidden } = topic;
  const rows = present.filter(
    ({ locale, valueOf }) =>
      isPublishedIn(plan.locales, topic, locale) && !(hidden && valueOf(hidden)),
  );
  if (rows.length === 0) return [];
  const publications = toPublications(
    plan,
    rows.map((row) => ({
      contentType,
      entry: row.documentId,
      locale: isLocalised ? row.locale : '',
      published: publishedOf(row),
      path: entryPath(address, row.valueOf),
    })),
    topic,
    settings,
  );
  return recordPublications(strapi, plan, publications);
};

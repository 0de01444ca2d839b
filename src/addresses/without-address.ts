import type { Core } from '@strapi/strapi';

import { type EntryKey, listIn, NOWHERE_LIST } from '../catalogue/catalogue-table';
import { findNowhere } from '../catalogue/entry-states';
import { groupBy } from '../lib/values';
import { waitForTurn } from '../lib/waiting';
import { editionMark, type PublishedLocale, rowLocale } from '../options/locales';
import {
  addressFields,
  entryPath,
  type FieldPath,
  isAddressPart,
  isWithin,
  reservedPath,
} from '../mapping/address';
import { type EntryRow, readEntryRows } from '../catalogue/entry-rows';
import {
  addressIn,
  type Plan,
  type SourcePlan,
  type TopicPlan,
  wherePublished,
} from '../mapping/plan';
import { dateAt, type ReadEntry, valueAt } from '../mapping/values';

/** A published entry or topic that no reader can find: it lacks a title or an address, or a page of the site is there. */
export interface EntryWithoutAddress extends EntryKey {
  /** Empty if it has none. */
  title: string;
  updated: Date | null;
  isTopic: boolean;
  /** Fields of its form to fill in: its title, parts of its address. */
  missing: string[];
  /** Fields with a text that no address can contain. */
  invalid: { field: string; text: string }[];
  /** Path of the page of the site that is at its address. */
  reserved?: string;
}

/** What is published without an address, and whether the list is complete. */
interface FoundWithoutAddress {
  entries: EntryWithoutAddress[];
  isWhole: boolean;
}

type Part = SourcePlan | TopicPlan;

/** Topics that one statement reads. */
const ROWS_AT_ONCE = 1_000;

const isSource = (part: Part): part is SourcePlan => 'topics' in part;

const headingOf = (part: Part): FieldPath => (isSource(part) ? part.title : part.name);

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A field of an address with a value that no address can contain. */
interface AddressGap {
  path: FieldPath;
  /** The field of the form to fill in or correct: for a field of another entry, the relation to it. */
  field: string;
  /** Its text, if the form has the field; empty if there is none. */
  text: string;
}

/** The fields of its address that an entry or a topic lacks. */
export const addressGaps = (part: Part, valueOf: (path: FieldPath) => unknown): AddressGap[] =>
  addressFields(part.address).flatMap((path) => {
    const value = valueOf(path);
    if (isAddressPart(part.address, value)) return [];
    const outer = isSource(part)
      ? part.shows.find((shown) => isWithin(path, shown.path))
      : undefined;
    return { path, field: (outer?.path ?? path).join('.'), text: outer ? '' : toText(value) };
  });

const describe = (part: Part, row: EntryRow): EntryWithoutAddress[] => {
  const heading = row.valueOf(headingOf(part));
  const isTitled = typeof heading === 'string' || typeof heading === 'number';
  if (isTitled && entryPath(part.address, row.valueOf) !== undefined) return [];
  const gaps = addressGaps(part, row.valueOf);
  const missing = gaps.flatMap(({ field, text }) => (text === '' ? field : []));
  return [
    {
      contentType: part.contentType,
      documentId: row.documentId,
      locale: row.locale,
      title: toText(heading),
      updated: row.updated,
      isTopic: !isSource(part),
      missing: [...new Set([...(isTitled ? [] : [headingOf(part).join('.')]), ...missing])],
      invalid: gaps.filter(({ text }) => text !== '').map(({ field, text }) => ({ field, text })),
      reserved: reservedPath(addressIn(part, row.locale), row.valueOf),
    },
  ];
};

/** Describes the documents without an address in a locale. */
const describeAll = async (
  strapi: Core.Strapi,
  part: Part,
  locale: PublishedLocale | undefined,
  documentIds: string[],
): Promise<EntryWithoutAddress[]> => {
  const paths = [headingOf(part), ...addressFields(part.address)];
  const rows = await readEntryRows(strapi, part.contentType, documentIds, paths);
  const code = rowLocale(part, locale);
  return rows
    .filter((row) => row.isPublic && (code === undefined || row.locale === code))
    .flatMap((row) => describe(part, row));
};

/** Finds entries of sources by the catalogue, so as not to read the table of a large archive. */
const findEntries = async (
  strapi: Core.Strapi,
  plan: Plan,
  locale: PublishedLocale | undefined,
  limit: number,
): Promise<FoundWithoutAddress> => {
  const found = await findNowhere(strapi, listIn(editionMark(locale), NOWHERE_LIST), limit);
  const entries: EntryWithoutAddress[] = [];
  for (const [contentType, own] of groupBy(found, (one) => one.contentType)) {
    const source = plan.sources.find((one) => one.contentType === contentType);
    // A node with another configuration may have indexed more types.
    if (!source) continue;
    const ids = own.map(({ documentId }) => documentId);
    entries.push(...(await describeAll(strapi, source, locale, [...new Set(ids)])));
  }
  return { entries, isWhole: found.length < limit };
};

/** Finds topics of a type in its table: of topics, other screens read all names and slugs as well. */
const findTopics = async (
  strapi: Core.Strapi,
  part: TopicPlan,
  locale: PublishedLocale | undefined,
  limit: number,
): Promise<FoundWithoutAddress> => {
  const { contentType, name, slug, hidden = [] } = part;
  const where = wherePublished(part, rowLocale(part, locale));
  const found: ReadEntry[] = [];
  for (let last = 0; ; await waitForTurn()) {
    const rows: ReadEntry[] = await strapi.db.query(contentType).findMany({
      select: ['id', 'documentId', 'updatedAt', ...name, ...slug, ...hidden],
      where: { ...where, id: { $gt: last } },
      orderBy: { id: 'asc' },
      limit: ROWS_AT_ONCE,
    });
    const without = rows.filter(
      (row) =>
        !hidden.some((field) => row[field]) &&
        (valueAt(row, name) === undefined ||
          entryPath(part.address, () => valueAt(row, slug)) === undefined),
    );
    for (const row of without) found.push(row);
    if (rows.length < ROWS_AT_ONCE) break;
    last = rows.at(-1)!.id as number;
  }
  const timeOf = (row: ReadEntry): number => dateAt(row, ['updatedAt'])?.getTime() ?? 0;
  const newest = found.sort((one, other) => timeOf(other) - timeOf(one)).slice(0, limit);
  const ids = [...new Set(newest.map(({ documentId }) => String(documentId)))];
  return { entries: await describeAll(strapi, part, locale, ids), isWhole: found.length < limit };
};

/**
 * Finds entries and topics in a locale that Strapi shows as published, but that have no address or title and so are in no
 * list: one statement for all sources and one for each topic type, and those that read the entries found.
 *
 * @param limit most entries, and most rows of each topic type, the last changed first
 */
export const findWithoutAddress = async (
  strapi: Core.Strapi,
  { plan }: { plan: Plan },
  locale: PublishedLocale | undefined,
  limit: number,
): Promise<FoundWithoutAddress> => {
  const found = [await findEntries(strapi, plan, locale, limit)];
  for (const part of plan.topicTypes) {
    // Topics of types that are not localised belong to the main locale.
    if (!part.isLocalised && editionMark(locale) !== '') continue;
    found.push(await findTopics(strapi, part, locale, limit));
  }
  return {
    entries: found.flatMap(({ entries }) => entries),
    isWhole: found.every(({ isWhole }) => isWhole),
  };
};

/** Most entries and topics that are checked at start, the last changed first. */
const MAXIMUM_CHECKED = 100;

/**
 * Warns at start of fields that are empty or have texts that no address can contain: such an entry or topic answers 404,
 * and items do not name it. The panel lists all of them.
 */
export const reportAddresses = async (
  strapi: Core.Strapi,
  parts: { plan: Plan } & { editions: readonly { locale: PublishedLocale | undefined }[] },
): Promise<void> => {
  const told = new Set<string>();
  const tell = (contentType: string, field: string, what: string, remedy: string): void => {
    if (told.has(`${contentType} ${field}`)) return;
    told.add(`${contentType} ${field}`);
    strapi.log.warn(
      `Syndication: ${contentType}: "${field}" ${what}. They have no page and no feed; Feeds > Needs attention lists them. ${remedy}`,
    );
  };
  const quote = (text: string): string => JSON.stringify(text.slice(0, 60));
  for (const { locale } of parts.editions) {
    const { entries } = await findWithoutAddress(strapi, parts, locale, MAXIMUM_CHECKED);
    for (const { contentType, documentId, title, missing, invalid } of entries) {
      for (const { field, text } of invalid) {
        tell(
          contentType,
          field,
          `has texts that no address can have, such as ${quote(text)}: an address takes letters, digits and "-_.~@"`,
          'Use a field of the kind "uid" in the option "address".',
        );
      }
      for (const field of missing) {
        tell(
          contentType,
          field,
          `is empty in published entries, such as ${quote(title || documentId)}`,
          'A field of the kind "uid" is filled when you save them again.',
        );
      }
    }
  }
};

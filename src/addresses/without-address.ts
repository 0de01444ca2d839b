import type { Core } from '@strapi/strapi';

import { listIn, NOWHERE_LIST } from '../catalogue/catalogue-table';
import { type EntryKey, entryKeyOf } from '../catalogue/entry';
import type { EntryStates } from '../catalogue/entry-states';
import { editionMark, type PublishedLocale, rowLocale } from '../options/locales';
import type { Transactions } from '../lib/transactions';
import { entryPath } from '../mapping/entry-path';
import type { EntryRow, EntryRows } from '../catalogue/entry-rows';
import { addressFields } from '../mapping/address';
import type { FieldPath, Plan, SourcePlan, TopicPlan } from '../mapping/plan';
import { findUnfit } from '../mapping/plan-parts';

/** Something published that no reader can find: it lacks an address, or a title. */
export interface WithoutAddress extends EntryKey {
  /** Empty where it has none. */
  title: string;
  updated: Date | null;
  isTopic: boolean;
  /** Fields of its form that are to be filled: its title, parts of its address. */
  missing: string[];
  /** Fields with a text that no address can have. */
  invalid: { field: string; text: string }[];
}

/** What is published without an address, and whether that is all there is. */
export interface FoundWithoutAddress {
  entries: WithoutAddress[];
  isWhole: boolean;
}

type Part = SourcePlan | TopicPlan;

const isSource = (part: Part): part is SourcePlan => 'topics' in part;

const headingOf = (part: Part): FieldPath => (isSource(part) ? part.title : part.name);

/** Finds what is published, and yet nowhere: Strapi shows it as published, and no list has it. */
export const createWithoutAddress = (
  strapi: Core.Strapi,
  {
    plan,
    transactions,
    states,
    entryRows,
  }: {
    plan: Plan;
    transactions: Pick<Transactions, 'rows'>;
    states: Pick<EntryStates, 'findNowhere'>;
    entryRows: Pick<EntryRows, 'read'>;
  },
) => {
  const describe = (part: Part, row: EntryRow): WithoutAddress[] => {
    const heading = row.valueOf(headingOf(part));
    const isTitled = typeof heading === 'string' || typeof heading === 'number';
    if (isTitled && entryPath(part.address, row.valueOf) !== undefined) return [];
    const { missing, invalid } = findUnfit(part, row.valueOf);
    return [
      {
        contentType: part.contentType,
        documentId: row.documentId,
        locale: row.locale,
        title: isTitled ? String(heading) : '',
        updated: row.updated,
        isTopic: !isSource(part),
        missing: isTitled ? missing : [...new Set([headingOf(part).join('.'), ...missing])],
        invalid,
      },
    ];
  };

  /** Those of some documents that are without an address in a locale. */
  const describeAll = async (
    part: Part,
    locale: PublishedLocale | undefined,
    documentIds: string[],
  ): Promise<WithoutAddress[]> => {
    const hidden = isSource(part) ? undefined : part.hidden;
    const paths = [headingOf(part), ...addressFields(part.address), ...(hidden ? [hidden] : [])];
    const rows = await entryRows.read(part.contentType, documentIds, paths);
    const code = rowLocale(part, locale);
    return rows
      .filter((row) => !part.hasDrafts || row.published !== null)
      .filter((row) => code === undefined || row.locale === code)
      .filter((row) => !hidden || !row.valueOf(hidden))
      .flatMap((row) => describe(part, row));
  };

  /** Entries of sources: the catalogue has them, so that no look reads the table of a site's archive. */
  const findEntries = async (
    locale: PublishedLocale | undefined,
    limit: number,
  ): Promise<FoundWithoutAddress> => {
    const found = await states.findNowhere(listIn(editionMark(locale), NOWHERE_LIST), limit);
    const entries: WithoutAddress[] = [];
    for (const source of plan.sources) {
      const ids = found
        .filter(({ contentType }) => contentType === source.contentType)
        .map(({ documentId }) => documentId);
      if (ids.length > 0) entries.push(...(await describeAll(source, locale, [...new Set(ids)])));
    }
    return { entries, isWhole: found.length < limit };
  };

  /** Topics of a type, the one last changed first. All are read, as the list of feeds does. */
  const findTopics = async (
    part: TopicPlan,
    locale: PublishedLocale | undefined,
    limit: number,
  ): Promise<FoundWithoutAddress> => {
    const rows = transactions.rows(strapi.db.metadata.get(part.contentType).tableName);
    if (part.hasDrafts) void rows.whereNotNull('published_at');
    const found = await describeAll(part, locale, await rows.distinct().pluck('document_id'));
    found.sort((one, other) => Number(other.updated) - Number(one.updated));
    return { entries: found.slice(0, limit), isWhole: found.length <= limit };
  };

  return {
    /**
     * Entries and topics of the site in a locale that are published without an address.
     *
     * @param limit how many entries, and topics of each type, are told at most: the one last changed first
     */
    async find(locale: PublishedLocale | undefined, limit: number): Promise<FoundWithoutAddress> {
      const { entries, isWhole: areAll } = await findEntries(locale, limit);
      const found = new Map(entries.map((entry) => [entryKeyOf(entry), entry]));
      let isWhole = areAll;
      for (const part of plan.topicTypes) {
        // Topics of types that are not localised are the main locale's.
        if (!part.isLocalised && editionMark(locale) !== '') continue;
        const ofType = await findTopics(part, locale, limit);
        isWhole &&= ofType.isWhole;
        for (const entry of ofType.entries) {
          // A type may be published and group others.
          if (!found.has(entryKeyOf(entry))) found.set(entryKeyOf(entry), entry);
        }
      }
      return { entries: [...found.values()], isWhole };
    },
  };
};

export type WithoutAddressFinder = ReturnType<typeof createWithoutAddress>;

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import type { EntryKey } from '../catalogue/catalogue-table';
import type { CatalogueQueries } from '../catalogue/queries';
import { namedTopics } from '../mapping/value-topics';
import { readDraft } from './drafts';
import { createEntryListings } from './entry-listings';
import { createEntryPlaces } from './entry-places';
import { createEntryReader, type EntryReaderParts } from './entry-reader';
import type { SourcePlan } from '../mapping/plan';
import { fieldsOf, narrowFields } from '../mapping/read-fields';
import { type EntryVersion, isKeptOut, toVersion, withoutValues } from './to-article';
import { heldAt, type ReadEntry } from '../mapping/values';

/** Which of its versions an entry is asked for in. */
export interface VersionQuery {
  documentId: string;
  /** Null for a type that is not localised. */
  locale: string | null;
  status: 'draft' | 'published';
}

/** Reads public entries of all sources, and notes that they are shown. */
export const createEntries = (
  strapi: Core.Strapi,
  { catalogue, ...given }: EntryReaderParts & { catalogue: CatalogueQueries },
) => {
  const { plan } = given;
  const reader = createEntryReader(strapi, given);
  const { markOf, addLinked, findListed } = reader;

  return {
    markOf,
    ...createEntryListings(reader, { plan, catalogue }),
    ...createEntryPlaces(strapi, reader, { plan, catalogue }),

    /**
     * An entry as its draft or its published version has it, public, ended or not; null when there is none. For
     * previews: what a draft leads to is shown as it is published, since that is what readers will see.
     */
    async findVersion(
      source: SourcePlan,
      { documentId, locale, status }: VersionQuery,
    ): Promise<(EntryVersion & { isKeptOut: boolean }) | null> {
      const { contentType } = source;
      const fields = fieldsOf(source);
      const isDraft = source.hasDrafts && status === 'draft';
      const where = {
        documentId,
        ...(isDraft
          ? { publishedAt: null, ...reader.ofLocale(source) }
          : reader.isPublishedRow(source)),
        // Be it one that is not published.
        ...(source.isLocalised && locale !== null ? { locale } : {}),
      };
      const row: ReadEntry | null = isDraft
        ? await readDraft(strapi, { uid: contentType, where, fields })
        : await strapi.db.query(contentType).findOne({ ...fields, where });
      if (!row) return null;
      const [grouped = row] = await reader.complete(source, [row]);
      const version = toVersion(source, plan, row, grouped);
      const { date, told } = await reader.findMoments(source, row);
      const isUnlisted = isKeptOut(source, row);
      return {
        ...version,
        ...(isUnlisted && { topics: withoutValues(version.topics) }),
        date,
        // Publishing a draft tells of it, as far as anybody knows.
        updatedAt: (isDraft ? undefined : told) ?? version.updatedAt,
        isKeptOut: isUnlisted,
        ...reader.toAdjustments(source, grouped),
      };
    },

    /** The values of one type that are topics of some entries of lists, as these entries write them. */
    findValues: async <Entry extends EntryKey>(
      type: string,
      listed: Entry[],
    ): Promise<(Entry & { values: string[] })[]> => {
      const fieldsWith = ({ values = [] }: SourcePlan) =>
        values.filter(({ contentType }) => contentType === type);
      return reader.findPublished(
        listed,
        (source) =>
          narrowFields(
            fieldsOf(source),
            fieldsWith(source).map(({ path }) => path),
          ),
        (source, row, entry) => {
          const values = fieldsWith(source).flatMap((one) =>
            namedTopics(one, heldAt(row, one.path)),
          );
          dependOn(CACHE_TAGS.entry(source.contentType, entry.documentId, markOf(source)));
          reader.noteShown(source, row);
          return { ...entry, values };
        },
      );
    },

    addLinked,
    findListed,
  };
};

export type Entries = ReturnType<typeof createEntries>;

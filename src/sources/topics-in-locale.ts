import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../cache/cache-tags';
import { dependOn } from '../cache/dependency-tracking';
import { chunk } from '../chunk';
import { editionMark, type PublishedLocale } from '../locales';
import type { EntrySelection, Plan, SourcePlan, TopicPlan, TopicRelation } from './plan';
import { marksOf } from './plan-parts';
import { type EntryRow, rowsAt } from './values';

interface Dependencies {
  plan: Plan;
  selectionOf: (source: SourcePlan) => EntrySelection;
  locale: PublishedLocale | undefined;
}

/**
 * Topics with locales of entries that have none: Strapi links these to a topic's row of the locale that
 * an editor picked, or of its default one. Readers find the topic as it is in theirs, or not at all.
 */
export const createTopicsInLocale = (
  strapi: Core.Strapi,
  { plan, selectionOf, locale }: Dependencies,
) => {
  /** Relations of a source that lead to rows of any locale. */
  const relationsOf = ({ isLocalised, topics }: SourcePlan) =>
    locale === undefined || isLocalised
      ? []
      : topics.flatMap((relation): (TopicRelation & { type: TopicPlan })[] => {
          const type = plan.topicTypes.find((topic) => topic.contentType === relation.contentType);
          return type?.isLocalised ? [{ ...relation, type }] : [];
        });

  const idsAt = (row: EntryRow, field: string): string[] =>
    rowsAt(row, [field]).map(({ documentId }) => String(documentId));

  return {
    /**
     * Rows of a source with their topics as they are in the locale: a statement, and those of what is
     * read of a topic, for each relation that leads elsewhere.
     */
    async groupInLocale(source: SourcePlan, rows: EntryRow[]): Promise<EntryRow[]> {
      let grouped = rows;
      for (const { field, contentType, type } of relationsOf(source)) {
        const ids = new Set(rows.flatMap((row) => idsAt(row, field)));
        const found = new Map<string, EntryRow>();
        for (const some of chunk([...ids])) {
          const topics: EntryRow[] = await strapi.db.query(contentType).findMany({
            ...(selectionOf(source).populate[field] as object),
            where: {
              documentId: { $in: some },
              locale: locale?.code,
              ...(type.hasDrafts && { publishedAt: { $notNull: true } }),
            },
          });
          topics.forEach((topic) => found.set(String(topic.documentId), topic));
        }
        grouped = grouped.map((row) => ({
          ...row,
          [field]: idsAt(row, field).flatMap((documentId) => found.get(documentId) ?? []),
        }));
      }
      return grouped;
    },

    /**
     * Notes the topics that a row leads to, be they there in the locale or not yet; in every locale where
     * the entry's address has the very row that it leads to.
     */
    noteLinkedTopics(source: SourcePlan, row: EntryRow): void {
      for (const { field, contentType } of relationsOf(source)) {
        const isInAddress = source.address.parts.some((part) => part[0] === field);
        const marks = isInAddress ? marksOf(plan) : [editionMark(locale)];
        for (const documentId of idsAt(row, field)) {
          dependOn(...marks.map((mark) => CACHE_TAGS.topic(contentType, documentId, mark)));
        }
      }
    },
  };
};

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { dependOn } from '../lib/dependency-tracking';
import { chunk } from '../lib/chunk';
import { editionMark, type PublishedLocale } from '../options/locales';
import type { EntryFields, Plan, SourcePlan, TopicPlan, TopicRelation } from '../mapping/plan';
import { marksOf, ownPaths } from '../mapping/plan-parts';
import { type ReadEntry, rowsAt } from '../mapping/values';

interface TopicsInLocaleParts {
  plan: Plan;
  fieldsOf: (source: SourcePlan) => EntryFields;
  locale: PublishedLocale | undefined;
}

/**
 * Topics with locales of entries that have none: Strapi links these to a topic's row of the locale that
 * an editor picked, or of its default one. Readers find the topic as it is in theirs, or not at all.
 */
export const createTopicsInLocale = (
  strapi: Core.Strapi,
  { plan, fieldsOf, locale }: TopicsInLocaleParts,
) => {
  /** Relations of a source that lead to rows of any locale. */
  const relationsOf = ({ isLocalised, topics }: SourcePlan) =>
    locale === undefined || isLocalised
      ? []
      : topics.flatMap((relation): (TopicRelation & { type: TopicPlan })[] => {
          const type = plan.topicTypes.find((topic) => topic.contentType === relation.contentType);
          return type?.isLocalised ? [{ ...relation, type }] : [];
        });

  const idsAt = (row: ReadEntry, field: string): string[] =>
    rowsAt(row, [field]).map(({ documentId }) => String(documentId));

  return {
    /**
     * Rows of a source with their topics as they are in the locale: a statement, and those of what is
     * read of a topic, for each relation that leads elsewhere.
     */
    async groupInLocale(source: SourcePlan, rows: ReadEntry[]): Promise<ReadEntry[]> {
      let grouped = rows;
      for (const { field, contentType, isMultiple, type } of relationsOf(source)) {
        const ids = new Set(rows.flatMap((row) => idsAt(row, field)));
        const found = new Map<string, ReadEntry>();
        for (const some of chunk([...ids])) {
          const topics: ReadEntry[] = await strapi.db.query(contentType).findMany({
            ...(fieldsOf(source).populate[field] as object),
            where: {
              documentId: { $in: some },
              locale: locale?.code,
              ...(type.hasDrafts && { publishedAt: { $notNull: true } }),
            },
          });
          topics.forEach((topic) => found.set(String(topic.documentId), topic));
        }
        grouped = grouped.map((row) => {
          const topics = idsAt(row, field).flatMap((documentId) => found.get(documentId) ?? []);
          // As Strapi has it, which a function of the site may read.
          return { ...row, [field]: isMultiple ? topics : (topics[0] ?? null) };
        });
      }
      return grouped;
    },

    /**
     * Notes the topics that a row leads to, be they there in the locale or not yet; in every locale where
     * the entry shows something of the very row that it leads to, or has it in its address.
     */
    noteLinkedTopics(source: SourcePlan, row: ReadEntry): void {
      for (const { field, contentType } of relationsOf(source)) {
        const isReadThrough = ownPaths(source).some(
          ([first, ...rest]) => first === field && rest.length > 0,
        );
        const marks = isReadThrough ? marksOf(plan) : [editionMark(locale)];
        for (const documentId of idsAt(row, field)) {
          dependOn(...marks.map((mark) => CACHE_TAGS.topic(contentType, documentId, mark)));
        }
      }
    },
  };
};

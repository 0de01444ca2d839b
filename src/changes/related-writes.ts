import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import {
  listIn,
  type ListName,
  topicList,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import type { Catalogue } from '../catalogue/catalogue';
import type { CataloguedEntry } from '../catalogue/entry';
import { chunk } from '../lib/chunk';
import type { EntryRow, EntryRows } from '../catalogue/entry-rows';
import type { FieldPath, Plan, TopicPlan } from '../mapping/plan';
import { markIn, marksOf, mayShowHidden } from '../mapping/plan-parts';
import { addressFields } from '../mapping/address';
import type { Publications } from '../addresses/publications';
import {
  difference,
  findLeading,
  findRelatedTypes,
  type RelatedType,
  type SourceRow,
} from '../catalogue/related-types';
import type { Transactions } from '../lib/transactions';
import { NAMED_AT_MOST, noteEntry, type RelatedBefore, type Written } from './transaction-notes';

interface RelatedWriteParts {
  transactions: Transactions;
  catalogue: Pick<Catalogue, 'dropList' | 'findOldest'>;
  entryRows: EntryRows;
  publications: Publications;
  plan: Plan;
}

/** What a row is known by from one publication to the next, which gives it another id. */
export const relatedKey = (row: {
  documentId: string;
  locale: string;
  isPublic: boolean;
}): string => `${row.documentId} ${row.locale} ${row.isPublic}`;

/** Finds out, at the end of a transaction, what its writes of topics, authors, files… mean to entries. */
export const createRelatedWrites = (
  strapi: Core.Strapi,
  { transactions, catalogue, entryRows, publications, plan }: RelatedWriteParts,
) => {
  let types: Map<string, RelatedType> | undefined;
  const relatedTypes = (): Map<string, RelatedType> => (types ??= findRelatedTypes(strapi, plan));

  const topicPlan = (contentType: string): TopicPlan | undefined =>
    plan.topicTypes.find((type) => type.contentType === contentType);

  const isPublicRow = (contentType: string, row: { published: unknown }): boolean =>
    !entryRows.hasDrafts(contentType) || row.published !== null;

  const valuesOf = ({ paths }: RelatedType, { valueOf }: EntryRow): string =>
    JSON.stringify(paths.map((path) => valueOf(path) ?? null));

  /** Notes the entries that some rows of sources are of. */
  const noteRows = async (
    written: Pick<Written, 'entries'>,
    rows: SourceRow[],
    note: { isMoved: boolean; isShown: boolean },
  ): Promise<void> => {
    const byType = new Map<string, Set<number>>();
    for (const { contentType, id } of rows) {
      byType.set(contentType, (byType.get(contentType) ?? new Set()).add(id));
    }
    for (const [contentType, ids] of byType) {
      const { tableName } = strapi.db.metadata.get(contentType);
      for (const some of chunk([...ids])) {
        const found: {
          document_id: string;
          locale: string | null;
          published_at: unknown;
        }[] = await transactions
          .rows(tableName)
          .whereIn('id', some)
          .select('document_id', 'locale', 'published_at');
        for (const row of found) {
          const isPublic =
            note.isShown && isPublicRow(contentType, { published: row.published_at });
          noteEntry(written, {
            contentType,
            documentId: row.document_id,
            locale: row.locale ?? '',
            isPublic,
            isMoved: note.isMoved,
          });
        }
      }
    }
  };

  /** Entries that showed what is gone: they show something else, and are dated by what is left. */
  const noteShowing = async (written: Written, rows: SourceRow[]): Promise<void> => {
    if (rows.length > NAMED_AT_MOST) written.cacheTags.add(CACHE_TAGS.everything);
    else await noteRows(written, rows, { isMoved: false, isShown: true });
  };

  /**
   * Takes what led to a row of a topic that is gone off its list: a translation that was deleted, or what
   * was published of one. Many are not read for that.
   */
  const dropRow = async (
    written: Written,
    type: RelatedType,
    { documentId, locale, isPublic, leading = [] }: RelatedBefore,
    { isWhole, isShown }: { isWhole: boolean; isShown: boolean },
  ): Promise<void> => {
    if (leading.length <= NAMED_AT_MOST) {
      return noteRows(written, leading, { isMoved: false, isShown });
    }
    const { contentType } = type;
    const isLocalised = topicPlan(contentType)?.isLocalised === true;
    /** Sources whose entries lead to rows of their own locale. */
    const sources = plan.sources.filter((source) => !isLocalised || source.isLocalised);
    const contentTypes = sources.map((source) => source.contentType);
    const marks = isLocalised ? [markIn(plan, contentType, locale)] : marksOf(plan);
    const states: CataloguedEntry['state'][] | undefined = isWhole
      ? undefined
      : isPublic
        ? ['listed', 'displaced']
        : ['waiting'];
    for (const mark of marks) {
      const list = listIn(mark, topicList(contentType, documentId));
      await catalogue.dropList(list, { contentTypes, states });
    }
    if (isShown) written.cacheTags.add(CACHE_TAGS.everything);
    const others = leading.filter((row) => !contentTypes.includes(row.contentType));
    await noteRows(written, others, { isMoved: false, isShown });
  };

  const dropTopic = async (written: Written, type: string, documentId: string): Promise<void> => {
    for (const mark of marksOf(plan)) {
      const list = listIn(mark, topicList(type, documentId));
      written.cacheTags.add(CACHE_TAGS.listing(list));
      written.dropped.push(list);
      await catalogue.dropList(list);
    }
  };

  /** The field that says of a type's rows that readers may not know of them. */
  const hiddenPath = (contentType: string): FieldPath[] => {
    const path = topicPlan(contentType)?.hidden;
    return path ? [path] : [];
  };

  const isHiddenRow = (contentType: string, { valueOf }: EntryRow): boolean =>
    hiddenPath(contentType).some((path) => Boolean(valueOf(path)));

  /** Whether what a row was and what it is are no readers' business. */
  const isSecret = (
    { contentType }: RelatedType,
    before: Pick<RelatedBefore, 'existed' | 'isHidden'>,
    now: EntryRow | undefined,
  ): boolean =>
    topicPlan(contentType) !== undefined &&
    !mayShowHidden(plan, contentType) &&
    (before.isHidden ?? !before.existed) &&
    (now === undefined || isHiddenRow(contentType, now));

  /** Whether readers find anything in a topic's lists. */
  const isFilled = async (contentType: string, documentId: string): Promise<boolean> => {
    for (const mark of marksOf(plan)) {
      const list = listIn(mark, topicList(contentType, documentId));
      const oldest = await catalogue.findOldest(list);
      if (oldest && oldest.getTime() <= Date.now()) return true;
    }
    return false;
  };

  /** Cache tags of what readers see of a row. */
  const cacheTagsOf = async (
    { contentType, isTopic, isShown }: RelatedType,
    { documentId, locale }: Pick<RelatedBefore, 'documentId' | 'locale'>,
  ): Promise<string[]> => {
    if (!isTopic) return isShown ? [CACHE_TAGS.shown(contentType, documentId)] : [];
    const mark = markIn(plan, contentType, locale);
    const topic = CACHE_TAGS.topic(contentType, documentId, mark);
    // What nothing public has is in no list of topics.
    return (await isFilled(contentType, documentId))
      ? [topic, CACHE_TAGS.topics(contentType, mark)]
      : [topic];
  };

  /** What is left of some documents. */
  const readPresent = async (
    { contentType, paths }: RelatedType,
    documentIds: string[],
  ): Promise<Map<string, EntryRow>> => {
    const topic = topicPlan(contentType);
    const read: FieldPath[] = [
      ...paths,
      ...(topic ? addressFields(topic.address) : []),
      ...hiddenPath(contentType),
    ];
    const rows = await entryRows.read(contentType, documentIds, read);
    return new Map(
      rows.map((row) => [relatedKey({ ...row, isPublic: isPublicRow(contentType, row) }), row]),
    );
  };

  const settleType = async (
    written: Written,
    type: RelatedType,
    changes: Map<string, RelatedBefore>,
  ): Promise<void> => {
    const { contentType } = type;
    const documentIds = [...new Set([...changes.values()].map(({ documentId }) => documentId))];
    const present = await readPresent(type, documentIds);
    const left = new Set([...present.values()].map(({ documentId }) => documentId));
    const locales = new Set(
      [...present.values()].map(({ documentId, locale }) => `${documentId} ${locale}`),
    );
    const isMoved = (key: string, { values }: RelatedBefore): boolean => {
      const now = present.get(key);
      return values !== (now && type.paths.length > 0 ? valuesOf(type, now) : undefined);
    };

    const asked = [...changes].flatMap(([key, before]) => {
      const now = present.get(key);
      return now && (before.leading || isMoved(key, before)) ? [now.id] : [];
    });
    const leading = await findLeading(transactions, type, asked);

    // Before a topic that is gone is taken off its lists.
    for (const [key, before] of changes) {
      if (!before.isPublic || isSecret(type, before, present.get(key))) continue;
      for (const cacheTag of await cacheTagsOf(type, before)) written.cacheTags.add(cacheTag);
    }
    const dropped = new Set<string>();
    for (const [key, before] of changes) {
      const now = present.get(key);
      const isShown = !isSecret(type, before, now);
      const after = (now && leading.get(now.id)) ?? [];
      const { documentId, leading: known = [], passing = [] } = before;
      await noteRows(written, passing, { isMoved: false, isShown });
      if (isMoved(key, before)) {
        const both = [...known, ...after].filter((row) => type.cataloguedIn.has(row.contentType));
        await noteRows(written, both, { isMoved: true, isShown: false });
        if (now && type.cataloguedIn.size > 0) {
          written.moved.push({ type, ids: [now.id], leading: both });
        }
      }
      if (now) {
        if (!before.leading) continue;
        const changed = difference(known, after);
        await noteRows(written, changed, { isMoved: false, isShown });
      } else if (before.existed && type.isTopic && left.has(documentId)) {
        // Published no more, or in one language less, and still there.
        const isWhole = !locales.has(`${documentId} ${before.locale}`);
        await dropRow(written, type, before, { isWhole, isShown });
      } else if (before.existed) {
        if (type.isTopic && !dropped.has(documentId)) {
          await dropTopic(written, contentType, documentId);
        }
        dropped.add(documentId);
        if (isShown) await noteShowing(written, known);
      }
    }
    const topic = topicPlan(contentType);
    if (!topic) return;
    const published = [...present].flatMap(([key, row]) =>
      changes.has(key) && isPublicRow(contentType, row) ? [row] : [],
    );
    for (const cacheTag of await publications.recordTopics(topic, published)) {
      written.cacheTags.add(cacheTag);
    }
  };

  return {
    relatedTypes,
    isPublicRow,
    valuesOf,
    hiddenPath,
    isHiddenRow,
    noteRows,

    /** Cache tags of what readers see of some rows that were not written themselves. */
    async cacheTagsOf(
      type: RelatedType,
      rows: Pick<RelatedBefore, 'documentId' | 'locale'>[],
    ): Promise<string[]> {
      const present = await readPresent(
        type,
        rows.map(({ documentId }) => documentId),
      );
      const cacheTags: string[] = [];
      for (const row of rows) {
        const now = present.get(relatedKey({ ...row, isPublic: true }));
        if (isSecret(type, { existed: false }, now)) continue;
        cacheTags.push(...(await cacheTagsOf(type, row)));
      }
      return cacheTags;
    },

    /** Those of some lists that are of topics readers may not know of. */
    async findHiddenLists(lists: Iterable<ListName>): Promise<Set<ListName>> {
      const asked = new Map<string, Map<string, ListName[]>>();
      for (const list of lists) {
        const topic = topicOfList(unmarked(list));
        if (!topic || hiddenPath(topic.contentType).length === 0) continue;
        const ofType = asked.get(topic.contentType) ?? new Map<string, ListName[]>();
        asked.set(topic.contentType, ofType);
        ofType.set(topic.documentId, [...(ofType.get(topic.documentId) ?? []), list]);
      }
      const hidden = new Set<ListName>();
      for (const [contentType, ofType] of asked) {
        if (mayShowHidden(plan, contentType)) continue;
        const rows = await entryRows.read(contentType, [...ofType.keys()], hiddenPath(contentType));
        for (const [documentId, own] of ofType) {
          // One that is gone was shown, maybe.
          const found = rows.filter((row) => row.documentId === documentId);
          const isHidden = found.every((row) => isHiddenRow(contentType, row));
          if (found.length > 0 && isHidden) own.forEach((list) => hidden.add(list));
        }
      }
      return hidden;
    },

    /** What leads to some rows of a type. */
    findLeading: (type: RelatedType, ids: number[]): Promise<Map<number, SourceRow[]>> =>
      findLeading(transactions, type, ids),

    /** Notes what the writes of a transaction mean to entries. */
    async settle(written: Written): Promise<void> {
      const { related, showing } = written;
      await noteShowing(written, showing.splice(0));
      for (const [contentType, changes] of related) {
        const type = relatedTypes().get(contentType);
        if (type) await settleType(written, type, changes);
      }
      related.clear();
    },
  };
};

export type RelatedWrites = ReturnType<typeof createRelatedWrites>;

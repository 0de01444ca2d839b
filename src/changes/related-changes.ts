import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import {
  CATALOGUE_TABLE,
  type EntryKey,
  entryKeyOf,
  KEY_COLUMNS,
  listIn,
  type ListName,
  topicList,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import { findOldestDate } from '../catalogue/catalogue';
import { type EntryRow, readEntryRows } from '../catalogue/entry-rows';
import { inBatches } from '../lib/database';
import { queryTable } from '../lib/transactions';
import { groupBy } from '../lib/values';
import { isReadThrough, markIn, marksOf, type Plan, type TopicPlan } from '../mapping/plan';
import { addressFields, type FieldPath } from '../mapping/address';
import { type AddressParts, recordTopics } from '../addresses/record-addresses';
import { findReferringRows, relatedTypes, type RelatedType, type SourceRow } from './related-types';
import { findRowsById } from './written-rows';
import {
  addChange,
  type Change,
  type RowKey,
  MAXIMUM_IN_CHANGE,
  relatedKey,
  type GroupedChanges,
  toWrittenEntry,
  type WrittenEntry,
  type WrittenRelated,
} from './outbox';

/** A row of the catalogue, as far as it is read here. */
type ListedRow = EntryKey & { id: number; state: string };

/** Rows of the catalogue that are read at once. */
const ROWS_AT_ONCE = 1_000;

const keyOf = (row: RowKey): string => `${entryKeyOf(row)} ${row.isPublic}`;

/** The entries that these rows of sources belong to. */
const findEntriesOfRows = async (strapi: Core.Strapi, rows: SourceRow[]): Promise<RowKey[]> => {
  const found: RowKey[] = [];
  for (const [contentType, own] of groupBy(rows, (row) => row.contentType)) {
    const ids = new Set(own.map(({ id }) => id));
    const read = await findRowsById(strapi, contentType, [...ids]);
    read.forEach((row) => found.push({ contentType, ...row }));
  }
  return found;
};

/** @param isShown whether readers see the change; otherwise entries are only indexed again */
const toEntries = (rows: RowKey[], isShown: boolean): WrittenEntry[] =>
  rows.map((one) => toWrittenEntry({ ...one, isPublic: one.isPublic && isShown }));

/**
 * Names the entries that these rows of sources belong to; if very many only show something else, names everything.
 *
 * @param isMoved whether their addresses may have changed
 * @param isShown whether readers see the change; otherwise entries are only indexed again
 */
export const changeOfRows = async (
  strapi: Core.Strapi,
  rows: SourceRow[],
  isMoved: boolean,
  isShown = true,
): Promise<Change> => {
  if (!isMoved && isShown && rows.length > MAXIMUM_IN_CHANGE) {
    return { scopes: [CACHE_TAGS.everything] };
  }
  const entries = toEntries(await findEntriesOfRows(strapi, rows), isShown);
  return { entries: isMoved ? entries.map((entry) => ({ ...entry, isMoved })) : entries };
};

/**
 * Whether entries may show something of a hidden topic: in one of their fields, as the name of an author, or by the
 * site's own function.
 */
const mayShowHidden = ({ sources }: Pick<Plan, 'sources'>, contentType: string): boolean =>
  sources.some((source) =>
    source.shows.some(({ path: [first = '', ...rest], contentType: shown }) => {
      if (shown !== contentType) return false;
      const isOfTopics = source.topics.some(
        ({ field, isOfAuthors }) => field === first && !isOfAuthors,
      );
      return (
        source.item !== undefined ||
        source.entry !== undefined ||
        rest.length > 0 ||
        !isOfTopics ||
        isReadThrough(source, first)
      );
    }),
  );

const topicPlan = ({ topicTypes }: Plan, contentType: string): TopicPlan | undefined =>
  topicTypes.find((type) => type.contentType === contentType);

/** The values of a row that the catalogue and addresses are made from. */
export const valuesOf = ({ paths }: RelatedType, { valueOf }: EntryRow): string =>
  JSON.stringify(paths.map((path) => valueOf(path) ?? null));

/** Entries on a topic's lists, according to the catalogue. */
const findOnLists = async (
  { strapi, plan }: AddressParts,
  contentType: string,
  documentId: string,
  limit = Infinity,
): Promise<RowKey[]> => {
  const found: RowKey[] = [];
  for (const mark of marksOf(plan)) {
    const list = listIn(mark, topicList(contentType, documentId));
    const ofList = () =>
      queryTable(strapi, CATALOGUE_TABLE)
        .where({ list })
        .select({ ...KEY_COLUMNS, id: 'id', state: 'state' });
    for await (const rows of inBatches<ListedRow>(ofList, ROWS_AT_ONCE)) {
      for (const { id: _id, state, ...entry } of rows) {
        found.push({ ...entry, isPublic: state !== 'waiting' });
      }
      if (found.length > limit) return found;
    }
  }
  return found;
};

/**
 * Names the entries that lead to a topic and are not on its lists, and those that are on its lists and no longer lead
 * to it, so that they are indexed again.
 */
const noteRelinked = async (
  parts: AddressParts,
  written: GroupedChanges,
  { contentType, relationPaths }: RelatedType,
  documentId: string,
  present: EntryRow[],
  isShown: boolean,
): Promise<void> => {
  const { strapi } = parts;
  const ids = present.map(({ id }) => id);
  const leading = await findReferringRows(strapi, { relationPaths }, ids);
  const linked = await findEntriesOfRows(strapi, [...leading.values()].flat());
  const listed = await findOnLists(parts, contentType, documentId);
  const [wanted, known] = [linked, listed].map((some) => new Set(some.map(keyOf)));
  const changed = [
    ...listed.filter((one) => !wanted!.has(keyOf(one))),
    // The draft of a published entry is on no list.
    ...linked.filter(
      (one) => !known!.has(keyOf(one)) && !known!.has(keyOf({ ...one, isPublic: true })),
    ),
  ];
  const isMuch = changed.length > MAXIMUM_IN_CHANGE;
  if (isMuch && isShown) written.scopes.add(CACHE_TAGS.everything);
  addChange(written, { entries: toEntries(changed, isShown && !isMuch) });
};

/** Notes that a topic was deleted, with its lists. */
const noteGone = async (
  parts: AddressParts,
  written: GroupedChanges,
  contentType: string,
  documentId: string,
  isShown: boolean,
): Promise<void> => {
  for (const mark of marksOf(parts.plan)) {
    const list = listIn(mark, topicList(contentType, documentId));
    written.scopes.add(CACHE_TAGS.listing(list));
    written.dropped.add(list);
  }
  if (!isShown) return;
  // These entries show something else, and are dated by what is left.
  const listed = await findOnLists(parts, contentType, documentId, MAXIMUM_IN_CHANGE);
  const shown = listed.filter(({ isPublic }) => isPublic);
  if (listed.length > MAXIMUM_IN_CHANGE) written.scopes.add(CACHE_TAGS.everything);
  else addChange(written, { entries: toEntries(shown, true) });
};

/** Path of the field that hides rows of a type from readers, if there is one. */
export const hiddenPath = (plan: Plan, contentType: string): FieldPath[] => {
  const path = topicPlan(plan, contentType)?.hidden;
  return path ? [path] : [];
};

/** Whether readers may not know of a row. */
export const isHiddenRow = (plan: Plan, contentType: string, { valueOf }: EntryRow): boolean =>
  hiddenPath(plan, contentType).some((path) => Boolean(valueOf(path)));

/** Whether readers must not notice the change: the row was hidden or missing before, and is hidden or gone now. */
const isSecret = (
  plan: Plan,
  { contentType }: RelatedType,
  before: Pick<WrittenRelated, 'existed' | 'isHidden'>,
  now: EntryRow | undefined,
): boolean =>
  topicPlan(plan, contentType) !== undefined &&
  !mayShowHidden(plan, contentType) &&
  (before.isHidden ?? !before.existed) &&
  (now === undefined || isHiddenRow(plan, contentType, now));

/** Whether a topic's lists have entries that readers find. */
const isFilled = async (
  { strapi, plan }: AddressParts,
  contentType: string,
  documentId: string,
): Promise<boolean> => {
  for (const mark of marksOf(plan)) {
    const list = listIn(mark, topicList(contentType, documentId));
    const oldest = await findOldestDate(strapi, list);
    if (oldest && oldest.getTime() <= Date.now()) return true;
  }
  return false;
};

/** Cache tags of what readers see of a row. */
const cacheTagsOf = async (
  parts: AddressParts,
  { contentType, isTopic, isShown }: RelatedType,
  { documentId, locale }: Pick<WrittenRelated, 'documentId' | 'locale'>,
): Promise<string[]> => {
  if (!isTopic) return isShown ? [CACHE_TAGS.shown(contentType, documentId)] : [];
  const mark = markIn(parts.plan, contentType, locale);
  const topic = CACHE_TAGS.topic(contentType, documentId, mark);
  // A topic without public entries is in no list of topics.
  return (await isFilled(parts, contentType, documentId))
    ? [topic, CACHE_TAGS.topics(contentType, mark)]
    : [topic];
};

/** The present rows of some documents, by `relatedKey`. */
const readPresent = async (
  { strapi, plan }: AddressParts,
  { contentType, paths }: RelatedType,
  documentIds: string[],
): Promise<Map<string, EntryRow>> => {
  const topic = topicPlan(plan, contentType);
  const read: FieldPath[] = [
    ...paths,
    ...(topic ? addressFields(topic.address) : []),
    ...hiddenPath(plan, contentType),
  ];
  const rows = await readEntryRows(strapi, contentType, documentIds, read);
  return new Map(rows.map((row) => [relatedKey(row), row]));
};

const noteType = async (
  parts: AddressParts,
  written: GroupedChanges,
  type: RelatedType,
  changes: Map<string, WrittenRelated>,
): Promise<void> => {
  const { strapi, plan } = parts;
  const { contentType, isTopic } = type;
  const documentIds = [...new Set([...changes.values()].map(({ documentId }) => documentId))];
  const present = await readPresent(parts, type, documentIds);
  const rowsOf = groupBy(present.values(), ({ documentId }) => documentId);
  const isKeptBy = type.paths.length > 0 && type.cataloguedIn.size > 0;
  const shown = new Map<string, boolean>();
  const relinked = new Set<string>();
  const moved: number[] = [];
  for (const [key, before] of changes) {
    const { documentId, existed, values } = before;
    const now = present.get(key);
    const isShown = !isSecret(plan, type, before, now);
    shown.set(documentId, shown.get(documentId) || isShown);
    if (before.isPublic && isShown) {
      for (const cacheTag of await cacheTagsOf(parts, type, before)) written.scopes.add(cacheTag);
    }
    if (now && isKeptBy && !(existed && values === valuesOf(type, now))) moved.push(now.id);
    if (isTopic && before.isRelinked) relinked.add(documentId);
  }
  for (const documentId of relinked) {
    const rows = rowsOf.get(documentId);
    const isShown = shown.get(documentId) === true;
    if (rows) await noteRelinked(parts, written, type, documentId, rows, isShown);
    else await noteGone(parts, written, contentType, documentId, isShown);
  }
  const toMoved = [...(await findReferringRows(strapi, type, moved)).values()].flat();
  const catalogued = toMoved.filter((row) => type.cataloguedIn.has(row.contentType));
  addChange(written, await changeOfRows(strapi, catalogued, true));

  const topic = topicPlan(plan, contentType);
  if (!topic) return;
  const published = [...present].flatMap(([key, row]) =>
    changes.has(key) && row.isPublic ? [row] : [],
  );
  for (const cacheTag of await recordTopics(parts, topic, published)) {
    written.scopes.add(cacheTag);
  }
};

/** Which of these lists belong to topics that readers may not know of. */
export const findHiddenLists = async (
  { strapi, plan }: AddressParts,
  lists: Iterable<ListName>,
): Promise<Set<ListName>> => {
  const hidden = new Set<ListName>();
  const typeOf = (list: ListName): string => topicOfList(unmarked(list))?.contentType ?? '';
  for (const [contentType, own] of groupBy(lists, typeOf)) {
    const paths = hiddenPath(plan, contentType);
    if (paths.length === 0 || mayShowHidden(plan, contentType)) continue;
    const idOf = (list: ListName): string => topicOfList(unmarked(list))?.documentId ?? '';
    const rows = await readEntryRows(strapi, contentType, [...new Set(own.map(idOf))], paths);
    const rowsOf = groupBy(rows, ({ documentId }) => documentId);
    for (const list of own) {
      // A deleted topic may have been shown.
      if (rowsOf.get(idOf(list))?.every((row) => isHiddenRow(plan, contentType, row)))
        hidden.add(list);
    }
  }
  return hidden;
};

/** Rows of sources that lead to the present rows of some documents of a type, by `relatedKey`. */
export const findReferringByKey = async (
  strapi: Core.Strapi,
  type: RelatedType,
  documentIds: string[],
): Promise<Map<string, SourceRow[]>> => {
  const rows = await readEntryRows(strapi, type.contentType, documentIds, []);
  const ids = rows.map(({ id }) => id);
  const leading = await findReferringRows(strapi, type, ids);
  return new Map(rows.map((row) => [relatedKey(row), leading.get(row.id) ?? []]));
};

/**
 * Names the entries that writes of topics, authors, categories and files concern.
 *
 * Without it `test/api/freshness.test.ts` fails: pages of articles do not follow their tags. Without `isSecret`
 * `test/api/unseen-changes.test.ts` fails: the dates of feeds tell of changes of hidden tags.
 */
export const addConcernedEntries = async (
  parts: AddressParts,
  written: GroupedChanges,
): Promise<void> => {
  for (const [contentType, changes] of written.related) {
    const type = relatedTypes(parts.strapi, parts.plan).get(contentType);
    if (type) await noteType(parts, written, type, changes);
  }
};

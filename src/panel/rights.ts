import type { Core, UID } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';

import { listIn, topicList } from '../catalogue/catalogue-table';
import { FILE_UID } from '../lib/constants';
import { type FindWithheld, identityOf, type RelatedEntry } from '../entries/drafts';
import { chunk } from '../lib/values';
import { addressFields, type FieldPath } from '../mapping/address';
import { type QueryFields, sourceOf, type SourcePlan } from '../mapping/plan';
import { isValueType } from '../mapping/value-topics';
import type { ReadEntry } from '../mapping/values';
import type { Panel } from './panel';

/** What a user may do: the ability of Strapi's permission engine. */
export interface Ability {
  can: (action: string) => boolean;
}

/** An action on entries of a type that a user may or may not take. */
interface PermissionCheck {
  ability: Ability;
  /** Content type. */
  uid: string;
  action: 'read' | 'update' | 'publish';
  /** Fields the action concerns; those of components by their paths: `seo.description`. */
  fields?: readonly string[];
}

interface Row {
  id: number;
  documentId: string;
  /** Absent if the type is not localised. */
  locale?: string | null;
}

/** The part of the Content Manager's `permission-checker` service that is used; Strapi does not type it. */
interface PermissionChecker {
  can: Record<PermissionCheck['action'] | 'create', (entity?: object, field?: string) => boolean>;
  /** Whether conditions look at the entry; only newer versions of Strapi have this. */
  requiresEntity?: Record<PermissionCheck['action'], () => boolean>;
  sanitizedQuery: Record<PermissionCheck['action'], (query: object) => Promise<object>>;
  sanitizeOutput: (document: object) => Promise<ReadEntry>;
}

/** The part of the Content Manager's `populate-builder` service that is used; Strapi does not type it. */
interface PopulateBuilder {
  populateFromQuery: (query: object) => PopulateBuilder;
  populateDeep: (depth: number) => PopulateBuilder;
  countRelations: () => PopulateBuilder;
  build: () => Promise<object | undefined>;
}

/**
 * Columns that conditions may look at: all but long texts, since hundreds of these would take much memory. JSON columns
 * are included, since a condition may ask for any value in them.
 */
const columnsOf = (strapi: Core.Strapi, uid: PermissionCheck['uid']): string[] =>
  Object.entries(strapi.db.metadata.get(uid).attributes)
    .filter(([, { type }]) => !['relation', 'blocks', 'richtext', 'text'].includes(type))
    .map(([name]) => name);

/**
 * Whether roles name a field, or one of a component. Roles do not name `createdAt` and the other fields that every
 * entry has: whoever may read an entry may read these.
 */
const isRoleField = (strapi: Core.Strapi, uid: string, field: string): boolean => {
  const model = strapi.getModel(uid as UID.Schema);
  const [name = '', ...rest] = field.split('.');
  if (contentTypes.getNonVisibleAttributes(model).includes(name)) return false;
  const attribute = model.attributes[name];
  if (attribute?.type !== 'component' || rest.length === 0) return true;
  return isRoleField(strapi, attribute.component, rest.join('.'));
};

/** A field and the components it is in: permission for one of these includes the field. */
const withAncestors = (field: string): string[] =>
  field.split('.').map((_, place, names) => names.slice(0, place + 1).join('.'));

/** The Content Manager's own check of what a user may do with entries of a type. */
export const checkerFor = (strapi: Core.Strapi, ability: Ability, uid: string): PermissionChecker =>
  strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility: ability, model: uid });

/** Begins a query with what conditions of roles look at, for example "is creator". */
export const populateFor = async (
  strapi: Core.Strapi,
  { sanitizedQuery }: PermissionChecker,
  { uid, action }: Pick<PermissionCheck, 'uid' | 'action'>,
): Promise<PopulateBuilder> => {
  const query = await sanitizedQuery[action]({});
  const builderOf: (uid: string) => PopulateBuilder = strapi
    .plugin('content-manager')
    .service('populate-builder') as never;
  return builderOf(uid).populateFromQuery(query);
};

/** Whether a user may create or update any entries of a content type. */
export const mayWriteType = (strapi: Core.Strapi, ability: Ability, uid: string): boolean => {
  const { can } = checkerFor(strapi, ability, uid);
  return can.create() || can.update();
};

/**
 * Tells with which fields of an entry a user may not take the action, by the Content Manager's own check with the
 * conditions of roles. Undefined for an entry with which the user may not take it at all. Each entry is checked in its
 * own locale, since a role may be limited to some. The draft and the published row must both permit it.
 */
const findWithheldFields = async (
  strapi: Core.Strapi,
  { ability, uid, action, fields = [] }: PermissionCheck,
  entries: readonly RelatedEntry[],
): Promise<(entry: RelatedEntry) => string[] | undefined> => {
  const checker = checkerFor(strapi, ability, uid);
  if (!checker.can[action]()) return () => undefined;
  const looksAtEntries = checker.requiresEntity?.[action]() ?? true;
  const read = looksAtEntries
    ? {
        select: columnsOf(strapi, uid),
        populate: await (await populateFor(strapi, checker, { uid, action })).build(),
      }
    : { select: identityOf(strapi, uid) };
  const roleFields = fields.filter((field) => isRoleField(strapi, uid, field));
  const mayUseField = (row: Row, field: string): boolean =>
    withAncestors(field).some((path) => checker.can[action](row, path));
  const byDocument = new Map<string, (Row & { withheld?: string[] })[]>();
  for (const some of chunk([...new Set(entries.map(({ documentId }) => documentId))])) {
    const where = { documentId: { $in: some } };
    const rows: Row[] = await strapi.db.query(uid).findMany({ ...read, where });
    for (const row of rows) {
      const { id, documentId, locale } = row;
      const withheld = checker.can[action](row)
        ? roleFields.filter((field) => !mayUseField(row, field))
        : undefined;
      const checkedRow = { id, documentId, locale, withheld };
      byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), checkedRow]);
    }
  }
  return ({ documentId, locale, id }) => {
    const rows = byDocument.get(documentId) ?? [];
    const asked = locale || rows.find((row) => row.id === id)?.locale;
    const rowsInLocale = rows.filter((row) => !asked || !row.locale || row.locale === asked);
    const isPermitted = rowsInLocale.length > 0 && rowsInLocale.every(({ withheld }) => withheld);
    return isPermitted ? rowsInLocale.flatMap(({ withheld = [] }) => withheld) : undefined;
  };
};

/** Tells whether a user may take an action on an entry, with every field of the wish. */
export const permittedEntries = async (
  strapi: Core.Strapi,
  check: PermissionCheck,
  entries: readonly RelatedEntry[],
): Promise<(entry: RelatedEntry) => boolean> => {
  const withheldOf = await findWithheldFields(strapi, check, entries);
  return (entry) => withheldOf(entry)?.length === 0;
};

/**
 * Tells what a user may not read of the entries that an entry leads to, by the Content Manager's own check: each in its
 * locale, among the fields that are shown of it.
 */
export const findWithheldFor =
  (strapi: Core.Strapi, ability: Ability): FindWithheld =>
  (uid, entries, fields) => {
    const shown = shownFields(strapi, { contentType: uid, fields });
    return findWithheldFields(strapi, { ability, uid, action: 'read', fields: shown }, entries);
  };

/**
 * Fields of a saved entry that the panel shows beside its form: those of its address and its date, and its relations.
 */
const fieldsBesideForm = (strapi: Core.Strapi, source: SourcePlan): string[] => {
  const { address, date, shows } = source;
  const paths = [
    ...addressFields(address),
    ...(date ? [date] : []),
    ...shows.flatMap(({ path, contentType }) => (contentType === FILE_UID ? [] : [path])),
  ].map((path) => `${path.join('.')}.`);
  return shownFields(strapi, source).filter((field) =>
    paths.some((path) => path.startsWith(`${field}.`)),
  );
};

/**
 * Whether a user may read a saved entry of a source.
 *
 * @param fields the fields that are shown; by default those the panel shows beside the form
 */
export const mayReadEntry = async (
  strapi: Core.Strapi,
  ability: Ability,
  source: SourcePlan,
  entry: RelatedEntry,
  fields = fieldsBesideForm(strapi, source),
): Promise<boolean> => {
  const check = { ability, uid: source.contentType, action: 'read', fields } as const;
  return (await permittedEntries(strapi, check, [entry]))(entry);
};

const fieldNamesOf = (
  strapi: Core.Strapi,
  uid: string,
  { select = [], populate = {} }: QueryFields,
): string[] => [
  ...select,
  ...Object.entries(populate).flatMap(([name, inner]) => {
    const attribute = strapi.getModel(uid as UID.Schema).attributes[name];
    if (attribute?.type !== 'component') return [name];
    const names = fieldNamesOf(strapi, attribute.component, inner as object);
    return names.map((field) => `${name}.${field}`);
  }),
];

/**
 * Fields that a page or an item shows of an entry, or of an entry it leads to: each field of a component, but a
 * relation as a whole, as roles name them.
 */
export const shownFields = (
  strapi: Core.Strapi,
  { contentType, fields }: { contentType: string; fields: QueryFields },
): string[] =>
  fieldNamesOf(strapi, contentType, fields).filter((field) =>
    isRoleField(strapi, contentType, field),
  );

/** An entry of any content type. */
export interface AskedEntry extends RelatedEntry {
  contentType: string;
}

/** Whether an entry that was asked about is allowed. */
type IsAllowed = (entry: AskedEntry) => boolean;

/**
 * Tells with which of these entries, of any types, a user may take an action.
 *
 * @param fieldsOf the fields of a type that the action concerns
 */
const allowedEntries = async (
  strapi: Core.Strapi,
  check: Pick<PermissionCheck, 'ability' | 'action'>,
  entries: readonly AskedEntry[],
  fieldsOf: (contentType: string) => string[],
): Promise<IsAllowed> => {
  const allowed = new Map<string, (entry: RelatedEntry) => boolean>();
  for (const uid of new Set(entries.map(({ contentType }) => contentType))) {
    const ofType = entries.filter(({ contentType }) => contentType === uid);
    const ofFields = { ...check, uid, fields: fieldsOf(uid) };
    allowed.set(uid, await permittedEntries(strapi, ofFields, ofType));
  }
  return (entry) => allowed.get(entry.contentType)?.(entry) ?? false;
};

/** The moment of a request, and what its user may know and change. */
export interface PanelUser {
  id: number | string;
  ability: Ability;
  now: Date;
  /**
   * Keeps the topics that the user may know of. A topic with published entries is public, unless it is hidden. Any
   * other topic is only for users who may read it: its name may reveal what is yet to come.
   *
   * @param mark mark of the locale the topics are named in; empty for the main one
   * @param areHidden whether readers see none of these topics, even if entries are published under them
   */
  filterTopics: <Topic extends AskedEntry>(
    topics: Topic[],
    mark?: string,
    areHidden?: boolean,
  ) => Promise<Topic[]>;
  /** Whether the user may read these entries, if only some of their fields. */
  mayReadSome: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
  /** Whether the user may read the titles and dates of these entries. */
  mayRead: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
  /** Whether the user may read their end dates. */
  mayReadEndDates: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
  /** Whether the user may read their titles, dates and topics. */
  mayReadTopics: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
  /** Whether the user may read all that items and pages show of them. */
  mayReadAllShown: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
  mayEdit: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
}

/** The user of a request or of a token, as Strapi keeps it. */
export interface UserState {
  user: Pick<PanelUser, 'id'>;
  userAbility: Ability;
}

/** Names of the fields at some paths, those that there are. */
const fieldsAt = (...paths: (FieldPath | undefined)[]): string[] =>
  paths.flatMap((path) => path?.join('.') ?? []);

export const userOf = (
  { strapi, plan, counts }: Pick<Panel, 'strapi' | 'plan' | 'counts'>,
  { user: { id }, userAbility: ability }: UserState,
): PanelUser => {
  const now = new Date();
  const mayReadFields =
    (fieldsOf: (contentType: string) => string[]): PanelUser['mayRead'] =>
    (entries) =>
      allowedEntries(strapi, { ability, action: 'read' }, entries, fieldsOf);
  /** Title and date of an entry, which the panel shows. */
  const titleAndDateOf = (contentType: string): string[] => {
    const { title, date } = sourceOf(plan, contentType);
    return fieldsAt(title, date);
  };
  const mayReadSome = mayReadFields(() => []);
  const mayReadNames = mayReadFields((contentType) => {
    const type = plan.topicTypes.find((candidate) => candidate.contentType === contentType);
    return fieldsAt(type?.name, type?.title);
  });
  return {
    id,
    ability,
    now,
    async filterTopics(topics, mark = '', areHidden = false) {
      const listOf = ({ contentType, documentId }: AskedEntry) =>
        listIn(mark, topicList(contentType, documentId));
      const numbers = await counts.countDue(areHidden ? [] : topics.map(listOf), now);
      const isPublished = (topic: AskedEntry) => (numbers.get(listOf(topic)) ?? 0) > 0;
      const isReadable = await mayReadNames(
        // A value that no public entry has is no entry itself, so no permission covers it: nobody may know of it.
        topics.filter((topic) => !isPublished(topic) && !isValueType(topic.contentType)),
      );
      return topics.filter((topic) => isPublished(topic) || isReadable(topic));
    },
    mayReadSome,
    mayRead: mayReadFields(titleAndDateOf),
    mayReadEndDates: mayReadFields((contentType) => fieldsAt(sourceOf(plan, contentType).until)),
    mayReadTopics: mayReadFields((contentType) => {
      const { topics, values = [] } = sourceOf(plan, contentType);
      return [
        ...titleAndDateOf(contentType),
        ...topics.map(({ field }) => field),
        ...fieldsAt(...values.map(({ path }) => path)),
      ];
    }),
    mayReadAllShown: mayReadFields((contentType) =>
      shownFields(strapi, sourceOf(plan, contentType)),
    ),
    async mayEdit(entries) {
      // The Content Manager opens an entry only for users who may also read it.
      const readable = entries.filter(await mayReadSome(entries));
      return allowedEntries(strapi, { ability, action: 'update' }, readable, () => []);
    },
  };
};

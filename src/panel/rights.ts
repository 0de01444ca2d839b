import type { Core, UID } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';

import { listIn, topicList } from '../catalogue/catalogue-table';
import { type FindReadable, identityOf, type RelatedEntry } from '../entries/drafts';
import { chunk, groupBy } from '../lib/values';
import { type QueryFields, sourceOf } from '../mapping/plan';
import { fieldsOf } from '../mapping/fields';
import { isValueType } from '../mapping/values';
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
}

/** The part of the Content Manager's `populate-builder` service that is used; Strapi does not type it. */
interface PopulateBuilder {
  populateFromQuery: (query: object) => PopulateBuilder;
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
const checkerFor = (strapi: Core.Strapi, ability: Ability, uid: string): PermissionChecker =>
  strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility: ability, model: uid });

/** The relations that conditions of roles look at, for example "is creator". */
const populateFor = async (
  strapi: Core.Strapi,
  { sanitizedQuery }: PermissionChecker,
  { uid, action }: Pick<PermissionCheck, 'uid' | 'action'>,
): Promise<object | undefined> => {
  const query = await sanitizedQuery[action]({});
  const builderOf: (uid: string) => PopulateBuilder = strapi
    .plugin('content-manager')
    .service('populate-builder') as never;
  return builderOf(uid).populateFromQuery(query).build();
};

/** Whether a user may create or update any entries of a content type. */
export const mayWriteType = (strapi: Core.Strapi, ability: Ability, uid: string): boolean => {
  const { can } = checkerFor(strapi, ability, uid);
  return can.create() || can.update();
};

/**
 * Tells with which fields of the wish a user may not take an action on an entry, by the Content Manager's own check with
 * the conditions of roles; undefined if not even without fields. Each entry is checked in its own locale, since a role
 * may be limited to some. The draft and the published row must both permit it.
 */
const findRefusedFields = async (
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
        populate: await populateFor(strapi, checker, { uid, action }),
      }
    : { select: identityOf(strapi, uid) };
  const roleFields = fields.filter((field) => isRoleField(strapi, uid, field));
  const mayUseField = (row: Row, field: string): boolean =>
    withAncestors(field).some((path) => checker.can[action](row, path));
  const byDocument = new Map<string, (Row & { refused?: string[] })[]>();
  for (const some of chunk([...new Set(entries.map(({ documentId }) => documentId))])) {
    const where = { documentId: { $in: some } };
    const rows: Row[] = await strapi.db.query(uid).findMany({ ...read, where });
    for (const row of rows) {
      const { id, documentId, locale } = row;
      const refused = checker.can[action](row)
        ? roleFields.filter((field) => !mayUseField(row, field))
        : undefined;
      const checkedRow = { id, documentId, locale, refused };
      byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), checkedRow]);
    }
  }
  return ({ documentId, locale, id }) => {
    const rows = byDocument.get(documentId) ?? [];
    const asked = locale || rows.find((row) => row.id === id)?.locale;
    const rowsInLocale = rows.filter((row) => !asked || !row.locale || row.locale === asked);
    const isPermitted = rowsInLocale.length > 0 && rowsInLocale.every(({ refused }) => refused);
    return isPermitted
      ? [...new Set(rowsInLocale.flatMap(({ refused = [] }) => refused))]
      : undefined;
  };
};

/** An entry of any content type. */
export interface AskedEntry extends RelatedEntry {
  contentType: string;
}

/** Tells whether a user may take an action on entries of any types, with every field that is asked for. */
export const permittedEntries = async (
  strapi: Core.Strapi,
  {
    fieldsOf = () => [],
    ...wish
  }: Pick<PermissionCheck, 'ability' | 'action'> & {
    /** Fields the action concerns, by content type. */
    fieldsOf?: (uid: string) => readonly string[];
  },
  entries: readonly AskedEntry[],
): Promise<(entry: AskedEntry) => boolean> => {
  const refusedOf = new Map<string, (entry: RelatedEntry) => string[] | undefined>();
  for (const [uid, ofType] of groupBy(entries, ({ contentType }) => contentType)) {
    const check = { ...wish, uid, fields: fieldsOf(uid) };
    refusedOf.set(uid, await findRefusedFields(strapi, check, ofType));
  }
  return (entry) => refusedOf.get(entry.contentType)?.(entry)?.length === 0;
};

/** Names of fields to read, as roles name them: each of a component, but a relation as a whole. */
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

/** Tells which entries of a type a user may read, with all that is read of them. */
export const findReadableFor =
  (strapi: Core.Strapi, ability: Ability): FindReadable =>
  async (uid, entries, fields) => {
    const ofType = (entry: RelatedEntry): AskedEntry => ({ ...entry, contentType: uid });
    const fieldsOf = () => fieldNamesOf(strapi, uid, fields);
    const check = { ability, action: 'read', fieldsOf } as const;
    const isPermitted = await permittedEntries(strapi, check, entries.map(ofType));
    return (entry) => isPermitted(ofType(entry));
  };

/** Whether an entry that was asked about is allowed. */
type IsAllowed = (entry: AskedEntry) => boolean;

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
  /**
   * Whether the user may read all of these entries of sources that readers see, or that decides whether they see it: the
   * panel shows only such entries, apart from what is public.
   */
  mayRead: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
  /** Whether the user may read these entries, if only some of their fields. */
  mayReadSome: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
  mayEdit: (entries: readonly AskedEntry[]) => Promise<IsAllowed>;
}

/** The user of a request or of a token, as Strapi keeps it. */
export interface UserState {
  user: Pick<PanelUser, 'id'>;
  userAbility: Ability;
}

/** Names of the fields of a source's entries that readers see, or that decide whether they see them. */
const shownFields = ({ strapi, plan }: Pick<Panel, 'strapi' | 'plan'>, uid: string): string[] =>
  fieldNamesOf(strapi, uid, fieldsOf(sourceOf(plan, uid)));

/** Tells which entries of sources a user may read, as `PanelUser.mayRead` says. */
export const mayReadFor =
  (parts: Pick<Panel, 'strapi' | 'plan'>, ability: Ability): PanelUser['mayRead'] =>
  (entries) =>
    permittedEntries(
      parts.strapi,
      { ability, action: 'read', fieldsOf: (uid) => shownFields(parts, uid) },
      entries,
    );

/** Names of fields that a user lacks to read an entry of a source whole; undefined if the user may not read it at all. */
export const findMissingFields = async (
  parts: Pick<Panel, 'strapi' | 'plan'>,
  ability: Ability,
  entry: AskedEntry,
): Promise<string[] | undefined> => {
  const uid = entry.contentType;
  const check = { ability, uid, action: 'read', fields: shownFields(parts, uid) } as const;
  return (await findRefusedFields(parts.strapi, check, [entry]))(entry);
};

export const userOf = (
  { strapi, plan, counts }: Pick<Panel, 'strapi' | 'plan' | 'counts'>,
  { user: { id }, userAbility: ability }: UserState,
): PanelUser => {
  const now = new Date();
  const namesOf = (uid: string): string[] => {
    const type = plan.topicTypes.find(({ contentType }) => contentType === uid);
    return [type?.name, type?.title].flatMap((path) => path?.join('.') ?? []);
  };
  const mayReadSome: PanelUser['mayReadSome'] = (entries) =>
    permittedEntries(strapi, { ability, action: 'read' }, entries);
  return {
    id,
    ability,
    now,
    async filterTopics(topics, mark = '', areHidden = false) {
      const listOf = ({ contentType, documentId }: AskedEntry) =>
        listIn(mark, topicList(contentType, documentId));
      const numbers = await counts.countDue(areHidden ? [] : topics.map(listOf), now);
      const isPublished = (topic: AskedEntry) => (numbers.get(listOf(topic)) ?? 0) > 0;
      const isReadable = await permittedEntries(
        strapi,
        { ability, action: 'read', fieldsOf: namesOf },
        // A value that no public entry has is no entry itself, so no permission covers it: nobody may know of it.
        topics.filter((topic) => !isPublished(topic) && !isValueType(topic.contentType)),
      );
      return topics.filter((topic) => isPublished(topic) || isReadable(topic));
    },
    mayRead: mayReadFor({ strapi, plan }, ability),
    mayReadSome,
    async mayEdit(entries) {
      // The Content Manager opens an entry only for users who may also read it.
      const readable = entries.filter(await mayReadSome(entries));
      return permittedEntries(strapi, { ability, action: 'update' }, readable);
    },
  };
};

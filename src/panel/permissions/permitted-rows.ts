import type { Core, UID } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';

import { chunk } from '../../lib/chunk';
import { identityOf } from '../../entries/drafts';

/** What a user may do, as Strapi's permission engine has it. */
export type Ability = unknown;

/** What is to be done with which entries. */
interface Wish {
  ability: Ability;
  /** Content type. */
  uid: string;
  action: 'read' | 'update' | 'publish';
  /** Fields it is done with; of those of components, their paths: `seo.description`. */
  fields?: readonly string[];
  /** The only locale that counts; all of a document's otherwise. */
  locale?: string | null;
}

interface Row {
  id: number;
  documentId: string;
  /** None where the type is not localised. */
  locale?: string | null;
}

interface JudgedRow extends Row {
  /** Whether the user may do it with the entry, be it without some of the fields. */
  isPermitted: boolean;
  /** Fields with which the user may not. */
  withheld: string[];
}

/** An entry that a user may know of or not: in its locale, by its row's where that is not told. */
export interface AskedEntry {
  documentId: string;
  /** Without any, and without a row, the entry counts in all the locales it has. */
  locale?: string | null;
  /** Of its row. */
  id?: number;
}

/** The part of the Content Manager's service that this asks. */
interface PermissionChecker {
  can: Record<Wish['action'] | 'create', (entity?: object, field?: string) => boolean>;
  /** Whether conditions look at the entry; newer versions of Strapi tell. */
  requiresEntity?: Record<Wish['action'], () => boolean>;
  sanitizedQuery: Record<Wish['action'], (query: object) => Promise<object>>;
}

type PopulateBuilder = (uid: string) => {
  populateFromQuery: (query: object) => { build: () => Promise<object | undefined> };
};

/**
 * Columns that conditions may look at: all but long texts, of which hundreds would take much memory. What
 * a site keeps as JSON may be anything, and a condition may ask for a value of it.
 */
const columnsOf = (strapi: Core.Strapi, uid: Wish['uid']): string[] =>
  Object.entries(strapi.db.metadata.get(uid).attributes)
    .filter(([, { type }]) => !['relation', 'blocks', 'richtext', 'text'].includes(type))
    .map(([name]) => name);

/**
 * Whether roles name a field, or one of a component: `createdAt` and what else every entry has by itself
 * they do not, and whoever may read an entry may read these.
 */
const isNamed = (strapi: Core.Strapi, uid: string, field: string): boolean => {
  const model = strapi.getModel(uid as UID.Schema);
  const [name = '', ...rest] = field.split('.');
  if (contentTypes.getNonVisibleAttributes(model).includes(name)) return false;
  const attribute = model.attributes[name];
  if (attribute?.type !== 'component' || rest.length === 0) return true;
  return isNamed(strapi, attribute.component, rest.join('.'));
};

/** A field and the components it is in: who may do something with these, may do so with the field. */
const withAncestors = (field: string): string[] =>
  field.split('.').map((_, place, names) => names.slice(0, place + 1).join('.'));

const checkerFor = (strapi: Core.Strapi, ability: Ability, uid: string): PermissionChecker =>
  strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility: ability, model: uid });

/** Whether a user may write any entries of a content type, new ones or those there are. */
export const mayWriteType = (strapi: Core.Strapi, ability: Ability, uid: string): boolean => {
  const { can } = checkerFor(strapi, ability, uid);
  return can.create() || can.update();
};

/** Which rows of some documents a user may do something with. */
const judgeRows = async (
  strapi: Core.Strapi,
  { ability, uid, action, fields = [], locale = null }: Wish,
  documentIds: string[],
): Promise<JudgedRow[]> => {
  const contentManager = strapi.plugin('content-manager');
  const checker = checkerFor(strapi, ability, uid);
  if (!checker.can[action]()) return [];
  const looksAtEntries = checker.requiresEntity?.[action]() ?? true;
  // What the conditions look at, "is creator" for example.
  const query = await checker.sanitizedQuery[action]({});
  const populateBuilder: PopulateBuilder = contentManager.service('populate-builder') as never;
  const read = looksAtEntries
    ? {
        select: columnsOf(strapi, uid),
        populate: await populateBuilder(uid).populateFromQuery(query).build(),
      }
    : { select: identityOf(strapi, uid) };
  const named = fields.filter((field) => isNamed(strapi, uid, field));
  const judged: JudgedRow[] = [];
  for (const some of chunk([...new Set(documentIds)])) {
    const where = { documentId: { $in: some }, ...(locale !== null && { locale }) };
    const rows: Row[] = await strapi.db.query(uid).findMany({ ...read, where });
    for (const row of rows) {
      const withheld = named.filter(
        (field) => !withAncestors(field).some((path) => checker.can[action](row, path)),
      );
      const { id, documentId, locale: ofRow } = row;
      const isPermitted = checker.can[action](row);
      judged.push({ id, documentId, locale: ofRow, isPermitted, withheld });
    }
  }
  return judged;
};

/**
 * Those of some documents with each of whose rows a user may do something: by the Content Manager's
 * own check, the conditions of roles included.
 */
export const findPermitted = async (
  strapi: Core.Strapi,
  wish: Wish,
  documentIds: string[],
): Promise<Set<string>> => {
  const rows = await judgeRows(strapi, wish, documentIds);
  const refused = new Set(
    rows.flatMap(({ documentId, isPermitted, withheld }) =>
      isPermitted && withheld.length === 0 ? [] : [documentId],
    ),
  );
  return new Set(rows.flatMap(({ documentId }) => (refused.has(documentId) ? [] : [documentId])));
};

/**
 * With which fields of some entries a user may not do something, each in its own locale, since a role may
 * be limited to some; undefined of an entry with which the user may do nothing. Drafts and what is
 * published of them count alike.
 */
export const withheldFields = async (
  strapi: Core.Strapi,
  wish: Omit<Wish, 'locale'>,
  entries: readonly AskedEntry[],
): Promise<(entry: AskedEntry) => string[] | undefined> => {
  const documentIds = entries.map(({ documentId }) => documentId);
  const byDocument = new Map<string, JudgedRow[]>();
  for (const row of await judgeRows(strapi, wish, documentIds)) {
    byDocument.set(row.documentId, [...(byDocument.get(row.documentId) ?? []), row]);
  }
  return ({ documentId, locale, id }) => {
    const rows = byDocument.get(documentId) ?? [];
    const asked = locale || rows.find((row) => row.id === id)?.locale;
    const counted = rows.filter((row) => !asked || !row.locale || row.locale === asked);
    if (counted.length === 0 || !counted.every(({ isPermitted }) => isPermitted)) return undefined;
    return [...new Set(counted.flatMap(({ withheld }) => withheld))];
  };
};

/** Tells those of some entries with which a user may do something, all fields that are named included. */
export const permittedEntries = async (
  strapi: Core.Strapi,
  wish: Omit<Wish, 'locale'>,
  entries: readonly AskedEntry[],
): Promise<(entry: AskedEntry) => boolean> => {
  const withheldOf = await withheldFields(strapi, wish, entries);
  return (entry) => withheldOf(entry)?.length === 0;
};

import type { Core, UID } from '@strapi/strapi';

import { isObject, severalOf } from '../lib/values';
import { findInParts } from '../lib/waiting';
import { FILE_UID } from '../lib/constants';
import { isWithin } from '../mapping/address';
import type { QueryFields, SourcePlan } from '../mapping/plan';
import { fieldsOf } from '../mapping/fields';
import { type Attribute, isUserType, modelAttributes } from '../mapping/schemas';
import { type ReadEntry, rowsAt } from '../mapping/values';

/** Columns that identify a related entry. */
const IDENTITY = ['id', 'documentId', 'locale'];

/** The identifying columns that a type has. */
export const identityOf = (strapi: Core.Strapi, uid: string): string[] => {
  const { attributes } = strapi.db.metadata.get(uid);
  return IDENTITY.filter((name) => name in attributes);
};

/**
 * Published versions of related entries; entries without one are left out.
 *
 * @param fields fields of their type that readers may see
 */
const findPublishedRelated = async (
  strapi: Core.Strapi,
  target: string,
  related: readonly FormLink[],
  { select, where, ...rest }: QueryFields,
): Promise<ReadEntry[]> => {
  const keyOf = ({ documentId, locale }: ReadEntry): string =>
    `${String(documentId)} ${typeof locale === 'string' ? locale : ''}`;
  const identity = identityOf(strapi, target);
  const found = new Map<string, ReadEntry>();
  const rows: ReadEntry[] = await findInParts(
    related.map(({ documentId }) => documentId),
    (some) =>
      strapi.db.query(target as UID.ContentType).findMany({
        ...rest,
        ...(select && { select: [...new Set([...select, ...identity])] }),
        where: { $and: [{ documentId: { $in: some } }, ...(where ? [where] : [])] },
      }),
  );
  for (const row of rows) {
    found.set(keyOf(row), row);
    // For links without a locale.
    found.set(keyOf({ documentId: row.documentId }), row);
  }
  return [...new Set(related.flatMap<ReadEntry>((link) => found.get(keyOf({ ...link })) ?? []))];
};

/** Most related entries of a field that a form may add or remove at once. */
const MAXIMUM_RELATED = 500;

/** Fields that every entry has and no form sets. */
const SYSTEM_FIELDS = ['id', 'documentId', 'locale', 'createdAt', 'updatedAt', 'publishedAt'];

/** An entry that another entry leads to. */
export interface RelatedEntry {
  documentId: string;
  /** Without a locale and a row id, the entry is meant in all its locales. */
  locale?: string | null;
  /** Row id. */
  id?: number;
}

/**
 * Tells which entries of a type the user may read.
 *
 * @param fields what is read of the entries: the user has to be allowed all of it
 */
export type FindReadable = (
  uid: string,
  entries: RelatedEntry[],
  fields: QueryFields,
) => Promise<(entry: RelatedEntry) => boolean>;

/** An entry as it is in the form of the Content Manager. */
interface EntryForm {
  source: SourcePlan;
  /** Values by field. Relations contain only what was added and removed since the entry was saved. */
  values: ReadEntry;
  /** The draft whose relations the form begins with; null for an entry that is no copy and not saved. */
  saved: ReadEntry | null;
  /** Tells what the user may read; without it, nobody is asked. */
  findReadable?: FindReadable;
}

/** The row that the form makes. */
export interface FormRow {
  row: ReadEntry;
  /** Relations, as paths of the form, to entries that readers do not see. */
  unpublished: string[];
  /** Relations to entries that the user may not read. */
  unreadable: string[];
}

/** A related entry; the locale is empty if it does not matter. */
interface FormLink {
  documentId: string;
  locale: string;
}

interface FormPosition {
  inner: QueryFields;
  /** Path in the form, up to here. */
  path: string;
  /** What is saved here. Undefined in dynamic zones and repeatable components: none of their relations are read. */
  saved?: unknown;
}

/** Query for a draft: of related entries, only the identity. */
const draftFields = (
  strapi: Core.Strapi,
  uid: string,
  { populate = {}, ...rest }: QueryFields,
): QueryFields => {
  const attributes = modelAttributes(strapi, uid);
  const inner = Object.entries(populate).map(([name, value]): [string, QueryFields] => {
    const { type, target = '', component, repeatable } = attributes[name] ?? {};
    if (type === 'relation') return [name, { select: identityOf(strapi, target) }];
    const isOne = type === 'component' && component !== undefined && !repeatable;
    return [name, isOne ? draftFields(strapi, component, value) : value];
  });
  return { ...rest, populate: Object.fromEntries(inner) };
};

/**
 * Reads a draft: of related entries, only the identity.
 *
 * @param fields fields of its type that readers may see
 */
export const findDraft = (
  strapi: Core.Strapi,
  uid: string,
  where: object,
  fields: QueryFields,
): Promise<ReadEntry | null> =>
  strapi.db
    .query(uid as UID.ContentType)
    .findOne({ ...draftFields(strapi, uid, fields), where } as never);

/** The saved draft of an entry, with the identity alone of what it leads to; null if there is none. */
export const findSavedDraft = (
  strapi: Core.Strapi,
  source: SourcePlan,
  documentId: string,
  locale: string | null,
): Promise<ReadEntry | null> => {
  const where = {
    documentId,
    ...(source.isLocalised && locale !== null && { locale }),
    ...(source.hasDrafts && { publishedAt: null }),
  };
  return findDraft(strapi, source.contentType, where, fieldsOf(source));
};

/** The date of a text; null while it is still being typed, or if no feed can write it. */
const toDate = (value: unknown): string | null => {
  const isText = typeof value === 'string' && value.length <= 100;
  if (!isText && !(value instanceof Date)) return null;
  const date = new Date(value);
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9998 ? date.toISOString() : null;
};

/** Whether a value is a moment as Strapi reads a field of type "timestamp": milliseconds, as a text. */
const isMilliseconds = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d{5,16}$/.test(value));

/** In the form, JSON is a text once it was edited, and a value before. */
const toJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    // It is still being typed, or was a text from the start.
    return value;
  }
};

/** The value of a field of the entry's own row, as the database returns it. */
const toValue = (attribute: Attribute | undefined, value: unknown): unknown => {
  switch (attribute?.type) {
    case 'blocks':
      return value ?? null;
    case 'json':
      return toJson(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return toDate(value)?.slice(0, 10) ?? null;
    case 'datetime':
      return toDate(value);
    case 'timestamp':
      return toDate(isMilliseconds(value) ? new Date(Number(value)) : value);
    default:
      return typeof value === 'string' || typeof value === 'number' ? value : null;
  }
};

/** A file of the media library, as the form has it. */
const toFile = (value: unknown, { select = [] }: QueryFields): ReadEntry | undefined => {
  if (!isObject(value) || typeof value.url !== 'string') return undefined;
  const columns = select.map((name) => [name, toValue(undefined, value[name])] as const);
  return {
    ...Object.fromEntries(columns),
    mime: typeof value.mime === 'string' ? value.mime : '',
    size: Number(value.size) || 0,
  };
};

/** Whether a value can be used in a query: PostgreSQL refuses texts with a null character. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 100 && !value.includes('\0');

const toLinks = (related: unknown[]): FormLink[] =>
  related.flatMap((one) => {
    if (!isObject(one)) return [];
    const { documentId, locale } = isObject(one.apiData) ? { ...one, ...one.apiData } : one;
    return isId(documentId) ? [{ documentId, locale: isId(locale) ? locale : '' }] : [];
  });

/** The entry that a related row belongs to. */
const toRelated = ({ id, documentId, locale }: ReadEntry): RelatedEntry => ({
  documentId: String(documentId),
  locale: typeof locale === 'string' ? locale : null,
  id: Number(id),
});

/** Where a relation leads once the form is saved; a relation to one entry leads to the last one chosen. */
const linksInForm = (change: unknown, saved: ReadEntry[], isMultiple: boolean): FormLink[] => {
  const { connect, disconnect } = isObject(change) ? change : {};
  const given = (value: unknown): FormLink[] => toLinks(severalOf(value).slice(0, MAXIMUM_RELATED));
  const removed = new Set(given(disconnect).map(({ documentId }) => documentId));
  const added = given(connect);
  const kept = toLinks(saved).filter(({ documentId }) => !removed.has(documentId));
  return isMultiple ? [...kept, ...added] : (added.length > 0 ? added : kept).slice(-1);
};

/** Paths of the relations behind other relations of a row that lead to an entry the user may not read. */
const findUnreadable = async (
  { shows, fields }: SourcePlan,
  row: ReadEntry,
  findReadable: FindReadable,
): Promise<string[]> => {
  const unreadable: string[] = [];
  for (const { path, contentType } of shows) {
    if (contentType === FILE_UID || isUserType(contentType)) continue;
    if (!shows.some((shown) => isWithin(path, shown.path))) continue;
    const found = rowsAt(row, path).map(toRelated);
    const read = path.reduce<QueryFields>((outer, name) => outer.populate?.[name] ?? {}, fields);
    if (!found.every(await findReadable(contentType, found, read))) unreadable.push(path.join('.'));
  }
  return unreadable;
};

/**
 * Makes the row that the publication of a form would make: related entries are read in their published version. If the
 * user may not read all of these, the row is not for this user.
 */
export const readForm = async (
  strapi: Core.Strapi,
  { source, values, saved, findReadable = () => Promise.resolve(() => true) }: EntryForm,
): Promise<FormRow> => {
  const unpublished: string[] = [];
  const unreadable: string[] = [];

  const related = async (
    path: string,
    links: FormLink[],
    { target = '' }: Attribute,
    { inner, saved }: Pick<FormPosition, 'inner' | 'saved'>,
  ): Promise<ReadEntry[]> => {
    if (links.length === 0) return [];
    // No role can be given Strapi's users, of whom a name alone is shown: only a link that is new is asked about.
    const known = isUserType(target) ? toLinks(severalOf(saved)) : [];
    const asked = links.filter((link) => !known.some((one) => one.documentId === link.documentId));
    if (!asked.every(await findReadable(target, asked, inner))) unreadable.push(path);
    const found = await findPublishedRelated(strapi, target, links, inner);
    const isFound = ({ documentId }: FormLink) =>
      found.some((row) => row.documentId === documentId);
    if (!links.every(isFound)) unpublished.push(path);
    return found;
  };

  const componentsOf = async (
    { component: name }: Attribute,
    value: unknown,
    { inner, path, saved }: FormPosition,
  ): Promise<ReadEntry[]> => {
    const found: ReadEntry[] = [];
    for (const component of severalOf(value).filter(isObject)) {
      const schema = name ?? component.__component;
      if (typeof schema !== 'string') continue;
      const fields = name === undefined ? inner.on : { [schema]: inner };
      if (!Object.hasOwn(fields ?? {}, schema)) continue;
      const former = isObject(saved) && saved.id === component.id ? saved : undefined;
      const part = await build(schema, component, { inner: fields![schema]!, path, saved: former });
      found.push({ ...part, id: component.id ?? null, __component: component.__component });
    }
    return found;
  };

  const populated = async (
    attribute: Attribute | undefined,
    value: unknown,
    { inner, path, saved }: FormPosition,
  ): Promise<unknown> => {
    switch (attribute?.type) {
      case 'media': {
        const files = severalOf(value).flatMap((file) => toFile(file, inner) ?? []);
        return attribute.multiple ? files : (files[0] ?? null);
      }
      case 'relation': {
        const isMultiple = /ToMany$/.test(attribute.relation ?? '');
        const links = linksInForm(value, severalOf(saved).filter(isObject), isMultiple);
        const found = await related(path, links, attribute, { inner, saved });
        return isMultiple ? found : (found[0] ?? null);
      }
      case 'dynamiczone':
        return componentsOf(attribute, value, { inner, path });
      case 'component': {
        if (attribute.repeatable) return componentsOf(attribute, value, { inner, path });
        const one = isObject(value) ? value : undefined;
        return (await componentsOf(attribute, one, { inner, path, saved }))[0] ?? null;
      }
      default:
        return null;
    }
  };

  const build = async (
    schema: string,
    given: ReadEntry,
    { inner: { select = [], populate = {} }, path, saved }: FormPosition,
  ): Promise<ReadEntry> => {
    const attributes = modelAttributes(strapi, schema);
    const row: Record<string, unknown> = {};
    for (const name of select) row[name] = toValue(attributes[name], given[name]);
    for (const [name, inner] of Object.entries(populate)) {
      row[name] = await populated(attributes[name], given[name], {
        inner,
        path: path === '' ? name : `${path}.${name}`,
        saved: isObject(saved) ? saved[name] : undefined,
      });
    }
    return row;
  };

  const form = { inner: fieldsOf(source), path: '', saved };
  const row = await build(source.contentType, values, form);
  unreadable.push(...(await findUnreadable(source, row, findReadable)));
  const byItself = SYSTEM_FIELDS.map((name): [string, unknown] => [name, saved?.[name] ?? null]);
  return { row: { ...row, ...Object.fromEntries(byItself) }, unpublished, unreadable };
};

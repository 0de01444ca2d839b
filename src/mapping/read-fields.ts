import { FILE_UID } from '../lib/constants';
import { isObject } from '../lib/values';
import type { EntryFields, QueryFields, ShownRelation, SourcePlan } from './plan';
import type { FieldPath } from './address';
import {
  attributeOf,
  type Attributes,
  attributesOf,
  contentTypeOf,
  hasDrafts,
  ownValue,
  type Schemas,
  uidBehind,
} from './schemas';

/** Columns to read of a file in the media library. */
export const FILE_COLUMNS = [
  ...['id', 'url', 'mime', 'name', 'alternativeText', 'caption', 'width', 'height', 'size'],
  ...['sizeInBytes', 'updatedAt'],
];

/** Merges lists and objects at any depth; of two other values, or of an object and a list, the first one counts. */
const mergeDeeply = (one: unknown, other: unknown): unknown => {
  if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])];
  if (!isObject(one) || !isObject(other)) return one ?? other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergeDeeply(ownValue(one, name), ownValue(other, name))]),
  );
};

/** Merges the fields that several parts of an item read. */
export const mergeFields = (several: readonly QueryFields[]): EntryFields =>
  several.reduce<unknown>(mergeDeeply, { select: [], populate: {} }) as EntryFields;

/** Columns that identify an entry, and when it changed. */
export const ENTRY_COLUMNS = ['id', 'documentId', 'updatedAt'];

/** Restricts types with drafts to published rows: joins may lead to drafts (strapi/strapi issue 23913). */
export const onlyPublished = (schemas: Schemas, contentType: string): { where?: object } => {
  const schema = contentTypeOf(schemas, contentType);
  return schema && hasDrafts(schema) ? { where: { publishedAt: { $notNull: true } } } : {};
};

/** The fields to read for the value at a path. */
export const selectPath = (
  schemas: Schemas,
  attributes: Attributes,
  [name = '', ...rest]: FieldPath,
): QueryFields => {
  const attribute = attributeOf(attributes, name);
  if (attribute?.type === 'media') return { populate: { [name]: { select: FILE_COLUMNS } } };
  if (!attribute || rest.length === 0) return { select: [name] };
  const inner = selectPath(schemas, attributesOf(schemas, uidBehind(attribute)), rest);
  const own =
    attribute.type === 'component'
      ? { select: ['id'] }
      : { select: ENTRY_COLUMNS, ...onlyPublished(schemas, attribute.target ?? '') };
  return { populate: { [name]: mergeDeeply(own, inner) as QueryFields } };
};

/** The other entries and files that are read: if they change, the item changes. */
export const shownBy = (
  schemas: Schemas,
  attributes: Attributes,
  populate: QueryFields['populate'] = {},
  path: FieldPath = [],
): ShownRelation[] => {
  const shown = Object.entries(populate).flatMap(([name, populated]): ShownRelation[] => {
    const attribute = attributeOf(attributes, name);
    if (!attribute) return [];
    const here = [...path, name];
    if (attribute.type === 'media') return [{ path: here, contentType: FILE_UID }];
    const uid = uidBehind(attribute);
    const behind = Object.entries(populated.on ?? { [uid]: populated }).flatMap(([owner, read]) =>
      shownBy(schemas, attributesOf(schemas, owner), read.populate, here),
    );
    return attribute.type === 'relation' ? [{ path: here, contentType: uid }, ...behind] : behind;
  });
  // Components of a dynamic zone may have fields with the same name.
  const byName = new Map(
    shown.map((relation) => [`${relation.contentType} ${relation.path.join('.')}`, relation]),
  );
  return [...byName.values()];
};

/**
 * The fields to read of a source's entries: those of its plan (of related entries only published rows), the locale, and
 * whether readers find the entry, and in lists.
 */
export const fieldsOf = ({
  fields: { select, populate },
  keepOut = [],
  published,
}: Pick<SourcePlan, 'fields' | 'keepOut' | 'published'>): EntryFields => ({
  select: [
    ...new Set([...ENTRY_COLUMNS, ...select, 'locale', ...keepOut, ...(published?.path ?? [])]),
  ],
  // A copy: a hook of the site gets it, and may change it.
  populate: { ...populate },
});

/** Keeps only the fields at some paths, and the relations and components that lead there. */
const narrow = (
  { select = [], populate, ...rest }: QueryFields,
  paths: readonly FieldPath[],
): QueryFields => {
  const names = new Set([
    ...ENTRY_COLUMNS,
    'locale',
    'publishedAt',
    ...paths.map(([name]) => name),
  ]);
  const inner = Object.entries(populate ?? {}).flatMap(([name, value]): [string, QueryFields][] => {
    const behind = paths.flatMap(([first, ...others]) => (first === name ? [others] : []));
    if (behind.length === 0) return [];
    const isWhole = behind.some((others) => others.length === 0);
    return [[name, isWhole ? value : narrow(value, behind)]];
  });
  return {
    ...rest,
    select: select.filter((name) => names.has(name)),
    ...(populate && { populate: Object.fromEntries(inner) }),
  };
};

/** Keeps only the fields of a type's entries at some paths, and the relations that lead there. */
export const narrowFields = (
  { select, populate }: EntryFields,
  paths: readonly FieldPath[],
): EntryFields => narrow({ select: [...select, 'publishedAt'], populate }, paths) as EntryFields;

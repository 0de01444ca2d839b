import { nearest, didYouMean, show } from '../lib/messages';
import { SEO_COMPONENT, type FieldRequirement } from './keys';
import type { MappedPart, EntryFields, QueryFields, ShownRelation, SourcePlan } from './plan';
import type { FieldPath } from './address';
import {
  isUserType,
  type Attribute,
  attributeOf,
  attributesOf,
  componentOf,
  contentTypeOf,
  isToMany,
  type Schemas,
  uidBehind,
  type Attributes,
  hasDrafts,
  ownValue,
} from './schemas';
import { FILE_UID } from '../lib/constants';
import { isObject } from '../lib/values';

/** The name of a field for comparisons: lower case, without hyphens and underscores. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** The field at the end of a path. */
export interface FoundField {
  path: FieldPath;
  attribute: Attribute;
  /** Content type or component that has the field. */
  owner: string;
}

/** Says what is wrong with a value of a mapping, in sentences to follow `"title" was "tilte".` */
export class WrongValue extends Error {}

/** Records what is wrong with the value of a key, in sentences to follow it. */
export type Reject = (key: string, value: unknown, reason: string) => void;

/** Returns what `make` makes of the value of a key. If the value is wrong, records that and returns undefined. */
export const attempt = <Made>(
  reject: Reject,
  key: string,
  value: unknown,
  make: () => Made,
): Made | undefined => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    reject(key, value, error.message);
    return undefined;
  }
};

/** Most names in a path. */
const MAXIMUM_STEPS = 4;

/** Most names that an error lists. */
const LISTED_NAMES = 20;

const isNameField = (field: string): boolean => /(?:^|[a-z_])name$/i.test(field);

const nothingButName = (uid: string): string => `Of "${uid}" nothing is shown but a name.`;

const describe = ({ type }: Attribute): string => `a field of type "${type}"`;

/** Why a key does not accept a field, as a sentence; undefined if it does. */
const whyFieldRefused = (
  uid: string,
  name: string,
  attribute: Attribute,
  { types, takesPrivate = false, refuse }: FieldRequirement,
): string | undefined => {
  const { type } = attribute;
  if (type === 'password') return `The field "${name}" is a password.`;
  if (attribute.private && !takesPrivate) {
    return `The field "${name}" is private: readers may not see it.`;
  }
  if (isUserType(uid) && !isNameField(name)) return nothingButName(uid);
  // The type of a custom field is unknown until its plugin is registered.
  if (!types.includes(type) && type !== 'customField') return `It is ${describe(attribute)}.`;
  return refuse?.(attribute, name);
};

/** Names of the fields of a content type or component that a key accepts, in the order of the schema. */
export const fieldsFor = (schemas: Schemas, uid: string, wanted: FieldRequirement): string[] =>
  Object.entries(attributesOf(schemas, uid))
    .filter(([name, attribute]) => whyFieldRefused(uid, name, attribute, wanted) === undefined)
    .map(([name]) => name);

/** The first field whose name is in the list, in the order of the list. */
export const findByName = (
  fields: readonly string[],
  names: readonly string[] = [],
): string | undefined =>
  names
    .map((name) => fields.find((field) => plainName(field) === name))
    .find((field) => field !== undefined);

/** Names of the fields of a content type or component that may be guessed for a key. */
export const guessableFieldsOf = (
  schemas: Schemas,
  uid: string,
  wanted: FieldRequirement,
): string[] => {
  const attributes = attributesOf(schemas, uid);
  // The type of a custom field may be unknown still, and most custom fields contain HTML.
  return fieldsFor(schemas, uid, wanted).filter((name) => attributes[name]?.type !== 'customField');
};

/** The path of a field behind a relation or component that has one of the names. */
export const guessBehind = (
  schemas: Schemas,
  uid: string,
  field: string,
  { names, ...wanted }: FieldRequirement,
): string | undefined => {
  const behind = uidBehind(attributesOf(schemas, uid)[field]!);
  const found = findByName(guessableFieldsOf(schemas, behind, wanted), names);
  return found === undefined ? undefined : `${field}.${found}`;
};

/** The path of a field of a component for search engines, as of Strapi's SEO plugin. */
export const guessBehindSeo = (
  schemas: Schemas,
  uid: string,
  { behind, ...wanted }: FieldRequirement,
): string | undefined => {
  const seo = findByName(guessableFieldsOf(schemas, uid, SEO_COMPONENT), SEO_COMPONENT.names);
  if (seo === undefined || attributesOf(schemas, uid)[seo]?.repeatable) return undefined;
  return guessBehind(schemas, uid, seo, { ...wanted, names: behind });
};

/** The field of a content type that is guessed for a key, by its name. */
export const guessField = (
  schemas: Schemas,
  uid: string,
  wanted: FieldRequirement,
): string | undefined =>
  findByName(guessableFieldsOf(schemas, uid, wanted), wanted.names) ??
  guessBehindSeo(schemas, uid, wanted);

const describeAllowed = (
  schemas: Schemas,
  uid: string,
  wanted: FieldRequirement,
  prefix: string,
): string => {
  const names = fieldsFor(schemas, uid, wanted).map((name) => show(prefix + name));
  const listed = names.slice(0, LISTED_NAMES).join(', ');
  const rest = names.length > LISTED_NAMES ? ' and others' : '';
  return ` Allowed: ${wanted.what}${names.length > 0 ? ` (${listed}${rest})` : `, which "${uid}" does not have`}.`;
};

/**
 * The type or component that a field leads to.
 *
 * @throws WrongValue if it leads to none, or to several
 */
const ownerBehind = (
  schemas: Schemas,
  name: string,
  attribute: Attribute,
  { through }: FieldRequirement,
): string => {
  const isComponent = attribute.type === 'component';
  if (!isComponent && attribute.type !== 'relation') {
    throw new WrongValue(`The field "${name}" is ${describe(attribute)}, which has no fields.`);
  }
  const uid = isComponent ? (attribute.component ?? '') : attribute.target;
  if (uid === undefined) throw new WrongValue(`The field "${name}" leads to entries of any type.`);
  if (through !== 'many' && (isComponent ? attribute.repeatable : isToMany(attribute))) {
    const several = isComponent ? 'holds several components' : 'leads to several entries';
    throw new WrongValue(`The field "${name}" ${several}, of which none is meant.`);
  }
  if (isComponent ? componentOf(schemas, uid) : contentTypeOf(schemas, uid)) return uid;
  throw new WrongValue(
    isComponent
      ? `There is no component "${uid}".`
      : `The field "${name}" leads to "${uid}", and there is no such content type.`,
  );
};

/** The field at the end of a path, with the type or component that has it. */
const findBehind = (
  schemas: Schemas,
  owner: string,
  [name = '', ...rest]: FieldPath,
  wanted: FieldRequirement,
  { prefix = '', isWithinSeveral = false } = {},
): Omit<FoundField, 'path'> => {
  const attributes = attributesOf(schemas, owner);
  const attribute = attributeOf(attributes, name);
  const allowed = (): string => describeAllowed(schemas, owner, wanted, prefix);
  if (!attribute) {
    const names = rest.length === 0 ? fieldsFor(schemas, owner, wanted) : Object.keys(attributes);
    const meant = nearest(name, names);
    throw new WrongValue(
      `"${owner}" has no field "${name}".${allowed()}${didYouMean(meant === undefined ? undefined : prefix + meant)}`,
    );
  }
  if (rest.length === 0) {
    const reason = whyFieldRefused(owner, name, attribute, wanted);
    if (reason === undefined) return { attribute, owner };
    throw new WrongValue(reason + allowed());
  }
  // Behind a user are roles and the like, even if the field is called a name.
  if (isUserType(owner)) throw new WrongValue(nothingButName(owner) + allowed());
  if (attribute.private) {
    throw new WrongValue(`The field "${name}" is private: readers may not see it.`);
  }
  if (attribute.type === 'relation' && isWithinSeveral) {
    throw new WrongValue(
      `Of components of which there are several, no relation ("${name}") is read.`,
    );
  }
  return findBehind(schemas, ownerBehind(schemas, name, attribute, wanted), rest, wanted, {
    prefix: `${prefix}${name}.`,
    isWithinSeveral: isWithinSeveral || attribute.repeatable === true,
  });
};

/**
 * Resolves a name or path of a mapping to its field.
 *
 * @throws WrongValue if there is no such field, or the key does not accept it
 */
export const resolveField = (
  schemas: Schemas,
  contentType: string,
  written: string,
  wanted: FieldRequirement,
): FoundField => {
  const path = written.split('.');
  if (path.length > (wanted.through ? MAXIMUM_STEPS : 1)) {
    const most = wanted.through ? `${MAXIMUM_STEPS} names` : 'a field of its own';
    throw new WrongValue(`A path has at most ${most} here.`);
  }
  return { path, ...findBehind(schemas, contentType, path, wanted) };
};

/**
 * Finds the fields for the keys of a mapping: the given ones, or else guessed ones. `false` switches a key off.
 *
 * @param guesses functions for the keys that are not guessed by the names in `keys`
 */
export const findFields = <Name extends string>(
  schemas: Schemas,
  {
    contentType,
    mapping,
    keys,
    guesses = {},
    reject,
  }: {
    contentType: string;
    mapping: Readonly<Partial<Record<NoInfer<Name>, unknown>>>;
    keys: Readonly<Record<Name, FieldRequirement>>;
    guesses?: Partial<Record<Name, () => string | string[] | undefined>>;
    reject: Reject;
  },
): { found: Record<Name, FoundField[]>; parts: MappedPart[] } => {
  const found = {} as Record<Name, FoundField[]>;
  const parts: MappedPart[] = [];
  for (const key of Object.keys(keys) as Name[]) {
    const wanted = keys[key];
    const given = mapping[key] as string | readonly string[] | false | undefined;
    const guess = guesses[key] ?? (() => guessField(schemas, contentType, wanted));
    const from = [given ?? guess() ?? []].flat().filter((name) => name !== false);
    parts.push({ key, from, isGuessed: given === undefined && from.length > 0 });
    if (wanted.isRequired && from.length === 0) {
      const allowed = describeAllowed(schemas, contentType, wanted, '');
      reject(key, undefined, `No text field is called so.${allowed}`);
    }
    found[key] = from.flatMap(
      (name) =>
        attempt(reject, key, name, () => resolveField(schemas, contentType, name, wanted)) ?? [],
    );
  }
  return { found, parts };
};

/** Path of the first field of each key; keys without a field are left out. */
export const foundPaths = <Key extends string>(
  found: Readonly<Record<Key, FoundField[]>>,
  keys = Object.keys(found) as Key[],
): Partial<Record<Key, FieldPath>> =>
  Object.fromEntries(
    keys.flatMap((key) => found[key].slice(0, 1).map(({ path }) => [key, path])),
  ) as Partial<Record<Key, FieldPath>>;

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

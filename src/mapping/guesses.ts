import {
  candidates,
  type FoundField,
  fieldsFor,
  guessBehind,
  guessBehindSeo,
  guessField,
  named,
  plainName,
} from './fields';
import {
  AUTHOR_ENDINGS,
  AUTHOR_KEYS,
  DOCUMENTS,
  LONG_TEXTS,
  PERSON_NAMES,
  SOURCE_GUESSES,
  SOURCE_KEYS,
  TOPIC_KEYS,
  VALUE_GUESSES,
  type Wanted,
} from './keys';
import {
  isPublishable,
  refuseTopics,
  type Attribute,
  attributeOf,
  attributesOf,
  contentTypeOf,
  type Schemas,
} from './schemas';

/** The field an entry's address is made from, and that tells it from others. */
export const guessSlug = (schemas: Schemas, uid: string): string => {
  const fields = Object.entries(attributesOf(schemas, uid)).filter(
    ([, attribute]) => !attribute.private,
  );
  const uids = fields.filter(([, { type }]) => type === 'uid').map(([name]) => name);
  const texts = fields.filter(([, { type }]) => type === 'string').map(([name]) => name);
  return named(uids, ['slug']) ?? uids[0] ?? named(texts, ['slug']) ?? 'documentId';
};

/** The text that the `uid` is made from: what the type's authors take for its name. */
const namesake = (schemas: Schemas, uid: string, wanted: Wanted): string | undefined => {
  const target = attributeOf(attributesOf(schemas, uid), guessSlug(schemas, uid))?.targetField;
  return target && candidates(schemas, uid, wanted).includes(target) ? target : undefined;
};

export const guessTitle = (schemas: Schemas, uid: string): string | undefined =>
  guessField(schemas, uid, SOURCE_KEYS.title) ?? namesake(schemas, uid, SOURCE_KEYS.title);

/** Whether robots are to stay away: by a field for it, or by rules for them. */
export const guessNoindex = (schemas: Schemas, uid: string): string | undefined => {
  const guesses = [SOURCE_KEYS.noindex, SOURCE_GUESSES.robots];
  const own = guesses.map((wanted) => named(candidates(schemas, uid, wanted), wanted.names));
  const behind = guesses.map((wanted) => guessBehindSeo(schemas, uid, wanted));
  return [...own, ...behind].find((found) => found !== undefined);
};

/** All that may say what an entry is about: a description for search engines goes last. */
export const guessSummary = (schemas: Schemas, uid: string): string[] => {
  const fields = candidates(schemas, uid, SOURCE_KEYS.summary);
  return [
    ...SOURCE_KEYS.summary.names.flatMap((name) => named(fields, [name]) ?? []),
    ...[guessBehindSeo(schemas, uid, SOURCE_KEYS.metaDescription) ?? []].flat(),
  ];
};

/** Whether a field holds whole texts, as far as it is known: plugins of fields may be registered later. */
const isLong = ({ type, customField = '' }: Attribute): boolean =>
  LONG_TEXTS.includes(type) ||
  (type === 'customField' && /editor|rich|markdown|mce/i.test(customField));

/** The text, and what belongs to it by its name: a zone beside it, a gallery, files. */
export const guessBody = (schemas: Schemas, uid: string, taken: readonly string[]): string[] => {
  const attributes = attributesOf(schemas, uid);
  const { body, furtherBody } = SOURCE_GUESSES;
  const fields = fieldsFor(schemas, uid, body).filter((name) => !taken.includes(name));
  const long = fields.filter((name) => isLong(attributes[name]!));
  const text =
    named(long, body.names) ??
    named(fields, body.names) ??
    (long.length === 1 ? long[0] : undefined);
  const further = fieldsFor(schemas, uid, furtherBody).filter(
    (name) => !taken.includes(name) && furtherBody.names.includes(plainName(name)),
  );
  return [...new Set([text ?? [], further].flat())];
};

/** Editors of other plugins keep HTML, unless they say otherwise. */
export const guessFormat = (attribute: Attribute): 'markdown' | 'html' | 'text' => {
  if (attribute.customField !== undefined && attribute.type !== 'text') {
    const { customField, options } = attribute;
    return /markdown/i.test(customField + JSON.stringify(options ?? '')) ? 'markdown' : 'html';
  }
  return ['text', 'string'].includes(attribute.type) ? 'text' : 'markdown';
};

/** A relation whose name says that it leads to authors of some kind. */
const authorRelation = (schemas: Schemas, uid: string): string | undefined =>
  Object.entries(attributesOf(schemas, uid)).find(
    ([name, { type, private: isPrivate }]) =>
      type === 'relation' &&
      !isPrivate &&
      AUTHOR_ENDINGS.some((ending) => plainName(name).endsWith(ending)),
  )?.[0];

/**
 * The author: a relation to those who can have a page, or a name: a text, or that of the person it leads
 * to.
 */
export const guessAuthor = (
  schemas: Schemas,
  uid: string,
  known: KnownTypes,
): string | undefined => {
  const attributes = attributesOf(schemas, uid);
  const field = guessField(schemas, uid, SOURCE_GUESSES.author) ?? authorRelation(schemas, uid);
  if (field === undefined) return undefined;
  const attribute = attributes[field]!;
  if (!['relation', 'component'].includes(attribute.type)) return field;
  if (attribute.type === 'relation' && canBeAuthors(schemas, { uid, field, attribute }, known)) {
    return field;
  }
  const { names } = AUTHOR_KEYS.name;
  return guessBehind(schemas, uid, field, { ...SOURCE_KEYS.author, names });
};

/** The field with a name for it; or else the only one of its kind. */
const guessOnly = (
  schemas: Schemas,
  uid: string,
  wanted: Wanted,
  none: readonly string[] = [],
): string | undefined => {
  const fields = candidates(schemas, uid, wanted);
  const others = fields.filter((field) => !none.includes(plainName(field)));
  return named(fields, wanted.names) ?? (others.length === 1 ? others[0] : undefined);
};

/** What search engines are told is no picture that readers see, and a document none either. */
const NO_COVERS = [...SOURCE_KEYS.metaImage.names, ...DOCUMENTS];

export const guessCover = (schemas: Schemas, uid: string): string | undefined =>
  guessOnly(schemas, uid, SOURCE_KEYS.cover, NO_COVERS);

export const guessEnclosure = (schemas: Schemas, uid: string): string | undefined =>
  guessOnly(schemas, uid, SOURCE_GUESSES.enclosure);

/** What of the site's mappings says which types are topics. */
export interface KnownTypes {
  /** Content types that are sources. */
  sources: readonly string[];
  /** Content types that have a mapping as topics. */
  topicTypes: readonly string[];
  /** Content types that a source names among its topics. */
  grouping: ReadonlySet<string>;
}

/** The path to the values of a field that is called as if these were topics; undefined where they are none. */
const valuePath = (
  schemas: Schemas,
  uid: string,
  field: string,
  { type, target = '' }: Attribute,
): string[] | undefined => {
  if (type !== 'relation') {
    return [...VALUE_GUESSES.kinds, 'customField'].includes(type) ? [field] : undefined;
  }
  const schema = contentTypeOf(schemas, target);
  if (!schema || !isPublishable(target, schema) || target === uid) return undefined;
  if (isPerson(schemas, target) || canBeTopics(schemas, target)) return undefined;
  const [name, ...further] = guessTopicName(schemas, target);
  return name === undefined || further.length > 0 ? undefined : [field, name];
};

/**
 * Fields that group entries: relations to entries that have an address part and a name, then fields whose values are
 * topics. These are enumerations and lists that are called so, and relations to types without a part for addresses;
 * none where another type would have the address.
 *
 * @param known with the types that are authors, and the fields that name them
 */
export const guessTopics = (
  schemas: Schemas,
  uid: string,
  known: KnownTypes & { authorTypes: ReadonlySet<string>; author: readonly string[] },
): string[] => {
  /** Whether another type, as far as it is published, has a directory of its plural name. */
  const isTaken = (directory: string, target: string): boolean =>
    Object.entries(schemas.contentTypes).some(
      ([type, { info }]) =>
        type !== target &&
        `/${info.pluralName}/` === directory &&
        (type.startsWith('api::') || known.grouping.has(type) || known.sources.includes(type)),
    );
  const used = new Set([...known.topicTypes, ...known.sources, ...known.grouping]);
  const fields = Object.entries(attributesOf(schemas, uid)).filter(
    ([, { target = '', private: isPrivate }]) => !isPrivate && !known.authorTypes.has(target),
  );
  const others = fields.filter(([name]) => !known.author.includes(name));
  const relations = fields.filter((field) => {
    const [name, attribute] = field;
    const { type, target = '' } = attribute;
    if (type !== 'relation' || refuseTopics(attribute, name)) return false;
    if (known.topicTypes.includes(target)) return true;
    const isFree = target !== uid && !known.sources.includes(target);
    return isFree && others.includes(field) && canBeTopics(schemas, target);
  });
  const values = others.flatMap(([name, attribute]) => {
    const { target = '' } = attribute;
    if (!VALUE_GUESSES.names.includes(plainName(name)) || used.has(target)) return [];
    const path = valuePath(schemas, uid, name, attribute);
    const isFree = path && !isTaken(guessValueDirectory(schemas, { path, owner: target }), target);
    return isFree ? [path.join('.')] : [];
  });
  return [...relations.map(([name]) => name), ...values];
};

/** Whether entries of a type have what topics need: an address part and a name. */
export const canBeTopics = (schemas: Schemas, uid: string, isOfAuthors = false): boolean => {
  const schema = contentTypeOf(schemas, uid);
  if (!schema || !isPublishable(uid, schema)) return false;
  // People are authors or somebody who is written about, and no subject.
  if (!isOfAuthors && isPerson(schemas, uid)) return false;
  const hasUid = Object.values(schema.attributes).some(({ type }) => type === 'uid');
  return hasUid && guessTopicName(schemas, uid, isOfAuthors).length > 0;
};

/** The fields of a first and a last name; none where one of them is not there. */
export const guessPersonName = (schemas: Schemas, uid: string): string[] => {
  const found = PERSON_NAMES.flatMap((guess) => guessField(schemas, uid, guess) ?? []);
  return found.length === PERSON_NAMES.length ? found : [];
};

/** Whether a relation leads to entries that have an address part and a name, and are nothing else yet. */
const canBeAuthors = (
  schemas: Schemas,
  { uid, field, attribute }: { uid: string; field: string; attribute: Attribute },
  { sources, topicTypes, grouping }: KnownTypes,
): boolean => {
  const { target = '' } = attribute;
  if (refuseTopics(attribute, field) || grouping.has(target)) return false;
  if (target === uid || sources.includes(target)) return false;
  return topicTypes.includes(target) || canBeTopics(schemas, target, true);
};

/** Whether entries of a type are people, by their names. */
export const isPerson = (schemas: Schemas, uid: string): boolean =>
  guessPersonName(schemas, uid).length > 0;

/** The field, or fields, that a topic's name is in. */
export const guessTopicName = (schemas: Schemas, uid: string, isOfAuthors = false): string[] => {
  const found = guessField(schemas, uid, (isOfAuthors ? AUTHOR_KEYS : TOPIC_KEYS).name);
  const person = found === undefined ? guessPersonName(schemas, uid) : [];
  if (person.length > 0) return person;
  return [found ?? namesake(schemas, uid, TOPIC_KEYS.name) ?? []].flat();
};

/** A name of a field as a part of an address: `blogCategory` is `blog-category`. */
const toDirectory = (field: string): string =>
  field
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** Where the values of a field are, unless a site says otherwise; of what a relation leads to by its type. */
export const guessValueDirectory = (
  schemas: Schemas,
  { path, owner }: Pick<FoundField, 'path' | 'owner'>,
): string => {
  const plural = path.length > 1 ? contentTypeOf(schemas, owner)?.info.pluralName : undefined;
  return `/${plural ?? toDirectory(path[0] ?? '')}/`;
};

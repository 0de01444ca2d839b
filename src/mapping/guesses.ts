import {
  guessableFieldsOf,
  type FoundField,
  fieldsFor,
  guessBehind,
  guessBehindSeo,
  guessField,
  findByName,
  plainName,
} from './fields';
import {
  AUTHOR_ENDINGS,
  AUTHOR_KEYS,
  DOCUMENTS,
  FOR_EDITORS,
  FURTHER_READING,
  LONG_TEXTS,
  PERSON_NAMES,
  SOURCE_GUESSES,
  SOURCE_KEYS,
  TOPIC_KEYS,
  VALUE_GUESSES,
  type FieldRequirement,
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

/** The field for an entry's address, which distinguishes the entry from others. */
export const guessSlug = (schemas: Schemas, uid: string): string => {
  const fields = Object.entries(attributesOf(schemas, uid)).filter(
    ([, attribute]) => !attribute.private,
  );
  const uids = fields.filter(([, { type }]) => type === 'uid').map(([name]) => name);
  const texts = fields.filter(([, { type }]) => type === 'string').map(([name]) => name);
  return findByName(uids, ['slug']) ?? uids[0] ?? findByName(texts, ['slug']) ?? 'documentId';
};

/** The text that the `uid` is made from: the type's developers treat it as the name. */
const uidTargetField = (
  schemas: Schemas,
  uid: string,
  wanted: FieldRequirement,
): string | undefined => {
  const target = attributeOf(attributesOf(schemas, uid), guessSlug(schemas, uid))?.targetField;
  return target && guessableFieldsOf(schemas, uid, wanted).includes(target) ? target : undefined;
};

export const guessTitle = (schemas: Schemas, uid: string): string | undefined =>
  guessField(schemas, uid, SOURCE_KEYS.title) ?? uidTargetField(schemas, uid, SOURCE_KEYS.title);

/** The field that keeps robots away: a field for `noindex`, or one with rules for robots. */
export const guessNoindex = (schemas: Schemas, uid: string): string | undefined => {
  const guesses = [SOURCE_KEYS.noindex, SOURCE_GUESSES.robots];
  const own = guesses.map((wanted) =>
    findByName(guessableFieldsOf(schemas, uid, wanted), wanted.names),
  );
  const behind = guesses.map((wanted) => guessBehindSeo(schemas, uid, wanted));
  return [...own, ...behind].find((found) => found !== undefined);
};

/** All fields that may say what an entry is about; a description for search engines comes last. */
export const guessSummary = (schemas: Schemas, uid: string): string[] => {
  const fields = guessableFieldsOf(schemas, uid, SOURCE_KEYS.summary);
  return [
    ...SOURCE_KEYS.summary.names.flatMap((name) => findByName(fields, [name]) ?? []),
    ...[guessBehindSeo(schemas, uid, SOURCE_KEYS.metaDescription) ?? []].flat(),
  ];
};

/** Whether a field holds long texts. A custom field whose plugin is not registered yet is judged by its name. */
const isLong = ({ type, customField = '' }: Attribute): boolean =>
  LONG_TEXTS.includes(type) ||
  (type === 'customField' && /editor|rich|markdown|mce/i.test(customField));

/** The text, and further parts of the body by their names: a dynamic zone, a gallery, files. */
export const guessBody = (schemas: Schemas, uid: string, taken: readonly string[]): string[] => {
  const attributes = attributesOf(schemas, uid);
  const { body, furtherBody } = SOURCE_GUESSES;
  const fields = fieldsFor(schemas, uid, body).filter((name) => !taken.includes(name));
  const long = fields.filter((name) => isLong(attributes[name]!));
  const text =
    findByName(long, body.names) ??
    findByName(fields, body.names) ??
    (long.length === 1 ? long.find((name) => !FOR_EDITORS.test(plainName(name))) : undefined);
  const further = fieldsFor(schemas, uid, furtherBody).filter(
    (name) => !taken.includes(name) && furtherBody.names.includes(plainName(name)),
  );
  return [...new Set([text ?? [], further].flat())];
};

/** Other plugins' editors store HTML, unless the name or options of the field say Markdown. */
export const guessFormat = (attribute: Attribute): 'markdown' | 'html' | 'text' => {
  if (attribute.customField !== undefined && attribute.type !== 'text') {
    const { customField, options } = attribute;
    return /markdown/i.test(customField + JSON.stringify(options ?? '')) ? 'markdown' : 'html';
  }
  return ['text', 'string'].includes(attribute.type) ? 'text' : 'markdown';
};

/** A relation whose name ends like one to authors. */
const authorRelation = (schemas: Schemas, uid: string): string | undefined =>
  Object.entries(attributesOf(schemas, uid)).find(
    ([name, { type, private: isPrivate }]) =>
      type === 'relation' &&
      !isPrivate &&
      AUTHOR_ENDINGS.some((ending) => plainName(name).endsWith(ending)),
  )?.[0];

/** The author: a relation to entries that can have a page; or a name, in a text or behind a relation or component. */
export const guessAuthor = (
  schemas: Schemas,
  uid: string,
  { sources, topicTypes, grouping }: KnownTypes,
): string | undefined => {
  const attributes = attributesOf(schemas, uid);
  const field = guessField(schemas, uid, SOURCE_GUESSES.author) ?? authorRelation(schemas, uid);
  if (field === undefined) return undefined;
  const attribute = attributes[field]!;
  if (!['relation', 'component'].includes(attribute.type)) return field;
  const { type, target = '' } = attribute;
  // Authors' type has a uid and a name, and is neither a source nor a topic yet.
  const isFree = !grouping.has(target) && target !== uid && !sources.includes(target);
  if (type === 'relation' && isFree && !refuseTopics(attribute, field)) {
    if (topicTypes.includes(target) || canBeTopics(schemas, target, true)) return field;
  }
  const { names } = AUTHOR_KEYS.name;
  return guessBehind(schemas, uid, field, { ...SOURCE_KEYS.author, names });
};

/** The field with a matching name, or else the only one of its kind. */
const guessOnlyField = (
  schemas: Schemas,
  uid: string,
  wanted: FieldRequirement,
  none: readonly string[] = [],
): string | undefined => {
  const fields = guessableFieldsOf(schemas, uid, wanted);
  const others = fields.filter((field) => !none.includes(plainName(field)));
  return findByName(fields, wanted.names) ?? (others.length === 1 ? others[0] : undefined);
};

/** Neither pictures for search engines nor documents are covers. */
const NOT_COVER_NAMES = [...SOURCE_KEYS.metaImage.names, ...DOCUMENTS];

export const guessCover = (schemas: Schemas, uid: string): string | undefined => {
  // A field for sound or film may hold pictures, too: Strapi allows every kind of file by default.
  const enclosures = fieldsFor(schemas, uid, SOURCE_KEYS.enclosure)
    .map(plainName)
    .filter((name) => SOURCE_GUESSES.enclosure.names.includes(name));
  return guessOnlyField(schemas, uid, SOURCE_KEYS.cover, [...NOT_COVER_NAMES, ...enclosures]);
};

export const guessEnclosure = (schemas: Schemas, uid: string): string | undefined =>
  guessOnlyField(schemas, uid, SOURCE_GUESSES.enclosure);

/** Which types are sources or topics by the site's mappings. */
export interface KnownTypes {
  /** Content types that are sources. */
  sources: readonly string[];
  /** Content types that have a mapping as topics. */
  topicTypes: readonly string[];
  /** Content types that a source names among its topics. */
  grouping: ReadonlySet<string>;
}

/** The path to the values of a field whose name suggests topics; undefined if its values cannot be topics. */
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
  if (isPerson(schemas, target) || hasField(schemas, target, 'password')) return undefined;
  if (canBeTopics(schemas, target)) return undefined;
  const [name, ...further] = guessTopicName(schemas, target);
  return name === undefined || further.length > 0 ? undefined : [field, name];
};

/**
 * Fields that group entries: first relations to entries with a uid and a name, then fields whose values are topics. The
 * latter are enumerations, lists and custom fields with a name for topics, and such relations to types without a uid. A
 * field is left out if another type would have its address.
 *
 * @param known also has the types that are authors, and the fields that name authors
 */
export const guessTopics = (
  schemas: Schemas,
  uid: string,
  known: KnownTypes & { authorTypes: ReadonlySet<string>; author: readonly string[] },
): string[] => {
  /** Whether another type that is or may be published has its plural name as this directory. */
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
    const isReading = FURTHER_READING.test(plainName(name)) && !known.grouping.has(target);
    if (isReading && Object.values(attributesOf(schemas, target)).some(isLong)) return false;
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

/** Whether a type has a field of a kind. One with a password is for accounts, or for services that are sent something. */
export const hasField = (schemas: Schemas, uid: string, kind: 'uid' | 'password'): boolean =>
  Object.values(attributesOf(schemas, uid)).some(({ type }) => type === kind);

/** Whether a type has what topics need: a uid and a name. */
const canBeTopics = (schemas: Schemas, uid: string, isOfAuthors = false): boolean => {
  const schema = contentTypeOf(schemas, uid);
  if (!schema || !isPublishable(uid, schema)) return false;
  // People are authors, or somebody an entry is about, but no topic.
  if (!isOfAuthors && (isPerson(schemas, uid) || hasField(schemas, uid, 'password'))) return false;
  return hasField(schemas, uid, 'uid') && guessTopicName(schemas, uid, isOfAuthors).length > 0;
};

/** The fields with first and last name; empty if one of them is missing. */
const guessPersonName = (schemas: Schemas, uid: string): string[] => {
  const found = PERSON_NAMES.flatMap((guess) => guessField(schemas, uid, guess) ?? []);
  return found.length === PERSON_NAMES.length ? found : [];
};

/** Whether entries of a type are people: they have a first and a last name. */
export const isPerson = (schemas: Schemas, uid: string): boolean =>
  guessPersonName(schemas, uid).length > 0;

/** The field or fields with a topic's name. */
export const guessTopicName = (schemas: Schemas, uid: string, isOfAuthors = false): string[] => {
  const found = guessField(schemas, uid, (isOfAuthors ? AUTHOR_KEYS : TOPIC_KEYS).name);
  const person = found === undefined ? guessPersonName(schemas, uid) : [];
  if (person.length > 0) return person;
  return [found ?? uidTargetField(schemas, uid, TOPIC_KEYS.name) ?? []].flat();
};

/** The name of a field as a segment of an address: `blog-category` for `blogCategory`. */
const toDirectory = (field: string): string =>
  field
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** Default directory for the values of a field; behind a relation, by the plural name of the type it leads to. */
export const guessValueDirectory = (
  schemas: Schemas,
  { path, owner }: Pick<FoundField, 'path' | 'owner'>,
): string => {
  const plural = path.length > 1 ? contentTypeOf(schemas, owner)?.info.pluralName : undefined;
  return `/${plural ?? toDirectory(path[0] ?? '')}/`;
};

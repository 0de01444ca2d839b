import { tagTitle } from '../content/channel';
import type { InLanguages } from '../content/article';
import { didYouMeanOneOf, show } from '../lib/messages';
import type { Topic, ValueTopicMapping } from '../options/topic';
import { ADDRESS_RULE, isAtRoot, parseAddress, addressFields } from './address';
import {
  type FoundField,
  foundPaths,
  type Reject,
  resolveField,
  type Wanted,
  createMappedFields,
} from './fields';
import type { AddressPattern, TopicPlan, TopicRelation, ValueTopic } from './plan';
import {
  type Attribute,
  isToMany,
  isUserType,
  refuseTopics,
  type Schemas,
  type ContentTypeSchema,
  hasDrafts,
  isLocalised,
} from './schemas';
import { LONGEST_DIRECTORY, slugOfValue, valueType } from './value-topics';
import { compileAddress, guessAddress } from './compile-address';
import { guessTopicName, guessValueDirectory } from './guesses';
import { AUTHOR_KEYS, TOPIC_KEYS } from './keys';
import { ENTRY_COLUMNS, IMAGE_COLUMNS, mergeFields, selectPath } from './read-fields';

const TOPICS: Wanted = {
  types: ['relation', 'enumeration', 'json', 'string', 'text'],
  what: 'a relation to entries of one content type, an enumeration, or a field with a list or a text',
  through: 'many',
  refuse: (attribute, name) =>
    attribute.type === 'relation' ? refuseTopics(attribute, name) : undefined,
};

/** Kinds of fields that are read behind relations and components: one value each. */
const BEHIND = ['enumeration', 'string', 'text'];

/** The part that says where values of fields are: no key of a mapping. */
export const VALUES_PART = 'valueTopics';

/** Fields that group entries, with how those do that are values, and their fields. */
interface CompiledTopics {
  relations: TopicRelation[];
  values: ValueTopic[];
  valueTypes: TopicPlan[];
  fields: FoundField[];
}

export const toTopicRelation = ({ path: [field = ''], attribute }: FoundField): TopicRelation => ({
  field,
  contentType: attribute.target ?? '',
  isMultiple: isToMany(attribute),
});

const directoryOf = (written: string): string | { wrong: string } => {
  const pattern = parseAddress(written);
  if (!pattern) return { wrong: `Allowed: ${ADDRESS_RULE}.` };
  const [directory, field, end] = pattern.parts;
  if (isAtRoot(pattern) || String(field) !== 'value' || end !== '/') {
    return {
      wrong: 'Allowed: a directory with "{value}" at its end, for example "/tags/{value}/".',
    };
  }
  return directory as string;
};

/** Labels of Strapi's enumerations, and of a list of options such as "Label:value" of a custom field. */
const ownNames = ({ enum: values = [], options }: Attribute): [string, string][] => {
  const labelled = (options as { options?: unknown } | undefined)?.options ?? options;
  const pairs = (Array.isArray(labelled) ? labelled : []).flatMap((option): [string, string][] => {
    const [label, value] = typeof option === 'string' ? option.split(':') : [];
    return label && value ? [[value, label]] : [];
  });
  const words = values
    .filter((value) => /[-_]/.test(value))
    .map((value): [string, string] => [
      value,
      tagTitle({ name: value.replace(/[-_]+/g, ' ') }, 'en'),
    ]);
  return [...words, ...pairs];
};

/** What is wrong with the values of an enumeration, and with the names they are given. */
const refuseValues = (
  { enum: values = [] }: Attribute,
  names: Readonly<Record<string, unknown>>,
): string | undefined => {
  const bySlug = new Map<string | undefined, string>();
  for (const value of values) {
    const slug = slugOfValue(value);
    const other = bySlug.get(slug);
    if (other !== undefined) {
      return `The values ${show(other)} and ${show(value)} make the same address "${slug}". Allowed: values that differ in letters or digits.`;
    }
    if (slug !== undefined) bySlug.set(slug, value);
  }
  const unknown = Object.keys(names).find((name) => !values.includes(name));
  if (values.length === 0 || unknown === undefined) return undefined;
  return `Its "names" has ${show(unknown)}, which is no value of the enumeration. Allowed: ${values.map(show).join(', ')}.${didYouMeanOneOf(unknown, [...values])}`;
};

const toValueType = (
  address: AddressPattern,
  names: ReadonlyMap<string, InLanguages>,
  { enum: values }: Attribute,
  isLocalised: boolean,
): TopicPlan => ({
  contentType: valueType(address.directory),
  isOfValues: true,
  ...(names.size > 0 && { names }),
  ...(values && { known: new Set(values.flatMap((value) => slugOfValue(value) ?? [])) }),
  address,
  name: ['value'],
  slug: ['value'],
  hasDrafts: false,
  isLocalised,
  fields: { select: [], populate: {} },
});

/** Reads the key `topics` of a source. */
export const compileTopics = (
  schemas: Schemas,
  contentType: string,
  {
    written,
    isLocalised,
    reject,
  }: { written: readonly (string | ValueTopicMapping)[]; isLocalised: boolean; reject: Reject },
): CompiledTopics => {
  const compiled: CompiledTopics = { relations: [], values: [], valueTypes: [], fields: [] };
  for (const one of written) {
    const { field, address, names = {} } = typeof one === 'string' ? { field: one } : one;
    const refuse = (reason: string): void => reject('topics', field, reason);
    const found = resolveField(schemas, contentType, field, TOPICS);
    if ('wrong' in found) {
      refuse(found.wrong);
      continue;
    }
    const { path, attribute, owner } = found;
    if (attribute.type === 'relation') {
      if (path.length > 1) refuse('Only an own relation leads to topics.');
      else if (typeof one !== 'string') {
        refuse(
          'It is a relation: the option "topics" says where its entries are, and their names.',
        );
      } else compiled.relations.push(toTopicRelation(found));
      continue;
    }
    if (isUserType(owner)) {
      refuse('It is the name of a user, and users have no page.');
      continue;
    }
    if (path.length > 1 && !BEHIND.includes(attribute.type)) {
      refuse('Behind a relation or a component a topic is a text or an enumeration.');
      continue;
    }
    const directory =
      address === undefined ? guessValueDirectory(schemas, found) : directoryOf(address);
    if (typeof directory !== 'string') {
      refuse(`Its "address" was ${show(address)}. ${directory.wrong}`);
      continue;
    }
    if (directory.length - 2 > LONGEST_DIRECTORY) {
      refuse(
        `Its directory ${show(directory)} is too long. Allowed: an "address" with at most ${LONGEST_DIRECTORY} characters between the first slash and the last one before "{value}".`,
      );
      continue;
    }
    const refusal = refuseValues(attribute, names);
    if (refusal !== undefined) {
      refuse(refusal);
      continue;
    }
    const bySlug = new Map(
      [...ownNames(attribute), ...Object.entries(names)].flatMap(([value, name]) => {
        const slug = slugOfValue(value);
        return slug === undefined ? [] : [[slug, name] as const];
      }),
    );
    const pattern: AddressPattern = { directory, parts: [directory, ['value'], '/'] };
    const type = toValueType(pattern, bySlug, attribute, isLocalised);
    compiled.fields.push(found);
    compiled.valueTypes.push(type);
    compiled.values.push({
      path,
      contentType: type.contentType,
      isList: path.length === 1 && attribute.type !== 'enumeration',
    });
  }
  return compiled;
};

/** Values at one address are of one type, whatever fields and sources have them. */
export const joinValueTypes = (types: readonly TopicPlan[]): TopicPlan[] => {
  const joined = new Map<string, TopicPlan>();
  for (const type of types) {
    const known = joined.get(type.contentType);
    const names = new Map([...(known?.names ?? []), ...(type.names ?? [])]);
    const isKnown = type.known !== undefined && (!known || known.known !== undefined);
    joined.set(type.contentType, {
      ...type,
      known: isKnown ? new Set([...type.known!, ...(known?.known ?? [])]) : undefined,
      ...(names.size > 0 && { names }),
      isLocalised: type.isLocalised || known?.isLocalised === true,
    });
  }
  return [...joined.values()];
};

/** What an item shows of its topics. */
export const shownOfTopic = ({
  name,
  furtherNames = [],
  slug,
  title,
  hidden,
}: TopicPlan): string[] => [
  ...new Set([
    ...ENTRY_COLUMNS,
    ...[name, ...furtherNames, slug, title, hidden].flatMap((path) => path?.[0] ?? []),
  ]),
];

/** Whether an address has more than a slash behind its last field. */
const hasTextBehind = ({ parts }: AddressPattern): boolean => {
  const last = parts.at(-1);
  return typeof last === 'string' && last !== '/';
};

/** How entries of a content type group items; undefined when something is wrong with the mapping. */
export const compileTopic = (
  schemas: Schemas,
  {
    contentType,
    schema,
    mapping,
    isOfAuthors,
    locales,
    reject,
  }: {
    contentType: string;
    schema: ContentTypeSchema;
    mapping: Topic;
    isOfAuthors: boolean;
    /** Codes of those that are published, the main one first. */
    locales: readonly string[];
    reject: Reject;
  },
): TopicPlan | undefined => {
  const { parts, list, one, valueOf } = createMappedFields(schemas, {
    contentType,
    mapping,
    keys: isOfAuthors ? AUTHOR_KEYS : TOPIC_KEYS,
    reject,
  });

  const written = valueOf('address', () => guessAddress(schemas, contentType));
  const address = compileAddress(schemas, contentType, written ?? '', locales);
  if ('wrong' in address) address.wrong.forEach((reason) => reject('address', written, reason));
  else if (
    addressFields(address.pattern).length > 1 ||
    isAtRoot(address.pattern) ||
    hasTextBehind(address.pattern)
  ) {
    reject(
      'address',
      written,
      `Allowed: a directory with one field of the entry's own at its end, for example "${guessAddress(schemas, contentType)}".`,
    );
  }

  const [name, ...further] = list('name', () => guessTopicName(schemas, contentType, isOfAuthors));
  if (!name && mapping.name === undefined) {
    reject('name', undefined, 'No text field is called so. Allowed: a text field.');
  }
  const paths = foundPaths({
    title: one('title'),
    description: one('description'),
    image: one('image'),
    hidden: one('hidden'),
    itemsPerFeed: one('itemsPerFeed'),
    content: one('content'),
  });
  if (!name || 'wrong' in address) return undefined;

  const { pattern, addresses, identity: slug } = address;
  const furtherNames = further.map(({ path }) => path);
  const read = [name.path, ...furtherNames, slug, ...Object.values(paths)];
  return {
    contentType,
    ...(isOfAuthors && { isOfAuthors }),
    address: pattern,
    ...(addresses && { addresses }),
    name: name.path,
    ...(furtherNames.length > 0 && { furtherNames }),
    slug,
    ...paths,
    hasDrafts: hasDrafts(schema),
    isLocalised: isLocalised(schema),
    fields: mergeFields([
      { select: ENTRY_COLUMNS },
      ...read.map((path) => selectPath(schemas, schema.attributes, path, IMAGE_COLUMNS)),
    ]),
    parts,
  };
};

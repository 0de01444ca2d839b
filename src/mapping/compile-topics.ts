import { tagTitle } from '../content/selection';
import type { InLanguages } from '../content/article';
import { didYouMeanOneOf, show } from '../lib/messages';
import type { TopicMapping, ValueTopicMapping } from '../options/mapping-types';
import { ADDRESS_RULE, type AddressPattern, hasOneField, isAtRoot, parseAddress } from './address';
import {
  attempt,
  findFields,
  type FoundField,
  foundPaths,
  type Reject,
  resolveField,
  WrongValue,
  ENTRY_COLUMNS,
  mergeFields,
  selectPath,
} from './fields';
import type { TopicPlan, TopicRelation, ValueTopic } from './plan';
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
import { LONGEST_DIRECTORY, slugOfValue, valueType } from './values';
import { compileAddress, guessAddress } from './compile-addresses';
import { guessTopicName, guessValueDirectory } from './guesses';
import { AUTHOR_KEYS, TOPIC_KEYS, type FieldRequirement } from './keys';

const TOPIC_FIELD: FieldRequirement = {
  types: ['relation', 'enumeration', 'json', 'string', 'text'],
  what: 'a relation to entries of one content type, an enumeration, or a field with a list or a text',
  through: 'many',
  refuse: (attribute, name) =>
    attribute.type === 'relation' ? refuseTopics(attribute, name) : undefined,
};

/** Types of fields that topics may come from behind a relation or component: one value each. */
const NESTED_TOPIC_TYPES = ['enumeration', 'string', 'text'];

/** Name of the part with the directories of value topics: it is no key of a mapping. */
export const VALUES_PART = 'valueTopics';

/** Fields that group entries: relations, and value fields with their topic types and the fields to read. */
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

/** @throws WrongValue for an address that values of a field cannot have */
const addressOfValues = (written: string): AddressPattern => {
  const pattern = parseAddress(written);
  const isOfOne = pattern && !isAtRoot(pattern) && hasOneField(pattern);
  if (isOfOne && String(pattern.parts[1]) === 'value') return pattern;
  const rule = pattern
    ? 'a directory with "{value}" at its end, for example "/tags/{value}/"'
    : ADDRESS_RULE;
  throw new WrongValue(`Its "address" was ${show(written)}. Allowed: ${rule}.`);
};

/** Labels of an enumeration, and of custom fields with options such as "Label:value". */
const labelsOfValues = ({ enum: values = [], options }: Attribute): [string, string][] => {
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

/** @throws WrongValue if two values of an enumeration make the same address, or `names` has a value that it lacks */
const checkValues = (
  { enum: values = [] }: Attribute,
  names: Readonly<Record<string, unknown>>,
): void => {
  const bySlug = new Map<string | undefined, string>();
  for (const value of values) {
    const slug = slugOfValue(value);
    const other = bySlug.get(slug);
    if (other !== undefined) {
      throw new WrongValue(
        `The values ${show(other)} and ${show(value)} make the same address "${slug}". Allowed: values that differ in letters or digits.`,
      );
    }
    if (slug !== undefined) bySlug.set(slug, value);
  }
  const unknown = Object.keys(names).find((name) => !values.includes(name));
  if (values.length === 0 || unknown === undefined) return;
  throw new WrongValue(
    `Its "names" has ${show(unknown)}, which is no value of the enumeration. Allowed: ${values.map(show).join(', ')}.${didYouMeanOneOf(unknown, values)}`,
  );
};

/**
 * Compiles the topics that the values of a field are.
 *
 * @throws WrongValue if the values cannot be topics
 */
const compileValues = (
  schemas: Schemas,
  { path, attribute, owner }: FoundField,
  { address, names = {} }: Omit<ValueTopicMapping, 'field'>,
  isLocalised: boolean,
): { topic: ValueTopic; type: TopicPlan } => {
  if (isUserType(owner)) {
    throw new WrongValue('It is the name of a user, and users have no page.');
  }
  if (path.length > 1 && !NESTED_TOPIC_TYPES.includes(attribute.type)) {
    throw new WrongValue('Behind a relation or a component a topic is a text or an enumeration.');
  }
  const pattern = addressOfValues(
    address ?? `${guessValueDirectory(schemas, { path, owner })}{value}/`,
  );
  const { directory } = pattern;
  if (directory.length - 2 > LONGEST_DIRECTORY) {
    throw new WrongValue(
      `Its directory ${show(directory)} is too long. Allowed: an "address" with at most ${LONGEST_DIRECTORY} characters between the first slash and the last one before "{value}".`,
    );
  }
  checkValues(attribute, names);
  const bySlug = new Map<string, InLanguages>();
  for (const [value, name] of [...labelsOfValues(attribute), ...Object.entries(names)]) {
    const slug = slugOfValue(value);
    if (slug !== undefined) bySlug.set(slug, name);
  }
  const contentType = valueType(directory);
  const isList = path.length === 1 && attribute.type !== 'enumeration';
  return {
    topic: { path, contentType, isList },
    type: {
      contentType,
      isOfValues: true,
      ...(bySlug.size > 0 && { names: bySlug }),
      address: pattern,
      name: ['value'],
      slug: ['value'],
      hasDrafts: false,
      isLocalised,
      fields: { select: [], populate: {} },
    },
  };
};

/** Compiles the key `topics` of a source. */
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
    const { field, ...mapping } = typeof one === 'string' ? { field: one } : one;
    attempt(reject, 'topics', field, () => {
      const found = resolveField(schemas, contentType, field, TOPIC_FIELD);
      if (found.attribute.type !== 'relation') {
        const { topic, type } = compileValues(schemas, found, mapping, isLocalised);
        compiled.fields.push(found);
        compiled.values.push(topic);
        compiled.valueTypes.push(type);
      } else if (found.path.length > 1) {
        throw new WrongValue('Only an own relation leads to topics.');
      } else if (typeof one !== 'string') {
        throw new WrongValue(
          'It is a relation: the option "topics" says where its entries are, and their names.',
        );
      } else compiled.relations.push(toTopicRelation(found));
    });
  }
  return compiled;
};

/** Merges value topics with the same address into one type, whatever their fields and sources. */
export const joinValueTypes = (types: readonly TopicPlan[]): TopicPlan[] => {
  const joined = new Map<string, TopicPlan>();
  for (const type of types) {
    const known = joined.get(type.contentType);
    const names = new Map([...(known?.names ?? []), ...(type.names ?? [])]);
    joined.set(type.contentType, {
      ...type,
      ...(names.size > 0 && { names }),
      isLocalised: type.isLocalised || known?.isLocalised === true,
    });
  }
  return [...joined.values()];
};

/** Columns of a topic that an item shows. */
export const shownOfTopic = ({
  name,
  furtherNames = [],
  slug,
  title,
  hidden,
  isLocalised,
}: TopicPlan): string[] => [
  ...new Set([
    ...ENTRY_COLUMNS,
    ...(isLocalised ? ['locale'] : []),
    ...[name, ...furtherNames, slug, title, hidden].flatMap((path) => path?.[0] ?? []),
  ]),
];

/** Compiles how entries of a content type group items; undefined if something is wrong with the mapping. */
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
    mapping: TopicMapping;
    isOfAuthors: boolean;
    /** Codes of the published locales, the main one first. */
    locales: readonly string[];
    reject: Reject;
  },
): TopicPlan | undefined => {
  const address = compileAddress(schemas, { contentType, mapping, locales, reject });
  if (address && (isAtRoot(address.pattern) || !hasOneField(address.pattern))) {
    reject(
      'address',
      mapping.address,
      `Allowed: a directory with one field of the entry's own at its end, for example "${guessAddress(schemas, contentType)}".`,
    );
  }
  const { found, parts } = findFields(schemas, {
    contentType,
    mapping,
    keys: isOfAuthors ? AUTHOR_KEYS : TOPIC_KEYS,
    guesses: { name: () => guessTopicName(schemas, contentType, isOfAuthors) },
    reject,
  });
  const [name, ...further] = found.name.map(({ path }) => path);
  if (!name || !address) return undefined;

  const { pattern, addresses, identity: slug, part } = address;
  const { name: _inSeveral, ...others } = found;
  const paths = foundPaths(others);
  return {
    contentType,
    ...(isOfAuthors && { isOfAuthors }),
    address: pattern,
    ...(addresses && { addresses }),
    name,
    ...(further.length > 0 && { furtherNames: further }),
    slug,
    ...paths,
    hasDrafts: hasDrafts(schema),
    isLocalised: isLocalised(schema),
    fields: mergeFields([
      { select: ENTRY_COLUMNS },
      ...[name, ...further, slug, ...Object.values(paths)].map((path) =>
        selectPath(schemas, schema.attributes, path),
      ),
    ]),
    parts: [part, ...parts],
  };
};

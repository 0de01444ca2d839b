import type { AddressPattern, FieldPath, TopicPlan } from './plan';
import { addressFields, isAtRoot } from './address';
import { compileAddress, guessAddress } from './compile-address';
import { createMappedFields, type Reject } from './fields';
import { guessTopicName } from './guesses';
import { AUTHOR_KEYS, TOPIC_KEYS } from './keys';
import { type ContentTypeSchema, hasDrafts, isLocalised, type Schemas } from './schemas';
import { ENTRY_COLUMNS, IMAGE_COLUMNS, mergeFields, selectPath } from './read-fields';
import type { AnyTopic } from '../options/topic';

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
    mapping: AnyTopic;
    isOfAuthors: boolean;
    /** Codes of those that are published, the main one first. */
    locales: readonly string[];
    reject: Reject;
  },
): TopicPlan | undefined => {
  const { guessed, list, one, valueOf } = createMappedFields(schemas, {
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
    reject('name', undefined, 'No field is called so. Allowed: a text field.');
  }
  const paths = {
    title: one('title')?.path,
    description: one('description')?.path,
    image: one('image')?.path,
    hidden: one('hidden')?.path,
    itemsPerFeed: one('itemsPerFeed')?.path,
    content: one('content')?.path,
  };
  if (!name || 'wrong' in address) return undefined;

  const { pattern, addresses, identity: slug } = address;
  const furtherNames = further.map(({ path }) => path);
  const read = [name.path, ...furtherNames, slug, ...Object.values(paths)].filter(
    (path) => path !== undefined,
  );
  return {
    contentType,
    ...(isOfAuthors && { isOfAuthors }),
    address: pattern,
    ...(addresses && { addresses }),
    name: name.path,
    ...(furtherNames.length > 0 && { furtherNames }),
    slug,
    ...onlyGiven(paths),
    hasDrafts: hasDrafts(schema),
    isLocalised: isLocalised(schema),
    fields: mergeFields([
      { select: ENTRY_COLUMNS },
      ...read.map((path) => selectPath(schemas, schema.attributes, path, IMAGE_COLUMNS)),
    ]),
    guessed,
  };
};

/** Without the keys that have no value. */
export const onlyGiven = <Key extends string>(
  paths: Record<Key, FieldPath | undefined>,
): Partial<Record<Key, FieldPath>> =>
  Object.fromEntries(Object.entries(paths).filter(([, path]) => path !== undefined)) as Partial<
    Record<Key, FieldPath>
  >;

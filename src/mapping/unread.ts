import { addressFields } from './address';
import { canBeTopics, guessTopicName, isPerson } from './guesses';
import type { Plan, SourcePlan } from './plan';
import {
  type Attribute,
  type ContentTypeSchema,
  contentTypeOf,
  isPublishable,
  isUserType,
  type Schemas,
} from './schemas';

/** A field of a source of which nothing is read. */
export interface UnreadField {
  field: string;
  /** What it is, and what takes it: for developers, in English; none of what is seldom shown. */
  why?: string;
}

/** What Strapi adds to every type. */
const OF_STRAPI = new Set([
  ...['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'],
  ...['locale', 'localizations'],
]);

const DATES = ['date', 'datetime', 'timestamp'];

/** Kinds of fields that readers would be shown, as people call them. */
const KINDS: Readonly<Record<string, string>> = {
  richtext: 'rich text',
  blocks: 'rich text',
  customField: 'a field of another plugin',
  text: 'a text',
  dynamiczone: 'a dynamic zone',
  component: 'a component',
  media: 'files',
};

/** Kinds of fields whose values can be topics. */
const VALUES: Readonly<Record<string, string>> = {
  enumeration: 'an enumeration: "topics" takes it',
  json: 'JSON: "topics" takes a list',
};

const nameOf = ({ info }: ContentTypeSchema): string => info.displayName ?? info.singularName;

/** Why a relation is taken neither for topics nor for authors. */
const whyNoTopics = (
  schemas: Schemas,
  { sources }: Pick<Plan, 'sources'>,
  { contentType }: Pick<SourcePlan, 'contentType'>,
  field: string,
  { target = '', relation = '' }: Attribute,
): string => {
  if (target === '' || relation.startsWith('morph')) return 'leads to entries of any type';
  if (isUserType(target)) return 'leads to users, of whom a name alone is shown';
  if (target === contentType) return 'leads to its own type';
  if (sources.some((source) => source.contentType === target)) {
    return 'leads to entries that are published themselves';
  }
  const schema = contentTypeOf(schemas, target);
  if (!schema) return `leads to "${target}", which is not there`;
  const name = `"${nameOf(schema)}"`;
  if (schema.kind === 'singleType') return `leads to ${name}, of which there is one entry`;
  if (!isPublishable(target, schema)) return `leads to ${name}, which is internal`;
  if (isPerson(schemas, target)) return `leads to people, ${name}: "author" takes it`;
  const [named] = guessTopicName(schemas, target);
  if (named === undefined) {
    return `leads to ${name}, which has no text called name or title`;
  }
  return canBeTopics(schemas, target)
    ? `leads to ${name}: "topics" takes it`
    : `leads to ${name}, which has no uid field for addresses: "topics" takes "${field}.${named}", or it with document ids`;
};

/**
 * Fields of a source that readers get nothing of, those first that they might miss. Private fields and
 * passwords are nobody's to miss.
 */
export const findUnread = (
  schemas: Schemas,
  plan: Pick<Plan, 'sources'>,
  source: SourcePlan,
): UnreadField[] => {
  const { fields, keepOut, address, isPage } = source;
  const read = new Set([
    ...[...fields.select, ...Object.keys(fields.populate)],
    ...[keepOut, ...addressFields(address)].flatMap((path) => path?.[0] ?? []),
  ]);
  const attributes = contentTypeOf(schemas, source.contentType)?.attributes ?? {};
  const unread = Object.entries(attributes)
    .filter(
      ([name, { type, private: isPrivate }]) =>
        !read.has(name) && !OF_STRAPI.has(name) && !isPrivate && type !== 'password',
    )
    .map(([field, attribute]): UnreadField => {
      const { type } = attribute;
      // Pages have no topics, and no date that readers see.
      if (type === 'relation' && !isPage) {
        return { field, why: whyNoTopics(schemas, plan, source, field, attribute) };
      }
      if (DATES.includes(type) && !isPage) {
        return { field, why: source.date ? 'a date' : 'a date: "date" takes it' };
      }
      const why = KINDS[type] ?? (isPage ? undefined : VALUES[type]);
      return { field, ...(why !== undefined && { why }) };
    });
  return [...unread.filter(({ why }) => why), ...unread.filter(({ why }) => !why)];
};

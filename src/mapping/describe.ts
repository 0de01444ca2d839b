import type { Core } from '@strapi/strapi';

import { PLUGIN_ID, FILE_UID } from '../lib/constants';
import type { SyndicationOptions } from '../options/options';
import { VALUES_PART } from './compile-topics';
import { plainName } from './fields';
import { guessTopicName, hasField, isPerson } from './guesses';
import { FOR_EDITORS, PUBLICATION_NAMES, SEO_COMPONENT } from './keys';
import type { MappedPart, Plan, SourcePlan } from './plan';
import {
  type Attribute,
  attributesOf,
  contentTypeOf,
  isPublishable,
  isUserType,
  nameOf,
  type Schemas,
  typeNames,
  siteSchemas,
} from './schemas';
import { isPodcastPicture } from '../content/item';
import type { SettingsStore } from '../options/settings';

/** A published content type, and the origin of each of its parts. */
export interface DescribedType {
  role: 'source' | 'page' | 'topic' | 'author';
  contentType: string;
  /** Name for people; distinguishes types with the same name. */
  name: string;
  parts: readonly MappedPart[];
  /** Fields that are not read; empty for topics. */
  unread: readonly UnreadField[];
}

/** Describes what is published and where each part of it comes from, for the log and the panel. */
export const describePlan = (plan: Plan, schemas: Schemas): DescribedType[] => {
  const types = [...plan.sources, ...plan.topicTypes];
  const uids = types.map(({ contentType }) => contentType);
  const names = typeNames(schemas, uids);
  return types.map((type) => {
    const { contentType, parts = [] } = type;
    const described = { contentType, name: names.get(contentType)!, parts };
    if (!('topics' in type))
      return { ...described, role: type.isOfAuthors ? 'author' : 'topic', unread: [] };
    const unread = findUnreadFields(schemas, plan, type);
    return { ...described, role: type.isPage ? 'page' : 'source', unread };
  });
};

/** A field of a source that is not read. */
interface UnreadField {
  field: string;
  /** What the field is and which key takes it: for developers, in English. Undefined for seldom shown fields. */
  why?: string;
}

/** Fields that Strapi adds to every type. */
const STRAPI_FIELDS = new Set([
  ...['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'],
  ...['locale', 'localizations'],
]);

const DATES = ['date', 'datetime', 'timestamp'];

/** Types of fields that readers could be shown, with names for messages. */
const KINDS: Readonly<Record<string, string>> = {
  richtext: 'rich text',
  blocks: 'rich text',
  customField: 'a field of another plugin',
  text: 'a text',
  dynamiczone: 'a dynamic zone',
  component: 'a component',
  media: 'files',
};

/** Types of fields whose values can be topics. */
const VALUE_KINDS: Readonly<Record<string, string>> = {
  enumeration: 'an enumeration: "topics" takes it',
  json: 'JSON: "topics" takes a list',
};

/** Why a relation was not taken for topics or authors. */
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
  const name = `"${nameOf(schemas, target)}"`;
  if (schema.kind === 'singleType') return `leads to ${name}, of which there is one entry`;
  if (!isPublishable(target, schema)) return `leads to ${name}, which is internal`;
  if (isPerson(schemas, target)) return `leads to people, ${name}: "author" takes it`;
  const [named] = guessTopicName(schemas, target);
  if (named === undefined) {
    return `leads to ${name}, which has no text called name or title`;
  }
  return hasField(schemas, target, 'uid')
    ? `leads to ${name}: "topics" takes it`
    : `leads to ${name}, which has no uid field for addresses: "topics" takes "${field}.${named}", or it with document ids`;
};

/** Fields of a source that are not read, the more interesting ones first. Private fields and passwords are left out. */
const findUnreadFields = (
  schemas: Schemas,
  plan: Pick<Plan, 'sources'>,
  source: SourcePlan,
): UnreadField[] => {
  const { fields, keepOut = [], published, isPage } = source;
  const mayHide = !published && !source.hasDrafts;
  const flags = [...keepOut, ...(published?.path ?? [])];
  const read = new Set([...fields.select, ...Object.keys(fields.populate), ...flags]);
  const attributes = attributesOf(schemas, source.contentType);
  const unread = Object.entries(attributes)
    .filter(
      ([name, { type, private: isPrivate }]) =>
        !read.has(name) && !STRAPI_FIELDS.has(name) && !isPrivate && type !== 'password',
    )
    .map(([field, attribute]): UnreadField => {
      const { type } = attribute;
      // Pages have no topics and show no date.
      if (type === 'relation' && !isPage) {
        return { field, why: whyNoTopics(schemas, plan, source, field, attribute) };
      }
      if (DATES.includes(type) && !isPage) {
        const keys = (['date', 'until'] as const).filter((key) => !source[key]);
        return {
          field,
          why: keys.length > 0 ? `a date: "${keys.join('" or "')}" takes it` : 'a date',
        };
      }
      const name = plainName(field);
      if (mayHide && ['boolean', 'enumeration'].includes(type) && PUBLICATION_NAMES.test(name)) {
        const asked =
          type === 'boolean' && /archived|hidden/.test(name) ? `{ ${field}: false }` : 'it';
        return { field, why: `entries are public whatever it says: "published" takes ${asked}` };
      }
      const isForReaders = !FOR_EDITORS.test(name) && !SEO_COMPONENT.names.includes(name);
      const kind =
        KINDS[type] && KINDS[type] + (source.body || !isForReaders ? '' : ': "body" takes it');
      const why = kind ?? (isPage ? undefined : VALUE_KINDS[type]);
      return { field, ...(why !== undefined && { why }) };
    });
  return [...unread.filter(({ why }) => why), ...unread.filter(({ why }) => !why)];
};

const ROLES: Record<DescribedType['role'], string> = {
  source: 'Source',
  page: 'Pages',
  topic: 'Topic type',
  author: 'Authors',
};

/** Parts whose absence is reported: most readers look for them. */
const EXPECTED = ['summary', 'body', 'author', 'cover', 'enclosure', 'topics'];

/** Most fields in one line of the log; the panel lists all. */
const MAXIMUM_LISTED_FIELDS = 20;

const list = (names: readonly string[], last: 'and' | 'or' = 'and'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

const sayFields = ({ key, from }: MappedPart): string =>
  from.length === 1 && from[0] === key ? key : `${key} from ${from.join(', ')}`;

const sayPart = (part: MappedPart): string =>
  part.key === VALUES_PART ? `their values at ${part.from.join(', ')}` : sayFields(part);

const sayGuessed = (parts: readonly MappedPart[]): string => {
  // The values' addresses are reported behind "topics", the key that a mapping has.
  const keys = parts.filter(({ key }) => key !== VALUES_PART);
  const guessed = keys.filter(({ isGuessed }) => isGuessed);
  const given = keys.filter(({ isGuessed }) => !isGuessed);
  if (guessed.length === 0) return '';
  if (given.length === 0) return ' (all guessed)';
  return given.length < guessed.length
    ? ` (guessed, but for ${list(given.map(({ key }) => key))})`
    : ` (guessed: ${list(guessed.map(({ key }) => key))})`;
};

/** Reports what readers would miss of a type. */
const sayMissing = ({ parts, role, unread }: DescribedType): string[] => {
  const missing = parts.filter(({ from }) => from.length === 0).map(({ key }) => key);
  const absent = EXPECTED.filter((key) => missing.includes(key));
  const dates = unread.filter(({ why }) => why?.startsWith('a date:')).map(({ field }) => field);
  const others = dates.length === 0 ? '' : `; there is also ${list(dates)}`;
  return [
    ...(role === 'source' && missing.includes('date')
      ? [`Date: the first publication${others}.`]
      : []),
    ...(['source', 'page'].includes(role) && absent.length > 0
      ? [`No ${list(absent, 'or')}.`]
      : []),
  ];
};

const sayUnread = (unread: DescribedType['unread']): string[] => {
  if (unread.length === 0) return [];
  const listed = unread.slice(0, MAXIMUM_LISTED_FIELDS);
  const said = [...new Set(listed.map(({ why }) => why))].map((reason) => {
    const fields = listed.filter(({ why }) => why === reason).map(({ field }) => field);
    return fields.join(', ') + (reason === undefined ? '' : ` (${reason})`);
  });
  const rest = unread.length - listed.length;
  return [`Not read: ${said.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}.`];
};

/** Describes a type in one line of the log: its address, and which parts were found, were missing, or are not read. */
export const describeInLog = (type: DescribedType): string => {
  const { role, contentType, name, parts, unread } = type;
  const given = parts.filter(({ from }) => from.length > 0);
  const address = given.find(({ key }) => key === 'address')?.from.join('') ?? '';
  const said = given.filter(({ key }) => key !== 'address').map(sayPart);
  return [
    `${ROLES[role]} "${name}" (${contentType}) at ${address}: ${said.join('; ')}${sayGuessed(given)}.`,
    ...sayMissing(type),
    ...sayUnread(unread),
  ].join(' ');
};

/** Logs at start what is published and what was guessed, if the site maps its own types. */
export const reportPlan = (strapi: Core.Strapi, { plan }: { plan: Plan }): void => {
  const { sources, pages } = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  if (sources === undefined && pages === undefined) return;
  // Only on a running server: Strapi's commands also start plugins.
  strapi.server.httpServer.once('listening', () => {
    for (const type of describePlan(plan, siteSchemas(strapi))) {
      strapi.log.info(`Syndication: ${describeInLog(type)}`);
    }
  });
};

/** What is wrong with the picture of a podcast, if the media library knows its size. */
const findWrongPicture = async (
  strapi: Core.Strapi,
  imageUrl: string,
): Promise<string | undefined> => {
  if (!URL.canParse(imageUrl)) return undefined;
  const { href, pathname } = new URL(imageUrl);
  const file = await strapi.db.query(FILE_UID).findOne({
    select: ['width', 'height'],
    where: { url: { $in: [href, pathname] } },
  });
  if (!file || isPodcastPicture(file)) return undefined;
  return `its picture has ${file.width} by ${file.height} pixels, and directories take squares of 1,400 to 3,000`;
};

/** Warns at start of what podcasts lack for Apple and Spotify. */
export const reportPodcasts = async (
  strapi: Core.Strapi,
  { plan, settings }: { plan: Plan; settings: Pick<SettingsStore, 'get'> },
): Promise<void> => {
  for (const { contentType, podcast } of plan.sources) {
    if (!podcast) continue;
    const { show, duration } = podcast;
    const imageUrl = show.imageUrl ?? (await settings.get()).imageUrl;
    const wrong = [
      show.categories.length === 0 && 'it has no "category"',
      imageUrl === '' && 'it has no "image"',
      await findWrongPicture(strapi, imageUrl),
      !show.owner && 'it has no "owner", whose address Spotify writes to when you claim the show',
      !duration && 'no field says the "duration" of episodes',
    ].filter(Boolean);
    if (wrong.length > 0) {
      strapi.log.warn(
        `Syndication: the podcast of ${contentType} is not what Apple and Spotify ask for: ${wrong.join('; ')}. See the key "podcast" of the option "sources".`,
      );
    }
  }
};

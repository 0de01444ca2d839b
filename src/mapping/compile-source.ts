import { ARTICLE_UID } from '../lib/constants';
import { show } from '../lib/messages';
import type {
  MappedPart,
  QueryFields,
  SourcePlan,
  TopicPlan,
  TopicRelation,
  PodcastPlan,
} from './plan';
import { addressFields, writeAddress } from './address';
import { compileBody } from './compile-body';
import { compileAddress } from './compile-addresses';
import { shownOfTopic, compileTopics, toTopicRelation, VALUES_PART } from './compile-topics';
import {
  guessAuthor,
  guessBody,
  guessCover,
  guessEnclosure,
  guessNoindex,
  guessSummary,
  guessTitle,
  guessTopics,
  type KnownTypes,
} from './guesses';
import {
  attempt,
  findFields,
  type FoundField,
  foundPaths,
  guessField,
  type Reject,
  ENTRY_COLUMNS,
  mergeFields,
  onlyPublished,
  selectPath,
  shownBy,
} from './fields';
import { SOURCE_GUESSES, SOURCE_KEYS, PODCAST_KEYS } from './keys';
import { type ContentTypeSchema, hasDrafts, isLocalised, type Schemas } from './schemas';
import type { AnySource } from '../options/source';
import type { PodcastMapping } from '../options/mapping-types';

/** What the compilation of a source needs to know of the other mappings. */
interface SourceSurroundings extends KnownTypes {
  /** Codes of the locales that are published, the main one first. */
  locales: readonly string[];
  /** Content types whose entries are authors, of this source or another. */
  authorTypes: ReadonlySet<string>;
  /** The plan of a topic type, compiled when first requested; undefined if something is wrong with it. */
  topicPlan: (contentType: string) => TopicPlan | undefined;
}

/** How entries of a content type become items, and the topic types of values of their fields. */
export interface CompiledSource {
  plan: SourcePlan;
  valueTypes: readonly TopicPlan[];
}

interface SourceMapping {
  contentType: string;
  schema: ContentTypeSchema;
  mapping: AnySource;
  isPage: boolean;
  reject: Reject;
}

/** Keys that only feeds, listings and articles use: pages neither guess, map nor report them. */
export const ARTICLE_KEYS_OFF: AnySource = {
  date: false,
  author: false,
  enclosure: false,
  topics: false,
  keepOut: false,
  guid: false,
};

const compileBodyOf = (
  schemas: Schemas,
  { mapping: { bodyFormat, components }, reject }: SourceMapping,
  found: readonly FoundField[],
): { body: NonNullable<SourcePlan['body']>; fields: QueryFields } | undefined => {
  return attempt(reject, 'components', Object.keys(components ?? {}), () => {
    const { plan, fields } = compileBody({
      fields: found.map(({ path: [field = ''], attribute }) => ({ field, attribute })),
      format: bodyFormat,
      components,
      componentSchemas: schemas.components,
    });
    return { body: { paths: found.map(({ path }) => path), plan }, fields };
  });
};

/** Names of the entry's own fields at the start of these paths. */
const firstNames = (fields: readonly FoundField[]): string[] =>
  fields.flatMap(({ path }) => path[0] ?? []);

/** The parts that tell where topics come from, and at which addresses value topics are. */
const topicParts = (
  { topics }: AnySource,
  written: readonly (string | { field: string })[],
  types: readonly TopicPlan[],
): MappedPart[] => {
  const from = written.map((one) => (typeof one === 'string' ? one : one.field));
  const directories = [...new Set(types.map(({ address }) => writeAddress(address)))];
  const isGuessed = topics === undefined;
  return [
    { key: 'topics', from, isGuessed: isGuessed && from.length > 0 },
    ...(directories.length > 0 ? [{ key: VALUES_PART, from: directories, isGuessed }] : []),
  ];
};

/** The field and the values of the key `published`; a field alone is a boolean that is true. */
const publishedIn = ({ published }: AnySource): { field?: string; values: unknown[] } => {
  if (typeof published !== 'object') return { field: published, values: [true] };
  const [[field, values] = []] = Object.entries(published);
  return { field, values: [values].flat() };
};

/** The field that says whether an entry is published, with values that it can have. */
const compilePublished = (
  { contentType, mapping, reject }: SourceMapping,
  { path, attribute }: FoundField,
): SourcePlan['published'] => {
  const { values } = publishedIn(mapping);
  const wrong = (reason: string): void => reject('published', mapping.published, reason);
  const allowed: readonly unknown[] = attribute.enum ?? [true, false];
  if (contentType === ARTICLE_UID) wrong('Articles have drafts.');
  if (!values.every((value) => value === null || allowed.includes(value))) {
    wrong(`Allowed: { ${path.join('.')}: … } with ${allowed.map(show).join(', ')}.`);
  }
  // An entry that is older than the field has no value, which is no true.
  const all = values.includes(false) ? [...values, null] : values;
  return { path, values: all as (boolean | string | null)[] };
};

/** Relations to authors in the key `author`: only the entry's own ones are allowed, and first in the list. */
const findAuthors = (author: readonly FoundField[], reject: Reject): FoundField[] => {
  const isRelation = ({ attribute }: FoundField): boolean => attribute.type === 'relation';
  const refuse = (relations: readonly FoundField[], reason: string): void =>
    relations.forEach(({ path }) => reject('author', path.join('.'), reason));
  const behind = author.filter((one) => isRelation(one) && one.path.length > 1);
  const own = author.filter((one) => !behind.includes(one));
  refuse(behind, 'Only an own relation leads to authors.');
  const relations = own.filter(isRelation);
  // The name of an author with a listing must be shown; a plain name is used only if no relation leads to an author.
  refuse(
    relations.filter((one, place) => one !== own[place]),
    'Relations to authors come first in the list, before names.',
  );
  return relations;
};

/** Compiles how entries of a content type become items; undefined if something is wrong with the mapping. */
export const compileSource = (
  schemas: Schemas,
  source: SourceMapping,
  { locales, topicPlan, ...known }: SourceSurroundings,
): CompiledSource | undefined => {
  const { contentType, schema, mapping, isPage, reject } = source;
  const address = compileAddress(schemas, { ...source, locales });
  const podcast =
    mapping.podcast && compilePodcast(schemas, { contentType, podcast: mapping.podcast, reject });
  const guesses = {
    title: () => guessTitle(schemas, contentType),
    summary: () => guessSummary(schemas, contentType),
    body: () => guessBody(schemas, contentType, shownAlready),
    author: () => guessAuthor(schemas, contentType, known),
    cover: () => guessCover(schemas, contentType),
    enclosure: () => guessEnclosure(schemas, contentType),
    canonical: () => guessField(schemas, contentType, SOURCE_GUESSES.canonical),
    noindex: () => guessNoindex(schemas, contentType),
  };
  const namesOf = (key: 'summary' | 'cover' | 'enclosure'): string[] =>
    [mapping[key] ?? guesses[key]() ?? []].flat().filter((name) => name !== false);
  const firstNameOf = (path: string): string => path.split('.')[0]!;
  const shownAlready = [
    ...namesOf('summary'),
    // Only the first field: a gallery behind it may lend its first picture, but the body still shows it.
    ...namesOf('cover').slice(0, 1).map(firstNameOf),
    ...namesOf('enclosure').map(firstNameOf),
    ...(podcast ? firstNames(podcast.files) : []),
  ];
  const { found, parts } = findFields(schemas, {
    ...source,
    mapping: { ...mapping, published: publishedIn(mapping).field },
    keys: SOURCE_KEYS,
    guesses,
  });
  const { title, summary, body: bodyFields, author, cover, enclosure } = found;
  if (podcast && enclosure.length === 0) {
    reject(
      'podcast',
      mapping.podcast,
      'It has no enclosure. Allowed where "enclosure" is a field for sound or film.',
    );
  }
  const body = bodyFields.length > 0 ? compileBodyOf(schemas, source, bodyFields) : undefined;

  /** Relations to the author. With `author: false` they must not become topics either. */
  const ofAuthor =
    mapping.author === false
      ? guessAuthor(schemas, contentType, known)?.split('.').slice(0, 1)
      : firstNames(author.filter(({ path }) => path.length > 1));
  const grouping =
    mapping.topics ?? guessTopics(schemas, contentType, { ...known, author: ofAuthor ?? [] });
  const topics = compileTopics(schemas, contentType, {
    written: grouping || [],
    isLocalised: isLocalised(schema),
    reject,
  });
  const authors = findAuthors(author, reject);
  for (const topic of topics.relations.filter((one) => known.authorTypes.has(one.contentType))) {
    reject('topics', topic.field, `The entries of ${show(topic.contentType)} are authors.`);
  }
  const relations: TopicRelation[] = [
    ...topics.relations,
    ...authors.map((relation) => ({ ...toTopicRelation(relation), isOfAuthors: true })),
  ];
  const grouped = relations.map(({ field, contentType: uid }) => ({ field, type: topicPlan(uid) }));
  if (!title[0] || !address) return undefined;

  if (contentType === ARTICLE_UID) {
    // The content API compares their own date with now, and nothing else.
    const wrong = (key: 'date' | 'until') =>
      reject(key, mapping[key], 'Articles have a date of their own, and no end.');
    if (!isPage && found.date.map(({ path }) => path.join('.')).join() !== 'date') wrong('date');
    if (found.until.length > 0) wrong('until');
  }
  const { keepOut: _neverShown, published, body: _withItsOwn, ...shown } = found;
  const paths = [
    ...[
      ...Object.values(shown).flat(),
      ...topics.fields,
      ...(podcast ? podcast.found : []),
    ].flatMap((field) => (authors.includes(field) ? [] : [field.path])),
    ...addressFields(address.pattern),
  ];
  const { select, populate } = mergeFields([
    { select: ENTRY_COLUMNS },
    ...paths.map((path) => selectPath(schemas, schema.attributes, path)),
    ...(body ? [body.fields] : []),
    ...grouped.flatMap(({ field, type }) =>
      type
        ? {
            populate: {
              [field]: { select: shownOfTopic(type), ...onlyPublished(schemas, type.contentType) },
            },
          }
        : [],
    ),
  ]);
  // Fields of `select` are for the site's own functions only.
  const reportedParts = parts.filter(({ key }) => key !== 'select');
  const ofMeta = reportedParts.findIndex(({ key }) => key === 'metaTitle');
  const plan: SourcePlan = {
    contentType,
    address: address.pattern,
    ...(address.addresses && { addresses: address.addresses }),
    title: title[0].path,
    summary: summary.map(({ path }) => path),
    ...(body && { body: body.body }),
    author: author.flatMap((field) => {
      const type = authors.includes(field) && topicPlan(field.attribute.target ?? '');
      if (!type) return [field.path];
      return [type.name, ...(type.furtherNames ?? [])].map((name) => [...field.path, ...name]);
    }),
    cover: cover.map(({ path }) => path),
    meta: foundPaths({
      title: found.metaTitle,
      description: found.metaDescription,
      image: found.metaImage,
      canonical: found.canonical,
      noindex: found.noindex,
    }),
    topics: relations,
    ...(mapping.listing && { listing: mapping.listing }),
    ...(topics.values.length > 0 && { values: topics.values }),
    ...foundPaths(found, ['date', 'until', 'enclosure', 'keepOut', 'guid']),
    ...(published[0] && { published: compilePublished(source, published[0]) }),
    hasDrafts: hasDrafts(schema),
    isLocalised: isLocalised(schema),
    fields: { select, populate },
    shows: shownBy(schemas, schema.attributes, populate),
    ...(mapping.item && { item: mapping.item }),
    ...(podcast && { podcast: podcast.plan }),
    ...(mapping.entry && { entry: mapping.entry }),
    ...(isPage && { isPage }),
    parts: [
      address.part,
      ...reportedParts.slice(0, ofMeta),
      ...(podcast ? [podcast.part] : []),
      ...topicParts(mapping, grouping || [], topics.valueTypes),
      ...reportedParts.slice(ofMeta),
    ].filter(({ key }) => !isPage || !Object.hasOwn(ARTICLE_KEYS_OFF, key)),
  };
  return { plan, valueTypes: topics.valueTypes };
};

/** Compiles what a podcast says of itself, and the fields with details of its episodes. */
const compilePodcast = (
  schemas: Schemas,
  {
    contentType,
    podcast,
    reject,
  }: { contentType: string; podcast: PodcastMapping; reject: Reject },
): { plan: PodcastPlan; part: MappedPart; found: FoundField[]; files: FoundField[] } => {
  const { found, parts } = findFields(schemas, {
    contentType,
    mapping: podcast,
    keys: PODCAST_KEYS,
    reject: (key, value, reason) => reject(`podcast.${key}`, value, reason),
  });
  const { author, image, category = [], explicit = false, type, owner, guid, locked } = podcast;
  return {
    plan: {
      ...foundPaths(found),
      show: {
        categories: [category].flat().map((written) => {
          const [name = '', below] = written.split('>').map((part) => part.trim());
          return [name, below];
        }),
        isExplicit: explicit,
        ...(type === 'serial' && { isSerial: true }),
        ...(author !== undefined && { author }),
        ...(image !== undefined && { imageUrl: image }),
        ...(owner && { owner }),
        ...(guid !== undefined && { guid: guid.toLowerCase() }),
        ...(locked !== undefined && { isLocked: locked }),
      },
    },
    part: {
      key: 'podcast',
      from: parts.flatMap(({ from }) => from),
      isGuessed: parts.some(({ isGuessed }) => isGuessed),
    },
    found: Object.values(found).flat(),
    files: [...found.transcript, ...found.chapters],
  };
};

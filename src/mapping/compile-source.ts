import { show } from '../lib/messages';
import type { MappedPart, QueryFields, SourcePlan, TopicPlan } from './plan';
import { addressFields, writeAddress } from './address';
import { compileBody } from './compile-body';
import { compileAddress, guessAddress } from './compile-address';
import { shownOfTopic, compileTopics, toTopicRelation, VALUES_PART } from './compile-topics';
import { compilePodcast } from './podcast';
import {
  guessAuthor,
  guessBody,
  guessCover,
  guessEnclosure,
  guessFormat,
  guessMeta,
  guessSummary,
  guessTitle,
  guessTopics,
  guessValueTopics,
  type KnownTypes,
} from './guesses';
import { createMappedFields, type FoundField, foundPaths, type Reject } from './fields';
import { type MetaKey, SOURCE_KEYS } from './keys';
import { type ContentTypeSchema, hasDrafts, isLocalised, type Schemas } from './schemas';
import {
  ENCLOSURE_COLUMNS,
  ENTRY_COLUMNS,
  IMAGE_COLUMNS,
  mergeFields,
  onlyPublished,
  selectPath,
  shownBy,
} from './read-fields';
import type { AnySource } from '../options/source';

/** What the compilation of a source asks of the others. */
interface SourceSurroundings extends KnownTypes {
  /** Codes of the locales that are published, the main one first. */
  locales: readonly string[];
  /** Content types whose entries are authors, of this source or another. */
  authorTypes: ReadonlySet<string>;
  /** The plan of a topic type, compiled when first asked for; undefined when something is wrong with it. */
  topicPlan: (contentType: string) => TopicPlan | undefined;
}

/** How entries of a content type become items, and how values of their fields group these. */
export interface CompiledSource {
  plan: SourcePlan;
  valueTypes: readonly TopicPlan[];
}

interface SourceMapping {
  contentType: string;
  schema: ContentTypeSchema;
  mapping: AnySource;
  reject: Reject;
}

/** Kinds of fields with a format of their own, as people call them. */
const OF_OWN_FORMAT = new Map([
  ['blocks', 'Blocks'],
  ['media', 'files'],
]);

const compileBodyOf = (
  schemas: Schemas,
  { mapping, reject }: SourceMapping,
  found: readonly FoundField[],
): { body: NonNullable<SourcePlan['body']>; fields: QueryFields } | undefined => {
  const { bodyFormat, components } = mapping;
  const isOfOwnFormat = found.every(({ attribute }) => OF_OWN_FORMAT.has(attribute.type));
  if (bodyFormat !== undefined && isOfOwnFormat) {
    const names = found.map(({ path }) => `"${path.join('.')}"`).join(', ');
    const kinds = found.map(({ attribute }) => OF_OWN_FORMAT.get(attribute.type));
    reject(
      'bodyFormat',
      bodyFormat,
      `The body ${names} is ${[...new Set(kinds)].join(' and ')}, which have a format of their own.`,
    );
    return undefined;
  }
  try {
    const { plan, fields } = compileBody({
      fields: found.map((field) => ({
        field: field.path[0] ?? '',
        attribute: field.attribute,
        format: bodyFormat,
      })),
      components,
      componentSchemas: schemas.components,
    });
    return { body: { paths: found.map(({ path }) => path), plan }, fields };
  } catch (error) {
    reject('components', Object.keys(components ?? {}), (error as Error).message);
    return undefined;
  }
};

/** Where the pages of topics that are values are. */
const valuesPart = (types: readonly TopicPlan[], { topics }: AnySource): MappedPart => ({
  key: VALUES_PART,
  from: [...new Set(types.map(({ address }) => writeAddress(address)))],
  isGuessed: topics === undefined,
});

/** Says of a body that nobody gave a format how its text is read: Markdown in it would be shown as it is typed. */
const noted = (
  part: MappedPart,
  { bodyFormat }: AnySource,
  body: readonly FoundField[],
): MappedPart =>
  part.key === 'body' &&
  bodyFormat === undefined &&
  body.some(({ attribute }) => guessFormat(attribute) === 'text')
    ? { ...part, note: 'plain text unless "bodyFormat" says otherwise' }
    : part;

/** How entries of a content type become items; undefined when something is wrong with the mapping. */
export const compileSource = (
  schemas: Schemas,
  source: SourceMapping,
  { topicPlan, ...known }: SourceSurroundings,
): CompiledSource | undefined => {
  const { contentType, schema, mapping, reject } = source;
  const { parts, list, one, valueOf } = createMappedFields(schemas, {
    ...source,
    keys: SOURCE_KEYS,
  });

  const written = valueOf('address', () => guessAddress(schemas, contentType));
  const address = compileAddress(schemas, contentType, written ?? '', known.locales);
  if ('wrong' in address) address.wrong.forEach((reason) => reject('address', written, reason));

  const title = one('title', () => guessTitle(schemas, contentType));
  if (!title && mapping.title === undefined) {
    reject('title', undefined, 'No text field is called so. Allowed: a text field.');
  }
  const summary = list('summary', () => guessSummary(schemas, contentType));
  const own = summary.flatMap(({ path: [name = '', ...rest] }) =>
    rest.length === 0 ? [name] : [],
  );
  const author = list('author', () => guessAuthor(schemas, contentType, known)).filter(
    ({ path, attribute }) => {
      if (attribute.type !== 'relation' || path.length === 1) return true;
      reject('author', path.join('.'), 'Only an own relation leads to authors.');
      return false;
    },
  );
  const date = one('date');
  const until = one('until');
  const cover = list('cover', () => guessCover(schemas, contentType));
  const enclosure = one('enclosure', () => guessEnclosure(schemas, contentType));
  const podcast =
    mapping.podcast && compilePodcast(schemas, { contentType, podcast: mapping.podcast, reject });
  if (mapping.podcast && !enclosure) {
    reject(
      'podcast',
      mapping.podcast,
      'It has no enclosure. Allowed where "enclosure" is a field for sound or film.',
    );
  }
  // A gallery may lend its first picture and is shown all the same.
  const shownAlready = [cover[0], enclosure, ...(podcast ? podcast.files : [])].flatMap(
    (field) => field?.path[0] ?? [],
  );
  const bodyFields = list('body', () => guessBody(schemas, contentType, [...own, ...shownAlready]));
  const body = bodyFields.length > 0 ? compileBodyOf(schemas, source, bodyFields) : undefined;
  const metaField = (key: MetaKey) => one(key, () => guessMeta(schemas, contentType, key));
  const meta = {
    title: metaField('metaTitle'),
    description: metaField('metaDescription'),
    image: metaField('metaImage'),
    canonical: metaField('canonical'),
    noindex: metaField('noindex'),
  };
  const keepOut = one('keepOut');
  const guid = one('guid');
  const select = list('select');

  /** Relations to who wrote it, which are no topics where nobody is to be named either. */
  const ofAuthor =
    mapping.author === false
      ? [guessAuthor(schemas, contentType, known)?.split('.')[0] ?? []].flat()
      : author.flatMap(({ path }) => (path.length > 1 ? (path[0] ?? []) : []));
  const grouping = valueOf('topics', () => {
    const names = [
      ...guessTopics(schemas, contentType, { ...known, author: ofAuthor }),
      ...guessValueTopics(schemas, contentType, { ...known, author: ofAuthor }),
    ];
    return names.length > 0 ? names : undefined;
  });
  const {
    relations: topics,
    values,
    valueTypes,
    fields: valueFields,
  } = compileTopics(schemas, contentType, {
    written: grouping ?? [],
    isLocalised: isLocalised(schema),
    reject,
  });
  for (const topic of topics.filter(({ contentType }) => known.authorTypes.has(contentType))) {
    reject('topics', topic.field, `The entries of ${show(topic.contentType)} are authors.`);
  }
  const authors = author.filter(({ attribute }) => attribute.type === 'relation');
  // Whoever an entry is listed under is named by it: a name is shown where no relation leads to anybody.
  for (const relation of authors.filter((one, place) => one !== author[place])) {
    reject(
      'author',
      relation.path.join('.'),
      'Relations to authors come first in the list, before names.',
    );
  }
  topics.push(...authors.map((relation) => ({ ...toTopicRelation(relation), isOfAuthors: true })));
  const grouped = topics.map((topic) => ({ topic, type: topicPlan(topic.contentType) }));

  if (!title || 'wrong' in address) return undefined;

  const read = (
    found: (FoundField | undefined)[],
    columns: readonly string[] = [],
  ): QueryFields[] =>
    found.flatMap((field) =>
      field ? [selectPath(schemas, schema.attributes, field.path, columns)] : [],
    );
  const { select: columns, populate } = mergeFields([
    { select: ENTRY_COLUMNS },
    ...read([title, ...summary, date, until, guid, ...select, ...valueFields]),
    ...read(author.filter((field) => !authors.includes(field))),
    ...read([meta.title, meta.description, meta.canonical, meta.noindex]),
    ...addressFields(address.pattern).map((path) =>
      selectPath(schemas, schema.attributes, path, []),
    ),
    ...(body ? [body.fields] : []),
    ...grouped.flatMap(({ topic: { field, contentType: uid }, type }) =>
      type
        ? { populate: { [field]: { select: shownOfTopic(type), ...onlyPublished(schemas, uid) } } }
        : [],
    ),
    ...read([...cover, meta.image], IMAGE_COLUMNS),
    ...read([enclosure, ...(podcast ? podcast.files : [])], ENCLOSURE_COLUMNS),
    ...read(podcast ? podcast.fields : []),
  ]);
  const plan: SourcePlan = {
    contentType,
    address: address.pattern,
    ...(address.addresses && { addresses: address.addresses }),
    title: title.path,
    summary: summary.map(({ path }) => path),
    ...(body && { body: body.body }),
    author: author.flatMap((field) => {
      const plan = authors.includes(field) && topicPlan(field.attribute.target ?? '');
      if (!plan) return [field.path];
      return [plan.name, ...(plan.furtherNames ?? [])].map((name) => [...field.path, ...name]);
    }),
    cover: cover.map(({ path }) => path),
    meta: foundPaths(meta),
    topics,
    ...(mapping.listing && { listing: mapping.listing }),
    ...(values.length > 0 && { values }),
    ...foundPaths({ date, until, enclosure, keepOut, guid }),
    hasDrafts: hasDrafts(schema),
    isLocalised: isLocalised(schema),
    fields: { select: columns, populate },
    shows: shownBy(schemas, schema.attributes, populate),
    ...(mapping.item && { item: mapping.item }),
    ...(podcast && { podcast: podcast.plan }),
    ...(mapping.entry && { entry: mapping.entry }),
    parts: [
      ...parts.map((part) => noted(part, mapping, bodyFields)),
      ...(podcast ? [podcast.part] : []),
      ...(valueTypes.length > 0 ? [valuesPart(valueTypes, mapping)] : []),
    ],
  };
  return { plan, valueTypes };
};

import { fieldsFor, resolveField, type Wanted } from './fields';
import { SOURCE_KEYS, TOPIC_KEYS } from './keys';
import {
  isPublishable,
  refuseTopics,
  type Attribute,
  attributeOf,
  contentTypeOf,
  type Schemas,
} from './schemas';

/**
 * What a mapping leaves out, from the names and kinds of the fields. Names are compared without case,
 * hyphens and underscores; the first of a list that is there is taken.
 */
const NAMES = {
  title: ['title', 'name', 'headline', 'heading'],
  summary: ['summary', 'excerpt', 'description', 'abstract', 'teaser', 'lead', 'intro'],
  body: [
    'blocks',
    'content',
    'body',
    'text',
    'article',
    'post',
    'story',
    'sections',
    'description',
  ],
  author: ['author', 'authors', 'writer', 'writers', 'byline'],
  cover: [
    ...['cover', 'image', 'picture', 'photo', 'thumbnail', 'hero', 'banner', 'coverimage'],
    ...['featuredimage', 'mainimage', 'heroimage', 'headerimage', 'coverphoto', 'poster'],
  ],
  enclosure: [
    'enclosure',
    'audio',
    'recording',
    'episode',
    'podcast',
    'audiofile',
    'video',
    'film',
  ],
  keepOut: ['keepoutoffeeds', 'hidden', 'ishidden'],
  seo: ['seo', 'meta', 'metadata'],
  personName: ['name', 'fullname', 'displayname', 'penname', 'username'],
  topicName: ['name', 'title', 'label', 'displayname'],
  topicDescription: ['description', 'summary', 'excerpt', 'intro'],
  authorDescription: ['bio', 'biography', 'about', 'description', 'summary', 'intro'],
  authorImage: ['avatar', 'portrait', 'photo', 'picture', 'image', 'headshot', 'profilepicture'],
  image: ['image', 'icon', 'cover', 'picture', 'photo', 'thumbnail', 'logo'],
  hidden: ['hidden', 'ishidden'],
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

const attributesOf = (schemas: Schemas, contentType: string) =>
  contentTypeOf(schemas, contentType)?.attributes ?? {};

/** The first of some fields that has one of some names. */
const named = (fields: readonly string[], names: readonly string[]): string | undefined =>
  names
    .map((name) => fields.find((field) => plain(field) === name))
    .find((field) => field !== undefined);

const fieldNamed = (
  schemas: Schemas,
  uid: string,
  wanted: Wanted,
  names: readonly string[],
): string | undefined =>
  named(fieldsFor({ uid, attributes: attributesOf(schemas, uid) }, wanted), names);

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
  const attributes = attributesOf(schemas, uid);
  const target = attributeOf(attributes, guessSlug(schemas, uid))?.targetField;
  return target && fieldsFor({ uid, attributes }, wanted).includes(target) ? target : undefined;
};

export const guessTitle = (schemas: Schemas, uid: string): string | undefined =>
  fieldNamed(schemas, uid, SOURCE_KEYS.title, NAMES.title) ??
  namesake(schemas, uid, SOURCE_KEYS.title);

/** Keys of what search engines and cards on other sites are told. */
export type MetaKey = 'metaTitle' | 'metaDescription' | 'metaImage' | 'canonical' | 'noindex';

/** Names of an entry's own fields, and of those of a component that holds nothing else. */
const META_NAMES: Record<MetaKey | 'robots', { own: string[]; behind: string[] }> = {
  metaTitle: { own: ['metatitle', 'seotitle'], behind: ['metatitle', 'title'] },
  metaDescription: {
    own: ['metadescription', 'seodescription'],
    behind: ['metadescription', 'description'],
  },
  metaImage: {
    own: ['metaimage', 'seoimage', 'shareimage', 'ogimage', 'socialimage'],
    behind: ['metaimage', 'shareimage', 'ogimage', 'socialimage', 'image'],
  },
  canonical: { own: ['canonicalurl', 'canonical'], behind: ['canonicalurl', 'canonical'] },
  noindex: { own: ['noindex'], behind: ['noindex'] },
  robots: { own: ['metarobots'], behind: ['metarobots', 'robots'] },
};

/** What is taken: of fields called robots no boolean, which may say as well that they are welcome. */
const META_WANTED: Record<MetaKey | 'robots', Wanted> = {
  ...SOURCE_KEYS,
  robots: { ...SOURCE_KEYS.noindex, types: ['string', 'text', 'enumeration'] },
};

type MetaName = keyof typeof META_NAMES;

const guessBehindSeo = (schemas: Schemas, uid: string, key: MetaName): string | undefined => {
  const seo = fieldNamed(schemas, uid, { types: ['component'], what: '' }, NAMES.seo);
  const { component, repeatable } = attributesOf(schemas, uid)[seo ?? ''] ?? {};
  if (seo === undefined || component === undefined || repeatable) return undefined;
  const attributes = schemas.components[component]?.attributes ?? {};
  const fields = fieldsFor({ uid: component, attributes }, META_WANTED[key]);
  const found = named(fields, META_NAMES[key].behind);
  return found === undefined ? undefined : `${seo}.${found}`;
};

/** What search engines are told: the shape of Strapi's SEO plugin's component, and its likes. */
export const guessMeta = (schemas: Schemas, uid: string, key: MetaKey): string | undefined => {
  const keys: MetaName[] = key === 'noindex' ? ['noindex', 'robots'] : [key];
  const own = keys.map((name) => fieldNamed(schemas, uid, META_WANTED[name], META_NAMES[name].own));
  const behind = keys.map((name) => guessBehindSeo(schemas, uid, name));
  return [...own, ...behind].find((found) => found !== undefined);
};

/** All that may say what an entry is about: a description for search engines goes last. */
export const guessSummary = (schemas: Schemas, uid: string): string[] => {
  const fields = fieldsFor({ uid, attributes: attributesOf(schemas, uid) }, SOURCE_KEYS.summary);
  const own = NAMES.summary.flatMap((name) => named(fields, [name]) ?? []);
  return [...own, ...[guessBehindSeo(schemas, uid, 'metaDescription') ?? []].flat()];
};

/** Kinds of fields for whole texts; of the others only those with a name for it. */
const LONG = ['richtext', 'blocks', 'dynamiczone'];

export const guessBody = (
  schemas: Schemas,
  uid: string,
  taken: readonly string[],
): string | undefined => {
  const attributes = attributesOf(schemas, uid);
  const fields = fieldsFor({ uid, attributes }, SOURCE_KEYS.body).filter(
    (name) => attributes[name]?.type !== 'string' && !taken.includes(name),
  );
  const long = fields.filter((name) => LONG.includes(attributes[name]?.type ?? ''));
  return (
    named(long, NAMES.body) ??
    named(fields, NAMES.body) ??
    (long.length === 1 ? long[0] : undefined)
  );
};

/** Editors of other plugins keep HTML, unless they say otherwise. */
export const guessFormat = (attribute: Attribute): 'markdown' | 'html' | 'text' => {
  if (attribute.customField !== undefined && attribute.type !== 'text') {
    const { customField, options } = attribute;
    return /markdown/i.test(customField + JSON.stringify(options ?? '')) ? 'markdown' : 'html';
  }
  return ['text', 'string'].includes(attribute.type) ? 'text' : 'markdown';
};

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
  const types = [...SOURCE_KEYS.author.types, 'relation', 'component'];
  const field = fieldNamed(schemas, uid, { types, what: '' }, NAMES.author);
  if (field === undefined) return undefined;
  const attribute = attributes[field];
  if (!['relation', 'component'].includes(attribute?.type ?? '')) return field;
  if (attribute?.type === 'relation' && canBeAuthors(schemas, { uid, field, attribute }, known)) {
    return field;
  }
  return NAMES.personName
    .flatMap((name) => namesBehind(schemas, attribute, name).map((own) => `${field}.${own}`))
    .find((path) => 'path' in resolveField(schemas, uid, path, SOURCE_KEYS.author));
};

/** Fields of what an attribute leads to, by a name. */
const namesBehind = (
  schemas: Schemas,
  attribute: Attribute | undefined,
  name: string,
): string[] => {
  const behind =
    attribute?.type === 'component'
      ? schemas.components[attribute.component ?? '']?.attributes
      : attributesOf(schemas, attribute?.target ?? '');
  return Object.keys(behind ?? {}).filter((own) => plain(own) === name);
};

export const guessCover = (schemas: Schemas, uid: string): string | undefined =>
  fieldNamed(schemas, uid, SOURCE_KEYS.cover, NAMES.cover);

/** A field for pictures or documents as well is no enclosure. */
export const guessEnclosure = (schemas: Schemas, uid: string): string | undefined => {
  const wanted: Wanted = {
    ...SOURCE_KEYS.enclosure,
    refuse: (attribute, name) =>
      attribute.allowedTypes?.length &&
      attribute.allowedTypes.every((kind) => ['audios', 'videos'].includes(kind))
        ? SOURCE_KEYS.enclosure.refuse(attribute, name)
        : 'It may hold something else.',
  };
  return fieldNamed(schemas, uid, wanted, NAMES.enclosure);
};

export const guessKeepOut = (schemas: Schemas, uid: string): string | undefined =>
  fieldNamed(schemas, uid, SOURCE_KEYS.keepOut, NAMES.keepOut);

/** What of the site's mappings says which types are topics. */
export interface KnownTypes {
  /** Content types that are sources. */
  sources: readonly string[];
  /** Content types that have a mapping as topics. */
  topicTypes: readonly string[];
  /** Content types that a source names among its topics. */
  grouping: ReadonlySet<string>;
}

/** Relations to entries that have an address part and a name. */
export const guessTopics = (
  schemas: Schemas,
  uid: string,
  known: KnownTypes & { authorTypes: ReadonlySet<string>; author: readonly string[] },
): string[] =>
  Object.entries(attributesOf(schemas, uid))
    .filter(([name, attribute]) => {
      const { type, target = '' } = attribute;
      if (type !== 'relation' || attribute.private || refuseTopics(attribute, name)) return false;
      if (known.authorTypes.has(target)) return false;
      if (known.topicTypes.includes(target)) return true;
      const isOther = target !== uid && !known.sources.includes(target);
      return isOther && !known.author.includes(name) && canBeTopics(schemas, target);
    })
    .map(([name]) => name);

const canBeTopics = (schemas: Schemas, uid: string, isOfAuthors = false): boolean => {
  const schema = contentTypeOf(schemas, uid);
  if (!schema || !isPublishable(uid, schema)) return false;
  const hasUid = Object.values(schema.attributes).some(({ type }) => type === 'uid');
  return hasUid && guessTopicName(schemas, uid, isOfAuthors) !== undefined;
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

export const guessTopicName = (
  schemas: Schemas,
  uid: string,
  isOfAuthors = false,
): string | undefined =>
  fieldNamed(schemas, uid, TOPIC_KEYS.name, isOfAuthors ? NAMES.personName : NAMES.topicName) ??
  namesake(schemas, uid, TOPIC_KEYS.name);

export const guessTopicDescription = (
  schemas: Schemas,
  uid: string,
  isOfAuthors = false,
): string | undefined =>
  fieldNamed(
    schemas,
    uid,
    TOPIC_KEYS.description,
    isOfAuthors ? NAMES.authorDescription : NAMES.topicDescription,
  );

export const guessTopicImage = (
  schemas: Schemas,
  uid: string,
  isOfAuthors = false,
): string | undefined =>
  fieldNamed(schemas, uid, TOPIC_KEYS.image, isOfAuthors ? NAMES.authorImage : NAMES.image);

export const guessTopicHidden = (schemas: Schemas, uid: string): string | undefined =>
  fieldNamed(schemas, uid, TOPIC_KEYS.hidden, NAMES.hidden);

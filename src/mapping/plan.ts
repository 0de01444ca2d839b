import type { BodyPlan, InLanguages, ListingTexts, ShownEntry } from '../content/article';
import type { SourceListing } from '../content/selection';
import { homePath } from '../options/site-addresses';
import type { Item } from '../feed/model';
import type { PodcastShow } from '../feed/podcast';
import { localeMark, type PublishedLocale } from '../options/locales';
import type { PODCAST_KEYS } from './keys';
import { addressFields, type AddressPattern, type FieldPath, listingPath } from './address';

/** Addresses by code of a locale; they differ only before the first field. */
export type AddressesInLocales = Readonly<Record<string, AddressPattern>>;

/** What Strapi reads of an entry, of a related entry or of a component: never `*`. */
export interface QueryFields {
  select?: readonly string[];
  where?: object;
  populate?: Readonly<Record<string, QueryFields>>;
  /** Fields of a dynamic zone, by component. */
  on?: Readonly<Record<string, QueryFields>>;
}

/** The same for an entry: named fields and relations. They are mutable, as Strapi's types require. */
export interface EntryFields {
  select: string[];
  populate: Record<string, QueryFields>;
}

/** A relation whose entries are topics. */
export interface TopicRelation {
  field: string;
  /** Content type of the topics. */
  contentType: string;
  isMultiple: boolean;
  /** Whether these entries are the authors: items show them as such, and not among the topics. */
  isOfAuthors?: boolean;
}

/** A field whose values are topics: an enumeration, a list, or the name behind a relation. */
export interface ValueTopic {
  path: FieldPath;
  /** Stands for the content type of the topics, see `values.ts`. */
  contentType: string;
  /** Whether one field holds several values: JSON, or a text with commas. */
  isList: boolean;
}

/** Another content type whose entries or files are shown within an item. */
export interface ShownRelation {
  path: FieldPath;
  /** Content type of what is shown; `plugin::upload.file` for media. */
  contentType: string;
}

/** What a podcast says of itself, and the fields with details of its episodes. */
export interface PodcastPlan extends Partial<Record<keyof typeof PODCAST_KEYS, FieldPath>> {
  show: Partial<PodcastShow> & Pick<PodcastShow, 'categories' | 'isExplicit'>;
}

/** Origin of a part of an item or topic. */
export interface MappedPart {
  /** Key of the mapping. */
  key: string;
  /** As written in a mapping: an address, or paths of fields, of which the first filled one counts. */
  from: readonly string[];
  /** Whether the mapping omits it, and it was guessed from names and types of fields. */
  isGuessed: boolean;
}

/** How entries of a content type become items: a mapping, completed and checked at start. */
export interface SourcePlan {
  /** Strapi's unique identifier of the type. */
  contentType: string;
  address: AddressPattern;
  /** Addresses of entries in each locale, by its code, if the option gives one for each. */
  addresses?: AddressesInLocales;
  title: FieldPath;
  /** The first filled field is the summary. */
  summary: readonly FieldPath[];
  /** Own fields, shown in this order. */
  body?: { paths: readonly FieldPath[]; plan: BodyPlan };
  /** Field with the date; without it, the date is the moment of the first publication. */
  date?: FieldPath;
  /** Field with the moment from which readers do not find the entry. */
  until?: FieldPath;
  /** Own field, and its values in published entries. */
  published?: { path: FieldPath; values: readonly (boolean | string | null)[] };
  /**
   * IANA time zone of days without a time, in a locale. Call it with an empty text for entries without a locale.
   *
   * @param ofSite time zone of the site; by default the last known one
   */
  timeZoneIn?: (locale: string, ofSite?: string) => string;
  /** All names behind relations to authors are shown; if there are none, the first filled text. */
  author: readonly FieldPath[];
  /** The first picture is the cover. */
  cover: readonly FieldPath[];
  enclosure?: FieldPath;
  /** Set if entries are episodes of a podcast. */
  podcast?: PodcastPlan;
  /** Fields for search engines and for previews on other sites. */
  meta: Partial<Record<'title' | 'description' | 'image' | 'canonical' | 'noindex', FieldPath>>;
  /** Relations that group entries, including those to authors. */
  topics: readonly TopicRelation[];
  /** Fields whose values also group entries. */
  values?: readonly ValueTopic[];
  /** Texts of the source's own listing and feeds; by default they are named after their directory. */
  listing?: ListingTexts;
  /** Boolean field: if true, no list contains the entry. */
  keepOut?: FieldPath;
  /** Field with an id that subscribers know already. */
  guid?: FieldPath;
  /** Whether entries have drafts; if not, every saved entry is public. */
  hasDrafts: boolean;
  isLocalised: boolean;
  fields: EntryFields;
  /** Other entries and files that an item shows. */
  shows: readonly ShownRelation[];
  /** The site's function for the final item. Pure and synchronous; gets the fields in `fields`. */
  item?: (item: Item, entry: Record<string, unknown>) => Item;
  /** The site's function for what pages and listings show. Pure and synchronous; gets the fields in `fields`. */
  entry?: (shown: ShownEntry, entry: Record<string, unknown>) => ShownEntry;
  /** Origin of its parts, for messages and the panel. */
  parts?: readonly MappedPart[];
  /** Whether entries are pages, which no feed and no listing contains. */
  isPage?: true;
}

/** How entries of a content type group items. */
export interface TopicPlan {
  contentType: string;
  /** Whether the entries are authors of items. */
  isOfAuthors?: boolean;
  /** Whether the topics are values of fields: they have no content type, and only permalinks as rows. */
  isOfValues?: true;
  /** Names of values that are shown under another name, by slug. */
  names?: ReadonlyMap<string, InLanguages>;
  address: AddressPattern;
  /** Addresses of entries in each locale, by its code, if the option gives one for each. */
  addresses?: AddressesInLocales;
  name: FieldPath;
  /** Fields whose texts follow the name, such as the last name. */
  furtherNames?: readonly FieldPath[];
  /** Field with the name for titles, if it differs. */
  title?: FieldPath;
  slug: FieldPath;
  description?: FieldPath;
  image?: FieldPath;
  /** Boolean field: if true, readers must not learn of the topic. */
  hidden?: FieldPath;
  /** Field with the number of items in the topic's feed. */
  itemsPerFeed?: FieldPath;
  /** Field that says what the topic's items contain: summary or full text. */
  content?: FieldPath;
  hasDrafts: boolean;
  isLocalised: boolean;
  fields: EntryFields;
  /** Origin of its parts, for messages and the panel. */
  parts?: readonly MappedPart[];
}

/** Everything that is published, compiled once at start. */
export interface Plan {
  sources: readonly SourcePlan[];
  /** Types of authors come last. */
  topicTypes: readonly TopicPlan[];
  /** Topic types of values of fields. */
  valueTypes?: readonly TopicPlan[];
  /** The published locales, the main one first. If undefined, locales are not distinguished. */
  locales?: readonly PublishedLocale[];
}

/** Paths of the fields that the catalogue and the permalinks of a source depend on. */
export const cataloguedPaths = ({
  title,
  date,
  until,
  published,
  keepOut,
  address,
  values = [],
}: SourcePlan): FieldPath[] => {
  const own = [title, date, until, published?.path, keepOut].filter((path) => path !== undefined);
  return [...own, ...values.map(({ path }) => path), ...addressFields(address)];
};

/** The sources whose entries are in feeds and listings: all except pages. */
export const listedSources = ({ sources }: Pick<Plan, 'sources'>): SourcePlan[] =>
  sources.filter(({ isPage }) => !isPage);

/** Whether entries of a content type are pages. */
export const isPageType = ({ sources }: Pick<Plan, 'sources'>, contentType: string): boolean =>
  sources.some((source) => source.isPage === true && source.contentType === contentType);

/** The source of a content type that is one. */
export const sourceOf = ({ sources }: Plan, contentType: string): SourcePlan =>
  sources.find((source) => source.contentType === contentType)!;

/** All types that group items: topics, then values of fields, then authors. */
export const groupTypes = ({
  topicTypes,
  valueTypes = [],
}: Pick<Plan, 'topicTypes' | 'valueTypes'>): TopicPlan[] => [
  ...topicTypes.filter(({ isOfAuthors }) => !isOfAuthors),
  ...valueTypes,
  ...topicTypes.filter(({ isOfAuthors }) => isOfAuthors),
];

/** The topic type of a content type that is one, or of values of fields. */
export const topicTypeOf = (plan: Plan, contentType: string): TopicPlan =>
  groupTypes(plan).find((type) => type.contentType === contentType)!;

/** The address pattern of a source or topic type in a locale. */
export const addressIn = (
  { address, addresses }: Pick<SourcePlan | TopicPlan, 'address' | 'addresses'>,
  code: string | null | undefined,
): AddressPattern => (code ? addresses?.[code] : undefined) ?? address;

/** A source or topic type with its address in a locale. */
const partIn = <Part extends SourcePlan | TopicPlan>(part: Part, code: string): Part =>
  part.addresses ? { ...part, address: addressIn(part, code) } : part;

/** The plan with the addresses of a locale. */
export const planIn = (plan: Plan, code: string): Plan => ({
  ...plan,
  sources: plan.sources.map((source) => partIn(source, code)),
  topicTypes: plan.topicTypes.map((type) => partIn(type, code)),
});

/** The address pattern of a source or topic type. */
export const patternOf = ({ sources, topicTypes }: Plan, contentType: string): AddressPattern =>
  [...sources, ...topicTypes].find((part) => part.contentType === contentType)!.address;

/**
 * The sources that have a listing and feeds of their own: all whose directory is not the site's, a topic type's index,
 * or another source's.
 *
 * @param home path of the feeds of the whole site
 */
export const sourceListings = (plan: Plan, home: string): SourceListing[] => {
  const sources = listedSources(plan);
  const taken = new Set([home, '/', ...groupTypes(plan).map(({ address }) => address.directory)]);
  return sources.flatMap(({ contentType, address, listing }) => {
    if (taken.has(address.directory)) return [];
    taken.add(address.directory);
    const isAlone = sources.length === 1;
    const directory = listingPath(address);
    return [{ contentType, directory, isAlone, ...(listing && { texts: listing }) }];
  });
};

/** Path of the page that links to everything else: the list of topics, or a source's listing, or the home. */
export const indexPath = (plan: Plan, home: string | false): string => {
  const topics = plan.topicTypes.find(({ isOfAuthors }) => !isOfAuthors);
  if (topics) return listingPath(topics.address);
  // The home is the listing of a source below it.
  const isAtHome = home !== false && listedSources(plan)[0]?.address.directory === homePath(home);
  const [listing] = isAtHome ? [] : sourceListings(plan, homePath(home));
  return listing?.directory ?? (home || '/');
};

/** Marks of all locales; the first is the main one's, which is empty. */
export const marksOf = ({ locales }: Pick<Plan, 'locales'>): string[] => [
  '',
  ...(locales ?? []).flatMap(({ code, isMain }) => (isMain ? [] : [code])),
];

/** The mark of a row's locale; empty for the main locale and for types that are not localised. */
export const markIn = (
  { sources, topicTypes, locales }: Plan,
  contentType: string,
  code: string,
): string =>
  [...sources, ...topicTypes].some((part) => part.contentType === contentType && part.isLocalised)
    ? localeMark(locales, code)
    : '';

/** Strapi's condition for the published rows of a type, ended or not: in a locale, or without one in all of them. */
export const wherePublished = (
  { hasDrafts, published }: Pick<SourcePlan, 'hasDrafts' | 'published'>,
  locale?: string,
): object => ({
  ...(hasDrafts && { publishedAt: { $notNull: true } }),
  ...(published && { $or: published.values.map((value) => ({ [published.path[0]!]: value })) }),
  ...(locale !== undefined && { locale }),
});

/** Whether the field that says so says that an entry is published; always, if there is none. */
export const isMarkedPublished = (
  { published }: Pick<SourcePlan, 'published'>,
  valueOf: (path: FieldPath) => unknown,
): boolean => {
  if (!published) return true;
  const value = (valueOf(published.path) ?? null) as boolean | string | number | null;
  // SQLite and MySQL return a boolean as a number.
  return published.values.includes(typeof value === 'number' ? value !== 0 : value);
};

/** The name of a field in the entry's own row, which the database can query; undefined for longer paths. */
export const ownField = (path: FieldPath): string | undefined =>
  path.length === 1 ? path[0] : undefined;

/** Whether an item shows, or has in its address, a field behind this relation or component. */
export const isReadThrough = (source: SourcePlan, field: string): boolean => {
  const { title, summary, author, date, cover, enclosure, meta, address } = source;
  const told = Object.values(meta) as FieldPath[];
  return [title, ...summary, ...author, date, ...cover, enclosure, ...told, ...address.parts].some(
    (path) => typeof path === 'object' && path[0] === field && path.length > 1,
  );
};

/** Whether the address of an entry contains this field, or one behind it. */
export const isOfAddress = ({ address }: { address: AddressPattern }, field: string): boolean =>
  addressFields(address).some(([first]) => first === field);

import type { BodyPlan, InLanguages, ListingTexts, ShownEntry } from '../content/article';
import type { SourceListing } from '../content/selection';
import type { Item } from '../feed/model';
import type { PodcastShow } from '../feed/podcast';
import { localeMark, type PublishedLocale } from '../options/locales';
import { addressFields, type AddressPattern, type FieldPath, listingPath } from './address';

/** Addresses by code of a locale, which differ in what is before the first field. */
export type AddressesInLocales = Readonly<Record<string, AddressPattern>>;

/** What Strapi is asked to read of an entry, of what it leads to, or of a component: never `*`. */
export interface QueryFields {
  select?: readonly string[];
  where?: object;
  populate?: Readonly<Record<string, QueryFields>>;
  /** Of a dynamic zone, by component. */
  on?: Readonly<Record<string, QueryFields>>;
}

/** The same of an entry: named fields and relations. */
export type EntryFields = Required<Pick<QueryFields, 'select' | 'populate'>>;

/** A relation whose entries are topics. */
export interface TopicRelation {
  field: string;
  /** Content type of the topics. */
  contentType: string;
  isMultiple: boolean;
  /** Whether they are the entry's authors, whom readers are shown as such and not among its topics. */
  isOfAuthors?: boolean;
}

/** A field whose values are topics: an enumeration, a list, or the name of what a relation leads to. */
export interface ValueTopic {
  path: FieldPath;
  /** What stands for the content type of the topics, see `value-topics.ts`. */
  contentType: string;
  /** Whether one field holds several: JSON, or a text with commas. */
  isList: boolean;
}

/** Another content type whose entries, or files, are shown as a part of an item. */
export interface ShownRelation {
  path: FieldPath;
  /** Content type that is shown; `plugin::upload.file` for media. */
  contentType: string;
}

/** Fields with what search engines and cards on other sites are told of an entry. */
interface MetaPlan {
  title?: FieldPath;
  description?: FieldPath;
  image?: FieldPath;
  canonical?: FieldPath;
  noindex?: FieldPath;
}

/** What a podcast says of itself, and the fields that say more of an episode. */
export interface PodcastPlan {
  show: Partial<PodcastShow> & Pick<PodcastShow, 'categories' | 'isExplicit'>;
  duration?: FieldPath;
  episode?: FieldPath;
  season?: FieldPath;
  episodeType?: FieldPath;
  transcript?: FieldPath;
  chapters?: FieldPath;
}

/** Where a part of an item, or of a topic, comes from. */
export interface MappedPart {
  /** Key of the mapping. */
  key: string;
  /** As it is written in a mapping: an address, or paths of fields; of several the first that is filled. */
  from: readonly string[];
  /** Whether it was not given and follows from names and kinds of fields. */
  isGuessed: boolean;
  /** What is guessed beside the fields, for developers, in English. */
  note?: string;
}

/** How entries of a content type become items: a mapping, completed and checked at start. */
export interface SourcePlan {
  /** Strapi's unique identifier of the type. */
  contentType: string;
  address: AddressPattern;
  /** Where entries of each locale are, by its code, where that has words of its own. */
  addresses?: AddressesInLocales;
  title: FieldPath;
  /** The first that is filled is the summary. */
  summary: readonly FieldPath[];
  /** Fields of its own, which are shown in this order. */
  body?: { paths: readonly FieldPath[]; plan: BodyPlan };
  /** Without one, the plugin keeps the moment of the first publication. */
  date?: FieldPath;
  /** From when on readers find it nowhere. */
  until?: FieldPath;
  /**
   * IANA time zone in which days without a time begin, in a locale; of entries without one, an empty text.
   *
   * @param ofSite that of the whole site; without it, as it was last known
   */
  timeZoneIn?: (locale: string, ofSite?: string) => string;
  /** Names of all behind relations to authors; without any, the first text that is filled. */
  author: readonly FieldPath[];
  /** The first picture there is is the cover. */
  cover: readonly FieldPath[];
  enclosure?: FieldPath;
  /** Whether they are episodes of a podcast. */
  podcast?: PodcastPlan;
  meta: MetaPlan;
  /** What groups entries, be it by author. */
  topics: readonly TopicRelation[];
  /** Fields whose values group entries as well. */
  values?: readonly ValueTopic[];
  /** What its own listing and feeds are called; by their directory without. */
  listing?: ListingTexts;
  /** Boolean field: listed nowhere when it is true. */
  keepOut?: FieldPath;
  /** Field with an id subscribers know already. */
  guid?: FieldPath;
  /** Whether entries have drafts; without, every saved entry is public. */
  hasDrafts: boolean;
  isLocalised: boolean;
  fields: EntryFields;
  /** What an item depends on beside its own entry. */
  shows: readonly ShownRelation[];
  /** The site's last word on an item. Pure and synchronous; gets what `fields` names. */
  item?: (item: Item, entry: Record<string, unknown>) => Item;
  /** The site's last word on what pages and listings show. Pure and synchronous; gets what `fields` names. */
  entry?: (shown: ShownEntry, entry: Record<string, unknown>) => ShownEntry;
  /** Where its parts come from, for people. */
  parts?: readonly MappedPart[];
  /** Whether entries are pages: in no feed and no listing. */
  isPage?: true;
}

/** How entries of a content type group items. */
export interface TopicPlan {
  contentType: string;
  /** Whether they are authors of the items. */
  isOfAuthors?: boolean;
  /** Whether they are values of fields: no content type is behind them, and the catalogue alone knows them. */
  isOfValues?: true;
  /** What values are called that are not called as they are written, by their slugs. */
  names?: ReadonlyMap<string, InLanguages>;
  address: AddressPattern;
  /** Where entries of each locale are, by its code, where that has words of its own. */
  addresses?: AddressesInLocales;
  name: FieldPath;
  /** Fields whose texts follow the name: last names. */
  furtherNames?: readonly FieldPath[];
  /** Name for titles, where it is not the same. */
  title?: FieldPath;
  slug: FieldPath;
  description?: FieldPath;
  image?: FieldPath;
  /** Boolean field: readers may not know of the topic when it is true. */
  hidden?: FieldPath;
  /** Field with a number of items of the topic's own. */
  itemsPerFeed?: FieldPath;
  /** Field with what the topic's items hold. */
  content?: FieldPath;
  hasDrafts: boolean;
  isLocalised: boolean;
  fields: EntryFields;
  /** Where its parts come from, for people. */
  parts?: readonly MappedPart[];
}

/** All that is published, compiled once at start. */
export interface Plan {
  sources: readonly SourcePlan[];
  /** Those of authors last. */
  topicTypes: readonly TopicPlan[];
  /** How values of fields group items. */
  valueTypes?: readonly TopicPlan[];
  /** The locales it is published in, the main one first; without any, locales are not told apart. */
  locales?: readonly PublishedLocale[];
}

/** Paths of what the catalogue and the permalinks of a source are made from. */
export const cataloguedPaths = ({
  title,
  date,
  until,
  keepOut,
  address,
  values = [],
}: SourcePlan): FieldPath[] => {
  const own = [title, date, until, keepOut].filter((path) => path !== undefined);
  return [...own, ...values.map(({ path }) => path), ...addressFields(address)];
};

/** The sources whose entries are in feeds and listings: all but pages. */
export const listedSources = ({ sources }: Pick<Plan, 'sources'>): SourcePlan[] =>
  sources.filter(({ isPage }) => !isPage);

/** Whether entries of a content type are pages. */
export const isPageType = ({ sources }: Pick<Plan, 'sources'>, contentType: string): boolean =>
  sources.some((source) => source.isPage === true && source.contentType === contentType);

/** The source of a content type. */
export const sourceOf = ({ sources }: Plan, contentType: string): SourcePlan => {
  const found = sources.find((source) => source.contentType === contentType);
  if (!found) throw new Error(`Entries of ${contentType} are not published.`);
  return found;
};

/** All that groups items: the types of topics, and values of fields. Authors come last. */
export const groupTypes = ({
  topicTypes,
  valueTypes = [],
}: Pick<Plan, 'topicTypes' | 'valueTypes'>): TopicPlan[] => [
  ...topicTypes.filter(({ isOfAuthors }) => !isOfAuthors),
  ...valueTypes,
  ...topicTypes.filter(({ isOfAuthors }) => isOfAuthors),
];

/** How entries of a content type, or values of fields, are topics. */
export const topicTypeOf = (plan: Plan, contentType: string): TopicPlan => {
  const found = groupTypes(plan).find((type) => type.contentType === contentType);
  if (!found) throw new Error(`Entries of ${contentType} are no topics.`);
  return found;
};

/** Whether a path leads to the name of an author who may have a page. */
export const leadsToAuthors = (
  { topics }: Pick<SourcePlan, 'topics'>,
  [field]: FieldPath,
): boolean => topics.some((relation) => relation.isOfAuthors && relation.field === field);

/** The type of topics that a site is known by: the first whose entries are no authors. */
export const mainTopicType = ({ topicTypes }: Pick<Plan, 'topicTypes'>): TopicPlan | undefined =>
  topicTypes.find((type) => !type.isOfAuthors);

/** Path of the page that leads to what there is: of all topics, or without any of a source's entries. */
export const indexPath = (plan: Plan): string => {
  const listed = mainTopicType(plan) ?? listedSources(plan)[0];
  return listed ? listingPath(listed.address) : '/';
};

/** How addresses of entries of a source or topic type are made in a locale. */
export const addressIn = (
  { address, addresses }: Pick<SourcePlan | TopicPlan, 'address' | 'addresses'>,
  code: string | null | undefined,
): AddressPattern => (code ? addresses?.[code] : undefined) ?? address;

/** A source or topic type as it is in a locale. */
const partIn = <Part extends SourcePlan | TopicPlan>(part: Part, code: string): Part =>
  part.addresses ? { ...part, address: addressIn(part, code) } : part;

/** The plan with the addresses of a locale. */
export const planIn = (plan: Plan, code: string): Plan => ({
  ...plan,
  sources: plan.sources.map((source) => partIn(source, code)),
  topicTypes: plan.topicTypes.map((type) => partIn(type, code)),
});

/** How the addresses of a source's or of a topic type's entries are made. */
export const patternOf = ({ sources, topicTypes }: Plan, contentType: string): AddressPattern =>
  [...sources, ...topicTypes].find((part) => part.contentType === contentType)!.address;

/**
 * The sources that have a listing and feeds of their own: not where the whole site's are, or the index
 * of a topic type, or those of another source.
 *
 * @param home path of the whole site's own feeds
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

/** Marks of all locales, the main one's first, which is empty. */
export const marksOf = ({ locales }: Pick<Plan, 'locales'>): string[] => [
  '',
  ...(locales ?? []).flatMap(({ code, isMain }) => (isMain ? [] : [code])),
];

/** The mark of the locale of a row; empty for the main one, and for types that are not localised. */
export const markIn = (
  { sources, topicTypes, locales }: Plan,
  contentType: string,
  code: string,
): string =>
  [...sources, ...topicTypes].some((part) => part.contentType === contentType && part.isLocalised)
    ? localeMark(locales, code)
    : '';

/** Whether entries of a type may be there in several languages, which link each other. */
export const isTranslated = ({ sources, locales = [] }: Plan, contentType: string): boolean =>
  locales.length > 1 &&
  sources.some((source) => source.contentType === contentType && source.isLocalised);

/** A field that an entry's own row has, which the database can look for; undefined for others. */
export const ownField = (path: FieldPath): string | undefined =>
  path.length === 1 ? path[0] : undefined;

/** Whether an item shows, or has in its address, something of what a field leads to. */
export const isReadThrough = (source: SourcePlan, field: string): boolean => {
  const { title, summary, author, date, cover, enclosure, meta, address } = source;
  const told = Object.values(meta) as FieldPath[];
  return [title, ...summary, ...author, date, ...cover, enclosure, ...told, ...address.parts].some(
    (path) => typeof path === 'object' && path[0] === field && path.length > 1,
  );
};

/**
 * Whether entries may show something of a topic that is hidden: in a field of their own, as the name of an
 * author, or by the site's own function.
 */
export const mayShowHidden = ({ sources }: Pick<Plan, 'sources'>, contentType: string): boolean =>
  sources.some((source) =>
    source.shows.some(({ path: [first = '', ...rest], contentType: shown }) => {
      if (shown !== contentType) return false;
      const isOfTopics = source.topics.some(
        ({ field, isOfAuthors }) => field === first && !isOfAuthors,
      );
      return (
        source.item !== undefined ||
        source.entry !== undefined ||
        rest.length > 0 ||
        !isOfTopics ||
        isReadThrough(source, first)
      );
    }),
  );

/** Whether the address of an entry is made of what a field of it holds, or leads to. */
export const isOfAddress = ({ address }: { address: AddressPattern }, field: string): boolean =>
  addressFields(address).some(([first]) => first === field);

import type { SourceListing } from '../content/selection';
import { localeMark } from '../options/locales';
import { addressFields, listingPath } from './address';
import type { AddressPattern, FieldPath, Plan, SourcePlan, TopicPlan } from './plan';

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

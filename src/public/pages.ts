import { selectionQuery } from '../entries/topics';
import type { Topic } from '../content/article';
import { toImage } from '../content/item';
import {
  channelDescription,
  isOfAuthors,
  onlyTopic,
  type Selection,
  selectionPath,
  selectionTitle,
  sourceDescription,
  tagTitle,
  WHOLE_SITE,
  feedTitle,
  ofSource,
  ofTopic,
  type SourceListing,
} from '../content/selection';
import { spanOfYear } from '../lib/dates';
import { excerpt } from '../lib/text';
import {
  type ArchiveMonth,
  type ErrorPage,
  type ListedTopics,
  type ListingPage,
  type Picture,
  type SubscribePage,
  type TagsPage,
  toPageMonth,
  toPageDay,
  toPageYear,
} from '../pages/model';
import { TOPIC_SIZES } from '../pages/style';
import type { Subscription } from '../feed/opml';
import type { Edition, Site } from './editions';
import { DESCRIPTION_CHARACTERS } from './entry-pages';
import { makeListingPage } from './listing-pages';
import type { Settings } from '../options/settings';
import type { ErrorText } from '../texts/keys';
import { listingPath } from '../mapping/address';
import { groupTypes, listedSources, type TopicPlan, sourceListings } from '../mapping/plan';
import { findPictures } from '../entries/pictures';
import { hasYear, listYears } from '../entries/entries';
import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import { waitForTurn } from '../lib/waiting';
import {
  commonProperties,
  feedsOfSelection,
  indexTitle,
  siteFeeds,
  toEntryLink,
  toPicture,
} from './page-parts';
import type { EntryWithPath } from '../entries/surroundings';
import { translateIndex, translateSelection, translateSite, translateYear } from './translations';
import { homePath } from '../options/site-addresses';

/** Number of topics of each type that the home names: those with the most articles. */
const HOME_TOPICS = 30;

/** Number of topics up to which a list of topics shows their pictures. */
const PICTURED_TOPICS = 200;

/** Number of the newest articles that the archive lists; its years list the older ones. */
const ARCHIVED_TOGETHER = 500;

/** Number of the newest articles that the "not found" page links to. */
const NEWEST_ON_ERROR = 5;

/** Links to articles by month. Each link shows the day of its date alone. */
const toMonths = (entries: EntryWithPath[], settings: Settings): ArchiveMonth[] => {
  const { language, timeZone } = settings;
  const months: ArchiveMonth[] = [];
  for (const entry of entries) {
    const link = toEntryLink(entry, settings, toPageDay);
    const month = link.date.iso.slice(0, 7);
    if (months.at(-1)?.month !== month) {
      months.push({ month, title: toPageMonth(entry.date, language, timeZone), entries: [] });
    }
    months.at(-1)!.entries.push(link);
  }
  return months;
};

/** Finds the paths of the newest public articles. */
const listNewest = async ({ plan, entries }: Edition, now: Date, limit: number) => {
  // The page shows titles and addresses of these articles as well.
  dependOn(
    ...listedSources(plan).map((source) =>
      CACHE_TAGS.entries(source.contentType, entries.markOf(source)),
    ),
  );
  return entries.findPaths((await entries.findWindow({ now, limit })).entries);
};

/** Pictures of topics, by document id; empty where the type has no pictures or too many topics. */
const findTopicPictures = async (
  { strapi, topics, inForce }: Site,
  type: TopicPlan,
  listed: Pick<Topic, 'documentId'>[],
  now: Date,
): Promise<Map<string, Picture>> => {
  if (type.image === undefined || listed.length > PICTURED_TOPICS) return new Map();
  const ids = listed.map(({ documentId }) => documentId);
  const pictured = (await topics.findVisible(type, ids, now)).flatMap(({ documentId, image }) =>
    image ? [{ documentId, image: toImage(image, inForce.baseUrl) }] : [],
  );
  const known = await findPictures(
    strapi,
    pictured.map(({ image }) => image.url),
    inForce.baseUrl,
  );
  return new Map(
    pictured.map(({ documentId, image }) => [documentId, toPicture(image, known, TOPIC_SIZES)]),
  );
};

/** A page of the listing of topics, of a source or of the whole site; null when there is no such page. */
export const makeSelectionPage = async (
  site: Site,
  selection: Selection,
  pageNumber: number,
  now: Date,
): Promise<ListingPage | null> => {
  const { inForce: settings } = site;
  const { addresses, language } = settings;
  const path = selectionPath(selection);
  const topic = onlyTopic(selection);
  return makeListingPage(
    site,
    {
      query: selectionQuery(selection, now),
      title: selectionTitle(selection, language) ?? settings.siteName,
      description:
        (path === undefined
          ? settings.description
          : (topic?.description ?? sourceDescription(selection.source, language))) ?? '',
      metaDescription: channelDescription(settings, selection),
      image: topic?.image,
      isOfAuthor: isOfAuthors(selection),
      address: (number) =>
        path === undefined ? addresses.home(number) : addresses.listing(path, number),
      feeds: feedsOfSelection(settings, selection),
      translate: () => translateSelection(site, selection, now),
      // Anybody can ask for endless combinations of topics: only those with entries exist.
      mayBeEmpty: selection.topics.length <= 1,
      hasLead: path === undefined,
      isOfTopics: selection.topics.length > 0,
    },
    pageNumber,
  );
};

/** A page of the listing of a year; null when there is no such page. */
export const makeYearPage = async (
  site: Site,
  year: number,
  pageNumber: number,
  now: Date,
): Promise<ListingPage | null> => {
  const { inForce: settings } = site;
  const { addresses, language, timeZone } = settings;
  const query = { now, span: spanOfYear(year, timeZone) };
  // Anybody can ask for any year: one look-up in the index finds that it is empty.
  if (!(await site.entries.hasAny(query))) return null;
  return makeListingPage(
    site,
    {
      query,
      title: toPageYear(year, language),
      metaDescription: channelDescription(settings, WHOLE_SITE),
      address: (number) => addresses.archive(year, number),
      feeds: siteFeeds(settings),
      translate: () => translateYear(site, year, now),
    },
    pageNumber,
  );
};

/**
 * The newest articles by month, and the years that have articles, the last one first; null as long as nothing
 * is public.
 */
export const makeArchivePage = async (site: Site, now: Date): Promise<TagsPage | null> => {
  const { inForce: settings } = site;
  const { addresses, language, timeZone } = settings;
  const counted = await listYears(site, timeZone, now);
  if (counted.length === 0) return null;
  const newest = await listNewest(site, now, ARCHIVED_TOGETHER);
  const shown = newest.filter(({ date }) => hasYear(date, timeZone));
  return {
    ...commonProperties(site),
    title: settings.texts.say('archive'),
    titleLanguage: settings.texts.foreign('archive'),
    description: '',
    metaDescription: channelDescription(settings, WHOLE_SITE),
    canonical: addresses.archive(),
    translations: await translateSite(site, now, (its) => its.addresses.archive()),
    opml: addresses.opml(),
    feeds: siteFeeds(settings),
    months: toMonths(shown, settings),
    tags: counted.map(({ year, articles }) => ({
      title: toPageYear(year, language),
      href: addresses.archive(year),
      description: '',
      articles,
    })),
  };
};

/**
 * A page of the home: the newest articles of the site; on its first page also the topics with the most
 * articles. Null where the site has no home, and as long as nothing is public.
 */
export const makeHomePage = async (
  site: Site,
  pageNumber: number,
  now: Date,
): Promise<ListingPage | null> => {
  const listing = site.inForce.hasHome
    ? await makeSelectionPage(site, WHOLE_SITE, pageNumber, now)
    : null;
  if (!listing || listing.entries.length === 0) return null;
  if (pageNumber > 1) return listing;
  const lists = await listTopicsByType(site, now);
  const shown = lists.map((list) => ({ ...list, listed: list.listed.slice(0, HOME_TOPICS) }));
  return { ...listing, topics: shown };
};

/** All topics without pictures, one list for each type, those with the most articles first. */
export const listTopicsByType = (site: Site, now: Date): Promise<ListedTopics[]> =>
  Promise.all(
    groupTypes(site.plan).map(async (type) => {
      const page = await makeTopicsPage(site, type, now, { hasPictures: false });
      const { title, titleLanguage, allText, tags, canonical = '' } = page;
      // The sort is stable: topics with equally many articles stay sorted by title.
      const listed = tags.sort((a, b) => b.articles - a.articles);
      return { title, titleLanguage, allText, listed, all: canonical };
    }),
  );

/** The list of all topics of a type, by title. */
export const makeTopicsPage = async (
  site: Site,
  type: TopicPlan,
  now: Date,
  { hasPictures = true } = {},
): Promise<TagsPage> => {
  const { inForce: settings } = site;
  const { addresses, language } = settings;
  const { compare } = new Intl.Collator(language);
  const listed = await site.topics.listCounted(type, now);
  const pictures = hasPictures
    ? await findTopicPictures(site, type, listed, now)
    : new Map<string, Picture>();
  await waitForTurn();
  return {
    ...commonProperties(site),
    ...indexTitle(type, settings),
    description: '',
    metaDescription: channelDescription(settings, WHOLE_SITE),
    canonical: addresses.listing(listingPath(type.address)),
    translations: await translateIndex(site, type, now),
    opml: addresses.opml(),
    feeds: siteFeeds(settings),
    isOfAuthors: type.isOfAuthors,
    tags: listed
      .map((topic) => ({
        title: tagTitle(topic, language),
        href: addresses.listing(topic.path),
        description: topic.description?.trim() ?? '',
        articles: topic.articles,
        image: pictures.get(topic.documentId),
      }))
      .sort((a, b) => compare(a.title, b.title) || compare(a.href, b.href)),
  };
};

/** The page that explains feeds and lists them. */
export const makeSubscribePage = async (site: Site, now: Date): Promise<SubscribePage> => {
  const { inForce: settings } = site;
  const { addresses, texts } = settings;
  const subscriptions = await listSubscriptions(site, now);
  return {
    ...commonProperties(site),
    title: texts.say('subscribe'),
    titleLanguage: texts.foreign('subscribe'),
    description: '',
    metaDescription: excerpt(texts.say('whatIsAFeed'), DESCRIPTION_CHARACTERS),
    canonical: addresses.subscribe(),
    translations: await translateSite(site, now, (its) => its.addresses.subscribe()),
    opml: addresses.opml(),
    feeds: siteFeeds(settings),
    subscriptions,
  };
};

/** The "not found" page, with links to the newest articles. */
export const makeNotFoundPage = async (site: Site, now: Date): Promise<ErrorPage> => {
  const newest = await listNewest(site, now, NEWEST_ON_ERROR);
  return {
    ...makeErrorPage(site, 'notFound'),
    newest: newest.map((entry) => toEntryLink(entry, site.inForce)),
  };
};

/** The page of an error. */
export const makeErrorPage = (
  site: Pick<Site, 'plan' | 'inForce'>,
  error: ErrorText,
): ErrorPage => {
  const { texts } = site.inForce;
  const message = `${error}Message` as const;
  return {
    ...commonProperties(site),
    title: texts.say(error),
    titleLanguage: texts.foreign(error),
    message: texts.say(message),
    messageLanguage: texts.foreign(message),
    description: '',
    feeds: [],
  };
};

/** Listings of the sources that have published entries. */
export const listSources = async (
  { plan, entries, inForce }: Pick<Site, 'plan' | 'entries' | 'inForce'>,
  now: Date,
): Promise<SourceListing[]> => {
  const listings = sourceListings(plan, homePath(inForce.home));
  const counts = await Promise.all(
    listings.map((source) => entries.count(selectionQuery(ofSource(source), now))),
  );
  return listings.filter((_, index) => counts[index]! > 0);
};

/** Topics of all types that have entries in lists. */
export const listTopics = async ({ plan, topics }: Edition, now: Date) =>
  (await Promise.all(groupTypes(plan).map((type) => topics.listCounted(type, now)))).flat();

/**
 * All public feeds: the site's, those of its sources, then the topics' by title, then the authors'. Each is listed in
 * the default format alone: whoever subscribes to the list would otherwise get every article once for each format.
 */
export const listSubscriptions = async (site: Site, now: Date): Promise<Subscription[]> => {
  const { inForce: settings } = site;
  const { addresses, language, sitePage } = settings;
  const { compare } = new Intl.Collator(language);
  const toSubscription = (selection: Selection, description?: string | null): Subscription => {
    const path = selectionPath(selection);
    return {
      title: feedTitle(settings, selection),
      description: description?.trim() ?? '',
      feedUrl: addresses.feed('rss', path),
      link: path === undefined ? sitePage : addresses.listing(path),
    };
  };
  const ofSources = (await listSources(site, now)).map((source) =>
    toSubscription(ofSource(source), sourceDescription(source, language)),
  );
  const listed = await listTopics(site, now);
  await waitForTurn();
  const ofGroups = (isOfAuthors: boolean): Subscription[] =>
    listed
      .filter(({ isAuthor = false }) => isAuthor === isOfAuthors)
      .map((topic) => toSubscription(ofTopic(topic), topic.description))
      .sort((a, b) => compare(a.title, b.title) || compare(a.link, b.link));
  return [toSubscription(WHOLE_SITE), ...ofSources, ...ofGroups(false), ...ofGroups(true)];
};

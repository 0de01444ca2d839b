import { PAGE_LIST } from '../catalogue/catalogue-table';
import type { EntryQuery } from '../catalogue/published-rows';
import { selectionQuery } from '../entries/topics';
import { asShown, type Topic, isIndexable } from '../content/article';
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
} from '../content/selection';
import { spanOfYear, yearOf } from '../lib/dates';
import { excerpt, excerptOfSentences } from '../lib/text';
import {
  type ArchiveMonth,
  type ErrorPage,
  type LinkedPage,
  type ListedTopics,
  type ListingPage,
  type Picture,
  type SubscribePage,
  type TagsPage,
  toPageDate,
  toPageMonth,
  toPageDay,
  toPageYear,
  type Translation,
} from '../pages/model';
import { pictureSizes, THUMB_SIZES, TOPIC_SIZES } from '../pages/style';
import type { Subscription } from '../feed/opml';
import { renderingDeadline } from '../cache/renderings';
import type { EditionParts } from './editions';
import { createEntryPage, DESCRIPTION_CHARACTERS } from './entry-pages';
import type { Settings } from '../options/settings';
import type { ErrorText } from '../texts/keys';
import { listingPath } from '../mapping/address';
import { groupTypes, listedSources, type TopicPlan } from '../mapping/plan';
import { findPictures } from '../entries/pictures';
import { hasYear, listYears } from '../entries/entries';
import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import { waitForTurn } from '../lib/waiting';
import {
  commonProperties,
  coverOf,
  feedsOfSelection,
  indexTitle,
  shownTitle,
  siteFeeds,
  toAuthorLinks,
  toEntryLink,
  toPicture,
  toTagLinks,
} from './page-parts';
import type { EntryWithPath } from '../entries/surroundings';

/** Number of topics of each type that the home names: those with the most articles. */
const HOME_TOPICS = 30;

/** Number of topics up to which a list of topics shows their pictures. */
const PICTURED_TOPICS = 200;

/** Number of the newest articles that the archive lists; its years list the older ones. */
const ARCHIVED_TOGETHER = 500;

/** Number of the newest articles that the "not found" page links to. */
const NEWEST_ON_ERROR = 5;

/** Number of pages that llms.txt names at most. */
const NAMED_PAGES = 100;

/** What a listing page is made from. */
interface Listing extends Pick<
  ListingPage,
  'title' | 'metaDescription' | 'feeds' | 'hasLead' | 'isOfAuthor'
> {
  query: EntryQuery;
  description?: string;
  image?: Topic['image'];
  /** Absolute address of page `page` of the listing, counted from 1. */
  address: (page: number) => string;
  /** Finds the listing in other languages. */
  translate: () => Promise<Translation[]> | undefined;
  /** Whether the first page exists without any article. */
  mayBeEmpty?: boolean;
  isOfTopics?: boolean;
}

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

/** Makes the models of pages, which other modules render to HTML and Markdown. */
export const createPages = (edition: EditionParts) => {
  const { strapi, plan, entries: allEntries, topics } = edition;
  const { renderings, translations } = edition;

  /** Makes a page of a listing; null when there is no such page. */
  const makeListing = async (
    settings: Settings,
    {
      query,
      title,
      description = '',
      metaDescription,
      image: topicImage,
      address,
      ...others
    }: Listing,
    pageNumber: number,
  ): Promise<ListingPage | null> => {
    const { addresses, language, timeZone, entriesPerPage, excerptCharacters } = settings;
    const count = await allEntries.count(query);
    if (count === 0 && !others.mayBeEmpty) return null;
    const pageCount = Math.max(1, Math.ceil(count / entriesPerPage));
    if (pageNumber > pageCount) return null;
    const listed = await allEntries.list({
      ...query,
      start: (pageNumber - 1) * entriesPerPage,
      limit: entriesPerPage,
    });
    const entries = listed.map(asShown);
    const deadline = renderingDeadline();
    const image = topicImage ? toImage(topicImage, settings.baseUrl) : undefined;
    const shows = new Set(settings.appearance.listing);
    // The site's own templates may show covers even where the appearance does not.
    const { entry: ownEntry, listing: ownListing } = settings.templates;
    const covers =
      shows.has('cover') || ownEntry || ownListing
        ? entries.map((article) => coverOf(article, settings))
        : [];
    const hasLead = others.hasLead === true && pageNumber === 1;
    const leadCover = hasLead && entries[0] ? coverOf(entries[0], settings) : undefined;
    const [summaries, known] = await Promise.all([
      Promise.all(entries.map((article) => renderings.summary(article, settings, deadline))),
      findPictures(
        strapi,
        [...covers, leadCover, image].flatMap((shown) => shown?.url ?? []),
        settings.baseUrl,
      ),
    ]);
    return {
      ...commonProperties(settings, plan),
      title,
      description: description.trim(),
      metaDescription,
      image: image && toPicture(image, known, TOPIC_SIZES),
      isOfAuthor: others.isOfAuthor,
      canonical: address(pageNumber),
      // Further pages have other articles in each language, so they are no translations of each other.
      translations: pageNumber === 1 ? await others.translate() : undefined,
      feeds: others.feeds,
      archive:
        settings.archive &&
        !others.isOfTopics &&
        entries.some(({ date }) => hasYear(date, timeZone))
          ? addresses.archive()
          : undefined,
      entries: entries.map((article, place) => ({
        title: shownTitle(article),
        href: addresses.entry(article.path),
        date: toPageDate(article.date, language, timeZone),
        excerpt: excerptOfSentences(summaries[place]!, excerptCharacters, language),
        author: article.author?.trim() || undefined,
        authors: toAuthorLinks(article, settings),
        cover: covers[place] && toPicture(covers[place], known, THUMB_SIZES),
        leadCover:
          place === 0 && leadCover
            ? toPicture(leadCover, known, pictureSizes(settings.appearance.width))
            : undefined,
        tags: toTagLinks(article, settings),
      })),
      hasLead,
      pageNumber,
      pageCount,
      newer: pageNumber > 1 ? address(pageNumber - 1) : undefined,
      older: pageNumber < pageCount ? address(pageNumber + 1) : undefined,
    };
  };

  /** Finds the paths of the newest public articles. */
  const listNewest = async (now: Date, limit: number) => {
    const { queries } = edition;
    await allEntries.noteListing({ now });
    // The page shows titles and addresses of these articles as well.
    dependOn(
      ...listedSources(plan).map((source) =>
        CACHE_TAGS.entries(source.contentType, allEntries.markOf(source)),
      ),
    );
    const listed = await queries.findWindow({ now, limit });
    return allEntries.findPaths(listed);
  };

  /** Pictures of topics, by document id; empty where the type has no pictures or too many topics. */
  const findTopicPictures = async (
    settings: Settings,
    type: TopicPlan,
    listed: Pick<Topic, 'documentId'>[],
    now: Date,
  ): Promise<Map<string, Picture>> => {
    if (type.image === undefined || listed.length > PICTURED_TOPICS) return new Map();
    const ids = listed.map(({ documentId }) => documentId);
    const pictured = (await topics.findVisible(type, ids, now)).flatMap(({ documentId, image }) =>
      image ? [{ documentId, image: toImage(image, settings.baseUrl) }] : [],
    );
    const known = await findPictures(
      strapi,
      pictured.map(({ image }) => image.url),
      settings.baseUrl,
    );
    return new Map(
      pictured.map(({ documentId, image }) => [documentId, toPicture(image, known, TOPIC_SIZES)]),
    );
  };

  const pages = {
    /** The page of an entry. */
    entry: createEntryPage(edition),

    /** A page of the listing of topics, of a source or of the whole site; null when there is no such page. */
    async listing(
      settings: Settings,
      selection: Selection,
      pageNumber: number,
      now: Date,
    ): Promise<ListingPage | null> {
      const { addresses, language } = settings;
      const path = selectionPath(selection);
      const topic = onlyTopic(selection);
      return makeListing(
        settings,
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
          translate: () => translations.ofSelection(selection, now),
          // Anybody can ask for endless combinations of topics: only those with entries exist.
          mayBeEmpty: selection.topics.length <= 1,
          hasLead: path === undefined,
          isOfTopics: selection.topics.length > 0,
        },
        pageNumber,
      );
    },

    /** A page of the listing of a year; null when there is no such page. */
    async year(
      settings: Settings,
      year: number,
      pageNumber: number,
      now: Date,
    ): Promise<ListingPage | null> {
      const { addresses, language, timeZone } = settings;
      const query = { now, span: spanOfYear(year, timeZone) };
      // Anybody can ask for any year: one look-up in the index finds that it is empty.
      if (!(await allEntries.hasAny(query))) return null;
      return makeListing(
        settings,
        {
          query,
          title: toPageYear(year, language),
          metaDescription: channelDescription(settings, WHOLE_SITE),
          address: (number) => addresses.archive(year, number),
          feeds: siteFeeds(settings),
          translate: () => translations.ofYear(year, now),
        },
        pageNumber,
      );
    },

    /**
     * The newest articles by month, and the years that have articles, the last one first; null as long as nothing
     * is public.
     */
    async archive(settings: Settings, now: Date): Promise<TagsPage | null> {
      const { addresses, language, timeZone } = settings;
      const counted = await listYears(edition, timeZone, now);
      if (counted.length === 0) return null;
      const newest = await listNewest(now, ARCHIVED_TOGETHER);
      const shown = newest.filter(({ date }) => hasYear(date, timeZone));
      const listed = counted.map(({ year, articles }) => ({
        year,
        topic: {
          title: toPageYear(year, language),
          href: addresses.archive(year),
          description: '',
          articles,
        },
      }));
      const isWhole = newest.length < ARCHIVED_TOGETHER;
      const lastDate = shown.at(-1)?.date;
      const lastYear = lastDate ? yearOf(lastDate, timeZone) : Infinity;
      return {
        ...commonProperties(settings, plan),
        title: settings.texts.say('archive'),
        titleLanguage: settings.texts.foreign('archive'),
        description: '',
        metaDescription: channelDescription(settings, WHOLE_SITE),
        canonical: addresses.archive(),
        translations: await translations.ofSite(now, (its) => its.addresses.archive()),
        opml: addresses.opml(),
        feeds: siteFeeds(settings),
        months: toMonths(shown, settings),
        olderYears: isWhole
          ? []
          : listed.filter(({ year }) => year <= lastYear).map(({ topic }) => topic),
        tags: listed.map(({ topic }) => topic),
      };
    },

    /**
     * A page of the home: the newest articles of the site; on its first page also the topics with the most
     * articles. Null where the site has no home, and as long as nothing is public.
     */
    async home(settings: Settings, pageNumber: number, now: Date): Promise<ListingPage | null> {
      const listing = settings.hasHome
        ? await pages.listing(settings, WHOLE_SITE, pageNumber, now)
        : null;
      if (!listing || listing.entries.length === 0) return null;
      if (pageNumber > 1) return listing;
      const lists = await pages.topics(settings, now);
      const shown = lists.map((list) => ({ ...list, listed: list.listed.slice(0, HOME_TOPICS) }));
      return { ...listing, topics: shown };
    },

    /** All topics without pictures, one list for each type, those with the most articles first. */
    topics: (settings: Settings, now: Date): Promise<ListedTopics[]> =>
      Promise.all(
        groupTypes(plan).map(async (type) => {
          const page = await pages.index(settings, type, now, { hasPictures: false });
          const { title, titleLanguage, allText, tags, canonical = '' } = page;
          // The sort is stable: topics with equally many articles stay sorted by title.
          const listed = tags.sort((a, b) => b.articles - a.articles);
          return { title, titleLanguage, allText, listed, all: canonical };
        }),
      ),

    /** The list of all topics of a type, by title. */
    async index(
      settings: Settings,
      type: TopicPlan,
      now: Date,
      { hasPictures = true } = {},
    ): Promise<TagsPage> {
      const { addresses, language } = settings;
      const { compare } = new Intl.Collator(language);
      const listed = await topics.listCounted(type, now);
      const pictures = hasPictures
        ? await findTopicPictures(settings, type, listed, now)
        : new Map<string, Picture>();
      await waitForTurn();
      return {
        ...commonProperties(settings, plan),
        ...indexTitle(type, settings),
        description: '',
        metaDescription: channelDescription(settings, WHOLE_SITE),
        canonical: addresses.listing(listingPath(type.address)),
        translations: await translations.ofIndex(type, now),
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
    },

    /** The page that explains feeds and lists them. */
    async subscribe(
      settings: Settings,
      subscriptions: Subscription[],
      now: Date,
    ): Promise<SubscribePage> {
      const { addresses, texts } = settings;
      return {
        ...commonProperties(settings, plan),
        title: texts.say('subscribe'),
        titleLanguage: texts.foreign('subscribe'),
        description: '',
        metaDescription: excerpt(texts.say('whatIsAFeed'), DESCRIPTION_CHARACTERS),
        canonical: addresses.subscribe(),
        translations: await translations.ofSite(now, (its) => its.addresses.subscribe()),
        opml: addresses.opml(),
        feeds: siteFeeds(settings),
        subscriptions,
      };
    },

    /** Links to public entries that are pages of their own, by title. */
    async listOwnPages(
      { addresses, language, excerptCharacters }: Settings,
      now: Date,
    ): Promise<LinkedPage[]> {
      if (!plan.sources.some(({ isPage }) => isPage)) return [];
      const { compare } = new Intl.Collator(language);
      return (await allEntries.list({ now, lists: [PAGE_LIST], limit: NAMED_PAGES }))
        .filter(({ meta, path }) => isIndexable(meta, addresses.entry(path)))
        .map((page) => ({
          title: shownTitle(page),
          href: addresses.entry(page.path),
          description: excerpt(
            (page.meta?.description ?? page.summary ?? '').trim(),
            excerptCharacters,
          ),
        }))
        .sort((a, b) => compare(a.title, b.title) || compare(a.href, b.href));
    },

    /** The "not found" page, with links to the newest articles. */
    async notFound(settings: Settings, now: Date): Promise<ErrorPage> {
      const newest = await listNewest(now, NEWEST_ON_ERROR);
      return {
        ...pages.error('notFound', settings),
        newest: newest.map((entry) => toEntryLink(entry, settings)),
      };
    },

    /** The page of an error. It uses the settings last known, since the database may be away. */
    error(error: ErrorText, settings = edition.settings.known()): ErrorPage {
      const { texts } = settings;
      const message = `${error}Message` as const;
      return {
        ...commonProperties(settings, plan),
        title: texts.say(error),
        titleLanguage: texts.foreign(error),
        message: texts.say(message),
        messageLanguage: texts.foreign(message),
        description: '',
        feeds: [],
      };
    },
  };
  return pages;
};

export type Pages = ReturnType<typeof createPages>;

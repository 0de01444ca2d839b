import type { EntryQuery } from '../catalogue/published-rows';
import { selectionQuery } from '../catalogue/selection-query';
import { type Article, type Topic, isToBeFound, originalAddress } from '../content/article';
import { renderPlain } from '../content/body';
import { isEmpty, bodySourceOf } from '../content/body-source';
import { lastChange, toldAnew, toEnclosure, toImage } from '../content/item';
import {
  isOfAuthors,
  onlyTopic,
  type Selection,
  selectionPath,
  selectionTitle,
  WHOLE_SITE,
} from '../content/selection';
import { channelDescription, tagTitle } from '../feed/channel';
import { spanOfYear } from '../feed/dates';
import { excerpt } from '../feed/summary';
import { toPageDate, toPageYear } from '../pages/dates';
import { inOneLine } from '../pages/document';
import { pictureSizes, THUMB_SIZES, TOPIC_SIZES } from '../pages/style';
import type { Subscription } from '../feed/opml';
import type {
  ArticlePage,
  ContentPage,
  ErrorPage,
  FeedLink,
  ListedTopics,
  LinkedPage,
  ListingPage,
  SubscribePage,
  TagsPage,
  Translation,
} from '../pages/model';
import { renderingDeadline } from '../cache/renderings';
import type { Site } from './editions';
import type { Settings } from '../options/settings-in-force';
import { directionOf } from '../texts/language';
import type { ErrorText } from '../texts/keys';
import type { TopicPlan } from '../mapping/plan';
import { groupTypes, isPageType } from '../mapping/plan-parts';
import { findPictures } from '../entries/pictures';
import { hasYear } from '../entries/years';
import { ownTurn } from '../lib/turns';
import {
  basics,
  coverOf,
  firstPicture,
  indexTitle,
  listingFeeds,
  picturesOf,
  shownTitle,
  siteFeeds,
  siteImage,
  toAuthorLinks,
  toEntryLink,
  toPicture,
  toPlayable,
  toTagLinks,
} from './page-parts';

/** Characters of a page's description; search engines show about as many. */
const DESCRIPTION_CHARACTERS = 160;

/** Topics of a type that the home names: those with the most articles. */
const HOME_TOPICS = 30;

/** Pages of their own that are named together. */
const NAMED_PAGES = 100;

/** What a listing has. */
interface Listing {
  query: EntryQuery;
  title: string;
  description?: string;
  /** What search engines are told of it where nobody has described it. */
  metaDescription: string;
  image?: Topic['image'];
  /** Absolute address of a page of it, counted from 1. */
  address: (page: number) => string;
  feeds: FeedLink[];
  /** Where it is in other languages. */
  translate: () => Promise<Translation[]> | undefined;
  /** Whether there is a page without an article. */
  mayBeEmpty?: boolean;
  isOfTopics?: boolean;
  isOfAuthor?: boolean;
}

/** Makes pages, as the models that are rendered to HTML. */
export const createPages = (
  site: Omit<Site, 'translations'> & Partial<Pick<Site, 'translations'>>,
) => {
  const { strapi, plan, entries: allEntries, topics, surroundings, years } = site;
  const { renderings, translations } = site;

  /** A page of a listing; null when there is no such page. */
  const list = async (
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
    const entries = await allEntries.list({
      ...query,
      start: (pageNumber - 1) * entriesPerPage,
      limit: entriesPerPage,
    });
    const deadline = renderingDeadline();
    const image = topicImage ? toImage(topicImage, settings.baseUrl) : undefined;
    const shows = new Set(settings.appearance.listing);
    // A site that draws entries itself may show what the appearance does not.
    const { entry: ownEntry, listing: ownListing } = settings.templates;
    const covers =
      shows.has('cover') || ownEntry || ownListing
        ? entries.map((article) => coverOf(article, settings))
        : [];
    const [summaries, known] = await Promise.all([
      Promise.all(entries.map((article) => renderings.summary(article, settings, deadline))),
      findPictures(
        strapi,
        [...covers, image].flatMap((shown) => shown?.url ?? []),
        settings.baseUrl,
      ),
    ]);
    return {
      ...basics(settings),
      title,
      description: description.trim(),
      metaDescription,
      image: image && toPicture(image, known, TOPIC_SIZES),
      isOfAuthor: others.isOfAuthor,
      canonical: address(pageNumber),
      // Further pages have other articles in each language.
      translations: pageNumber === 1 ? await others.translate() : undefined,
      feeds: others.feeds,
      subscribe: addresses.subscribe(),
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
        excerpt: excerpt(summaries[place]!, excerptCharacters),
        author: article.author?.trim() || undefined,
        authors: toAuthorLinks(article, settings),
        cover: covers[place] && toPicture(covers[place], known, THUMB_SIZES),
        tags: toTagLinks(article, settings),
      })),
      pageNumber,
      pageCount,
      newer: pageNumber > 1 ? address(pageNumber - 1) : undefined,
      older: pageNumber < pageCount ? address(pageNumber + 1) : undefined,
    };
  };

  /** What the pages of all entries have. */
  const contentOf = async (settings: Settings, article: Article): Promise<ContentPage> => {
    const { addresses, language, timeZone, baseUrl } = settings;
    const canonical = addresses.entry(article.path);
    const shownAt = pictureSizes(settings.appearance.width);
    const deadline = renderingDeadline();
    const body = article.body ?? '';
    const [summary, rendered = renderPlain(bodySourceOf(body))] = await Promise.all([
      renderings.summary(article, settings, deadline),
      renderings.body(body, canonical, deadline),
    ]);
    const cover = coverOf(article, settings);
    const { title: documentTitle, description, image, isNoindex = false } = article.meta ?? {};
    const cardImage = image && toPicture(toImage(image, baseUrl), {}, shownAt);
    const original = originalAddress(article.meta, canonical);
    const known = await findPictures(
      strapi,
      [...(cover ? [cover.url] : []), ...picturesOf(rendered, canonical)],
      baseUrl,
    );
    const shown = rendered.isHeavy
      ? undefined
      : await renderings.page(
          rendered.html,
          {
            link: canonical,
            pictures: known,
            shownAt,
            hasCover: cover !== undefined,
            direction: directionOf(language),
          },
          deadline,
        );
    return {
      ...basics(settings),
      title: shownTitle(article),
      documentTitle,
      description: description ?? excerpt(inOneLine(summary), DESCRIPTION_CHARACTERS),
      canonical,
      original,
      isNoindex,
      // Only what is to be found is one of several languages of a page.
      translations:
        isNoindex || original !== undefined
          ? undefined
          : await translations?.ofArticle(article, new Date()),
      feeds: siteFeeds(settings),
      modified: toPageDate(lastChange(article), language, timeZone).iso,
      cover: cover && toPicture(cover, known, shownAt),
      cardImage: cardImage ?? (cover ? undefined : firstPicture(rendered, canonical, known)),
      siteImage: siteImage(settings),
      bodyHtml: shown?.html ?? rendered.html,
      headings: shown?.headings ?? [],
      minutes: isEmpty(body) ? undefined : shown?.minutes,
    };
  };

  const pages = {
    /** A page of the listing of topics, of a source or of the whole site; null when there is no such page. */
    async listing(
      settings: Settings,
      selection: Selection,
      pageNumber: number,
      now: Date,
    ): Promise<ListingPage | null> {
      const { addresses, language, site } = settings;
      const path = selectionPath(selection);
      const ownTitle = selectionTitle(selection, language);
      const title = ownTitle ?? settings.siteName;
      const ofAuthors = { isOfAuthors: isOfAuthors(selection) };
      const topic = onlyTopic(selection);
      return list(
        settings,
        {
          query: selectionQuery(selection, now),
          title,
          description: (path === undefined ? settings.description : topic?.description) ?? '',
          metaDescription: channelDescription(site, ownTitle, ofAuthors),
          image: topic?.image,
          isOfAuthor: ofAuthors.isOfAuthors,
          address: (number) =>
            path === undefined ? addresses.home(number) : addresses.listing(path, number),
          feeds:
            path === undefined
              ? siteFeeds(settings)
              : listingFeeds(settings, path, { title, ...ofAuthors }),
          translate: () => translations?.ofSelection(selection, now),
          // There are more combinations than anybody can ask for: only those that say something exist.
          mayBeEmpty: selection.topics.length <= 1,
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
      const { addresses, language, timeZone, site } = settings;
      const query = { now, span: spanOfYear(year, timeZone) };
      // Anybody may ask for any year: one look into the index tells that it has nothing.
      if (!(await allEntries.hasAny(query))) return null;
      return list(
        settings,
        {
          query,
          title: toPageYear(year, language),
          metaDescription: channelDescription(site),
          address: (number) => addresses.archive(year, number),
          feeds: siteFeeds(settings),
          translate: () => translations?.ofYear(year, now),
        },
        pageNumber,
      );
    },

    /** The years that have articles, the last one first; null as long as nothing is public. */
    async archive(settings: Settings, now: Date): Promise<TagsPage | null> {
      const { addresses, language, site } = settings;
      const counted = await years.list(now);
      if (counted.length === 0) return null;
      return {
        ...basics(settings),
        title: site.texts.say('archive'),
        titleLanguage: site.texts.foreign('archive'),
        description: '',
        metaDescription: channelDescription(site),
        canonical: addresses.archive(),
        translations: await translations?.ofArchive(now),
        opml: addresses.opml(),
        feeds: siteFeeds(settings),
        subscribe: addresses.subscribe(),
        tags: counted.map(({ year, articles }) => ({
          title: toPageYear(year, language),
          href: addresses.archive(year),
          description: '',
          articles,
        })),
      };
    },

    /**
     * A page of the home: the newest articles of the site, and what they are about. Null where there is
     * no home, and as long as nothing is public.
     */
    async home(settings: Settings, pageNumber: number, now: Date): Promise<ListingPage | null> {
      const listing = settings.hasHome
        ? await pages.listing(settings, WHOLE_SITE, pageNumber, now)
        : null;
      if (!listing || listing.entries.length === 0) return null;
      if (pageNumber > 1) return listing;
      const topicsOf = async (type: TopicPlan): Promise<ListedTopics> => {
        const page = await pages.index(settings, type, now);
        const { title, titleLanguage, allText, tags, canonical = '' } = page;
        // As sorted by title, so that those of as many articles stay in that order.
        const listed = tags.sort((a, b) => b.articles - a.articles).slice(0, HOME_TOPICS);
        return { title, titleLanguage, listed, all: canonical, allText };
      };
      return { ...listing, topics: await Promise.all(groupTypes(plan).map(topicsOf)) };
    },

    /** The lists of all topics, one for each type. */
    indexes: (settings: Settings, now: Date): Promise<TagsPage[]> =>
      Promise.all(groupTypes(plan).map((type) => pages.index(settings, type, now))),

    /** The list of all topics of a type, by title. */
    async index(settings: Settings, type: TopicPlan, now: Date): Promise<TagsPage> {
      const { addresses, language, site } = settings;
      const { compare } = new Intl.Collator(language);
      const listed = await topics.listCounted(type, now);
      await ownTurn();
      return {
        ...basics(settings),
        ...indexTitle(type, settings),
        description: '',
        metaDescription: channelDescription(site),
        canonical: addresses.listing(type.address.directory),
        translations: await translations?.ofIndex(type, now),
        opml: addresses.opml(),
        feeds: siteFeeds(settings),
        subscribe: addresses.subscribe(),
        tags: listed
          .map((topic) => ({
            title: tagTitle(topic, language),
            href: addresses.listing(topic.path),
            description: topic.description?.trim() ?? '',
            articles: topic.articles,
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
      const { addresses, site } = settings;
      return {
        ...basics(settings),
        title: site.texts.say('subscribe'),
        titleLanguage: site.texts.foreign('subscribe'),
        description: '',
        metaDescription: excerpt(site.texts.say('whatIsAFeed'), DESCRIPTION_CHARACTERS),
        canonical: addresses.subscribe(),
        translations: await translations?.ofSubscribe(now),
        opml: addresses.opml(),
        feeds: siteFeeds(settings),
        subscriptions,
      };
    },

    /**
     * The page of an article.
     *
     * @param isListed of a preview: whether lists will have it
     */
    async article(settings: Settings, article: Article, isListed?: boolean): Promise<ArticlePage> {
      const { language, timeZone, baseUrl } = settings;
      const content = await contentOf(settings, article);
      const { newer, older, related } = await surroundings.find(article, new Date(), isListed);
      const updated = toldAnew(article, timeZone);
      return {
        ...content,
        date: toPageDate(article.date, language, timeZone),
        updated: updated && toPageDate(updated, language, timeZone),
        author: article.author?.trim() || undefined,
        authors: toAuthorLinks(article, settings),
        attachment: article.attachment
          ? toPlayable(toEnclosure(article.attachment, baseUrl), language)
          : undefined,
        tags: toTagLinks(article, settings),
        newer: newer && toEntryLink(newer, settings),
        older: older && toEntryLink(older, settings),
        related: related.map((entry) => toEntryLink(entry, settings)),
      };
    },

    /** The page of an entry: an article's, or one of its own. */
    entry: (
      settings: Settings,
      article: Article,
      isListed?: boolean,
    ): Promise<ArticlePage | ContentPage> =>
      isPageType(plan, article.contentType)
        ? contentOf(settings, article)
        : pages.article(settings, article, isListed),

    /** Public pages of their own, by title. */
    async own(
      { addresses, language, excerptCharacters }: Settings,
      now: Date,
    ): Promise<LinkedPage[]> {
      if (!plan.sources.some(({ isPage }) => isPage)) return [];
      const { compare } = new Intl.Collator(language);
      return (await allEntries.listPages({ now, limit: NAMED_PAGES }))
        .map((page) => ({ ...page, href: addresses.entry(page.path) }))
        .filter(({ indexing, href }) => isToBeFound(indexing, href))
        .map(({ title, path, href, description }) => ({
          title: shownTitle({ title, path }),
          href,
          description: excerpt(description.trim(), excerptCharacters),
        }))
        .sort((a, b) => compare(a.title, b.title) || compare(a.href, b.href));
    },

    /** The page of an error, with what is known of the site: the database may be away. */
    error(error: ErrorText): ErrorPage {
      const settings = site.settings.known();
      const { texts } = settings.site;
      const message = `${error}Message` as const;
      return {
        ...basics(settings),
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

import type { Article } from '../content/article';
import { type RenderedBody, renderPlain } from '../content/body';
import { lastChange } from '../content/item';
import { toEnclosure, toImage } from '../content/media';
import { type KnownPictures, pictureAttributes } from '../content/page/pictures';
import {
  onlyTag,
  type Selection,
  selectionName,
  selectionTitle,
  WHOLE_SITE,
} from '../content/selection';
import { tagFeedTitle, tagTitle } from '../feed/channel';
import { FEED_FORMATS } from '../feed/formats';
import type { Enclosure, Image } from '../feed/model';
import { excerpt } from '../feed/summary';
import { toFileSize } from '../pages/file-size';
import { toPageDate } from '../pages/dates';
import { pictureSizes, THUMB_SIZES, TOPIC_SIZES } from '../pages/style';
import type { Subscription } from '../feed/opml';
import type {
  ArticlePage,
  ErrorPage,
  FeedLink,
  ListingPage,
  Page,
  Picture,
  SubscribePage,
  TagLink,
  TagsPage,
} from '../pages/model';
import { selectionQuery } from './feeds';
import { renderingDeadline, type Renderings } from '../cache/renderings';
import type { Settings, SettingsStore } from '../settings';
import type { ErrorText } from '../texts/keys';
import type { Articles } from '../sources/articles';
import type { Pictures } from '../sources/pictures';
import type { Tags } from '../sources/tags';

/** Characters of a page's description; search engines show about as many. */
const DESCRIPTION_CHARACTERS = 160;

/** Topics that the home names: those with the most articles. */
const HOME_TOPICS = 30;

const basics = ({
  siteName,
  addresses,
  hasHome,
  language,
  site,
  appearance,
}: Settings): Pick<Page, 'siteName' | 'siteUrl' | 'language' | 'texts' | 'appearance'> => ({
  siteName,
  siteUrl: hasHome ? addresses.home() : addresses.tags(),
  language,
  texts: site.texts,
  appearance,
});

/** A feed in each of its formats. */
const feedLinks = ({ addresses }: Settings, title: string, name?: string): FeedLink[] =>
  FEED_FORMATS.map(({ fileName, mediaType, label }) => ({
    title,
    href: addresses.feed(fileName, name),
    type: mediaType,
    label,
  }));

const siteFeeds = (settings: Settings): FeedLink[] => feedLinks(settings, settings.siteName);

const tagFeeds = (settings: Settings, name: string, title: string): FeedLink[] =>
  feedLinks(settings, tagFeedTitle(settings.site, title), name);

const coverOf = ({ cover }: Article, { baseUrl }: Settings): Image | undefined =>
  cover ? toImage(cover, baseUrl) : undefined;

const toTagLinks = ({ tags }: Article, { addresses, language }: Settings): TagLink[] =>
  tags.map((tag) => ({ title: tagTitle(tag, language), href: addresses.tag(tag.slug) }));

/** @param shownAt how wide the page shows it, as `sizes` says it */
const toPicture = (image: Image, known: KnownPictures, shownAt: string): Picture => {
  const { url, alt, width, height } = image;
  const { srcset, sizes } = known[url] ? pictureAttributes(known[url], shownAt) : {};
  return { src: url, srcset, sizes, alt, width, height };
};

const toPlayable = (
  { url, length, type }: Enclosure,
  language: string,
): ArticlePage['attachment'] => ({ src: url, type, size: toFileSize(length, language) });

/** Absolute addresses of the pictures of a body. */
const picturesOf = ({ references }: RenderedBody, link: string): string[] =>
  references.images.flatMap(({ address }) =>
    URL.canParse(address, link) ? [new URL(address, link).href] : [],
  );

interface PageParts {
  settings: SettingsStore;
  articles: Articles;
  tags: Tags;
  pictures: Pictures;
  renderings: Renderings;
}

/** Makes pages, as the models that are rendered to HTML. */
export const createPages = ({
  settings: store,
  articles,
  tags,
  pictures,
  renderings,
}: PageParts) => {
  const pages = {
    /** A page of the listing of tags or of the whole site; null when there is no such page. */
    async listing(
      selection: Selection,
      pageNumber: number,
      now: Date,
    ): Promise<ListingPage | null> {
      const settings = await store.get();
      const { addresses, language, timeZone, entriesPerPage, excerptCharacters } = settings;
      const query = selectionQuery(selection, now);
      const count = await articles.count(query);
      if (count === 0 && selection.tags.length > 1) return null;
      const pageCount = Math.max(1, Math.ceil(count / entriesPerPage));
      if (pageNumber > pageCount) return null;
      const entries = await articles.list({
        ...query,
        start: (pageNumber - 1) * entriesPerPage,
        limit: entriesPerPage,
      });
      const name = selectionName(selection);
      const title = selectionTitle(selection, language) ?? settings.siteName;
      const address = (number: number) =>
        name === undefined ? addresses.home(number) : addresses.tag(name, number);
      const description =
        name === undefined ? settings.description : onlyTag(selection)?.description;
      const deadline = renderingDeadline();
      const tagImage = onlyTag(selection)?.image;
      const image = tagImage ? toImage(tagImage, settings.baseUrl) : undefined;
      const shows = new Set(settings.appearance.listing);
      const covers = shows.has('cover') ? entries.map((article) => coverOf(article, settings)) : [];
      const [summaries, known] = await Promise.all([
        Promise.all(entries.map((article) => renderings.summary(article, settings, deadline))),
        pictures.find(
          [...covers, image].flatMap((shown) => shown?.url ?? []),
          settings.baseUrl,
        ),
      ]);
      return {
        ...basics(settings),
        title,
        description: description?.trim() ?? '',
        image: image && toPicture(image, known, TOPIC_SIZES),
        canonical: address(pageNumber),
        feeds: name === undefined ? siteFeeds(settings) : tagFeeds(settings, name, title),
        subscribe: addresses.subscribe(),
        entries: entries.map((article, place) => ({
          title: article.title,
          href: addresses.article(article.slug),
          date: toPageDate(article.date, language, timeZone),
          excerpt: excerpt(summaries[place]!, excerptCharacters),
          author: article.author?.trim() || undefined,
          cover: covers[place] && toPicture(covers[place], known, THUMB_SIZES),
          tags: toTagLinks(article, settings),
        })),
        pageNumber,
        pageCount,
        newer: pageNumber > 1 ? address(pageNumber - 1) : undefined,
        older: pageNumber < pageCount ? address(pageNumber + 1) : undefined,
      };
    },

    /**
     * A page of the home: the newest articles of the site, and what they are about. Null where there is
     * no home, and as long as nothing is public.
     */
    async home(pageNumber: number, now: Date): Promise<ListingPage | null> {
      const { hasHome } = await store.get();
      const listing = hasHome ? await pages.listing(WHOLE_SITE, pageNumber, now) : null;
      if (!listing || listing.entries.length === 0) return null;
      if (pageNumber > 1) return listing;
      const { tags: all, canonical = '' } = await pages.tags(now);
      // As sorted by title, so that those of as many articles stay in that order.
      const listed = [...all].sort((a, b) => b.articles - a.articles).slice(0, HOME_TOPICS);
      return { ...listing, topics: { listed, all: canonical } };
    },

    /** The list of all tags, by title. */
    async tags(now: Date): Promise<TagsPage> {
      const settings = await store.get();
      const { addresses, language, site } = settings;
      const { compare } = new Intl.Collator(language);
      const listed = await tags.listCounted(now);
      return {
        ...basics(settings),
        title: site.texts.say('tags'),
        titleLanguage: site.texts.foreign('tags'),
        description: '',
        canonical: addresses.tags(),
        opml: addresses.opml(),
        feeds: siteFeeds(settings),
        subscribe: addresses.subscribe(),
        tags: listed
          .map((tag) => ({
            title: tagTitle(tag, language),
            href: addresses.tag(tag.slug),
            description: tag.description?.trim() ?? '',
            articles: tag.articles,
          }))
          .sort((a, b) => compare(a.title, b.title) || compare(a.href, b.href)),
      };
    },

    /** The page that explains feeds and lists them. */
    async subscribe(subscriptions: Subscription[]): Promise<SubscribePage> {
      const settings = await store.get();
      const { addresses, site } = settings;
      return {
        ...basics(settings),
        isHtmlAlone: true,
        title: site.texts.say('subscribe'),
        titleLanguage: site.texts.foreign('subscribe'),
        description: '',
        canonical: addresses.subscribe(),
        opml: addresses.opml(),
        feeds: siteFeeds(settings),
        subscriptions,
      };
    },

    /** The page of an article. */
    async article(article: Article): Promise<ArticlePage> {
      const settings = await store.get();
      const { addresses, language, timeZone, baseUrl } = settings;
      const canonical = addresses.article(article.slug);
      const shownAt = pictureSizes(settings.appearance.width);
      const deadline = renderingDeadline();
      const body = article.body ?? '';
      const [summary, rendered = renderPlain(body)] = await Promise.all([
        renderings.summary(article, settings, deadline),
        renderings.body(body, canonical, deadline),
      ]);
      const cover = coverOf(article, settings);
      const known = await pictures.find(
        [...(cover ? [cover.url] : []), ...picturesOf(rendered, canonical)],
        baseUrl,
      );
      const shown = rendered.isHeavy
        ? undefined
        : await renderings.page(
            rendered.html,
            { link: canonical, pictures: known, shownAt, hasCover: cover !== undefined },
            deadline,
          );
      return {
        ...basics(settings),
        title: article.title,
        description: excerpt(summary, DESCRIPTION_CHARACTERS),
        canonical,
        feeds: siteFeeds(settings),
        date: toPageDate(article.date, language, timeZone),
        modified: toPageDate(lastChange(article), language, timeZone).iso,
        author: article.author?.trim() || undefined,
        cover: cover && toPicture(cover, known, shownAt),
        attachment: article.attachment
          ? toPlayable(toEnclosure(article.attachment, baseUrl), language)
          : undefined,
        tags: toTagLinks(article, settings),
        bodyHtml: shown?.html ?? rendered.html,
        headings: shown?.headings ?? [],
        minutes: body.trim() === '' ? undefined : shown?.minutes,
      };
    },

    /** The page of an error, with what is known of the site: the database may be away. */
    error(error: ErrorText): ErrorPage {
      const settings = store.known();
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

import { isBlank } from '../lib/values';
import type { Article } from '../content/article';
import type { RenderedBody } from '../content/body';
import { toImage } from '../content/item';
import { type KnownPictures, pictureAttributes } from '../content/page/media';
import {
  directoryTitle,
  feedTitle,
  type Selection,
  selectionPath,
  tagTitle,
  WHOLE_SITE,
} from '../content/selection';
import { toAbsolute } from '../lib/web-address';
import { decodePath } from '../lib/url-paths';
import { FEED_FORMATS } from '../feed/formats';
import type { Image } from '../feed/model';
import { excerpt } from '../lib/text';
import { isForCards } from '../pages/structured-data';
import {
  type AllTopicsText,
  type AuthorLink,
  type EntryLink,
  type FeedLink,
  type Picture,
  type TagLink,
  type TagsPage,
  toPageDate,
  type TopicIndex,
} from '../pages/model';
import type { Settings } from '../options/settings';
import { listingPath } from '../mapping/address';
import { groupTypes, type TopicPlan } from '../mapping/plan';
import type { EntryWithPath } from '../entries/surroundings';
import type { Site } from './editions';

/** Characters that a link shows of another article's title. */
const LINK_CHARACTERS = 200;

/** Links to the feed of a selection in each format, the default format first. */
export const feedsOfSelection = (settings: Settings, selection: Selection): FeedLink[] => {
  const title = feedTitle(settings, selection);
  return FEED_FORMATS.map(({ name, mediaType, label }) => ({
    title,
    href: settings.addresses.feed(name, selectionPath(selection)),
    type: mediaType,
    label,
  }));
};

export const siteFeeds = (settings: Settings): FeedLink[] => feedsOfSelection(settings, WHOLE_SITE);

interface TopicWords {
  title: 'tags' | 'categories' | 'authors';
  all: AllTopicsText;
}

const TAG_WORDS: TopicWords = { title: 'tags', all: 'allTags' };
const CATEGORY_WORDS: TopicWords = { title: 'categories', all: 'allCategories' };

/** Texts for topics by the name of their directory, in the language of the site. */
const TOPIC_WORDS: Record<string, TopicWords> = {
  tags: TAG_WORDS,
  tag: TAG_WORDS,
  categories: CATEGORY_WORDS,
  category: CATEGORY_WORDS,
};

const AUTHOR_WORDS: TopicWords = { title: 'authors', all: 'allAuthors' };

/** Heading of the list of all topics of a type, and the text of links to it. */
export const indexTitle = (
  { address: { directory }, isOfAuthors }: TopicPlan,
  { language, texts }: Settings,
): Pick<TagsPage, 'title' | 'titleLanguage' | 'allText'> => {
  const words = isOfAuthors ? AUTHOR_WORDS : TOPIC_WORDS[directory.split('/').at(-2) ?? ''];
  return words
    ? {
        title: texts.say(words.title),
        titleLanguage: texts.foreign(words.title),
        allText: words.all,
      }
    : { title: directoryTitle(directory, language) };
};

/** Number of lists of topics that the header links to at most. */
const HEADER_INDEXES = 3;

/** The picture that represents the site on other sites: that of its feeds, or its logo, or its icon. */
const siteImage = ({ imageUrl, appearance, baseUrl }: Settings): string | undefined =>
  [imageUrl, appearance.logo?.src ?? '', appearance.favicon]
    .filter((address) => address !== '')
    .map((address) => toAbsolute(address, baseUrl))
    .find(isForCards);

/** Absolute address that the site's name links to. */
export const siteUrlOf = ({ hasHome, addresses, indexPage }: Settings): string =>
  hasHome ? addresses.home() : indexPage;

/** Properties that every page has. */
export const commonProperties = ({ plan, inForce }: Pick<Site, 'plan' | 'inForce'>) => {
  const { siteName, addresses, language, texts, appearance, templates } = inForce;
  const indexes = groupTypes(plan).filter(({ isOfAuthors }) => !isOfAuthors);
  return {
    siteName,
    siteUrl: siteUrlOf(inForce),
    siteImage: siteImage(inForce),
    language,
    texts,
    appearance,
    templates,
    subscribe: addresses.subscribe(),
    topicIndexes: indexes.slice(0, HEADER_INDEXES).map((type): TopicIndex => {
      const { title, titleLanguage } = indexTitle(type, inForce);
      return { title, titleLanguage, href: addresses.listing(listingPath(type.address)) };
    }),
  };
};

export const coverOf = ({ cover }: Article, { baseUrl }: Settings): Image | undefined =>
  cover ? toImage(cover, baseUrl) : undefined;

/** Links to the topics of an article. */
export const toTagLinks = ({ topics }: Article, { addresses, language }: Settings): TagLink[] =>
  topics.map((topic) => ({
    title: tagTitle(topic, language),
    href: addresses.listing(topic.path),
  }));

/** The authors of an article, with links to their pages; undefined when only a name is known. */
export const toAuthorLinks = (
  { authors }: Article,
  { addresses }: Settings,
): AuthorLink[] | undefined =>
  authors?.map(({ name, topic }) =>
    topic ? { name, href: addresses.listing(topic.path) } : { name },
  );

/**
 * The title that pages show for an entry. An imported row may have a blank title, which neither a heading nor a
 * link can have: show its slug then.
 */
export const shownTitle = ({ title, path }: Pick<Article, 'title' | 'path'>): string =>
  isBlank(title) ? decodePath(path.split('/').filter(Boolean).at(-1) ?? path) : title;

export const toEntryLink = (
  entry: EntryWithPath,
  { addresses, language, timeZone }: Settings,
  toDate = toPageDate,
): EntryLink => ({
  title: excerpt(shownTitle(entry), LINK_CHARACTERS),
  href: addresses.entry(entry.path),
  date: toDate(entry.date, language, timeZone),
});

/**
 * A picture in all its sizes.
 *
 * @param shownAt its width on the page, in the syntax of the attribute `sizes`
 */
export const toPicture = (image: Image, known: KnownPictures, shownAt: string): Picture => {
  const { url, alt, width, height } = image;
  const { srcset, sizes } = known[url] ? pictureAttributes(known[url], shownAt) : {};
  return { src: url, srcset, sizes, alt, width, height };
};

/** The pictures of a body, with absolute addresses. */
export const picturesOf = ({ references }: RenderedBody, link: string) =>
  references.images.map(({ address, alt }) => ({ src: toAbsolute(address, link), alt }));

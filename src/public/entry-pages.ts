import { type Article, asShown, type Topic, originalAddress } from '../content/article';
import { renderPlain } from '../content/body';
import { isEmpty, bodySourceOf } from '../content/body-source';
import { lastChange, lastToldUpdate, toEnclosure, toImage } from '../content/item';
import { tagTitle } from '../content/selection';
import { excerpt, excerptOfSentences, toFileSize } from '../lib/text';
import {
  type ArticlePage,
  type ContentPage,
  toDuration,
  type Picture,
  toPageDate,
} from '../pages/model';
import { inOneLine } from '../pages/document';
import { AUTHOR_SIZES, pictureSizes } from '../pages/style';
import { renderingDeadline } from '../cache/renderings';
import type { Edition, Site } from './editions';
import { isPageType, topicTypeOf } from '../mapping/plan';
import { findPictures } from '../entries/pictures';
import { findSurroundings } from '../entries/surroundings';
import type { KnownPictures } from '../content/page/media';
import {
  commonProperties,
  coverOf,
  picturesOf,
  shownTitle,
  siteFeeds,
  toAuthorLinks,
  toEntryLink,
  toPicture,
  toTagLinks,
} from './page-parts';
import { editorSummary } from '../content/body-summary';
import { stripTags } from '../content/html';
import type { Enclosure } from '../feed/model';
import { isForCards } from '../pages/structured-data';
import { translateArticle } from './translations';

/** Characters of a page's description. Search engines show about as many. */
export const DESCRIPTION_CHARACTERS = 160;

/** Number of authors that the page of an article describes, and of characters for each of them. */
const DESCRIBED_AUTHORS = 3;
const AUTHOR_CHARACTERS = 280;

/** The first picture of a body that other sites can show on a card. */
const firstPicture = (
  pictures: ReturnType<typeof picturesOf>,
  known: KnownPictures,
): Picture | undefined => {
  const first = pictures.find(({ src }) => isForCards(src));
  return first && { ...first, width: known[first.src]?.width, height: known[first.src]?.height };
};

/** Characters that an article shows of its summary above the body. */
const STANDFIRST_CHARACTERS = 400;

/** Characters of a body's markup in which its opening words are looked for. */
const OPENING_CHARACTERS = 10_000;

/** The editor's summary; undefined when the body begins with the same words. */
const standfirstOf = (
  article: Pick<Article, 'summary'>,
  bodyHtml: string,
  language: string,
): string | undefined => {
  const summary = editorSummary(article);
  if (summary === undefined) return undefined;
  const standfirst = excerptOfSentences(inOneLine(summary), STANDFIRST_CHARACTERS, language);
  const opening = inOneLine(stripTags(bodyHtml.slice(0, OPENING_CHARACTERS)));
  return opening.startsWith(standfirst.replace(/\s*…$/, '')) ? undefined : standfirst;
};

/** Sound or film, with what a page shows of it. */
const toPlayable = (
  { url, length, type }: Enclosure,
  language: string,
  seconds?: number,
): ArticlePage['attachment'] => ({
  src: url,
  type,
  size: toFileSize(length, language),
  ...(seconds !== undefined && { duration: toDuration(seconds) }),
});

/**
 * Makes what the pages of all entries have.
 *
 * @param further addresses of other pictures that the page shows
 * @returns the page, and what is known about all its pictures
 */
const contentOf = async (
  site: Site,
  article: Article,
  further: string[] = [],
): Promise<{ content: ContentPage; known: KnownPictures }> => {
  const { renderings, inForce: settings } = site;
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
  const pictures = picturesOf(rendered, canonical);
  const known = await findPictures(
    site.strapi,
    [...(cover ? [cover.url] : []), ...further, ...pictures.map(({ src }) => src)],
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
        },
        deadline,
      );
  const content: ContentPage = {
    ...commonProperties(site),
    title: shownTitle(article),
    documentTitle,
    description: description ?? excerpt(inOneLine(summary), DESCRIPTION_CHARACTERS),
    canonical,
    original,
    isNoindex,
    // `hreflang` links are only for pages that search engines are to find.
    translations:
      isNoindex || original !== undefined
        ? undefined
        : await translateArticle(site, article, new Date()),
    feeds: siteFeeds(settings),
    modified: toPageDate(lastChange(article), language, timeZone).iso,
    cover: cover && toPicture(cover, known, shownAt),
    cardImage: cardImage ?? (cover ? undefined : firstPicture(pictures, known)),
    bodyHtml: shown?.html ?? rendered.html,
    headings: shown?.headings ?? [],
    minutes: isEmpty(body) ? undefined : shown?.minutes,
  };
  return { content, known };
};

/** Finds those authors of an article who have pages, with their descriptions. */
const findAuthors = async ({ plan, topics }: Edition, article: Article): Promise<Topic[]> => {
  const named = (article.authors ?? []).flatMap(({ topic }) => topic ?? []);
  const found = await Promise.all(
    named.slice(0, DESCRIBED_AUTHORS).map(({ contentType, documentId }) => {
      const type = topicTypeOf(plan, contentType);
      const isDescribed = type.description !== undefined || type.image !== undefined;
      return isDescribed ? topics.findVisible(type, [documentId]) : [];
    }),
  );
  // A localised type has a row for each locale if the site publishes none by its locale.
  return found.flatMap(([first]) => first ?? []);
};

/**
 * Makes the page of an article.
 *
 * @param isListed for a preview: whether lists will have the article
 */
const toArticlePage = async (
  site: Site,
  given: Article,
  isListed?: boolean,
): Promise<ArticlePage> => {
  const { inForce: settings } = site;
  const article = asShown(given);
  const { language, timeZone, baseUrl } = settings;
  const authors = (await findAuthors(site, article)).map((author) => ({
    ...author,
    image: author.image ? toImage(author.image, baseUrl) : undefined,
  }));
  const { content, known } = await contentOf(
    site,
    article,
    authors.flatMap(({ image }) => image?.url ?? []),
  );
  const { newer, older, related } = await findSurroundings(site, article, new Date(), isListed);
  const updated = lastToldUpdate(article, timeZone);
  return {
    ...content,
    standfirst: standfirstOf(article, content.bodyHtml, language),
    describedAuthors: authors.flatMap(({ description, image, path, ...author }) => {
      const text = description?.trim() ?? '';
      return text === '' && !image
        ? []
        : {
            name: tagTitle(author, language),
            href: settings.addresses.listing(path),
            description: excerptOfSentences(text, AUTHOR_CHARACTERS, language),
            image: image && toPicture(image, known, AUTHOR_SIZES),
          };
    }),
    date: toPageDate(article.date, language, timeZone),
    updated: updated && toPageDate(updated, language, timeZone),
    author: article.author?.trim() || undefined,
    authors: toAuthorLinks(article, settings),
    attachment: article.attachment
      ? toPlayable(toEnclosure(article.attachment, baseUrl), language, article.episode?.duration)
      : undefined,
    tags: toTagLinks(article, settings),
    newer: newer && toEntryLink(newer, settings),
    older: older && toEntryLink(older, settings),
    related: related.map((entry) => toEntryLink(entry, settings)),
  };
};

/** Makes the page of an entry: of an article, or of a page of its own. */
export const makeEntryPage = async (
  site: Site,
  article: Article,
  isListed?: boolean,
): Promise<ArticlePage | ContentPage> =>
  isPageType(site.plan, article.contentType)
    ? (await contentOf(site, article)).content
    : toArticlePage(site, article, isListed);

import { renderingDeadline } from '../cache/renderings';
import type { EntryQuery } from '../catalogue/published-rows';
import { asShown, type Topic } from '../content/article';
import { toImage } from '../content/item';
import { hasYear } from '../entries/entries';
import { findPictures } from '../entries/pictures';
import { excerptOfSentences } from '../lib/text';
import { type ListingPage, toPageDate, type Translation } from '../pages/model';
import { pictureSizes, THUMB_SIZES, TOPIC_SIZES } from '../pages/style';
import type { Site } from './editions';
import {
  commonProperties,
  coverOf,
  shownTitle,
  toAuthorLinks,
  toPicture,
  toTagLinks,
} from './page-parts';

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
  translate: () => Promise<Translation[]>;
  /** Whether the first page exists without any article. */
  mayBeEmpty?: boolean;
  isOfTopics?: boolean;
}

/** Makes a page of a listing; null when there is no such page. */
export const makeListingPage = async (
  site: Site,
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
  const { strapi, entries: allEntries, renderings, inForce: settings } = site;
  const { addresses, language, timeZone, entriesPerPage, excerptCharacters } = settings;
  const start = (pageNumber - 1) * entriesPerPage;
  const extent = start > 0 ? await allEntries.findExtent(query) : undefined;
  if (extent && extent.count <= start) return null;
  const found = await allEntries.list({ ...query, start, limit: entriesPerPage });
  const { count } = extent ?? (await found.countAll());
  if (count === 0 && !others.mayBeEmpty) return null;
  const pageCount = Math.max(1, Math.ceil(count / entriesPerPage));
  const entries = found.articles.map(asShown);
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
    ...commonProperties(site),
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
      settings.archive && !others.isOfTopics && entries.some(({ date }) => hasYear(date, timeZone))
        ? addresses.archive()
        : undefined,
    entries: entries.map((article, index) => ({
      title: shownTitle(article),
      href: addresses.entry(article.path),
      date: toPageDate(article.date, language, timeZone),
      excerpt: excerptOfSentences(summaries[index]!, excerptCharacters, language),
      author: article.author?.trim() || undefined,
      authors: toAuthorLinks(article, settings),
      cover: covers[index] && toPicture(covers[index], known, THUMB_SIZES),
      leadCover:
        index === 0 && leadCover
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

import {
  type ListName,
  markOfList,
  SITE_LIST,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import { ofSource, ofTopic, type Selection, WHOLE_SITE } from '../content/selection';
import { homePath } from '../options/site-addresses';
import { FEED_FORMATS, type FeedFormat } from '../feed/formats';
import { newDependencies, trackDependencies } from '../lib/cache-tags';
import { groupTypes, sourceListings } from '../mapping/plan';
import type { Settings } from '../options/settings';
import { type Edition, type Site, siteNow } from '../public/editions';
import { findFirstFeed } from '../public/feeds';

/** A feed's document that subscribers poll. */
export interface PolledDocument {
  /** Absolute address, which the document states as its own. */
  address: string;
  body: string;
}

/** Most times that a document is made until long texts are rendered: each time waits some seconds for them. */
const MADE_AT_MOST = 4;

/** An incomplete document that expires within so many milliseconds is made again. */
const SOON = 15_000;

const editionOfList = (editions: readonly Edition[], list: ListName): Edition | undefined =>
  editions.find(({ mark }) => mark === markOfList(list));

/**
 * What the listings and feeds of a list are about. The site's list also stands for the listing of the only source.
 * Empty for lists without feeds, and for topics that readers may not know of.
 *
 * @param edition the edition of the list's locale
 * @param marked name of the list in the catalogue, with the mark of its locale
 */
export const selectionsOfList = async (
  { plan, topics }: Edition,
  { home }: Settings,
  marked: ListName,
  now: Date,
): Promise<Selection[]> => {
  const list = unmarked(marked);
  const listings = sourceListings(plan, homePath(home));
  if (list === SITE_LIST) {
    return [WHOLE_SITE, ...listings.filter(({ isAlone }) => isAlone).map(ofSource)];
  }
  const named = topicOfList(list);
  if (!named) {
    return listings
      .filter(({ contentType, isAlone }) => contentType === list && !isAlone)
      .map(ofSource);
  }
  const type = groupTypes(plan).find(({ contentType }) => contentType === named.contentType);
  return type ? (await topics.findVisible(type, [named.documentId], now)).map(ofTopic) : [];
};

/** The document that readers get for the feed of a selection; undefined if the feed has no items. */
const makeDocument = async (
  site: Site,
  selection: Selection,
  { format, now }: { format: FeedFormat; now: Date },
): Promise<PolledDocument | undefined> => {
  for (let tried = 1; ; tried += 1) {
    const dependencies = newDependencies();
    const made = await trackDependencies(dependencies, async () => {
      const feed = await findFirstFeed(site, selection, format, now);
      return feed.items.length === 0
        ? undefined
        : { address: feed.channel.feedUrl, body: await site.renderings.document(format, feed) };
    });
    // Readers get the complete document as soon as it is ready.
    const isSoonWhole = dependencies.isIncomplete && dependencies.expires - Date.now() < SOON;
    if (!isSoonWhole || tried === MADE_AT_MOST) return made;
  }
};

/**
 * The documents that readers get for the feeds of a list at a moment: the first page in each format.
 *
 * @param editions the site in each of its locales
 * @param list name in the catalogue, with the mark of its locale
 */
export const findListFeeds = async (
  editions: readonly Edition[],
  list: ListName,
  now: Date,
): Promise<PolledDocument[]> => {
  const edition = editionOfList(editions, list);
  if (!edition) return [];
  const site = await siteNow(edition);
  const found: PolledDocument[] = [];
  for (const selection of await selectionsOfList(site, site.inForce, list, now)) {
    for (const format of FEED_FORMATS) {
      const document = await makeDocument(site, selection, { format, now });
      if (document) found.push(document);
    }
  }
  return found;
};

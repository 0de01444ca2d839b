import {
  feedTitle,
  ofSource,
  ofTopic,
  type Selection,
  selectionPath,
  sourceDescription,
  type SourceListing,
  WHOLE_SITE,
} from '../content/selection';
import { selectionQuery } from '../entries/topics';
import { homePath } from '../options/site-addresses';
import type { Subscription } from '../feed/opml';
import { waitForTurn } from '../lib/waiting';
import { groupTypes, sourceListings } from '../mapping/plan';
import type { Edition, Site } from './editions';

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

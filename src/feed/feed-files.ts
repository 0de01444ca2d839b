/** Names of the files of feeds, by format: the last part of their addresses. */
export interface FeedFiles {
  rss: string;
  atom: string;
  json: string;
}

/** Names of the files of feeds that a site gives no others. */
export const DEFAULT_FEED_FILES: FeedFiles = {
  rss: 'index.xml',
  atom: 'atom.xml',
  json: 'feed.json',
};

/** What files of feeds end with, behind a full stop. */
export const FEED_FILE_ENDINGS = ['xml', 'rss', 'atom', 'json'];

const NAME = new RegExp(`^[\\w\\-~][\\w\\-.~]*\\.(?:${FEED_FILE_ENDINGS.join('|')})$`);

/** Longest name of a file. */
const MAXIMUM_NAME = 100;

/**
 * Whether a feed may have a file of this name. It ends as files of feeds do, and slugs do not: an entry
 * is never where a feed is.
 */
export const isFeedFile = (name: string): boolean => name.length <= MAXIMUM_NAME && NAME.test(name);

import { FEED_FILE_ENDINGS } from '../lib/url-paths';
import { ATOM_MEDIA_TYPE, renderAtom } from './atom';
import { JSON_FEED_MEDIA_TYPE, renderJsonFeed } from './json-feed';
import type { Feed } from './model';
import { renderRss, RSS_MEDIA_TYPE } from './rss';

/** File names of feeds, by format: the last part of their addresses. */
export interface FeedFiles {
  rss: string;
  atom: string;
  json: string;
}

/** File names of feeds where a site does not change them. */
export const DEFAULT_FEED_FILES: FeedFiles = {
  rss: 'index.xml',
  atom: 'atom.xml',
  json: 'feed.json',
};

const NAME = new RegExp(`^[\\w\\-~][\\w\\-.~]*\\.(?:${FEED_FILE_ENDINGS.join('|')})$`);

/** Characters of a file name at most. */
const MAXIMUM_NAME = 100;

/**
 * Whether a feed may have a file of this name. The name has an ending of feeds, which slugs cannot have: an entry
 * is never at the address of a feed. The sitemap has its own.
 */
export const isFeedFile = (name: string): boolean =>
  name.length <= MAXIMUM_NAME && NAME.test(name) && name.toLowerCase() !== 'sitemap.xml';

/** A format that feeds are offered in. Every list of formats in the plugin is made from these. */
export interface FeedFormat {
  name: keyof FeedFiles;
  /** Default file name: the last part of the address, unless the site changes it. */
  fileName: string;
  /** Media type without parameters. */
  mediaType: string;
  /** Name for people. */
  label: string;
  /**
   * Whether items always have author, categories and picture, and the document links to its history. RSS has these
   * only on request, since its contract names every element.
   */
  detailed: boolean;
  render: (feed: Feed) => string;
}

const XML_MEDIA_TYPE = 'application/xml';

/**
 * Media type that a format is served as. Browsers apply a style sheet to XML. They show media types of feeds as
 * text, or pass them to another program.
 */
export const servedAs = ({ name, mediaType }: FeedFormat, hasStylesheet: boolean): string =>
  hasStylesheet && name !== 'json' ? XML_MEDIA_TYPE : mediaType;

/** The default format. */
export const RSS_FORMAT: FeedFormat = {
  name: 'rss',
  fileName: DEFAULT_FEED_FILES.rss,
  mediaType: RSS_MEDIA_TYPE,
  label: 'RSS',
  detailed: false,
  render: renderRss,
};

/** All formats, the default format first. */
export const FEED_FORMATS: readonly FeedFormat[] = [
  RSS_FORMAT,
  {
    name: 'atom',
    fileName: DEFAULT_FEED_FILES.atom,
    mediaType: ATOM_MEDIA_TYPE,
    label: 'Atom',
    detailed: true,
    render: renderAtom,
  },
  {
    name: 'json',
    fileName: DEFAULT_FEED_FILES.json,
    mediaType: JSON_FEED_MEDIA_TYPE,
    label: 'JSON Feed',
    detailed: true,
    render: renderJsonFeed,
  },
];

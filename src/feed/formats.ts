import { DEFAULT_FEED_FILES, type FeedFiles } from './addresses';
import { ATOM_MEDIA_TYPE, renderAtom } from './atom';
import { JSON_FEED_MEDIA_TYPE, renderJsonFeed } from './json-feed';
import type { Feed } from './model';
import { renderRss, RSS_MEDIA_TYPE } from './rss';

/** A format feeds are offered in. Whatever lists the formats takes them from here. */
export interface FeedFormat {
  name: keyof FeedFiles;
  /** Last part of the address, where a site does not call it otherwise. */
  fileName: string;
  /** Without parameters. */
  mediaType: string;
  /** For people. */
  label: string;
  /**
   * Whether items always carry author, categories and picture, and the document the links to its
   * history. RSS has them on request only: its contract names every element.
   */
  detailed: boolean;
  render: (feed: Feed) => string;
}

const XML_MEDIA_TYPE = 'application/xml';

/**
 * Media type that a format is served as. Browsers apply a style sheet to XML, and show what is called a
 * feed as text, or hand it to another program.
 */
export const servedAs = ({ name, mediaType }: FeedFormat, hasStylesheet: boolean): string =>
  hasStylesheet && name !== 'json' ? XML_MEDIA_TYPE : mediaType;

/** The format that goes by default. */
export const RSS_FORMAT: FeedFormat = {
  name: 'rss',
  fileName: DEFAULT_FEED_FILES.rss,
  mediaType: RSS_MEDIA_TYPE,
  label: 'RSS',
  detailed: false,
  render: renderRss,
};

/** All formats, the default one first. */
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

/** The neutral model: what every feed format is rendered from. */

/** A feed and what it is about. RSS 2.0 calls it channel, Atom and JSON Feed call it feed. */
export interface Channel {
  /** Plain text. */
  title: string;
  /** Absolute address of the page the feed belongs to. */
  link: string;
  /** Plain text. */
  description: string;
  /** Absolute address of the feed itself. */
  feedUrl: string;
  /** BCP 47 language tag. */
  language: string;
  /** IANA time zone the dates are written in. */
  timeZone: string;
  /** Newest change among the items, or of the subject itself when there is no item. */
  updated: Date;
  /** Name of the publishing tool. */
  generator: string;
}

/** One entry of a feed. */
export interface Item {
  /** Plain text. */
  title: string;
  /** Absolute address of the article as it is now. */
  link: string;
  /** Permalink at first publication; never changes. */
  guid: string;
  /** The editor's publication date. */
  date: Date;
  /** Last change of what the item shows; never before `date`. */
  updated: Date;
  /** Plain text; may contain line breaks. */
  summary: string;
}

/** A channel with its items, in the order they are shown. */
export interface Feed {
  channel: Channel;
  items: Item[];
}

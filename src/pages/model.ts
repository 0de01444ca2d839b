/** What the HTML pages are rendered from. All text is plain unless its name says HTML. */

/** A link to a feed, for autodiscovery. */
export interface FeedLink {
  title: string;
  href: string;
  /** Media type, without parameters. */
  type: string;
  /** Name of the format. */
  label: string;
}

/** What every page has. */
export interface Page {
  siteName: string;
  /** Absolute address that the site's name links to. */
  siteUrl: string;
  /** BCP 47 language tag. */
  language: string;
  /** Heading of the page; the document's title adds the site's name. */
  title: string;
  description: string;
  /** Absolute address of this page; none for an error. */
  canonical?: string;
  feeds: FeedLink[];
}

export interface TagLink {
  title: string;
  href: string;
}

export interface PageDate {
  /** ISO 8601, for machines. */
  iso: string;
  /** In the site's language and time zone, for people. */
  text: string;
}

export interface ListingEntry {
  title: string;
  href: string;
  date: PageDate;
  excerpt: string;
}

/** The listing of a tag, or a further page of it. */
export interface ListingPage extends Page {
  entries: ListingEntry[];
  pageNumber: number;
  pageCount: number;
  /** Absolute addresses of the pages before and after this one. */
  newer?: string;
  older?: string;
}

/** All tags. */
export interface TagsPage extends Page {
  /** Absolute address of the list of all feeds. */
  opml: string;
  tags: (TagLink & { description: string; articles: number })[];
}

export interface ArticlePage extends Page {
  date: PageDate;
  /** Last change, in ISO 8601. */
  modified: string;
  author?: string;
  cover?: { src: string; alt: string; width?: number; height?: number };
  tags: TagLink[];
  /** Sanitised HTML. */
  bodyHtml: string;
}

/** An answer that is not 200. */
export interface ErrorPage extends Page {
  message: string;
}

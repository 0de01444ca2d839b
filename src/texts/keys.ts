/**
 * Every text of the public pages and feeds, with the values it may show: "{page}" in a text is the
 * value of that name. A text with a `count` has a form for each plural category of its language.
 */
export const TEXT_VALUES = {
  /** First link of a page, for keyboards and screen readers. */
  skipToContent: [],
  /** Heading of the list of tags, and name of an article's tags. */
  tags: [],
  /** Link to the list of tags. */
  allTags: [],
  noTags: [],
  /** Heading of the list of topics whose directory is called so. */
  categories: [],
  /** Link to the list of categories. */
  allCategories: [],
  /** Heading of the list of authors who have pages. */
  authors: [],
  /** Link to the list of authors. */
  allAuthors: [],
  /** Heading of the newest articles in `/llms.txt`. */
  articles: [],
  articleCount: ['count'],
  noArticles: [],
  /** Name of the links to the pages before and after, for screen readers; heading of pages of their own in `/llms.txt`. */
  pages: [],
  /** In the title of a listing's further pages. */
  page: ['page'],
  pageOf: ['page', 'pages'],
  newerArticles: [],
  olderArticles: [],
  /** Above the title of the article before one and of the next one, at its end. */
  previousArticle: [],
  nextArticle: [],
  /** Heading of other articles about the same, at the end of one. */
  relatedArticles: [],
  /** Heading of the newest articles, on the page of what is not there. */
  newestArticles: [],
  /** Heading of the articles by month, and link to them. */
  archive: [],
  /** Heading above what to do with a feed. */
  subscribe: [],
  /** Ends before the address, which is on a line of its own. */
  howToSubscribe: ['feed'],
  /** The same for a feed with what an author wrote, whose title begins with the author's name. */
  howToSubscribeToAuthor: ['feed'],
  /** A feed's title, and links such as "RSS" and "Atom". */
  feedFormats: ['feed', 'formats'],
  /** A sentence around the link `allFeedsLink`. */
  allFeeds: ['link'],
  allFeedsLink: [],
  /** A paragraph for who has never heard of feeds. */
  whatIsAFeed: [],
  /** Ends before links to feed readers. */
  followWith: ['feed'],
  /** Link that a feed reader on the visitor's device opens. */
  readerOnDevice: [],
  /** Heading of the list of all feeds. */
  everyFeed: [],
  /** Link to the page that explains it. */
  whatIsAFeedQuestion: [],
  /** Above a feed that somebody opens in a browser. */
  thisIsAFeed: [],
  tagFeedTitle: ['tag', 'site'],
  tagFeedDescription: ['tag', 'site'],
  /** Title of a feed with what an author wrote. */
  authorFeedTitle: ['author', 'site'],
  /** What a feed has that holds what an author wrote. */
  authorFeedDescription: ['author', 'site'],
  siteFeedDescription: ['site'],
  notFound: [],
  notFoundMessage: [],
  gone: [],
  goneMessage: [],
  methodNotAllowed: [],
  methodNotAllowedMessage: [],
  preconditionFailed: [],
  preconditionFailedMessage: [],
  serverError: [],
  serverErrorMessage: [],
  unavailable: [],
  unavailableMessage: [],
  /** An error in plain text: its title is one of the above, its message the sentence after it. */
  plainError: ['title', 'message'],
  /** Where a redirect leads, for who does not follow it. */
  movedPermanently: ['address'],
  /** Heading of an article's table of contents. */
  contents: [],
  /** Link to a file that belongs to an article. */
  download: ['size'],
  /** How many minutes an article takes to read. */
  readingTime: ['count'],
  /** On the page of an article that subscribers were told of anew on a later day. */
  updatedOn: ['date'],
  /** Before the title of a draft that somebody shares: "[Draft] Title". */
  draft: [],
  /** At the top of the page of a draft that somebody shares. */
  draftNotice: ['date'],
  /** In `/llms.txt`, what its links lead to. */
  markdownAddresses: [],
} as const satisfies Record<string, readonly string[]>;

/** Name of a text. */
export type TextKey = keyof typeof TEXT_VALUES;

/** Names of all texts. */
export const TEXT_KEYS = Object.keys(TEXT_VALUES) as TextKey[];

/** Names of the values that a text may show. */
export type ValueName<Key extends TextKey> = (typeof TEXT_VALUES)[Key][number];

/** Texts that depend on a number. */
export type PluralKey = {
  [Key in TextKey]: 'count' extends ValueName<Key> ? Key : never;
}[TextKey];

/** A text for each plural category (CLDR) that the rules of its language have. */
export type PluralText = { other: string } & { [Category in Intl.LDMLPluralRule]?: string };

/** A text, or its plural forms where it depends on a number. */
type TextOf<Key extends TextKey> = Key extends PluralKey ? string | PluralText : string;

/** All texts in a language. */
export type LanguageTexts = { [Key in TextKey]: TextOf<Key> };

/** Texts that a site words otherwise, by BCP 47 language tag. */
export type OwnTexts = { [language: string]: Partial<LanguageTexts> };

/** Name of an error's title; its message has the same with "Message". */
export type ErrorText = {
  [Key in TextKey]: `${Key}Message` extends TextKey ? Key : never;
}[TextKey];

/** Whether a text depends on a number. */
export const isPlural = (key: TextKey): boolean =>
  (TEXT_VALUES[key] as readonly string[]).includes('count');

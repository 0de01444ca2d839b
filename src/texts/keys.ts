/**
 * Every text of the public pages and feeds, with the names of the values it may show: "{page}" in a text is
 * replaced by the value "page". A text with a `count` has a form for each plural category of its language.
 *
 * A further text is here, in the file of every language, and in the list of `docs/languages.md`. Pages show it by
 * `<PageText>`, or by `page.texts.say` within an element with `inLanguageOfText`, so that it is marked where it is not
 * in the page's language; everything else by `settings.texts.say`.
 */
export const TEXT_VALUES = {
  /** First link of a page, for keyboards and screen readers. */
  skipToContent: [],
  /** Heading of the list of tags, and label of an article's tags. */
  tags: [],
  /** Link to the list of tags. */
  allTags: [],
  noTags: [],
  /** Heading of the list of topics whose directory is called "categories". */
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
  /** Label of links to the pages before and after, for screen readers. */
  pages: [],
  /** Addition to the title of a listing's further pages. */
  page: ['page'],
  pageOf: ['page', 'pages'],
  newerArticles: [],
  olderArticles: [],
  /** Above the titles of the previous and the next article, at the end of an article. */
  previousArticle: [],
  nextArticle: [],
  /** Heading of related articles, at the end of an article. */
  relatedArticles: [],
  /** Heading of the newest articles, on the "not found" page. */
  newestArticles: [],
  /** Heading of the list of articles by month, and text of links to it. */
  archive: [],
  /** Heading above the explanation of how to subscribe. */
  subscribe: [],
  /** The sentence ends before the feed's address, which is on a line of its own. */
  howToSubscribe: ['feed'],
  /** The same for the feed of an author's articles, whose title begins with the author's name. */
  howToSubscribeToAuthor: ['feed'],
  /** A feed's title, followed by links such as "RSS" and "Atom". */
  feedFormats: ['feed', 'formats'],
  /** A sentence around the link `allFeedsLink`. */
  allFeeds: ['link'],
  allFeedsLink: [],
  /** A paragraph for people who have never heard of feeds. */
  whatIsAFeed: [],
  /** The sentence ends before links to feed readers. */
  followWith: ['feed'],
  /** Link that a feed reader on the visitor's device opens. */
  readerOnDevice: [],
  /** Heading of the list of all feeds. */
  everyFeed: [],
  /** Link to the page that explains feeds. */
  whatIsAFeedQuestion: [],
  /** Notice above a feed that somebody opens in a browser. */
  thisIsAFeed: [],
  tagFeedTitle: ['tag', 'site'],
  tagFeedDescription: ['tag', 'site'],
  /** Title of the feed of an author's articles. */
  authorFeedTitle: ['author', 'site'],
  /** Description of the feed of an author's articles. */
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
  /** An error in plain text: its title is one of those above, its message the sentence of that title. */
  plainError: ['title', 'message'],
  /** Body of a redirect, for clients that do not follow it. */
  movedPermanently: ['address'],
  /** Heading of an article's table of contents. */
  contents: [],
  /** Link to a file that belongs to an article. */
  download: ['size'],
  /** Minutes that it takes to read an article. */
  readingTime: ['count'],
  /** On the page of an article, if subscribers were told of a change on a later day. */
  updatedOn: ['date'],
  /** Prefix of the title of a draft in a preview: "[Draft] Title". */
  draft: [],
  /** At the top of the page of a draft in a preview. */
  draftNotice: ['date'],
  /** Explains the addresses of links in `/llms.txt`. */
  markdownAddresses: [],
} as const satisfies Record<string, readonly string[]>;

export type TextKey = keyof typeof TEXT_VALUES;

export const TEXT_KEYS = Object.keys(TEXT_VALUES) as TextKey[];

/** Names of the values that a text may show. */
export type ValueName<Key extends TextKey> = (typeof TEXT_VALUES)[Key][number];

/** Texts that depend on a number. */
type PluralKey = {
  [Key in TextKey]: 'count' extends ValueName<Key> ? Key : never;
}[TextKey];

/** A text for each plural category (CLDR) of its language. */
export type PluralText = { other: string } & { [Category in Intl.LDMLPluralRule]?: string };

/** A text, or the plural forms of one that depends on a number. */
type TextOf<Key extends TextKey> = Key extends PluralKey ? string | PluralText : string;

export type LanguageTexts = { [Key in TextKey]: TextOf<Key> };

/** A site's own wording of texts, by BCP 47 language tag. */
export type OwnTexts = { [language: string]: Partial<LanguageTexts> };

/** Name of an error's title. The name of its message ends in "Message". */
export type ErrorText = {
  [Key in TextKey]: `${Key}Message` extends TextKey ? Key : never;
}[TextKey];

export const isPlural = (key: TextKey): boolean =>
  (TEXT_VALUES[key] as readonly string[]).includes('count');

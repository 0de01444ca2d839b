import { DateTime } from 'luxon';

import { formattingLanguage, type Texts } from '../texts/texts';
import type { Appearance } from './appearance';
import type { Html } from './templates';

/** The models that pages are rendered from, in HTML and in Markdown. All text is plain unless its name says HTML. */

/** A link to a feed, for autodiscovery. */
export interface FeedLink {
  title: string;
  href: string;
  /** Media type, without parameters. */
  type: string;
  /** Name of the format. */
  label: string;
}

/** A page in one of its languages. */
export interface Translation {
  /** BCP 47 language tag, or `x-default`. */
  language: string;
  /** Absolute address. */
  href: string;
  /** Feed of the page in that language; undefined for the page's own language. */
  feed?: FeedLink;
  /** Absolute address of the home in that language. */
  home?: string;
}

/** Properties that every page has. */
export interface Page {
  siteName: string;
  /** Absolute address that the site's name links to. */
  siteUrl: string;
  /** Absolute address of the site's picture, for cards of pages without a picture. */
  siteImage?: string;
  /** BCP 47 language tag. */
  language: string;
  texts: Texts;
  appearance: Appearance;
  /** Templates of the parts that the site draws itself. */
  templates?: SafeTemplates;
  /** Heading of the page. The document's title adds the site's name. */
  title: string;
  /** Language of the title; undefined when it is the page's. */
  titleLanguage?: string;
  description: string;
  /** Description for search engines, if the page has none. */
  metaDescription?: string;
  /** Whole title of the document, if it is not made of the heading and the site's name. */
  documentTitle?: string;
  /** Canonical address that search engines are to show instead of this page's. */
  original?: string;
  /** Whether search engines are asked to leave the page out. */
  isNoindex?: boolean;
  /** Day on which a preview of a draft expires; undefined for public pages. */
  draftUntil?: PageDate;
  /** Absolute address of this page; undefined for errors. */
  canonical?: string;
  /** The page in all languages, its own among them. */
  translations?: Translation[];
  feeds: FeedLink[];
  /** Absolute address of the page that explains feeds. */
  subscribe?: string;
  /** The lists of topics for the header, one for each type except authors. */
  topicIndexes?: TopicIndex[];
}

/** A link to the list of all topics of a type. */
export interface TopicIndex extends Pick<Page, 'title' | 'titleLanguage'> {
  href: string;
}

export interface TagLink {
  title: string;
  href: string;
}

/** An author, with the address of the author's page if there is one. */
export interface AuthorLink {
  name: string;
  href?: string;
}

export interface PageDate {
  /** ISO 8601, for machines. */
  iso: string;
  /** In the site's language and time zone, for people. */
  text: string;
}

/** A picture, with the attributes of its `img`. */
export interface Picture {
  src: string;
  srcset?: string;
  sizes?: string;
  alt: string;
  /** Pixels. */
  width?: number;
  /** Pixels. */
  height?: number;
}

/** An article in a listing, with everything that can be shown of it. The appearance says what is shown. */
export interface ListingEntry extends EntryLink {
  excerpt: string;
  author?: string;
  /** Each author, if they may have pages; `author` has only their names. */
  authors?: AuthorLink[];
  cover?: Picture;
  /** The cover as wide as the column, for the entry that is shown larger. */
  leadCover?: Picture;
  tags?: TagLink[];
}

/** A page of the listing of a topic, a source, a year or the whole site. */
export interface ListingPage extends Page {
  image?: Picture;
  /** Whether it lists what an author wrote. */
  isOfAuthor?: boolean;
  /** Topics on the first page of the home: a list for each type. */
  topics?: ListedTopics[];
  /** Absolute address of the archive; undefined for listings of topics. */
  archive?: string;
  entries: ListingEntry[];
  /** Whether the first entry is shown larger than the others, as on the first page of the home. */
  hasLead?: boolean;
  pageNumber: number;
  pageCount: number;
  /** Absolute addresses of the pages before and after this one. */
  newer?: string;
  older?: string;
}

/** The topics of a type with the most articles. */
export interface ListedTopics extends Pick<Page, 'title' | 'titleLanguage'> {
  listed: TagsPage['tags'];
  /** Address of the list of all topics of the type. */
  all: string;
  /** Text of the link to all topics; without it, the link has the title. */
  allText?: AllTopicsText;
}

/** Texts of links to lists of all topics of a type. */
export type AllTopicsText = 'allTags' | 'allCategories' | 'allAuthors';

/** A list of all topics of a type, such as tags; or the archive, with all years. */
export interface TagsPage extends Page {
  /** Text of links to the list; without it, they have the title. */
  allText?: AllTopicsText;
  /** Absolute address of the list of all feeds. */
  opml: string;
  tags: (TagLink & { description: string; articles: number; image?: Picture })[];
  /** Whether the topics are authors. */
  isOfAuthors?: boolean;
  /** Of the archive: the newest articles by month, the newest month first. */
  months?: ArchiveMonth[];
}

/** The articles of a month in the archive. */
export interface ArchiveMonth {
  /** Year and month, such as `2026-11`. */
  month: string;
  /** Name of the month, with its year. */
  title: string;
  /** Articles of the month. The texts of their dates are days alone. */
  entries: EntryLink[];
}

/** The page that explains feeds and lists them all. */
export interface SubscribePage extends Page {
  /** Absolute address of the OPML list of all feeds. */
  opml: string;
  subscriptions: { title: string; feedUrl: string }[];
}

/** A heading of an article that links can lead to. */
export interface Heading {
  id: string;
  text: string;
  /** 2 to 6. */
  level: number;
}

/** A link to another article. */
export interface EntryLink extends TagLink {
  date: PageDate;
}

/** An entry that is a page of its own, such as "About". Articles have these properties as well. */
export interface ContentPage extends Page {
  /** Last change, in ISO 8601. */
  modified: string;
  cover?: Picture;
  /** Picture for cards on other sites, instead of the cover. Without a cover it is the first picture of the body. */
  cardImage?: Picture;
  /** Sanitised HTML. */
  bodyHtml: string;
  headings: Heading[];
  /** Minutes that it takes to read; undefined where there is nothing to read. */
  minutes?: number;
}

export interface ArticlePage extends ContentPage {
  date: PageDate;
  /** Day on which subscribers were last told of a change, if that was a later day. */
  updated?: PageDate;
  author?: string;
  /** Each author, if they may have pages; `author` has only their names. */
  authors?: AuthorLink[];
  /** The summary, if the editor wrote one and the body does not begin with it. */
  standfirst?: string;
  /** The authors who have a description or a picture. */
  describedAuthors?: AuthorCard[];
  tags: TagLink[];
  attachment?: { src: string; type: string; size: string; duration?: PageDuration };
  /** The next article in the order of the site, and the previous one. */
  newer?: EntryLink;
  older?: EntryLink;
  /** Articles that share topics with this one. */
  related?: EntryLink[];
}

/** Length of sound or film. */
interface PageDuration {
  /** ISO 8601: `PT1H2M3S`. */
  iso: string;
  /** For people: `1:02:03`. */
  text: string;
}

/** An author at the end of an article. */
interface AuthorCard extends AuthorLink {
  description: string;
  image?: Picture;
}

/** The page of a response that is not 200. */
export interface ErrorPage extends Page {
  /** The newest articles, on the "not found" page. */
  newest?: EntryLink[];
  message: string;
  /** Language of the message; undefined when it is the page's. */
  messageLanguage?: string;
}

/** The parts that templates draw, with the model that each gets. */
export interface PartModels {
  /** Elements of the document's head beyond title, description and links: structured data of an article. */
  head: Page;
  /** What is above the content of each page. */
  header: Page;
  /** What is below the content of each page. */
  footer: Page;
  /** Content of a listing, and of the site's home. */
  listing: ListingPage;
  /** One article of a listing, within its list item. */
  entry: ListingEntry;
  /** Content of an article's page. */
  article: ArticlePage;
  /** Content of an entry that is a page of its own, such as "About". */
  page: ContentPage;
  /** Content of the list of all topics of a type. */
  tags: TagsPage;
  /** Content of the page that explains feeds. */
  subscribe: SubscribePage;
  /** Content of a response that is not 200. */
  error: ErrorPage;
}

/** What a template gets in addition to its model. */
export interface TemplateContext<Model, Owner extends Page = Page> {
  /** The page that the part belongs to. */
  page: Owner;
  /** Draws the part without the template: of the same model, or of a changed one. */
  render: (model?: Model) => Html;
}

/** Sources that are allowed in addition to the plugin's own, by directive. */
export type PolicyAdditions = Readonly<Record<string, readonly string[]>>;

/** A template that returns undefined when it fails. */
export type SafeTemplate<Model> = (
  model: Model,
  context: TemplateContext<Model>,
) => string | undefined;

/** Templates by the part that they draw. */
export type SafeParts = { [Name in keyof PartModels]?: SafeTemplate<PartModels[Name]> };

/** Templates that never throw. */
export type SafeTemplates = SafeParts & {
  style?: (style: string, appearance: Appearance) => string;
  contentSecurityPolicy?: PolicyAdditions;
};

/** A year of the Gregorian calendar in the page's language. */
export const toPageYear = (year: number, language: string): string =>
  inGregorianCalendar(new Date(Date.UTC(year, 6, 1)), language, 'utc').toLocaleString({
    year: 'numeric',
  });

const inGregorianCalendar = (date: Date, language: string, timeZone: string): DateTime =>
  DateTime.fromJSDate(date, { zone: timeZone }).reconfigure({
    locale: formattingLanguage(language),
    outputCalendar: 'gregory',
  });

const isoOf = (local: DateTime): string => local.toISO({ suppressMilliseconds: true })!;

/** The month of a date with its year, in the site's language and time zone. */
export const toPageMonth = (date: Date, language: string, timeZone: string): string =>
  inGregorianCalendar(date, language, timeZone).toLocaleString({ month: 'long', year: 'numeric' });

/** The day of a date without its year, which the page shows elsewhere. */
export const toPageDay = (date: Date, language: string, timeZone: string): PageDate => {
  const local = inGregorianCalendar(date, language, timeZone);
  return { iso: isoOf(local), text: local.toLocaleString({ month: 'short', day: 'numeric' }) };
};

/** The day of a date, in the site's language and time zone. */
export const toPageDate = (date: Date, language: string, timeZone: string): PageDate => {
  const local = DateTime.fromJSDate(date, { zone: timeZone });
  const words = local.setLocale(formattingLanguage(language));
  return { iso: isoOf(local), text: words.toLocaleString(DateTime.DATE_FULL) };
};

/** A length in seconds, for programs and for people. */
export const toDuration = (seconds: number): PageDuration => {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600),
    Math.floor((seconds % 3_600) / 60),
    seconds % 60,
  ];
  const two = (number: number): string => String(number).padStart(2, '0');
  return {
    iso: `PT${hours}H${minutes}M${rest}S`,
    text: `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`,
  };
};

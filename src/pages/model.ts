import { DateTime } from 'luxon';

import { formattingLanguage, type Texts } from '../texts/texts';
import type { Appearance } from './appearance';
import type { Html } from './html';

/** What pages are rendered from, in HTML and in Markdown. All text is plain unless its name says HTML. */

/** A link to a feed, for autodiscovery. */
export interface FeedLink {
  title: string;
  href: string;
  /** Media type, without parameters. */
  type: string;
  /** Name of the format. */
  label: string;
}

/** Where what a page is about is in a language. */
export interface Translation {
  /** BCP 47 language tag, or `x-default`. */
  language: string;
  /** Absolute address. */
  href: string;
  /** The feed of the page in the language, where it is another's than the page's. */
  feed?: FeedLink;
  /** Absolute address of the home of the language. */
  home?: string;
}

/** What every page has. */
export interface Page {
  siteName: string;
  /** Absolute address that the site's name links to. */
  siteUrl: string;
  /** Absolute address of the picture of the site, for cards of pages without any. */
  siteImage?: string;
  /** BCP 47 language tag. */
  language: string;
  /** The words of the page in its language. */
  texts: Texts;
  appearance: Appearance;
  /** The parts that the site draws itself. */
  templates?: SafeTemplates;
  /** Heading of the page; the document's title adds the site's name. */
  title: string;
  /** Language of the title, where it is not the page's. */
  titleLanguage?: string;
  description: string;
  /** What search engines are told of a page without a description. */
  metaDescription?: string;
  /** Whole title of the document, where it is another than the heading and the site's name. */
  documentTitle?: string;
  /** Absolute address that search engines are to show instead of this page's. */
  original?: string;
  /** Whether search engines are asked to leave the page out. */
  isNoindex?: boolean;
  /** Of a draft that somebody shares: the day on which its link ends. */
  draftUntil?: PageDate;
  /** Absolute address of this page; none for an error. */
  canonical?: string;
  /** The page in all languages, its own among them. */
  translations?: Translation[];
  feeds: FeedLink[];
  /** Absolute address of the page that explains feeds. */
  subscribe?: string;
  /** The lists of all topics, one for each type but authors, for the header. */
  topicIndexes?: TopicIndex[];
}

/** A list of all topics of a type, to link to. */
export interface TopicIndex extends Pick<Page, 'title' | 'titleLanguage'> {
  href: string;
}

export interface TagLink {
  title: string;
  href: string;
}

/** An author, with the address of the author's page where there is one. */
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

/** A picture, with what an `img` says of it. */
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

/** An article in a listing, with all there is to show of it; the appearance says what is shown. */
export interface ListingEntry {
  title: string;
  href: string;
  date: PageDate;
  excerpt: string;
  author?: string;
  /** Each author, where they may have pages; `author` has their names alone. */
  authors?: AuthorLink[];
  cover?: Picture;
  /** The cover as wide as the column, of an entry that is shown so. */
  leadCover?: Picture;
  tags?: TagLink[];
}

/** The listing of a tag or of the whole site, or a further page of it. */
export interface ListingPage extends Page {
  /** Picture of the tag. */
  image?: Picture;
  /** Whether it has what an author wrote. */
  isOfAuthor?: boolean;
  /** What there is to read about, on the first page of the whole site: a list for each type of topics. */
  topics?: ListedTopics[];
  /** Absolute address of the archive; none for a listing that is not by date alone. */
  archive?: string;
  entries: ListingEntry[];
  /** Whether the first entry is shown larger than the others: on the first page of the home. */
  hasLead?: boolean;
  pageNumber: number;
  pageCount: number;
  /** Absolute addresses of the pages before and after this one. */
  newer?: string;
  older?: string;
}

/** Topics of a type: those with the most articles. */
export interface ListedTopics extends Pick<Page, 'title' | 'titleLanguage'> {
  listed: TagsPage['tags'];
  /** Address of the list of all. */
  all: string;
  /** What the link to all is called, where there are words for them; its title otherwise. */
  allText?: AllTopicsText;
}

/** What links to lists of all topics of a kind are called. */
export type AllTopicsText = 'allTags' | 'allCategories' | 'allAuthors';

/** All topics of a type, such as tags, or all years. */
export interface TagsPage extends Page {
  /** What a link to it is called, where there are words for it; its title otherwise. */
  allText?: AllTopicsText;
  /** Absolute address of the list of all feeds. */
  opml: string;
  tags: (TagLink & { description: string; articles: number; image?: Picture })[];
  /** Whether the topics are authors. */
  isOfAuthors?: boolean;
  /** Of the archive: the newest articles by month, the last month first. */
  months?: ArchiveMonth[];
  /** Of the archive: years of articles that are too many to be in `months`. */
  olderYears?: TagsPage['tags'];
}

/** The articles of a month in the archive. */
export interface ArchiveMonth {
  /** Year and month, such as `2026-11`. */
  month: string;
  /** Name of the month, with its year. */
  title: string;
  /** Their dates as text are the day alone. */
  entries: EntryLink[];
}

/** What a feed is, and all feeds. */
export interface SubscribePage extends Page {
  /** Absolute address of the list of all feeds. */
  opml: string;
  subscriptions: { title: string; feedUrl: string }[];
}

/** A heading of an article, to link to. */
export interface Heading {
  id: string;
  text: string;
  /** 2 to 6. */
  level: number;
}

/** A page of its own, as a list names it. */
export interface LinkedPage {
  title: string;
  href: string;
  description: string;
}

/** Another article, to go on with. */
export interface EntryLink {
  title: string;
  href: string;
  date: PageDate;
}

/** A page of its own, such as "About": what an article has as well. */
export interface ContentPage extends Page {
  /** Last change, in ISO 8601. */
  modified: string;
  cover?: Picture;
  /** For cards on other sites, where it is another than the cover: without a cover, the first of the body. */
  cardImage?: Picture;
  /** Sanitised HTML. */
  bodyHtml: string;
  headings: Heading[];
  /** Minutes it takes to read; none where there is nothing to read. */
  minutes?: number;
}

export interface ArticlePage extends ContentPage {
  date: PageDate;
  /** When subscribers were told of it anew, where that was on a later day. */
  updated?: PageDate;
  author?: string;
  /** Each author, where they may have pages; `author` has their names alone. */
  authors?: AuthorLink[];
  /** The summary, where its editor wrote one and the body does not begin with it. */
  standfirst?: string;
  /** Those of its authors who are described or have a picture. */
  describedAuthors?: AuthorCard[];
  tags: TagLink[];
  attachment?: { src: string; type: string; size: string; duration?: PageDuration };
  /** The next article in the order of the site, and the one before it. */
  newer?: EntryLink;
  older?: EntryLink;
  /** Others that share topics with it. */
  related?: EntryLink[];
}

/** How long sound or film takes. */
interface PageDuration {
  /** ISO 8601: `PT1H2M3S`. */
  iso: string;
  /** For people: `1:02:03`. */
  text: string;
}

/** What is said of an author at the end of an article. */
interface AuthorCard extends AuthorLink {
  description: string;
  image?: Picture;
}

/** A response that is not 200. */
export interface ErrorPage extends Page {
  /** The newest articles, of a page that is not there. */
  newest?: EntryLink[];
  message: string;
  /** Language of the message, where it is not the page's. */
  messageLanguage?: string;
}

/** The parts that templates draw, by what each gets. */
export interface PartModels {
  /** What the document's head has beside title, description and links: of an article its structured data. */
  head: Page;
  /** What is above each page. */
  header: Page;
  /** What is below each page. */
  footer: Page;
  /** Content of a listing, and of the site's home. */
  listing: ListingPage;
  /** One article of a listing, within its list item. */
  entry: ListingEntry;
  /** Content of an article's page. */
  article: ArticlePage;
  /** Content of a page of its own, such as "About". */
  page: ContentPage;
  /** Content of the list of all topics of a type. */
  tags: TagsPage;
  /** Content of the page that explains feeds. */
  subscribe: SubscribePage;
  /** Content of a response that is not 200. */
  error: ErrorPage;
}

/** What a template gets beside its model. */
export interface TemplateContext<Model, Owner extends Page = Page> {
  /** The page that the part belongs to. */
  page: Owner;
  /** The part as it is without the template: of the same model, or of a changed one. */
  render: (model?: Model) => Html;
}

/** Sources to allow beside the plugin's own, by directive. */
export type PolicyAdditions = Readonly<Record<string, readonly string[]>>;

/** A template, of which nothing comes where it fails. */
export type SafeTemplate<Model> = (
  model: Model,
  context: TemplateContext<Model>,
) => string | undefined;

/** Templates of parts, by the part. */
export type SafeParts = { [Name in keyof PartModels]?: SafeTemplate<PartModels[Name]> };

/** Templates that never throw. */
export type SafeTemplates = SafeParts & {
  style?: (style: string, appearance: Appearance) => string;
  contentSecurityPolicy?: PolicyAdditions;
};

/** A year of the Gregorian calendar as a page shows it. */
export const toPageYear = (year: number, language: string): string =>
  DateTime.utc(year, 7, 1)
    .reconfigure({ locale: formattingLanguage(language), outputCalendar: 'gregory' })
    .toLocaleString({ year: 'numeric' });

const inGregorianCalendar = (date: Date, language: string, timeZone: string): DateTime =>
  DateTime.fromJSDate(date, { zone: timeZone }).reconfigure({
    locale: formattingLanguage(language),
    outputCalendar: 'gregory',
  });

/** The month of a date as a page shows it, with its year, in the site's language and time zone. */
export const toPageMonth = (date: Date, language: string, timeZone: string): string =>
  inGregorianCalendar(date, language, timeZone).toLocaleString({ month: 'long', year: 'numeric' });

/** A date as a page shows it that names the year elsewhere. */
export const toPageDay = (date: Date, language: string, timeZone: string): PageDate => {
  const local = inGregorianCalendar(date, language, timeZone);
  return {
    iso: local.toISO({ suppressMilliseconds: true }) ?? date.toISOString(),
    text: local.toLocaleString({ month: 'short', day: 'numeric' }),
  };
};

/** A date as a page shows it: the day, in the site's language and time zone. */
export const toPageDate = (date: Date, language: string, timeZone: string): PageDate => {
  const local = DateTime.fromJSDate(date, { zone: timeZone });
  return {
    iso: local.toISO({ suppressMilliseconds: true }) ?? date.toISOString(),
    text: local.setLocale(formattingLanguage(language)).toLocaleString(DateTime.DATE_FULL),
  };
};

/** A length in seconds as a page shows it. */
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

import type { Item } from '../feed/model';
import type { PodcastEpisode } from '../feed/podcast';
import { withoutSlash } from '../lib/url-paths';

/** Format of a text. */
export type TextFormat = 'markdown' | 'html' | 'text';

/** The site's own function that turns a component into HTML. The HTML is sanitised like any other. */
export type ComponentRenderer = (component: Record<string, unknown>) => string;

/** A part of a component that is shown, with the field it is in. */
export type ComponentPart =
  | { kind: TextFormat | 'blocks'; field: string }
  | { kind: 'heading'; field: string }
  /** Files. The text of `caption`, another field, is shown below them instead of their own captions. */
  | { kind: 'media'; field: string; caption?: string }
  /** A link, with the fields of its address and of its text. */
  | { kind: 'link'; field: string; label?: string }
  /** A quotation: its text, and the field with the name of who said it. */
  | { kind: 'quote'; quoted: { kind: TextFormat | 'blocks'; field: string }; by?: string }
  /** One or several components within the component. */
  | { kind: 'component'; field: string; component: string };

/** How a kind of component becomes HTML. */
export interface ComponentPlan {
  /** Name that editors know it by. */
  name: string;
  /** The site's own function. It goes before `parts`. */
  render?: ComponentRenderer;
  /** Parts that are shown, in this order. Without any and without `render`, nothing is shown. */
  parts: readonly ComponentPart[];
  /** Relations that `render` gets as titles and addresses, with the content types they lead to. */
  relations: readonly { field: string; contentType: string }[];
  /** Components within the component. */
  inner: readonly { field: string; component: string }[];
}

/** How the value of a field becomes HTML. */
export type FieldPlan =
  | { kind: TextFormat | 'blocks' }
  /** Files of the media library: pictures as a gallery, documents as a list of downloads. */
  | { kind: 'media' }
  | {
      /** A dynamic zone, or a component, repeatable or not. */
      kind: 'components';
      /** Unique identifier of the component. Undefined for a dynamic zone, whose values name their component. */
      component?: string;
      /** Plans by unique identifier, also of components within others. */
      components: Readonly<Record<string, ComponentPlan>>;
    };

/** How the value of a body becomes HTML: the value of one field, or the values of several fields in their order. */
export type BodyPlan = FieldPlan | { kind: 'several'; fields: readonly FieldPlan[] };

/** Body of an entry: Markdown, or a value and the plan by which it becomes HTML. */
export type Body = string | { plan: BodyPlan; value: unknown };

/**
 * Makes a body of a value.
 *
 * @param value value of the field; for several fields, a list of their values
 */
export const toBody = (plan: BodyPlan, value: unknown): Body => {
  if (plan.kind !== 'markdown') return { plan, value };
  return typeof value === 'string' ? value : '';
};

/** A text, or one for each language by its tag: `{ en: 'News', cs: 'Aktuality' }`. */
export type InLanguages = string | Readonly<Record<string, string>>;

/** Title and description of a listing. */
export interface ListingTexts {
  title?: InLanguages;
  description?: InLanguages;
}

/** What an item of a feed contains. */
export type ItemContent = 'summary' | 'full';

/**
 * The canonical address that search engines are told instead of the page's own. Undefined when it is the page
 * itself, or no web address.
 *
 * @param page absolute address of the page
 */
export const originalAddress = (
  meta: Pick<Meta, 'canonical'> | undefined,
  page: string,
): string | undefined => {
  const given = meta?.canonical;
  // Anything else, such as "www.example.com" or "none", would be resolved to an address below the page.
  if (given === undefined || !/^(?:https?:\/\/|\/)/i.test(given)) return undefined;
  if (!URL.canParse(given, page)) return undefined;
  const { origin, pathname, search } = new URL(given, page);
  const found = origin + pathname + search;
  return withoutSlash(found) === withoutSlash(page) ? undefined : found;
};

/** What an entry tells search engines about its page. */
export type SearchMeta = Pick<Meta, 'canonical' | 'isNoindex'>;

/** Whether search engines are to find an article at the address of its page. */
export const isIndexable = (meta: SearchMeta | undefined, page: string): boolean =>
  !meta?.isNoindex && originalAddress(meta, page) === undefined;

/** An entry of a source, as its mapping reads it. Only published entries get this far. */
export interface Article {
  contentType: string;
  documentId: string;
  /** Code of the locale; empty where the type is not localised. */
  locale: string;
  title: string;
  /** Path below the base address: `/posts/api/`. */
  path: string;
  date: Date;
  /** Moment of the last change of which subscribers were told. */
  updatedAt: Date;
  /** Moment since which readers can see it; undefined when it was not read. */
  publicSince?: Date;
  /** Moment from which readers no longer find it; undefined for an entry that stays. */
  until?: Date;
  summary?: string | null;
  body?: Body;
  /** Name of the author; of several authors, all names in one text. */
  author?: string | null;
  /** Authors that a relation leads to. Other authors are known by name alone. */
  authors?: ArticleAuthor[];
  cover?: Cover | null;
  /** Sound or film that belongs to the article. */
  attachment?: Attachment | null;
  /** What a podcast's feed says about it as an episode. */
  episode?: Episode;
  /** Topics that readers can see. */
  topics: ArticleTopic[];
  /** Topics that readers cannot see: only the panel shows them, to the article's editors. */
  hiddenTopics?: HiddenTopic[];
  /** What search engines and cards on other sites are told instead of what readers see. */
  meta?: Meta;
  /** The site's function that has the last word on the feed item. */
  adjust?: (item: Item) => Item;
  /** The site's function that has the last word on what pages and listings show. */
  show?: (shown: ShownEntry) => ShownEntry;
}

/** What pages and listings show of an entry, as plain text. A function of the site may change it. */
export interface ShownEntry {
  title: string;
  /** Without a summary, pages show the opening of the body. */
  summary?: string;
  /** Name of the author, or of all authors. A name that the function changed has no link. */
  author?: string;
}

/** An article as pages and listings show it. */
export const asShown = (article: Article): Article => {
  if (!article.show) return article;
  const author = article.author?.trim() || undefined;
  const summary = article.summary?.trim() || undefined;
  const shown = article.show({ title: article.title, summary, author });
  return {
    ...article,
    ...{ title: shown.title, summary: shown.summary, author: shown.author },
    authors: shown.author === author ? article.authors : undefined,
  };
};

/** What search engines and cards on other sites are told of an article; where it is empty, what readers see. */
export interface Meta {
  title?: string;
  description?: string;
  image?: Cover;
  /** Canonical address of the text, as the editor wrote it. */
  canonical?: string;
  /** Whether search engines are told to leave the page out. */
  isNoindex: boolean;
}

/** A topic, as its articles name it. */
export interface ArticleTopic {
  contentType: string;
  /** Whether it is an author. */
  isAuthor?: boolean;
  documentId: string;
  name: string;
  slug: string;
  title?: string | null;
  /** Path of the list of all topics of its type, below the base address: `/tags/`. */
  directory: string;
  /** Path of its own listing: `/tags/api/`. Its feeds are below it. */
  path: string;
}

/** A topic of an article that readers cannot see. */
export interface HiddenTopic {
  contentType: string;
  documentId: string;
  name: string;
  /** Field of the form that leads to the topic. */
  field: string;
}

/** An author, as articles name them. */
export interface ArticleAuthor {
  name: string;
  /** The author as a topic, with a listing; undefined for an author without a page. */
  topic?: ArticleTopic;
}

/** The topics and authors that an article is listed under. */
export const topicsAndAuthorsOf = ({
  topics,
  authors = [],
}: Pick<Article, 'topics' | 'authors'>) => [
  ...topics,
  ...authors.flatMap(({ topic }) => topic ?? []),
];

/** A topic, as its own listing and feeds show it. */
export interface Topic extends ArticleTopic {
  /** Id of its row: permissions are checked in the locale of that row. */
  id: number;
  /** Whether readers cannot see it. */
  hidden: boolean;
  description?: string | null;
  updatedAt: Date;
  image?: Cover | null;
  /** Items of its feed at most; 0 for as many as a document holds; null for the site's number. */
  itemsPerFeed?: number | null;
  /** What the items of its feed contain; null for the site's choice. */
  content?: ItemContent | null;
}

/** An image of the media library. */
export interface Cover {
  /** Absolute, or relative to the host. */
  url: string;
  alternativeText?: string | null;
  /** Media type. */
  mime?: string | null;
  width?: number | null;
  height?: number | null;
}

/** What an entry says about itself as an episode of a podcast. */
export interface Episode extends Pick<PodcastEpisode, 'duration' | 'number' | 'season' | 'type'> {
  transcripts: readonly Attachment[];
  chapters?: Attachment;
}

/** A file of the media library. */
export interface Attachment {
  /** Absolute, or relative to the host. */
  url: string;
  /** Media type. */
  mime: string;
  /** Kilobytes of 1000 bytes, rounded to ten bytes. */
  size: number | string;
  /** Size in bytes, recorded since the plugin was installed: see `own-types/schema-additions.ts`. */
  sizeInBytes?: number | string | null;
}

import type { Item } from '../feed/model';
import type { PodcastEpisode } from '../feed/podcast';
import { withoutSlash } from '../lib/url-paths';

/** What a text is written in. */
export type TextFormat = 'markdown' | 'html' | 'text';

/** Turns a component into HTML, which is sanitised like any other: a site's own. */
export type ComponentRenderer = (component: Record<string, unknown>) => string;

/** A part of a component that is shown, by the field it is in. */
export type ComponentPart =
  | { kind: TextFormat | 'blocks'; field: string }
  | { kind: 'heading'; field: string }
  /** Files, with the field whose text is below them instead of their own captions. */
  | { kind: 'media'; field: string; caption?: string }
  /** A link, with the fields of its address and its text. */
  | { kind: 'link'; field: string; label?: string }
  /** A quotation: the part that is quoted, and the field with who said it. */
  | { kind: 'quote'; quoted: { kind: TextFormat | 'blocks'; field: string }; by?: string }
  /** A component within, or several. */
  | { kind: 'component'; field: string; component: string };

/** How components of a kind become HTML. */
export interface ComponentPlan {
  /** What editors know it as. */
  name: string;
  /** The site's own way, before all others. */
  render?: ComponentRenderer;
  /** What is shown of it, in this order; without any, nobody can render it. */
  parts: readonly ComponentPart[];
  /** Relations, which a function of the site gets as titles and addresses, with the content types they lead to. */
  relations: readonly { field: string; contentType: string }[];
  /** Components within it. */
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
      /** Unique identifier of the component, where the value does not name it: in no dynamic zone. */
      component?: string;
      /** By unique identifier, those within others too. */
      components: Readonly<Record<string, ComponentPlan>>;
    };

/** How the value of a body becomes HTML: that of one field, or those of several in their order. */
export type BodyPlan = FieldPlan | { kind: 'several'; fields: readonly FieldPlan[] };

/** A body of an entry: Markdown, or a value with how it becomes HTML. */
export type Body = string | { plan: BodyPlan; value: unknown };

const isMissing = (value: unknown): boolean => value === null || value === undefined;

/**
 * The body that a value is; null when there is none.
 *
 * @param value of several fields, a list of their values
 */
export const toBody = (plan: BodyPlan, value: unknown): Body | null => {
  if (isMissing(value)) return null;
  if (plan.kind === 'several' && (value as unknown[]).every(isMissing)) return null;
  if (plan.kind !== 'markdown') return { plan, value };
  return typeof value === 'string' ? value : null;
};

/** A text, or one for each language by its tag: `{ en: 'News', cs: 'Aktuality' }`. */
export type InLanguages = string | Readonly<Record<string, string>>;

/** What a listing is called, and what it says of itself. */
export interface ListingTexts {
  title?: InLanguages;
  description?: InLanguages;
}

/** What an item of a feed holds. */
export type ItemContent = 'summary' | 'full';

/**
 * Where search engines are told to look instead of at a page; undefined where that is the page itself, and
 * for what is no address of the web.
 *
 * @param page absolute address
 */
export const originalAddress = (
  meta: Pick<Meta, 'canonical'> | undefined,
  page: string,
): string | undefined => {
  const given = meta?.canonical;
  // Anything else, such as "www.example.com" or "none", would be an address below the page.
  if (given === undefined || !/^(?:https?:\/\/|\/)/i.test(given)) return undefined;
  if (!URL.canParse(given, page)) return undefined;
  const { origin, pathname, search } = new URL(given, page);
  const found = origin + pathname + search;
  return withoutSlash(found) === withoutSlash(page) ? undefined : found;
};

/** What an entry says to search engines of its page. */
export type Indexing = Pick<Meta, 'canonical' | 'isNoindex'>;

/** Whether search engines are to find an article at its page. */
export const isToBeFound = (meta: Indexing | undefined, page: string): boolean =>
  !meta?.isNoindex && originalAddress(meta, page) === undefined;

/** An entry of a source, as its mapping reads it; only what has been published gets this far. */
export interface Article {
  contentType: string;
  documentId: string;
  /** Code of the locale; empty where the type is not localised. */
  locale: string;
  title: string;
  /** Where it is below the base address: `/posts/api/`. */
  path: string;
  date: Date;
  /** Moment of the last change that subscribers were told of. */
  updatedAt: Date;
  /** Since when readers can see it, as far as it was read. */
  publicSince?: Date;
  /** From when on readers find it nowhere; undefined for one that stays. */
  until?: Date;
  summary?: string | null;
  body?: Body | null;
  /** Name of the author, or of all authors. */
  author?: string | null;
  /** Those that a relation leads to; of others the name alone is known. */
  authors?: ArticleAuthor[];
  cover?: Cover | null;
  /** Sound or film that belongs to the article. */
  attachment?: Attachment | null;
  /** What is said of it as an episode of a podcast. */
  episode?: Episode;
  /** Those that readers may know of. */
  topics: ArticleTopic[];
  /** Those that readers may not know of: for whoever looks after the article alone. */
  hiddenTopics?: HiddenTopic[];
  /** What search engines and cards on other sites are told instead of what readers see. */
  meta?: Meta;
  /** The site's last word on the item. */
  adjust?: (item: Item) => Item;
  /** The site's last word on what pages and listings show. */
  show?: (shown: ShownEntry) => ShownEntry;
}

/** What pages and listings show of an entry that a function of the site may change, as plain text. */
export interface ShownEntry {
  title: string;
  /** Without one, it is taken from the opening of the body. */
  summary?: string;
  /** Name of the author, or of all authors. Another name has no link. */
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

/** What search engines and cards on other sites are told of an article; what is empty is as readers see it. */
export interface Meta {
  title?: string;
  description?: string;
  image?: Cover;
  /** Where the same text is that is to be found, as the editor wrote it. */
  canonical?: string;
  /** Whether search engines are to leave the page out. */
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
  /** Where all topics of its type are, below the base address: `/tags/`. */
  directory: string;
  /** Where its own listing and feeds are: `/tags/api/`. */
  path: string;
}

/** A topic that an article leads to and that readers do not see. */
export interface HiddenTopic {
  contentType: string;
  documentId: string;
  name: string;
  /** Field of the form that leads to it. */
  field: string;
}

/** An author, as articles name them. */
export interface ArticleAuthor {
  name: string;
  /** Where what they wrote is listed; undefined for who has no page. */
  topic?: ArticleTopic;
}

/** What an article is listed under: its topics, and authors. */
export const groupsOf = ({ topics, authors = [] }: Pick<Article, 'topics' | 'authors'>) => [
  ...topics,
  ...authors.flatMap(({ topic }) => topic ?? []),
];

/** A topic, as its own listing and feeds show it. */
export interface Topic extends ArticleTopic {
  /** Of its row. */
  id: number;
  /** Whether readers may not know of it. */
  hidden: boolean;
  description?: string | null;
  updatedAt: Date;
  image?: Cover | null;
  /** Items of its feed at most, 0 for as many as a document holds; the site's number when empty. */
  itemsPerFeed?: number | null;
  /** What the items of its feed hold; the site's choice when empty. */
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

/** What an entry says of itself as an episode of a podcast. */
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
  /** Kept since the plugin is installed: see `own-types/schema-additions.ts`. */
  sizeInBytes?: number | string | null;
}

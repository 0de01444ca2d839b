import type { ItemContent } from '../options';
import type { Body } from './body-plan';

/** An article as the content types keep it; only what has been published gets this far. */
export interface Article {
  documentId: string;
  title: string;
  slug: string;
  date: Date;
  /** Moment of the editor's last change. */
  updatedAt: Date;
  summary?: string | null;
  body?: Body | null;
  author?: string | null;
  cover?: Cover | null;
  /** Sound or film that belongs to the article. */
  attachment?: Attachment | null;
  tags: ArticleTag[];
}

export interface ArticleTag {
  name: string;
  slug: string;
  title?: string | null;
  /** Whether readers may not know of it. */
  hidden?: boolean | null;
}

export interface Tag extends ArticleTag {
  id: number;
  documentId: string;
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

/** A file of the media library. */
export interface Attachment {
  /** Absolute, or relative to the host. */
  url: string;
  /** Media type. */
  mime: string;
  /** Kilobytes of 1000 bytes, rounded to ten bytes. */
  size: number | string;
  /** Kept since the plugin is installed: see `content-types/file-size.ts`. */
  sizeInBytes?: number | string | null;
}

/** An article as the content types keep it; only what has been published gets this far. */
export interface Article {
  documentId: string;
  title: string;
  slug: string;
  date: Date;
  /** Moment of the editor's last change. */
  updatedAt: Date;
  summary?: string | null;
  /** Markdown. */
  body?: string | null;
  author?: string | null;
  cover?: Cover | null;
  tags: ArticleTag[];
}

export interface ArticleTag {
  name: string;
  slug: string;
  title?: string | null;
}

export interface Tag extends ArticleTag {
  id: number;
  documentId: string;
  description?: string | null;
  updatedAt: Date;
}

/** An image of the media library. */
export interface Cover {
  /** Absolute, or relative to the host. */
  url: string;
  alternativeText?: string | null;
  width?: number | null;
  height?: number | null;
}

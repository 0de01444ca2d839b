import type { PublicResponse } from '../http/response';
import type { SourcePlan, TopicPlan } from '../mapping/plan';
import type { Found } from '../entries/selections';

/** Answers with the pages that there are in HTML and in Markdown. Page numbers count from 1. */
export interface PageResponders {
  /** The site's newest articles. */
  home: (pageNumber: number) => Promise<PublicResponse | null>;
  /** The years that have articles. */
  archive: () => Promise<PublicResponse | null>;
  /** The articles of a year. */
  year: (year: number, pageNumber: number) => Promise<PublicResponse | null>;
  /** All topics of a type. */
  index: (type: TopicPlan) => Promise<PublicResponse | null>;
  /** What a feed is, and all of them. */
  subscribe: () => Promise<PublicResponse | null>;
  /** The listing that an address leads to. */
  listing: (found: Found, pageNumber: number) => Promise<PublicResponse | null>;
  /** What a source has at a path. */
  entry: (source: SourcePlan, path: string) => Promise<PublicResponse | null>;
}

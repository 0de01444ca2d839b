import type { Problem } from '../../content/problem';

/** A content type that is published, or that could be, and where each part of its items comes from. */
export interface SourceType {
  role: 'source' | 'page' | 'topic' | 'author';
  contentType: string;
  /** For people; tells types of one name apart. */
  name: string;
  parts: SourcePart[];
  /** Whether entries are drafts first; without, every saved one is public at once. */
  hasDrafts: boolean;
  isLocalised: boolean;
  /** Why it cannot be published with nothing said about it: sentences for developers, in English. */
  refusals: string[];
  /** What publishes it, to copy into `config/plugins`; of types that are not published. */
  configuration?: { typescript: string; javascript: string };
}

export interface SourcePart {
  /** Key of the mapping. */
  key: string;
  /** An address, or paths of fields; empty where there is none. */
  from: string[];
  isGuessed: boolean;
}

export interface SourceTypes {
  /** Sources, types of topics and of authors. */
  mapped: SourceType[];
  /** The site's own types that are not published. */
  proposed: SourceType[];
}

/** What an entry cannot be published without. */
export type MissingPart = 'title' | 'address';

/** A real entry as the item it becomes. */
export interface SourceExample {
  documentId: string;
  /** Code of its locale; null where its type is not localised. */
  locale: string | null;
  isPublished: boolean;
  /** Whether it waits for no date. */
  isDue: boolean;
  mayEdit: boolean;
  timeZone: string;
  missing: MissingPart[];
  /** Null for an entry without a title. */
  item: {
    title: string;
    link: string | null;
    /** ISO 8601; null where the plugin keeps the moment of the first publication. */
    date: string | null;
    summary: string;
    author: string | null;
    /** Absolute address. */
    image: string | null;
    topics: string[];
  } | null;
  /** Absent for a user who may not see problems. */
  problems?: Problem[];
}

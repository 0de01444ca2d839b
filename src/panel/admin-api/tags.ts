/** Another tag that has the name which somebody gives a tag. */
export interface TagNamesake {
  documentId: string;
  name: string;
  slug: string;
}

/** What a merge did: the tag that stays. */
export interface MergedTag {
  documentId: string;
  name: string;
  slug: string;
  /** How many articles, drafts included, got the tag by the merge. */
  movedArticles: number;
}

/** What a merge would do. */
export interface MergePreview {
  /** Articles that carry the tag, drafts included. */
  articles: number;
  /** Those of them that carry the other one already. */
  both: number;
  /** Addresses, former ones included, that would lead to the other tag. */
  addresses: number;
}

/** How far a merge is. */
export interface MergeProgress {
  /**
   * Articles moved so far. An article is moved at several places, one after the other for all of them:
   * this is the share of the work that is done.
   */
  moved: number;
  /** Articles to move, drafts included. */
  total: number;
}

/** Content type of JSON lines (ndjson): a document on each line. */
export const JSON_LINES = 'application/x-ndjson';

/** A line of a merge's answer in JSON lines; the last one has `data` or `error`. */
export type MergeLine =
  | MergeProgress
  | { data: MergedTag }
  | { error: { status: number; name: string; message: string } };

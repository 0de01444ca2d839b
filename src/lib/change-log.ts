/** What tells of changes, as those know it that read what may have changed, or that change something. */
export interface ChangeLog {
  /** Looks for what other nodes changed, at most every half second. */
  catchUp: () => Promise<unknown> | undefined;
  /** @throws DatabaseAwayError when the database does not answer. */
  untilReadable: () => Promise<void>;
  /** Has a function called with the cache tags of each change. */
  subscribe: (act: (cacheTags: string[]) => void) => void;
  /** Says what changed, in the transaction under way. */
  announce: (cacheTags: string[]) => Promise<void>;
}

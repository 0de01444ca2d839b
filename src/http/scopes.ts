/**
 * What an answer can show and a change can touch. An answer is dropped when it has a scope in common
 * with a change. Numbers are ids of rows: a published article gets a new row each time.
 */
export const SCOPES = {
  /** Anything: settings, or a change nobody can tell the extent of. */
  everything: '*',
  /** The rows of an article, on its own page or among others. */
  article: (id: number) => `article:${id}`,
  /** Names and description of a tag. */
  tag: (id: number) => `tag:${id}`,
  /** Which tags there are, and what they are called. */
  tags: 'tags',
  /** Which articles a tag lists; 0 for the whole site. */
  listing: (tagId: number) => `listing:${tagId}`,
  /** An image of the media library. */
  file: (id: number) => `file:${id}`,
} as const;

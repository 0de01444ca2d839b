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

/**
 * Goes with the scope of a listing: no article dated before this moment came into it or left it.
 *
 * @param since milliseconds since 1970
 */
export const changedSince = (tagId: number, since: number): string => `since:${tagId}:${since}`;

/** What `changedSince` says of each tag in a change; the earliest where several changes come together. */
export const findChangedSince = (scopes: string[]): Map<number, number> => {
  const found = new Map<number, number>();
  for (const scope of scopes) {
    const [, tag, since] = /^since:(\d+):(-?\d+)$/.exec(scope) ?? [];
    if (tag === undefined) continue;
    found.set(Number(tag), Math.min(found.get(Number(tag)) ?? Infinity, Number(since)));
  }
  return found;
};

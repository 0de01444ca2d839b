/**
 * Cache tags: what a response can show and a change can touch. A response is dropped when it has one in
 * common with a change, and dates from the newest change of any.
 */
export const SCOPES = {
  /** Anything: settings, or a change nobody can tell the extent of. */
  everything: '*',
  /** What is published of an article, on its own page or among others. By document: rows come and go. */
  article: (documentId: string) => `article:${documentId}`,
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

/** Whether this is no cache tag, but says how far back one goes. */
export const isSince = (scope: string): boolean => scope.startsWith('since:');

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

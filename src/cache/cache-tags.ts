/**
 * Cache tags: what a response can show and a change can touch. A response is dropped when it has one in
 * common with a change, and dates from the newest change of any.
 */
export const CACHE_TAGS = {
  /** Anything: settings, or a change nobody can tell the extent of. */
  everything: '*',
  /** What is published of an article, on its own page or among others. By document: rows come and go. */
  article: (documentId: string) => `article:${documentId}`,
  /** Where published articles are, and when each last changed. */
  articles: 'articles',
  /** Names and description of a tag, by document. */
  tag: (documentId: string) => `tag:${documentId}`,
  /** Which tags there are, and what they are called. */
  tags: 'tags',
  /** Which entries a list of the catalogue has. */
  listing: (list: string) => `listing:${list}`,
  /** How many entries lists have: an entry can leave a list and stay where it is in all others. */
  counts: 'counts',
  /** An image of the media library. */
  file: (id: number) => `file:${id}`,
  /** Which entries of a type were ever published with a slug. */
  address: (contentType: string, slug: string) => `address:${contentType}:${slug}`,
} as const;

/**
 * Goes with the cache tag of a listing: no entry dated before this moment came into it or left it.
 *
 * @param since milliseconds since 1970
 */
export const changedSince = (list: string, since: number): string => `since:${since}:${list}`;

/**
 * Whether a response that shows what this stands for is dated by it. Not by who had a slug, since
 * redirects have no date; nor by what is no cache tag, but says how far back one goes.
 */
export const isDated = (cacheTag: string): boolean => !/^(?:since|address):/.test(cacheTag);

/** What `changedSince` says of each list in a change; the earliest where several changes come together. */
export const findChangedSince = (cacheTags: string[]): Map<string, number> => {
  const found = new Map<string, number>();
  for (const cacheTag of cacheTags) {
    const [, since, list] = /^since:(-?\d+):(.*)$/.exec(cacheTag) ?? [];
    if (list === undefined) continue;
    found.set(list, Math.min(found.get(list) ?? Infinity, Number(since)));
  }
  return found;
};

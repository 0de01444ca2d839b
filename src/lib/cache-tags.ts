/** What tells the cache tags of a locale from those of the main one, whose mark is empty. */
const inLocale = (mark: string): string => (mark === '' ? '' : `|${mark}`);

/**
 * Cache tags: what a response can show and a change can touch. A response is purged when it has one in
 * common with a change, and dates from the newest change of any.
 */
export const CACHE_TAGS = {
  /** Anything: settings, or a change nobody can tell the extent of. */
  everything: '*',
  /** What is published of an entry, on its own page or among others. By document: rows come and go. */
  entry: (contentType: string, documentId: string, mark = '') =>
    `entry:${contentType}:${documentId}${inLocale(mark)}`,
  /** Where published entries of a type are, and when each last changed. */
  entries: (contentType: string, mark = '') => `entries:${contentType}${inLocale(mark)}`,
  /** Where an entry is public and since when, and whether lists have it: what other languages link. */
  place: (contentType: string, documentId: string, mark = '') =>
    `place:${contentType}:${documentId}${inLocale(mark)}`,
  /** Where all entries of a type are public, and since when. */
  places: (contentType: string, mark = '') => `places:${contentType}${inLocale(mark)}`,
  /** Names and description of a topic. */
  topic: (contentType: string, documentId: string, mark = '') =>
    `topic:${contentType}:${documentId}${inLocale(mark)}`,
  /** Which topics of a type there are, and what they are called. */
  topics: (contentType: string, mark = '') => `topics:${contentType}${inLocale(mark)}`,
  /** Another entry that is shown as a part of an item: an author, a category that is no topic. */
  shown: (contentType: string, documentId: string) => `shown:${contentType}:${documentId}`,
  /** Which entries a list of the catalogue has. */
  listing: (list: string) => `listing:${list}`,
  /** Which entries a list has that are dated within a span of time: see `catalogue/span-tags.ts`. */
  span: (list: string, level: number, place: number) => `span:${level}:${place}:${list}`,
  /** Which entries a list has at dates that are too many to name. */
  anySpan: (list: string) => `span:*:${list}`,
  /** When the oldest entry of a list is dated: whether there is any, whatever comes and goes. */
  oldest: (list: string) => `oldest:${list}`,
  /** How many entries lists have: an entry can leave a list and stay where it is in all others. */
  counts: (mark = '') => `counts${inLocale(mark)}`,
  /** A file of the media library, by its row: a file has no document. */
  file: (id: number) => `file:${id}`,
  /**
   * Which of several entries at one address readers find there. It dates their page, which would be dated
   * by an older change when the address passes from one to another.
   */
  keeper: (contentType: string, key: string) => `keeper:${contentType}:${key}`,
  /** Which entries of a type were ever published at an address, by its key: a slug, or a path. */
  address: (contentType: string, key: string) => `address:${contentType}:${key}`,
} as const;

/**
 * The scope of a change that readers see from a moment on, and not before: of an entry that is due then; that of any
 * other change is a cache tag alone. A document that shows what the cache tag stands for ends at that moment; neither
 * its date nor whether it is in memory tells anybody of the change until then.
 *
 * @param moment milliseconds since 1970
 */
export const seenFrom = (moment: number, cacheTag: string): string => `from:${moment}:${cacheTag}`;

/** What a scope says; no moment of a change that readers see at once. */
export const parseScope = (scope: string): { cacheTag: string; moment?: number } => {
  const [, moment, cacheTag] = /^from:(-?\d+):([^]*)$/.exec(scope) ?? [];
  return cacheTag === undefined ? { cacheTag: scope } : { cacheTag, moment: Number(moment) };
};

/**
 * Whether a response that shows what this stands for is dated by it. Not by who had a slug, since
 * redirects have no date; nor by what is to come.
 */
export const isDated = (cacheTag: string): boolean => !/^(?:address|from):/.test(cacheTag);

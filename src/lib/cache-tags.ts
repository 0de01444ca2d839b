import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

/** Suffix of the cache tags of a locale. The mark of the main locale is empty. */
const inLocale = (mark: string): string => (mark === '' ? '' : `|${mark}`);

/**
 * Cache tags: names for what a response can show and a change can touch. A response is purged if it shares a cache tag
 * with a change, and is dated by the newest change of any of its cache tags.
 */
export const CACHE_TAGS = {
  /** Everything: settings, or a change of unknown extent. */
  everything: '*',
  /** The published content of an entry, on its own page or in lists. By document id, because row ids change. */
  entry: (contentType: string, documentId: string, mark = '') =>
    `entry:${contentType}:${documentId}${inLocale(mark)}`,
  /** Addresses of the published entries of a type, and when each last changed. */
  entries: (contentType: string, mark = '') => `entries:${contentType}${inLocale(mark)}`,
  /** An entry's address, its date and whether it is listed: pages in other languages link to it by these. */
  place: (contentType: string, documentId: string, mark = '') =>
    `place:${contentType}:${documentId}${inLocale(mark)}`,
  /** Addresses and dates of all entries of a type. */
  places: (contentType: string, mark = '') => `places:${contentType}${inLocale(mark)}`,
  /** A topic's names and description. */
  topic: (contentType: string, documentId: string, mark = '') =>
    `topic:${contentType}:${documentId}${inLocale(mark)}`,
  /** Which topics of a type exist, and their names. */
  topics: (contentType: string, mark = '') => `topics:${contentType}${inLocale(mark)}`,
  /** Another entry that is shown as part of an item: an author, or a category that is no topic. */
  shown: (contentType: string, documentId: string) => `shown:${contentType}:${documentId}`,
  /** Which entries a list of the catalogue has. */
  listing: (list: string) => `listing:${list}`,
  /** Which entries are beside an entry: the next ones of the site, and those near it in its topics. */
  beside: (contentType: string, documentId: string, mark = '') =>
    `beside:${contentType}:${documentId}${inLocale(mark)}`,
  /** The same of all entries: for a change beside too many to name them. */
  anyBeside: (mark = '') => `beside${inLocale(mark)}`,
  /** The date of a list's oldest entry: it tells whether the list has any, whatever else comes and goes. */
  oldest: (list: string) => `oldest:${list}`,
  /** How many entries the lists have: an entry can leave one list and stay unchanged in all others. */
  counts: (mark = '') => `counts${inLocale(mark)}`,
  /** A file of the media library, by row id: files have no document id. */
  file: (id: number) => `file:${id}`,
  /**
   * Which of several entries with the same address is shown there. It dates their page: otherwise the page's date would
   * go back when the address passes to an entry that changed earlier.
   */
  keeper: (contentType: string, key: string) => `keeper:${contentType}:${key}`,
  /** Which entries of a type were ever published at an address. Its key is a slug or a path. */
  address: (contentType: string, key: string) => `address:${contentType}:${key}`,
} as const;

/**
 * Scope of a change that readers see only from a moment on: an entry that is due then. The scope of any other change is
 * the cache tag alone. Responses with this cache tag expire at that moment. Until then nothing reveals the change: not
 * their date, and no purge.
 *
 * @param moment milliseconds since 1970
 */
export const scopeFrom = (moment: number, cacheTag: string): string => `from:${moment}:${cacheTag}`;

/** Parses a scope. Without a moment, readers see the change at once. */
export const parseScope = (scope: string): { cacheTag: string; moment?: number } => {
  const [, moment, cacheTag] = /^from:(-?\d+):([^]*)$/.exec(scope) ?? [];
  return cacheTag === undefined ? { cacheTag: scope } : { cacheTag, moment: Number(moment) };
};

/**
 * Whether a cache tag dates responses. Former owners of a slug do not (redirects have no date), nor do changes to
 * come.
 */
export const isDated = (cacheTag: string): boolean => !/^(?:address|from):/.test(cacheTag);

/** Dependencies of a response, recorded while it is made. */
export interface Dependencies {
  /** Cache tags of what it shows: a change of any of them purges the response. */
  cacheTags: Set<string>;
  /** Newest change among what it shows, in milliseconds since 1970; 0 if nothing has a date. */
  modified: number;
  /** When the response expires by itself, in milliseconds since 1970: an article is due then. */
  expires: number;
  /** Whether a rendering is missing, which the next response should have. */
  isIncomplete: boolean;
}

const storage = new AsyncLocalStorage<Dependencies>();

/** Empty dependencies. */
export const newDependencies = (): Dependencies => ({
  cacheTags: new Set<string>(),
  modified: 0,
  expires: Infinity,
  isIncomplete: false,
});

/** Runs a function and records what it shows in `dependencies`. */
export const trackDependencies = <Result>(
  dependencies: Dependencies,
  make: () => Promise<Result>,
): Promise<Result> => storage.run(dependencies, make);

/** Records that the response under construction, if any, shows these cache tags. */
export const dependOn = (...cacheTags: string[]): void => {
  const dependencies = storage.getStore();
  cacheTags.forEach((cacheTag) => dependencies?.cacheTags.add(cacheTag));
};

/** Records when something that the response shows last changed. */
export const noteChange = (moment: Date): void => {
  const dependencies = storage.getStore();
  if (dependencies) dependencies.modified = Math.max(dependencies.modified, moment.getTime());
};

/** Records that the response expires at this moment. */
export const expireAt = (moment: Date): void => {
  const dependencies = storage.getStore();
  if (dependencies) dependencies.expires = Math.min(dependencies.expires, moment.getTime());
};

/**
 * Records when the last entry came to a list by its date alone, which moves all others one place on, and that the
 * response expires when the next one will. Returns whether one will.
 */
export const noteDue = ({ last, next }: { last?: Date; next?: Date }): boolean => {
  if (last) noteChange(last);
  if (next) expireAt(next);
  return next !== undefined;
};

/** Whether a moment has come. Records that it has, or that the response expires when it will. */
export const isDue = (moment: Date | undefined, now: Date): boolean => {
  if (!moment) return false;
  if (moment > now) expireAt(moment);
  else noteChange(moment);
  return moment <= now;
};

/** Records that the response lacks a rendering, and expires at this moment to be made with it. */
export const incompleteUntil = (moment: Date): void => {
  expireAt(moment);
  const dependencies = storage.getStore();
  if (dependencies) dependencies.isIncomplete = true;
};

/** Hash of a text or of bytes, the same on every node. */
export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url');

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

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

/** What a response was made from, noted while it is made. */
export interface Dependencies {
  /** What it shows; a change of any of these makes another response. */
  cacheTags: Set<string>;
  /** Newest change among what it shows, in milliseconds since 1970; 0 when nothing had a date. */
  modified: number;
  /** When it ends by itself, in milliseconds since 1970: an article is due then. */
  expires: number;
  /** Whether it went without a rendering that the next one is to have. */
  isIncomplete: boolean;
}

const storage = new AsyncLocalStorage<Dependencies>();

/** Dependencies of nothing yet. */
export const newDependencies = (): Dependencies => ({
  cacheTags: new Set<string>(),
  modified: 0,
  expires: Infinity,
  isIncomplete: false,
});

/** Runs a function, and has what is noted meanwhile as dependencies. */
export const trackDependencies = <Result>(
  dependencies: Dependencies,
  make: () => Promise<Result>,
): Promise<Result> => storage.run(dependencies, make);

/** Notes that the response being made, if any, shows what these cache tags stand for. */
export const dependOn = (...cacheTags: string[]): void => {
  const dependencies = storage.getStore();
  cacheTags.forEach((cacheTag) => dependencies?.cacheTags.add(cacheTag));
};

/** Notes when something the response shows last changed. */
export const noteChange = (moment: Date): void => {
  const dependencies = storage.getStore();
  if (dependencies) dependencies.modified = Math.max(dependencies.modified, moment.getTime());
};

/** Notes that the response will be another one from this moment on. */
export const expireAt = (moment: Date): void => {
  const dependencies = storage.getStore();
  if (dependencies) dependencies.expires = Math.min(dependencies.expires, moment.getTime());
};

/** Notes that the response went without a rendering, which is asked for again from this moment on. */
export const incompleteUntil = (moment: Date): void => {
  expireAt(moment);
  const dependencies = storage.getStore();
  if (dependencies) dependencies.isIncomplete = true;
};

/**
 * Tags that a response carries at most. CloudFront keeps 50 for each object; Bunny takes 1,024 bytes, and 40 tags
 * of 8 characters are 359 with what separates them.
 */
const CARRIED_AT_MOST = 40;

/** Tags that a change names at most; of more, it concerns everything. */
const PURGED_AT_MOST = 2_000;

/** Characters of a tag: letters and digits, since CloudFront takes upper and lower case for the same. */
const LENGTH = 8;

const hash = (name: string): string =>
  (createHash('sha1').update(name).digest().readBigUInt64BE() % 36n ** BigInt(LENGTH))
    .toString(36)
    .padStart(LENGTH, '0');

/** What every response carries, so that all can be purged at once, and nothing else that a CDN has. */
export const TAG_OF_ALL = hash('all');

/** What a response carries that may be another after any change. */
const TAG_OF_ANY = hash('any');

/** Levels of spans that a CDN knows: every other one, and the longest. */
const SPAN_LEVELS = [2, 4, 6, 8, 9];

const SPAN = /^span:(\d+):(\d+):([^]*)$/;

/** Spans that make up the next longer one (`catalogue/span-tags.ts`). */
const RADIX = 4;

/**
 * A cache tag as a CDN knows it: a span of time is that of the next level it is in, so that a change names five of
 * a list, and not ten. Either side does the same, so they still have in common what they had.
 */
const coarsen = (cacheTag: string): string => {
  const [, level, place, list] = SPAN.exec(cacheTag) ?? [];
  if (list === undefined) return cacheTag;
  const known = SPAN_LEVELS.find((one) => one >= Number(level)) ?? Number(level);
  return CACHE_TAGS.span(list, known, Math.floor(Number(place) / RADIX ** (known - Number(level))));
};

/**
 * What a cache tag is one of: the entries of a type, the spans of a list, the files. The same text for equal cache
 * tags is all it takes, whatever their parts may be.
 */
const groupOf = (cacheTag: string): string => {
  const [, list] = /^span:(?:\*|\d+:\d+):([^]*)$/.exec(cacheTag) ?? [];
  if (list !== undefined) return `span:${list}`;
  const [, ofType] =
    /^((?:entry|place|topic|shown|keeper|address):[^:]*::[^:]*):/.exec(cacheTag) ?? [];
  return ofType ?? /^[^:|]*/.exec(cacheTag)![0];
};

const tagOfGroup = (group: string): string => hash(`group ${group}`);

/** Cache tags in groups, the largest first. */
const inGroups = (cacheTags: Iterable<string>): [group: string, cacheTags: string[]][] => {
  const groups = new Map<string, string[]>();
  for (const cacheTag of cacheTags) {
    const group = groupOf(cacheTag);
    groups.set(group, [...(groups.get(group) ?? []), cacheTag]);
  }
  return [...groups].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
};

/**
 * Few and short tags for a response that shows what some cache tags stand for, as a CDN keeps them. Of too many,
 * those of a kind are one coarser tag, and in the end all are one that any change purges: rather purged for nothing
 * than stale.
 */
export const responseTags = (cacheTags: Iterable<string>): string[] => {
  const names = new Set([...cacheTags].map(coarsen));
  if (names.has(CACHE_TAGS.everything)) return [TAG_OF_ALL, TAG_OF_ANY];
  let count = names.size + 1;
  const tags = new Set([TAG_OF_ALL]);
  for (const [group, members] of inGroups(names)) {
    if (count > CARRIED_AT_MOST && members.length > 1) {
      count -= members.length - 1;
      tags.add(tagOfGroup(group));
    } else {
      members.forEach((cacheTag) => tags.add(hash(cacheTag)));
    }
  }
  return tags.size > CARRIED_AT_MOST ? [TAG_OF_ALL, TAG_OF_ANY] : [...tags];
};

/**
 * Tags that a CDN is to purge for a change: those of what changed, and all that they may have become part of.
 *
 * @param scopes cache tags of the change; of one that is seen later, its moment does not matter here
 */
export const purgedTags = (scopes: Iterable<string>): string[] | 'everything' => {
  const tags = new Set<string>();
  for (const { cacheTag } of [...scopes].map(parseScope)) {
    if (cacheTag === CACHE_TAGS.everything) return 'everything';
    tags.add(TAG_OF_ANY);
    const name = coarsen(cacheTag);
    tags.add(hash(name)).add(tagOfGroup(groupOf(name)));
    if (tags.size > PURGED_AT_MOST) return 'everything';
  }
  return [...tags];
};

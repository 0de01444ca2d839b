import { createHash } from 'node:crypto';

import { CACHE_TAGS, parseScope } from './cache-tags';

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

import { createHash } from 'node:crypto';

import { CACHE_TAGS } from '../lib/cache-tags';
import { groupBy } from '../lib/values';

/**
 * Most tags that a response carries. CloudFront keeps 50 for each object; Bunny takes 1,024 bytes, and 40 tags of 8
 * characters take 359 with separators.
 */
const CARRIED_AT_MOST = 40;

/** Most tags that a change names; beyond that, everything is purged. */
const PURGED_AT_MOST = 2_000;

/** Characters of a tag: lower-case letters and digits, since CloudFront ignores case. */
const LENGTH = 8;

const hash = (name: string): string =>
  (createHash('sha1').update(name).digest().readBigUInt64BE() % 36n ** BigInt(LENGTH))
    .toString(36)
    .padStart(LENGTH, '0');

/** Carried by every response, so that a CDN can purge all of them and nothing else that it holds. */
export const TAG_OF_ALL = hash('all');

/** Carried by a response that any change may affect. */
const TAG_OF_ANY = hash('any');

/**
 * The group of a cache tag: the entries of a type, the files. Unusual names do no harm: equal
 * cache tags only have to give equal groups.
 */
const groupOf = (cacheTag: string): string => {
  const [, ofType] =
    /^((?:entry|beside|place|topic|shown|keeper|address):[^:]*::[^:]*):/.exec(cacheTag) ?? [];
  return ofType ?? /^[^:|]*/.exec(cacheTag)![0];
};

const tagOfGroup = (group: string): string => hash(`group ${group}`);

/** Cache tags by group, the largest group first. */
const inGroups = (cacheTags: Iterable<string>): [group: string, cacheTags: string[]][] =>
  [...groupBy(cacheTags, groupOf)].sort(([, one], [, other]) => other.length - one.length);

/**
 * Few and short tags of a response, for a CDN. If there are too many, one tag of the group replaces the members of the
 * largest groups. If there are still too many, one tag replaces all, which any change purges: a needless purge is
 * better than a stale response.
 */
export const responseTags = (cacheTags: Iterable<string>): string[] => {
  const names = new Set(cacheTags);
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

/** Tags that a CDN has to purge after a change: those of what changed, and the coarser ones that may stand for them. */
export const purgedTags = (cacheTags: Iterable<string>): string[] | 'everything' => {
  const tags = new Set<string>();
  for (const cacheTag of cacheTags) {
    if (cacheTag === CACHE_TAGS.everything) return 'everything';
    tags.add(TAG_OF_ANY);
    tags.add(hash(cacheTag)).add(tagOfGroup(groupOf(cacheTag)));
    if (tags.size > PURGED_AT_MOST) return 'everything';
  }
  return [...tags];
};

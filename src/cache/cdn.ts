import { createHash } from 'node:crypto';

import { HTML_MEDIA_TYPE, asPrivate } from '../http/response';
import { CACHE_TAGS } from '../lib/cache-tags';
import type { CdnOptions, CdnProvider } from '../options/push';
import { groupBy } from '../lib/values';

/** How long a CDN keeps a response unless the option says otherwise, in seconds. */
const A_DAY = 86_400;

/**
 * How long a CDN keeps the answer that nothing is at an address, in seconds: nobody tells us when the site puts a file
 * or a route of its own there.
 */
const MISSING_FOR = 60;

/** Headers of a CDN provider. */
interface Dialect {
  /** Header with the tags, which the provider removes from what visitors get, and what separates tags. */
  tags: string;
  separator: ' ' | ',';
  /** Header with the time that it may keep a response; `s-maxage` of Cache-Control if it reads no other. */
  lifetime: string;
  /** Whether it keeps variants by Accept apart without being set up for that. */
  variesByAccept: boolean;
}

const DIALECTS: Record<CdnProvider, Dialect> = {
  fastly: {
    tags: 'Surrogate-Key',
    separator: ' ',
    lifetime: 'Surrogate-Control',
    variesByAccept: true,
  },
  cloudflare: {
    tags: 'Cache-Tag',
    separator: ',',
    // RFC 9213. CDNs between Cloudflare and visitors, which are not purged, do not see this header.
    lifetime: 'Cloudflare-CDN-Cache-Control',
    variesByAccept: false,
  },
  cloudfront: { tags: 'Cache-Tag', separator: ',', lifetime: 's-maxage', variesByAccept: false },
  bunny: { tags: 'CDN-Tag', separator: ',', lifetime: 's-maxage', variesByAccept: false },
  varnish: {
    tags: 'xkey',
    separator: ' ',
    lifetime: 'CDN-Cache-Control',
    variesByAccept: true,
  },
};

/** Names of the headers for CDNs; a response for one visitor has none of them. */
export const CDN_HEADERS = [
  ...new Set(
    Object.values(DIALECTS).flatMap(({ tags, lifetime }) =>
      lifetime === 's-maxage' ? [tags] : [tags, lifetime],
    ),
  ),
];

/** Instructions for a CDN about a response. */
export interface CdnHints {
  dialect: Dialect;
  /** Seconds that it may keep the response. */
  maxAge: number;
  tags: string[];
}

/** Instructions for the CDN about a response with these cache tags; undefined without a CDN. */
export const cdnHints = (
  cdn: CdnOptions | undefined,
  cacheTags: Iterable<string>,
): CdnHints | undefined =>
  cdn && {
    dialect: DIALECTS[cdn.provider],
    maxAge: cdn.maxAge ?? A_DAY,
    tags: responseTags(cacheTags),
  };

/** The same for the answer that nothing is at an address: any change may bring something there. */
export const cdnHintsOfMissing = (cdn: CdnOptions | undefined): CdnHints | undefined => {
  const hints = cdnHints(cdn, [CACHE_TAGS.everything]);
  return hints && { ...hints, maxAge: Math.min(hints.maxAge, MISSING_FOR) };
};

/** The parts of a response that decide its headers for caches. */
export interface CacheableResponse {
  cdn?: CdnHints;
  /** Until when it may be kept, in milliseconds since 1970. */
  expires: number;
  mediaType?: string;
  isNegotiated?: boolean;
}

/** Headers that instruct caches. */
export interface CacheHeaders {
  'Cache-Control': string;
  [name: string]: string;
}

/** Headers that instruct caches, and until when they are valid, in milliseconds since 1970. */
export interface CacheInstructions {
  headers: CacheHeaders;
  until: number;
}

const OWN_AGE = /^(?:public|no-store)(?:, max-age=\d+)?/;

/** How long a CDN may keep a response, and serve it stale after that, unless the response ends then. */
const lifetimeOf = (cacheControl: string, seconds: number, isBounded: boolean): string =>
  isBounded
    ? // Otherwise some CDNs take these from Cache-Control, where they count from another moment.
      `max-age=${seconds}, stale-while-revalidate=0, stale-if-error=0`
    : cacheControl.replace(OWN_AGE, `max-age=${seconds}`);

/** Cache-Control with the same, for a CDN that reads no other header. */
const withSharedAge = (cacheControl: string, seconds: number, isBounded: boolean): string => {
  const [own] = OWN_AGE.exec(cacheControl)!;
  return `${isBounded ? own : cacheControl}, s-maxage=${seconds}`;
};

/**
 * Headers that instruct caches about a response.
 *
 * @param cacheControl for browsers, and for caches that are not purged
 */
export const cacheHeaders = (
  { cdn, expires, mediaType, isNegotiated = false }: CacheableResponse,
  cacheControl: string,
  now: number,
): CacheInstructions => {
  const plain = { headers: { 'Cache-Control': cacheControl }, until: Infinity };
  if (!cdn) return plain;
  const { dialect, maxAge, tags } = cdn;
  const isShared = dialect.lifetime === 's-maxage';
  // There is no way to have such a provider keep what nobody else may keep.
  if (isShared && !cacheControl.startsWith('public')) return plain;
  // The provider would serve the Markdown to everybody who asks for the page.
  if (isNegotiated && mediaType !== HTML_MEDIA_TYPE && !dialect.variesByAccept) {
    return {
      headers: isShared
        ? { 'Cache-Control': asPrivate(cacheControl) }
        : { 'Cache-Control': cacheControl, [dialect.lifetime]: 'no-store' },
      until: Infinity,
    };
  }
  const remaining = Math.max(0, Math.floor((expires - now) / 1_000));
  const seconds = Math.min(maxAge, remaining);
  const isBounded = remaining < maxAge;
  return {
    headers: {
      'Cache-Control': isShared ? withSharedAge(cacheControl, seconds, isBounded) : cacheControl,
      [dialect.tags]: tags.join(dialect.separator),
      ...(isShared ? {} : { [dialect.lifetime]: lifetimeOf(cacheControl, seconds, isBounded) }),
    },
    until: remaining === 0 ? Infinity : expires - seconds * 1_000,
  };
};

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

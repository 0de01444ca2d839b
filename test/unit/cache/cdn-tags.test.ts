import fc from 'fast-check';

import { purgedTags, responseTags, TAG_OF_ALL } from '../../../src/cache/cdn';
import { createResponseCache } from '../../../src/cache/response-cache';
import { CACHE_TAGS } from '../../../src/lib/cache-tags';
import { cachedDocument } from '../../helpers/cached-document';

const TYPES = ['plugin::syndication.article', 'api::note.note'];
const LISTS = ['site', 'site|fr', 'topic:a', 'topic:b', 'type:api::note.note'];
const type = fc.constantFrom(...TYPES);
const list = fc.constantFrom(...LISTS);
const id = fc.integer({ min: 0, max: 60 }).map(String);
const mark = fc.constantFrom('', 'fr');

/** Cache tags of responses and changes, from few names, so that they have some in common. */
const cacheTag = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(type, id, mark).map((parts) => CACHE_TAGS.entry(...parts)) },
  fc.tuple(type, id, mark).map((parts) => CACHE_TAGS.place(...parts)),
  fc.tuple(type, id, mark).map((parts) => CACHE_TAGS.topic(...parts)),
  fc.tuple(type, id).map((parts) => CACHE_TAGS.shown(...parts)),
  fc.tuple(type, id).map((parts) => CACHE_TAGS.address(...parts)),
  fc.tuple(type, id).map((parts) => CACHE_TAGS.keeper(...parts)),
  fc.tuple(type, mark).map((parts) => CACHE_TAGS.entries(...parts)),
  fc.tuple(type, mark).map((parts) => CACHE_TAGS.places(...parts)),
  fc.tuple(type, mark).map((parts) => CACHE_TAGS.topics(...parts)),
  fc.oneof(list, id).map(CACHE_TAGS.listing),
  fc.tuple(type, id, mark).map((parts) => CACHE_TAGS.beside(...parts)),
  mark.map(CACHE_TAGS.anyBeside),
  fc.oneof(list, id).map(CACHE_TAGS.oldest),
  mark.map(CACHE_TAGS.counts),
  fc.nat(60).map(CACHE_TAGS.file),
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const rarely = fc.constant(CACHE_TAGS.everything);
const tagOrAll = fc.oneof({ weight: 99, arbitrary: cacheTag }, { weight: 1, arbitrary: rarely });
const change = fc.array(tagOrAll, { minLength: 1, maxLength: 20 });
const shown = fc.array(tagOrAll, { minLength: 1, maxLength: 120 });

/** Whether a change takes a response out of memory. */
const isPurged = (cacheTags: string[], scopes: string[]): boolean => {
  const cache = createResponseCache(1_000_000);
  cache.set('/', cachedDocument({ cacheTags }));
  cache.purge(scopes);
  return cache.get('/') === undefined;
};

/** Whether a change takes a response out of a CDN. */
const isPurgedThere = (cacheTags: string[], scopes: string[]): boolean => {
  const purged = purgedTags(scopes);
  const carried = responseTags(cacheTags);
  return (purged === 'everything' ? [TAG_OF_ALL] : purged).some((tag) => carried.includes(tag));
};

describe('tags for a CDN', () => {
  it('have a change purge there what it purges in memory', () => {
    let tried = 0;
    let purged = 0;
    fc.assert(
      fc.property(shown, change, fc.nat(19), (cacheTags, scopes, place) => {
        tried += 1;
        // Every other change has something in common.
        const common = place % 2 === 0 ? [cacheTags[place % cacheTags.length]!] : [];
        const told = [...scopes, ...common];
        if (!isPurged(cacheTags, told)) return;
        purged += 1;
        expect(isPurgedThere(cacheTags, told)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    // How many there are depends on the time that a busy machine has for them.
    expect(purged).toBeGreaterThan(tried / 4);
  });

  it('leave alone what shows another entry or list, or is beside another', () => {
    const scopes = [
      CACHE_TAGS.entry(TYPES[0]!, 'a'),
      CACHE_TAGS.beside(TYPES[0]!, 'a'),
      CACHE_TAGS.listing('topic:a'),
    ];
    const others = [
      CACHE_TAGS.entry(TYPES[0]!, 'b'),
      CACHE_TAGS.beside(TYPES[0]!, 'b'),
      CACHE_TAGS.listing('topic:b'),
    ];
    for (const cacheTag of others) expect(isPurgedThere([cacheTag], scopes)).toBe(false);
    for (const cacheTag of scopes) expect(isPurgedThere([cacheTag], scopes)).toBe(true);
  });

  it('are few and short, whatever a response shows', () => {
    fc.assert(
      fc.property(fc.array(tagOrAll, { maxLength: 600 }), (cacheTags) => {
        const tags = responseTags(cacheTags);
        expect(tags.length).toBeLessThanOrEqual(40);
        expect(tags.join(',').length).toBeLessThanOrEqual(1_000);
        expect(new Set(tags).size).toBe(tags.length);
        expect(tags).toContain(TAG_OF_ALL);
        for (const tag of tags) expect(tag).toMatch(/^[a-z0-9]{8}$/);
      }),
      { numRuns: 300 },
    );
  });

  it('are one of all where a change says so, or names too much', () => {
    expect(purgedTags(['entry:a::b:c', '*'])).toBe('everything');
    const many = Array.from({ length: 3_000 }, (_, number) => CACHE_TAGS.file(number));
    expect(purgedTags(many)).toBe('everything');
    expect(purgedTags(many.slice(0, 1_000))).toHaveLength(1_002);
    expect(purgedTags([])).toEqual([]);
  });
});

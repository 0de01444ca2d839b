import { CACHE_TAGS, type Dependencies, newDependencies } from '../lib/cache-tags';

/** How long further requests join a response under construction, in milliseconds: it may hang on a dead connection. */
const SHARED_FOR = 10_000;

/** Most changes that are noted of an attempt; beyond that, everything counts as changed. */
const NOTED_AT_MOST = 10_000;

/** An attempt at a response, which is under construction. */
export interface Attempt {
  /** What it was made from so far. */
  dependencies: Dependencies;
  /** Whether a change came meanwhile that a response with these cache tags may not show. */
  isOutdated: (cacheTags: Set<string>) => boolean;
}

interface Underway<Made> extends Attempt {
  /** In milliseconds of this process's own clock. */
  began: number;
  /** Cache tags of the changes since it began, in their order. */
  purged: Set<string>;
  made: Promise<Made>;
}

/**
 * Cache tags of a response. One that shows nothing watched, such as "there is nothing here", may change with anything.
 */
export const tagsShownBy = ({ cacheTags }: Dependencies): Set<string> =>
  cacheTags.size > 0 ? cacheTags : new Set([CACHE_TAGS.everything]);

const concerns = (purged: Iterable<string>, cacheTags: Set<string>): boolean => {
  for (const cacheTag of purged) {
    if (cacheTag === CACHE_TAGS.everything || cacheTags.has(CACHE_TAGS.everything)) return true;
    if (cacheTags.has(cacheTag)) return true;
  }
  return false;
};

/**
 * Makes responses, one at a time for each path. Requests share a response under construction ("collapsed requests" in
 * RFC 9111, section 4), unless something that it shows changed between its beginning and theirs.
 *
 * Without it `test/unit/cache/collapsed-requests.test.ts` fails: requests for a response under construction make it once
 * more.
 */
export const createCollapsedRequests = <Made>() => {
  /** Attempts that further requests may join. */
  const shared = new Map<string, Underway<Made>>();
  const underway = new Set<Underway<Made>>();

  const begin = (path: string, make: (attempt: Attempt) => Promise<Made>): Underway<Made> => {
    const purged = new Set<string>();
    const dependencies = newDependencies();
    const isOutdated = (cacheTags: Set<string>): boolean => concerns(purged, cacheTags);
    const attempt: Underway<Made> = {
      began: performance.now(),
      dependencies,
      isOutdated,
      purged,
      made: make({ dependencies, isOutdated }),
    };
    const end = (): void => {
      underway.delete(attempt);
      if (shared.get(path) === attempt) shared.delete(path);
    };
    attempt.made.then(end, end);
    underway.add(attempt);
    shared.set(path, attempt);
    return attempt;
  };

  const join = async (path: string, make: (attempt: Attempt) => Promise<Made>): Promise<Made> => {
    const known = shared.get(path);
    const isYoung = known && performance.now() - known.began < SHARED_FOR;
    const attempt = isYoung ? known : begin(path, make);
    const before = attempt.purged.size;
    const made = await attempt.made;
    const missed = [...attempt.purged].slice(0, before);
    // The response was made, in part, from data older than a change that came before this request.
    return concerns(missed, tagsShownBy(attempt.dependencies)) ? join(path, make) : made;
  };

  return {
    /** The response at a path: the one under construction, or one made now. */
    join,

    /** Notes what changed. */
    purge(cacheTags: string[]): void {
      for (const attempt of underway) {
        cacheTags.forEach((cacheTag) => attempt.purged.add(cacheTag));
        if (attempt.purged.size <= NOTED_AT_MOST) continue;
        attempt.purged.clear();
        attempt.purged.add(CACHE_TAGS.everything);
      }
      // No further request may join an attempt that is known to miss the change.
      for (const [path, { dependencies }] of shared) {
        if (concerns(cacheTags, dependencies.cacheTags)) shared.delete(path);
      }
    },

    /** Lets no further request join an attempt that has begun: it may wait for ever on a dead connection. */
    abandonAll: (): void => shared.clear(),
  };
};

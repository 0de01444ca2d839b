import { CACHE_TAGS, type Dependencies, newDependencies } from '../lib/cache-tags';

/** How long further requests join a response under construction, in milliseconds: it may hang on a dead connection. */
const SHARED_FOR = 10_000;

/** Most changes that are noted of a flight; beyond that, everything counts as changed. */
const NOTED_AT_MOST = 10_000;

/** A flight: a response under construction. */
export interface Flight {
  /** What it was made from so far. */
  dependencies: Dependencies;
  /** Whether a change came meanwhile that a response with these cache tags may not show. */
  isOutdated: (cacheTags: Set<string>) => boolean;
}

interface Underway<Made> extends Flight {
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
 * Makes responses, one at a time for each path. Requests share a response under construction, unless something that it
 * shows changed between its beginning and theirs.
 *
 * Without it `test/unit/cache/flights.test.ts` fails: requests for a response under construction make it once more.
 */
export const createFlights = <Made>() => {
  /** Flights that further requests may join. */
  const shared = new Map<string, Underway<Made>>();
  const underway = new Set<Underway<Made>>();

  const begin = (path: string, make: (flight: Flight) => Promise<Made>): Underway<Made> => {
    const purged = new Set<string>();
    const dependencies = newDependencies();
    const isOutdated = (cacheTags: Set<string>): boolean => concerns(purged, cacheTags);
    const flight: Underway<Made> = {
      began: performance.now(),
      dependencies,
      isOutdated,
      purged,
      made: make({ dependencies, isOutdated }),
    };
    const end = (): void => {
      underway.delete(flight);
      if (shared.get(path) === flight) shared.delete(path);
    };
    flight.made.then(end, end);
    underway.add(flight);
    shared.set(path, flight);
    return flight;
  };

  const join = async (path: string, make: (flight: Flight) => Promise<Made>): Promise<Made> => {
    const known = shared.get(path);
    const isYoung = known && performance.now() - known.began < SHARED_FOR;
    const flight = isYoung ? known : begin(path, make);
    const before = flight.purged.size;
    const made = await flight.made;
    const missed = [...flight.purged].slice(0, before);
    // The response was made, in part, from data older than a change that came before this request.
    return concerns(missed, tagsShownBy(flight.dependencies)) ? join(path, make) : made;
  };

  return {
    /** The response at a path: the one under construction, or one made now. */
    join,

    /** Notes what changed. */
    purge(cacheTags: string[]): void {
      for (const flight of underway) {
        cacheTags.forEach((cacheTag) => flight.purged.add(cacheTag));
        if (flight.purged.size <= NOTED_AT_MOST) continue;
        flight.purged.clear();
        flight.purged.add(CACHE_TAGS.everything);
      }
      // No further request may join a flight that is known to miss the change.
      for (const [path, { dependencies }] of shared) {
        if (concerns(cacheTags, dependencies.cacheTags)) shared.delete(path);
      }
    },

    /** Lets no further request join a flight that has begun: it may wait for ever on a dead connection. */
    abandonAll: (): void => shared.clear(),
  };
};

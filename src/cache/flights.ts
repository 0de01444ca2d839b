import { CACHE_TAGS, type Dependencies, newDependencies } from '../lib/cache-tags';

/**
 * How long what is being made is waited for by further requests, in milliseconds: it may wait for
 * ever, on a connection to nowhere.
 */
const SHARED_FOR = 10_000;

/** Changes noted of a flight one by one; after more, everything counts as changed. */
const NOTED_AT_MOST = 10_000;

/** A response on its way. */
export interface Flight {
  /** What it was made from so far. */
  dependencies: Dependencies;
  /** Whether a change came meanwhile that a response of these cache tags may not know of. */
  isOutdated: (cacheTags: Set<string>) => boolean;
}

interface Underway<Made> extends Flight {
  /** In milliseconds of this process's own clock. */
  began: number;
  /** What changed since it began, in the order in which it did. */
  purged: Set<string>;
  made: Promise<Made>;
}

/**
 * What a response shows. What was made of nothing that is watched, such as "there is nothing here",
 * may be another after any change.
 */
export const shownBy = ({ cacheTags }: Dependencies): Set<string> =>
  cacheTags.size > 0 ? cacheTags : new Set([CACHE_TAGS.everything]);

const concerns = (purged: Iterable<string>, cacheTags: Set<string>): boolean => {
  for (const cacheTag of purged) {
    if (cacheTag === CACHE_TAGS.everything || cacheTags.has(CACHE_TAGS.everything)) return true;
    if (cacheTags.has(cacheTag)) return true;
  }
  return false;
};

/**
 * Makes responses, one at a time for each path: requests share what is being made, unless something
 * it shows changed between its beginning and theirs.
 */
export const createFlights = <Made>() => {
  /** Those that further requests may share. */
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
    // Made, in part, of what was there before a change that came before this request.
    return concerns(missed, shownBy(flight.dependencies)) ? join(path, make) : made;
  };

  return {
    /** What is made at a path, now or for somebody who asked before. */
    join,

    /** Says what changed. */
    purge(cacheTags: string[]): void {
      for (const flight of underway) {
        cacheTags.forEach((cacheTag) => flight.purged.add(cacheTag));
        if (flight.purged.size <= NOTED_AT_MOST) continue;
        flight.purged.clear();
        flight.purged.add(CACHE_TAGS.everything);
      }
      // What is known to miss the change is waited for by nobody else.
      for (const [path, { dependencies }] of shared) {
        if (concerns(cacheTags, dependencies.cacheTags)) shared.delete(path);
      }
    },

    /** Has what is asked for from now on made anew: what began before may wait for ever. */
    leave: (): void => shared.clear(),
  };
};

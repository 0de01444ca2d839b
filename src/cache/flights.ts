import { CACHE_TAGS, type Dependencies, newDependencies } from '../lib/cache-tags';

/**
 * How long what is being made is waited for by further requests, in milliseconds: it may wait for
 * ever, on a connection to nowhere.
 */
const SHARED_FOR = 10_000;

/**
 * How long what is made anew is left to itself, in milliseconds: a database that is slow, and was
 * taken for away, would get ever more to do.
 */
const ANEW_FOR = 5_000;

const ABANDONED = Symbol('abandoned');

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
  path: string;
  /** In milliseconds of this process's own clock. */
  began: number;
  /** Whether it is made beside one that was abandoned. */
  isAnew: boolean;
  /** What changed since it began, in the order in which it did. */
  purged: Set<string>;
  made: Promise<Made>;
  /** Resolved when nobody is to wait for it any longer. */
  abandoned: Promise<typeof ABANDONED>;
  abandon: () => void;
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

  const begin = (
    path: string,
    make: (flight: Flight) => Promise<Made>,
    isAnew: boolean,
  ): Underway<Made> => {
    const purged = new Set<string>();
    const dependencies = newDependencies();
    const isOutdated = (cacheTags: Set<string>): boolean => concerns(purged, cacheTags);
    let abandon = (): void => undefined;
    const abandoned = new Promise<typeof ABANDONED>((done) => {
      abandon = () => done(ABANDONED);
    });
    const flight: Underway<Made> = {
      path,
      abandoned,
      abandon,
      began: performance.now(),
      isAnew,
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

  const join = async (
    path: string,
    make: (flight: Flight) => Promise<Made>,
    isAnew = false,
  ): Promise<Made> => {
    const known = shared.get(path);
    const isYoung = known && performance.now() - known.began < SHARED_FOR;
    const flight = isYoung ? known : begin(path, make, isAnew);
    const before = flight.purged.size;
    const done = flight.made.then((made) => {
      const missed = [...flight.purged].slice(0, before);
      // Made, in part, of what was there before a change that came before this request.
      return concerns(missed, shownBy(flight.dependencies)) ? join(path, make) : made;
    });
    const made = await Promise.race([done, flight.abandoned]);
    if (made !== ABANDONED) return made;
    const anew = join(path, make, true);
    // The first may have been merely slow.
    return Promise.race([anew, done.catch(() => anew)]);
  };

  return {
    /** What is made at a path, now or for somebody who asked before. */
    join: (path: string, make: (flight: Flight) => Promise<Made>): Promise<Made> =>
      join(path, make),

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

    /** Has everything made anew for those who wait, who are given what is done first. */
    abandon(): void {
      for (const flight of underway) {
        if (flight.isAnew && performance.now() - flight.began < ANEW_FOR) continue;
        if (shared.get(flight.path) === flight) shared.delete(flight.path);
        flight.abandon();
      }
    },
  };
};

import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';

import { mountPath } from '../lib/url-paths';
import { HTML_MEDIA_TYPE, type PublicResponse, writeLinks } from '../http/response';
import { respondAhead, createResponsePosition } from './respond-ahead';
import { findSiteHeaders, type SiteHeaders } from './site-middlewares';
import { encode, type Encoding, type Representation } from '../http/negotiation';
import {
  type CachedDocument,
  type CachedResponse,
  createResponseCache,
  isDocument,
  responseKey,
} from './response-cache';
import { cdnHints } from './cdn';
import {
  type Dependencies,
  newDependencies,
  parseScope,
  trackDependencies,
  hashOf,
  CACHE_TAGS,
} from '../lib/cache-tags';
import { DatabaseAwayError, isDatabaseError, logError } from '../lib/database';
import type { ChangeLog } from '../lib/change-log';
import type { SettingsStore } from '../options/settings';
import { withDeadline } from '../lib/waiting';

/** How long further requests join a response under construction, in milliseconds: it may hang on a dead connection. */
const SHARED_FOR = 10_000;

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
const tagsShownBy = ({ cacheTags }: Dependencies): Set<string> =>
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

type Document = Extract<PublicResponse, { kind: 'document' }>;

/**
 * How long a response is served ahead before its route is asked again, in milliseconds: the site may have put a file or
 * a route there.
 */
const AHEAD_FOR = 5_000;

/** How long a response without a date is cached, in milliseconds. */
const UNDATED_FOR = 500;

/**
 * Longest wait for a response under construction while the database does not answer, and longest wait in any case, in
 * milliseconds: a server that is only busy answers in the end.
 */
export const UNRESPONSIVE_WAIT = 10_000;
const MAXIMUM_WAIT = 60_000;

/**
 * Shortest time between two recoveries at which attempts are left for new ones, in milliseconds. A database that is only
 * slow seems to recover again and again, and would get more and more to do.
 */
const ABANDON_EVERY = 5_000;

/** Interval of looks at the database while a request waits, in milliseconds. */
const LOOK_WHILE_MADE = 200;

/** Makes responses, one at a time for each path, and caches them while nothing that they show changes. */
export const createResponses = (
  strapi: Core.Strapi,
  { settings, changeLog }: { settings: SettingsStore; changeLog: ChangeLog },
) => {
  const { baseUrl, cache, cacheBytes, push, ...caching } = settings.configured();
  const cached = cache && cacheBytes > 0 ? createResponseCache(cacheBytes) : undefined;
  const position = createResponsePosition(strapi, cache);
  let stopServingAhead = (): void => undefined;

  const requests = createCollapsedRequests<CachedResponse | null>();
  /** Outside the async context of all requests. */
  const outside = new AsyncResource('syndication responses');
  /** Recoveries at which attempts were left. */
  let recoveries = 0;
  let abandonedAt = -Infinity;
  let abandonTimer: NodeJS.Timeout | undefined;
  changeLog.onRecovery(() => {
    clearTimeout(abandonTimer);
    const abandonAttempts = (): void => {
      abandonedAt = performance.now();
      recoveries += 1;
      requests.abandonAll();
    };
    abandonTimer = setTimeout(
      abandonAttempts,
      Math.max(0, abandonedAt + ABANDON_EVERY - performance.now()),
    ).unref();
  });

  /**
   * When a response last changed, in seconds since 1970, and until when it may be cached. It has no date while a
   * further change in the same second would get the same one, and while it is incomplete: the complete one gets that
   * date.
   */
  const findDates = async (
    { modified, expires, isIncomplete }: Dependencies,
    cacheTags: Set<string>,
    { isOutdated }: Attempt,
  ): Promise<{ modified?: number; expires: number }> => {
    const changed = await changeLog.findModified(cacheTags);
    const now = Date.now();
    // Rounded up: after a change within a second, the response differs from the one before it.
    const shown = Math.ceil(modified / 1_000);
    const isSettled = changed !== undefined && (shown <= changed || shown < now / 1_000 - 2);
    if (!isSettled || isOutdated(cacheTags)) {
      return { expires: Math.min(expires, now + UNDATED_FOR) };
    }
    if (isIncomplete) return { expires };
    return { modified: Math.max(changed, shown), expires };
  };

  /** A document in its final form, without dates. */
  const toCached = ({
    kind: _kind,
    body: text,
    links,
    ...metadata
  }: Document): Omit<CachedDocument, 'cacheTags' | 'expires' | 'changesAt'> => ({
    ...metadata,
    // With the Content-Security-Policy: a 304 would leave the former one in force.
    hash: hashOf(text + (metadata.policy ?? '')),
    caching,
    links: writeLinks(links ?? []),
    bodies: new Map<Encoding, Buffer>([['identity', Buffer.from(text)]]),
    wire: new Map(),
  });

  const finish = async (document: Document, attempt: Attempt): Promise<CachedDocument> => {
    const { dependencies } = attempt;
    const cacheTags = tagsShownBy(dependencies);
    const dates = await findDates(dependencies, cacheTags, attempt);
    return { ...toCached(document), ...dates, changesAt: dependencies.expires, cacheTags };
  };

  const make = async (
    key: string,
    attempt: Attempt,
    respond: () => Promise<PublicResponse | null>,
  ): Promise<CachedResponse | null> => {
    const made = await trackDependencies(attempt.dependencies, respond);
    if (made === null) return null;
    const { expires } = attempt.dependencies;
    const response: CachedResponse =
      made.kind === 'document'
        ? await finish(made, attempt)
        : { ...made, cacheTags: tagsShownBy(attempt.dependencies), expires, changesAt: expires };
    response.cdn = cdnHints(push.cdn, response.cacheTags);
    if (!attempt.isOutdated(response.cacheTags)) cached?.set(key, response);
    // A response that a change overtook is sent once; a CDN must not keep it.
    else response.expires = Math.min(response.expires, Date.now());
    return response;
  };

  /**
   * Notes that a response may be served ahead, if the route of the current request is the one that answers at its path.
   */
  const markAhead = <Found extends CachedResponse | null>(path: string, response: Found): Found => {
    if (isDocument(response) && position.isRouteAhead(path)) {
      response.aheadUntil = Date.now() + AHEAD_FOR;
    }
    return response;
  };

  /** The cached response. While the database does not answer, an expired one is better than none. */
  const getCached = (key: string): CachedResponse | undefined =>
    changeLog.isCacheUsable()
      ? cached?.get(key, { includeExpired: changeLog.isUnresponsive() })
      : undefined;

  /**
   * A response made now, for all who request it. It is completed and cached even if nobody waits any longer. Looks
   * meanwhile, to notice when the database does not answer, and when it does again.
   */
  const makeShared = (
    key: string,
    respond: () => Promise<PublicResponse | null>,
  ): Promise<CachedResponse | null> => {
    let looking: NodeJS.Timeout | undefined;
    const made = new Promise<CachedResponse | null>((done, fail) => {
      let latest: Promise<CachedResponse | null>;
      const begin = (): void => {
        const attempt = changeLog
          .untilReadable()
          .then(() => requests.join(key, (one) => make(key, one, respond)));
        latest = attempt;
        attempt.then(done, (error: unknown) => attempt === latest && fail(error));
      };
      begin();
      const began = performance.now();
      let seen = recoveries;
      looking = setInterval(() => {
        void changeLog.catchUp();
        const response = getCached(key);
        if (response) done(response);
        else if (recoveries > seen) {
          seen = recoveries;
          // A response begun before the outage may wait for ever on a dead connection, or only be slow: the first that
          // ends counts.
          begin();
        }
        const isLate = performance.now() - began >= UNRESPONSIVE_WAIT;
        if (isLate && changeLog.isUnresponsive()) fail(new DatabaseAwayError());
      }, LOOK_WHILE_MADE);
    });
    return withDeadline(made, MAXIMUM_WAIT).finally(() => clearInterval(looking));
  };

  /**
   * A response to a request for which a middleware of the site began a transaction. That may be rolled back, so the
   * response is not cached. A request that holds a connection to the database must not wait for another one, or for a
   * request that waits for this one. So for later requests, the response is made once more, outside.
   */
  const makeInTransaction = async (
    key: string,
    respond: () => Promise<PublicResponse | null>,
  ): Promise<CachedResponse | null> => {
    // Requests that wait for this response get its error.
    if (cached) outside.runInAsyncScope(makeShared, undefined, key, respond).catch(() => undefined);
    const dependencies = newDependencies();
    const made = await trackDependencies(dependencies, respond);
    if (made === null) return null;
    const response = made.kind === 'document' ? toCached(made) : made;
    const now = Date.now();
    const cacheTags = tagsShownBy(dependencies);
    return { ...response, cacheTags, expires: now, changesAt: now, isUncommitted: true };
  };

  return {
    /** The cached responses; undefined if the cache is off. */
    cached,

    /**
     * The response at a canonical path: the cached one, or one made now.
     *
     * @param representation which one, if the path has several
     * @throws DatabaseAwayError when it has to be made and the database does not answer
     */
    async find(
      path: string,
      respond: () => Promise<PublicResponse | null>,
      representation: Representation = HTML_MEDIA_TYPE,
    ): Promise<CachedResponse | null> {
      const key = responseKey(path, representation);
      await changeLog.untilIndexed();
      await changeLog.catchUp();
      const recalled = getCached(key);
      if (recalled) return markAhead(path, recalled);
      if (strapi.db.inTransaction()) return markAhead(path, await makeInTransaction(key, respond));
      try {
        return markAhead(path, await makeShared(key, respond));
      } catch (error) {
        if (!isDatabaseError(error)) throw error;
        const expired = changeLog.isCacheUsable() && cached?.get(key, { includeExpired: true });
        if (!expired) throw error;
        return markAhead(path, expired);
      }
    },

    /** Content of a document in a content coding, made at the first request for it and kept. */
    async encode(key: string, document: CachedDocument, encoding: Encoding): Promise<Buffer> {
      const { bodies } = document;
      const known = bodies.get(encoding);
      if (known) return known;
      const body = await encode(bodies.get('identity')!, encoding);
      bodies.set(encoding, body);
      cached?.resize(key, document);
      return body;
    },

    /** Whether the response to the current request is the same for everybody who may ask. */
    isForEverybody: position.isForEverybody,

    /**
     * Serves cached responses ahead of all middlewares once the server listens, if all are Strapi's or the site wants
     * it.
     */
    start(): void {
      const { httpServer } = strapi.server;
      if (!cached || cache === 'behind') return;
      // As late as possible: plugins that start later may add middlewares, too.
      const listening = (): void => {
        position.decide();
        let headers: SiteHeaders | undefined;
        findSiteHeaders(strapi, `${mountPath(baseUrl)}/`).then(
          (found) => (headers = found),
          (error: unknown) => logError(strapi, error),
        );
        stopServingAhead = respondAhead(httpServer, {
          getCached,
          changeLog,
          headers: () => (position.isAhead() ? headers : undefined),
        });
      };
      httpServer.once('listening', listening);
      stopServingAhead = () => httpServer.off('listening', listening);
    },

    /** Leaves every request to Strapi again. */
    stop(): void {
      stopServingAhead();
    },

    /** Purges responses with any of these scopes. Requests that wait for one under construction still get it. */
    purge(scopes: string[]): void {
      requests.purge(scopes.map((scope) => parseScope(scope).cacheTag));
      cached?.purge(scopes);
    },
  };
};

export type Responses = ReturnType<typeof createResponses>;

import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';

import { mountPath } from '../lib/url-paths';
import {
  HTML_MEDIA_TYPE,
  type PublicResponse,
  type Representation,
  writeLinks,
} from '../http/response';
import { respondAhead, createResponsePosition } from './respond-ahead';
import { findSiteHeaders, type SiteHeaders } from './site-middlewares';
import { encode, type Encoding } from '../http/negotiation';
import { hashOf } from '../lib/hash';
import {
  type CachedDocument,
  type CachedResponse,
  createResponseCache,
  isDocument,
  responseKey,
} from './response-cache';
import { cdnHints } from './cdn-headers';
import {
  type Dependencies,
  newDependencies,
  parseScope,
  trackDependencies,
} from '../lib/cache-tags';
import { createFlights, type Flight, shownBy } from './flights';
import { DatabaseAwayError, isDatabaseError, logError } from '../lib/database';
import type { ChangeLog } from '../lib/change-log';
import type { SettingsStore } from '../options/settings';
import { within } from '../lib/waiting';

type Document = Extract<PublicResponse, { kind: 'document' }>;

/**
 * How long a response is given ahead before its route is asked again, in milliseconds: the site may
 * have put a file or a route at its address.
 */
const AHEAD_FOR = 5_000;

/** How long a response without a date is cached, in milliseconds. */
const SHORTLY = 500;

/**
 * How long a request waits for a response that is being made while the database does not answer, and
 * at most, in milliseconds: a server that is only busy answers in the end.
 */
export const MADE_WITHIN = 10_000;
const MADE_AT_MOST = 60_000;

/**
 * How often responses under construction are left for new ones, in milliseconds. A database that is only slow seems to
 * recover again and again, and would get more and more to do.
 */
const LEFT_EVERY = 5_000;

/** How often the database is looked at while a request waits, in milliseconds. */
const LOOK_WHILE_MADE = 200;

/** Renders responses, one at a time for each path, and keeps them while nothing they show changes. */
export const createResponses = (
  strapi: Core.Strapi,
  { settings, changeLog }: { settings: SettingsStore; changeLog: ChangeLog },
) => {
  const { baseUrl, cache, cacheBytes, templates, push, ...caching } = settings.configured();
  const cached = cache && cacheBytes > 0 ? createResponseCache(cacheBytes) : undefined;
  const position = createResponsePosition(strapi, cache);
  let undo = (): void => undefined;

  /**
   * What a response is told from its earlier forms by: its content, and what a page may use, where the site
   * adds to that. A 304 would leave the former policy in force.
   */
  const withPolicy = (body: Buffer, policy: string | undefined): Buffer =>
    policy !== undefined && templates.contentSecurityPolicy
      ? Buffer.concat([body, Buffer.from(policy)])
      : body;

  const flights = createFlights<CachedResponse | null>();
  /** Outside of all requests. */
  const outside = new AsyncResource('syndication responses');
  let recoveries = 0;
  let left = -Infinity;
  changeLog.onRecovery(() => {
    const now = performance.now();
    if (now - left < LEFT_EVERY) return;
    left = now;
    recoveries += 1;
    flights.leave();
  });

  /**
   * When a response last changed, in seconds since 1970, and until when it may be cached. It has no date
   * while another change within the same second could not be told from it, and when it is incomplete: the
   * whole one has the same date.
   */
  const date = async (
    { modified, expires, isIncomplete }: Dependencies,
    cacheTags: Set<string>,
    { isOutdated }: Flight,
  ): Promise<{ modified?: number; expires: number }> => {
    const changed = await changeLog.findModified(cacheTags);
    const now = Date.now();
    // Up: what changed within a second is another response than the one before it.
    const shown = Math.ceil(modified / 1_000);
    const isSettled = changed !== undefined && (shown <= changed || shown < now / 1_000 - 2);
    if (!isSettled || isOutdated(cacheTags)) {
      return { expires: Math.min(expires, now + SHORTLY) };
    }
    if (isIncomplete) return { expires };
    return { modified: Math.max(changed, shown), expires };
  };

  /** A document in its final form, without its dates. */
  const toCached = ({
    kind: _kind,
    body: text,
    links,
    ...metadata
  }: Document): Omit<CachedDocument, 'cacheTags' | 'expires' | 'due'> => {
    const body = Buffer.from(text);
    return {
      ...metadata,
      hash: hashOf(withPolicy(body, metadata.policy)),
      caching,
      links: links?.length ? writeLinks(links) : undefined,
      bodies: new Map<Encoding, Buffer>([['identity', body]]),
      wire: new Map(),
    };
  };

  const finish = async (document: Document, flight: Flight): Promise<CachedDocument> => {
    const { dependencies } = flight;
    const cacheTags = shownBy(dependencies);
    const dates = await date(dependencies, cacheTags, flight);
    return { ...toCached(document), ...dates, due: dependencies.expires, cacheTags };
  };

  const make = async (
    key: string,
    flight: Flight,
    respond: () => Promise<PublicResponse | null>,
  ): Promise<CachedResponse | null> => {
    const made = await trackDependencies(flight.dependencies, respond);
    if (made === null) return null;
    const { expires } = flight.dependencies;
    const response: CachedResponse =
      made.kind === 'document'
        ? await finish(made, flight)
        : { ...made, cacheTags: shownBy(flight.dependencies), expires, due: expires };
    response.cdn = cdnHints(push.cdn, response.cacheTags);
    if (!flight.isOutdated(response.cacheTags)) cached?.set(key, response);
    // What a change overtook is given once; a CDN is not to keep it.
    else response.expires = Math.min(response.expires, Date.now());
    return response;
  };

  /** Notes whether a response may be given ahead, unless it was made for a request elsewhere. */
  const markAhead = <Found extends CachedResponse | null>(path: string, response: Found): Found => {
    if (isDocument(response) && position.isRouteAhead(path)) {
      response.aheadUntil = Date.now() + AHEAD_FOR;
    }
    return response;
  };

  /** The response in memory; without the database one that has ended is better than none. */
  const recall = (key: string): CachedResponse | undefined =>
    changeLog.isUsable() ? cached?.get(key, { ended: changeLog.isTroubled() }) : undefined;

  /** A response made now, together with all who ask for it; it goes on being made, and is cached. */
  const share = async (
    key: string,
    respond: () => Promise<PublicResponse | null>,
  ): Promise<CachedResponse | null> => {
    const join = () => flights.join(key, (flight) => make(key, flight, respond));
    const made = changeLog.untilReadable().then(() => recall(key) ?? join());
    let anew: Promise<CachedResponse | null> | undefined;
    let looking: NodeJS.Timeout | undefined;
    // So that it is noticed when the database does not answer, and when it does again.
    const began = performance.now();
    const before = recoveries;
    const recalled = new Promise<CachedResponse | null>((done, fail) => {
      looking = setInterval(() => {
        void changeLog.catchUp();
        const response = recall(key);
        if (response) done(response);
        // What began before an outage may wait for ever, on a connection to nowhere, or be merely slow.
        else if (recoveries > before) done((anew ??= join()));
        const isLate = performance.now() - began >= MADE_WITHIN;
        if (isLate && changeLog.isTroubled()) fail(new DatabaseAwayError());
      }, LOOK_WHILE_MADE);
    });
    return within(
      Promise.race([
        made.catch((error: unknown) => {
          if (!anew) throw error;
          return anew;
        }),
        recalled,
      ]),
      MADE_AT_MOST,
      () => new DatabaseAwayError(),
    ).finally(() => clearInterval(looking));
  };

  /**
   * A response to a request that a middleware of the site has begun a transaction for. What that sees may be
   * taken back, so nobody keeps it; and who has a connection of the database does not wait for another, or
   * for who waits for this one: for those who come next it is made once more, outside.
   */
  const makeWithin = async (
    key: string,
    respond: () => Promise<PublicResponse | null>,
  ): Promise<CachedResponse | null> => {
    // What fails is told where it is waited for.
    if (cached) outside.runInAsyncScope(share, undefined, key, respond).catch(() => undefined);
    const dependencies = newDependencies();
    const made = await trackDependencies(dependencies, respond);
    if (made === null) return null;
    const response = made.kind === 'document' ? toCached(made) : made;
    const now = Date.now();
    const cacheTags = shownBy(dependencies);
    return { ...response, cacheTags, expires: now, due: now, isUncommitted: true };
  };

  return {
    /** The cached responses; undefined when none are to be cached. */
    cached,

    /**
     * The response at a canonical path: the cached one, or one made now.
     *
     * @param representation which one, where there are several at the path
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
      const recalled = recall(key);
      if (recalled) return markAhead(path, recalled);
      if (strapi.db.inTransaction()) return markAhead(path, await makeWithin(key, respond));
      try {
        return markAhead(path, await share(key, respond));
      } catch (error) {
        if (!isDatabaseError(error)) throw error;
        const ended = changeLog.isUsable() && cached?.get(key, { ended: true });
        if (!ended) throw error;
        return markAhead(path, ended);
      }
    },

    /** Content of a document in a content coding, made and kept when it was never asked for before. */
    async encode(key: string, document: CachedDocument, encoding: Encoding): Promise<Buffer> {
      const { bodies } = document;
      const known = bodies.get(encoding);
      if (known) return known;
      const body = await encode(bodies.get('identity')!, encoding);
      bodies.set(encoding, body);
      cached?.resize(key, document);
      return body;
    },

    /** Whether the response to the present request is the same for everybody who may ask. */
    isForEverybody: position.isForEverybody,

    /**
     * Gives cached responses ahead of all middlewares once the server listens, where there are none but
     * Strapi's or the site wants it so.
     */
    start(): void {
      const { httpServer } = strapi.server;
      if (!cached || cache === 'behind') return;
      // As late as possible: whatever starts after the plugin may add middlewares, too.
      const listening = (): void => {
        position.decide();
        let headers: SiteHeaders | undefined;
        findSiteHeaders(strapi, `${mountPath(baseUrl)}/`).then(
          (found) => (headers = found),
          (error: unknown) => logError(strapi, error),
        );
        undo = respondAhead(httpServer, {
          recall,
          changeLog,
          headers: () => (position.isAhead() ? headers : undefined),
        });
      };
      httpServer.once('listening', listening);
      undo = () => httpServer.off('listening', listening);
    },

    /** Leaves every request to Strapi again. */
    stop(): void {
      undo();
    },

    /** Purges what shows any of these scopes; what is being made is given to those who wait for it. */
    purge(scopes: string[]): void {
      flights.purge(scopes.map((scope) => parseScope(scope).cacheTag));
      cached?.purge(scopes);
    },
  };
};

export type Responses = ReturnType<typeof createResponses>;

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

import type { Core } from '@strapi/strapi';

import { chooseEncoding, chooseRepresentation } from '../http/negotiation';
import { evaluatePreconditions } from '../http/response';
import type { ChangeLog } from '../lib/change-log';
import {
  type CachedDocument,
  type CachedResponse,
  isDocument,
  responseKey,
  wireResponses,
} from './response-cache';
import type { CachePosition } from '../options/options';
import {
  findSiteMiddlewares,
  hasForeignListener,
  isFirstRoute,
  type SiteHeaders,
} from './site-middlewares';

/**
 * Decides whether cached responses are served ahead of the middlewares or behind them.
 *
 * @param chosen the option `cache`; with true, it depends on the middlewares
 */
export const createResponsePosition = (strapi: Core.Strapi, chosen: CachePosition | boolean) => {
  let listenerIsForeign = false;
  let known = { length: -1, site: [] as string[] };

  /** Names of the site's own middlewares. Middlewares may be added until the last moment, and later. */
  const siteMiddlewares = (): string[] => {
    const { length } = strapi.server.app.middleware;
    if (known.length !== length) {
      const site = findSiteMiddlewares(strapi);
      if (listenerIsForeign) site.push('what listens to the HTTP server');
      known = { length, site };
    }
    return known.site;
  };

  const isAhead = (): boolean =>
    chosen === 'ahead' || (chosen === true && siteMiddlewares().length === 0);

  return {
    /** Looks at the server before the plugin listens to it, and logs what was found. */
    decide(): void {
      listenerIsForeign = hasForeignListener(strapi);
      known.length = -1;
      const site = siteMiddlewares();
      if (chosen !== true || site.length === 0) return;
      strapi.log.info(
        `Syndication: this site has middlewares of its own (${site.join(', ')}), so pages and feeds are given from memory behind them. To give them before any middleware, which is faster but asks for no password, set cache: 'ahead' in config/plugins.ts; cache: 'behind' leaves it so, without this line.`,
      );
    },

    /** Whether the middlewares allow cached responses to be served ahead. */
    isAhead,

    /** Whether the answer of the current route at a path may be served without the router. */
    isRouteAhead: (path: string): boolean =>
      chosen === 'ahead' || (isAhead() && isFirstRoute(strapi, path)),

    /**
     * Whether the response to the current request is the same for everybody: nothing of the site, which may admit one
     * visitor and not another, comes before it.
     */
    isForEverybody: (): boolean =>
      chosen === 'ahead' ||
      (chosen !== 'behind' && siteMiddlewares().length === 0 && isFirstRoute(strapi)),
  };
};

/** Sends a cached response; false if it is not ready for exactly this request. */
const sendCached = (
  document: CachedDocument,
  request: IncomingMessage,
  response: ServerResponse,
  site: SiteHeaders,
): boolean => {
  const { headers } = request;
  if (Date.now() >= (document.aheadUntil ?? 0)) return false;
  // A page may have another representation, which is not cached.
  const isWanted =
    !document.isNegotiated || chooseRepresentation(headers.accept) === document.mediaType;
  if (!isWanted) return false;
  // Something else may have answered already. A response for a password is not public.
  if (response.headersSent || headers.authorization !== undefined) return false;
  const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined);
  const { validators, notModified, ok } = wireResponses(document, encoding, site);
  const status = evaluatePreconditions(headers, validators);
  const given = status === 304 ? notModified : ok;
  if (status === 412 || !given) return false;
  response.writeHead(given.status, given.headers);
  response.end(request.method === 'HEAD' ? undefined : given.body);
  return true;
};

interface Ahead {
  /** The cached response under a key, if it may be served. */
  getCached: (path: string) => CachedResponse | undefined;
  changeLog: Pick<ChangeLog, 'catchUp' | 'untilIndexed' | 'isUnresponsive'>;
  /** Headers to send with the responses; undefined while requests have to go through Strapi's middlewares. */
  headers: () => SiteHeaders | undefined;
}

/**
 * Serves cached responses ahead of Koa and all middlewares, at the server's own "request" event; every other request
 * goes on unchanged. A query string, another method or an odd encoding of the path matches no cached response.
 *
 * Without it `test/api/caching.test.ts` fails: cached responses, too, go through all middlewares of Strapi.
 *
 * @returns a function that undoes it
 */
export const respondAhead = (
  server: Server,
  { getCached, changeLog, headers }: Ahead,
): (() => void) => {
  const [koa] = server.listeners('request') as RequestListener[];
  if (!koa) return () => undefined;

  /** The cached response to a request: of a page, in the requested representation. */
  const find = ({ url = '', headers: { accept } }: IncomingMessage): CachedResponse | undefined => {
    const key = responseKey(url, chooseRepresentation(accept));
    return (key === url ? undefined : getCached(key)) ?? getCached(url);
  };

  const sendOrPassOn = (
    cached: CachedResponse | undefined,
    site: SiteHeaders | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    // While the database does not answer, the cached headers for a CDN are wrong.
    const isWhole = isDocument(cached) && !(cached.cdn && changeLog.isUnresponsive());
    if (!site || !isWhole || !sendCached(cached, request, response, site)) {
      koa.call(server, request, response);
    }
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { method } = request;
    const site = method === 'GET' || method === 'HEAD' ? headers() : undefined;
    const cached = site && find(request);
    const indexing = cached && changeLog.untilIndexed();
    const catchingUp = indexing
      ? indexing.then(() => changeLog.catchUp())
      : cached && changeLog.catchUp();
    if (!catchingUp) sendOrPassOn(cached, site, request, response);
    else void catchingUp.then(() => sendOrPassOn(find(request), headers(), request, response));
  };

  server.off('request', koa);
  server.prependListener('request', listener);
  return () => {
    if (!server.listeners('request').includes(listener)) return;
    server.off('request', listener);
    server.prependListener('request', koa);
  };
};

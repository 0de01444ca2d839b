import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

import type { Core } from '@strapi/strapi';

import { chooseEncoding, evaluatePreconditions } from '../http/negotiation';
import { chooseRepresentation } from '../http/response';
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
 * Decides whether responses are given ahead of the middlewares or behind them.
 *
 * @param chosen the option `cache`; true and false leave it to what middlewares there are
 */
export const createResponsePosition = (strapi: Core.Strapi, chosen: CachePosition | boolean) => {
  let listenerIsForeign = false;
  let known = { length: -1, site: [] as string[] };

  /** Middlewares may be added until the last moment, and later. */
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
    /** Looks at the server as it is before the plugin listens to it; says what was found. */
    decide(): void {
      listenerIsForeign = hasForeignListener(strapi);
      known.length = -1;
      const site = siteMiddlewares();
      if (chosen !== true || site.length === 0) return;
      strapi.log.info(
        `Syndication: this site has middlewares of its own (${site.join(', ')}), so pages and feeds are given from memory behind them. To give them before any middleware, which is faster but asks for no password, set cache: 'ahead' in config/plugins.ts; cache: 'behind' leaves it so, without this line.`,
      );
    },

    /** Whether cached responses are given ahead, as far as the middlewares go. */
    isAhead,

    /** Whether what the route that runs now answers at a path may be given without the router. */
    isRouteAhead: (path: string): boolean =>
      chosen === 'ahead' || (isAhead() && isFirstRoute(strapi, path)),

    /**
     * Whether what answers the present request is the same for everybody: nothing of the site, which
     * may let in one visitor and not another, comes before it.
     */
    isForEverybody: (): boolean =>
      chosen === 'ahead' ||
      (chosen !== 'behind' && siteMiddlewares().length === 0 && isFirstRoute(strapi)),
  };
};

/** Gives a cached response; false when it is not ready for exactly this request. */
const give = (
  document: CachedDocument,
  request: IncomingMessage,
  response: ServerResponse,
  site: SiteHeaders,
): boolean => {
  const { headers } = request;
  if (Date.now() >= (document.aheadUntil ?? 0)) return false;
  // Of a page there may be another representation, which is not in memory.
  const isWanted =
    !document.isNegotiated || chooseRepresentation(headers.accept) === document.mediaType;
  if (!isWanted) return false;
  // Something else may have answered already; what is given for a password is not public.
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
  /** The response in memory under a key, if it may be given. */
  recall: (path: string) => CachedResponse | undefined;
  changeLog: Pick<ChangeLog, 'catchUp' | 'untilIndexed' | 'isTroubled'>;
  /** Headers to give with the responses; undefined while they are to go through Strapi's stack. */
  headers: () => SiteHeaders | undefined;
}

/**
 * Gives cached responses ahead of Koa and all middlewares, at the server's own "request" event; every
 * other request goes on as if nothing were there. A query string, another method or an odd encoding
 * of the path is not what a response is cached under.
 *
 * @returns a function that undoes it
 */
export const respondAhead = (
  server: Server,
  { recall, changeLog, headers }: Ahead,
): (() => void) => {
  const [koa] = server.listeners('request') as RequestListener[];
  if (!koa) return () => undefined;

  /** The response to a request in memory: in the representation it asks for, if it is of a page. */
  const find = ({ url = '', headers: { accept } }: IncomingMessage): CachedResponse | undefined => {
    const key = responseKey(url, chooseRepresentation(accept));
    return (key === url ? undefined : recall(key)) ?? recall(url);
  };

  const giveOrGoOn = (
    cached: CachedResponse | undefined,
    site: SiteHeaders | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    // Without the database, what a CDN is told of a response is not what is in memory.
    const isWhole = isDocument(cached) && !(cached.cdn && changeLog.isTroubled());
    if (!site || !isWhole || !give(cached, request, response, site)) {
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
    if (!catchingUp) giveOrGoOn(cached, site, request, response);
    else void catchingUp.then(() => giveOrGoOn(find(request), headers(), request, response));
  };

  server.off('request', koa);
  server.prependListener('request', listener);
  return () => {
    if (!server.listeners('request').includes(listener)) return;
    server.off('request', listener);
    server.prependListener('request', koa);
  };
};

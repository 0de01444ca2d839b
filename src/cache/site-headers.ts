import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { documentHeaders } from '../http/document-headers';
import { HTML_MEDIA_TYPE } from '../http/response';
import type { MiddlewareEntry } from './site-middlewares';

/** Headers that Strapi's middlewares give every response, as names and values in turn. */
export interface SiteHeaders {
  pages: string[];
  feeds: string[];
}

/** Strapi's middlewares whose headers are the same for everybody; no other header is taken over. */
const SOURCES = ['strapi::security', 'strapi::poweredBy'];

/** Headers that a document has of its own. */
const OWN = new Set(
  Object.keys(
    documentHeaders('text/plain', 'gzip', { entityTag: '""', modified: 0 }, 'no-store'),
  ).map((name) => name.toLowerCase()),
);

const isOwn = (name: string, mediaType?: string): boolean =>
  OWN.has(name) ||
  // Pages have a policy of their own; feeds keep the site's.
  (name === 'content-security-policy' && mediaType === HTML_MEDIA_TYPE);

/** The middlewares as the site configures them; Strapi's default has both as they are. */
const sourceMiddlewares = (strapi: Core.Strapi): Middleware[] =>
  strapi.config.get<MiddlewareEntry[]>('middlewares', SOURCES).flatMap((entry) => {
    if (typeof entry === 'function') return [];
    const { name = '', config = {} } = typeof entry === 'string' ? { name: entry } : entry;
    return SOURCES.includes(name)
      ? [strapi.middleware(name)(config, { strapi }) as Middleware]
      : [];
  });

/**
 * The headers that `strapi::security` and `strapi::poweredBy` set with the site's configuration,
 * found by running these two over a request of nobody's.
 *
 * @param path where the plugin serves: Strapi loosens the policy for some paths of its own
 */
export const findSiteHeaders = async (strapi: Core.Strapi, path: string): Promise<SiteHeaders> => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: path });
  const response = new ServerResponse(request);
  const ctx = strapi.server.app.createContext(request, response);
  const run = sourceMiddlewares(strapi).reduceRight<() => Promise<void>>(
    (next, middleware) => async () => middleware(ctx as Parameters<Middleware>[0], next),
    async () => undefined,
  );
  await run();
  const headersOf = (mediaType?: string): string[] =>
    response
      .getHeaderNames()
      .filter((name) => !isOwn(name, mediaType))
      .flatMap((name) => [response.getHeader(name) ?? []].flat().flatMap((v) => [name, String(v)]));
  return { pages: headersOf(HTML_MEDIA_TYPE), feeds: headersOf() };
};

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { Core } from '@strapi/strapi';
import type { Middleware as KoaMiddleware } from 'koa';

import { documentHeaders, HTML_MEDIA_TYPE } from '../http/response';

type Middleware = Core.Strapi['server']['app']['middleware'][number];
type Factory = (config: unknown, context: { strapi: Core.Strapi }) => Middleware | undefined;

/** An entry of `config/middlewares`. */
type MiddlewareEntry =
  string | { name?: string; resolve?: string; config?: unknown } | ((...parts: never[]) => unknown);

/** Middlewares that Strapi's own factories made; all others are the site's. */
const strapis = new WeakSet<Middleware>();

/** Counts a middleware of the plugin as Strapi's: it leaves public responses as they are. */
export const noteOwnMiddleware = (middleware: Middleware): void => {
  strapis.add(middleware);
};

/** Routes that these middlewares add: for the files in `public/`, and from the root to the log-in. */
const strapisRoutes = new WeakSet<object>();

/** Whether a route is one of Strapi's own, for what nothing else answers. */
export const isStrapisRoute = (layer: object): boolean => strapisRoutes.has(layer);

const isOfStrapi = (name: string): boolean => name.startsWith('strapi::');

const hasFunction = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasFunction));

/** Whether a middleware of Strapi turns visitors away, or runs functions of the site. */
const decidesForSite = (name: string, config: unknown): boolean =>
  name === 'strapi::ip' ||
  ((name === 'strapi::responses' || name === 'strapi::security') && hasFunction(config));

/** Remembers which middlewares Strapi's own factories make. Call it in `register`, before Strapi makes them. */
export const noteStrapiMiddlewares = (strapi: Core.Strapi): void => {
  const factories = strapi.get('middlewares');
  const { app } = strapi.server;
  for (const name of factories.keys().filter(isOfStrapi)) {
    factories.extend(name, (make: Factory): Factory => (config, context) => {
      const before = app.middleware.length;
      const routes = new Set(strapi.server.listRoutes());
      // Some only extend the app; Strapi then adds a middleware that does nothing.
      const middleware = make(config, context) ?? ((_ctx, next) => next());
      // strapi::session adds its middleware by itself.
      const made = [...app.middleware.slice(before), middleware];
      for (const layer of strapi.server.listRoutes()) {
        if (!routes.has(layer)) strapisRoutes.add(layer);
      }
      if (!decidesForSite(name, config)) made.forEach((one) => strapis.add(one));
      return middleware;
    });
  }
};

/**
 * How many middlewares Strapi adds beside the configured ones: one that keeps track of the request, one that counts
 * requests if telemetry is on, and that of the MCP server (`@strapi/core`, services/server, services/metrics,
 * services/mcp). They cannot be told from a site's, so they are counted.
 */
const countUnnamed = ({ telemetry, ai }: Core.Strapi): number =>
  1 + (telemetry.isDisabled ? 0 : 1) + (ai?.mcp?.isRunning() ? 1 : 0);

const entryName = (entry: MiddlewareEntry): string => {
  if (typeof entry === 'function') return entry.name || 'a function';
  return typeof entry === 'string' ? entry : (entry.name ?? entry.resolve ?? 'one without a name');
};

/** Entries of `config/middlewares` that are not Strapi's own, or decide for the site. */
const configuredMiddlewares = ({ config }: Core.Strapi): string[] =>
  config
    .get<MiddlewareEntry[]>('middlewares', [])
    .filter((entry) => {
      const name = entryName(entry);
      const options = typeof entry === 'object' ? entry.config : undefined;
      return !isOfStrapi(name) || decidesForSite(name, options);
    })
    .map(entryName);

/**
 * The site's own middlewares, in words; none if all are Strapi's. A function does not reveal where it comes from: those
 * beyond what Strapi adds count as the site's.
 *
 * Without it `test/api/protection.test.ts` fails: cached responses are given to visitors whom the site turns away.
 */
export const findSiteMiddlewares = (strapi: Core.Strapi): string[] => {
  const { app, router } = strapi.server;
  const dispatch = app.middleware.findIndex(
    (middleware) => (middleware as { router?: unknown }).router === router,
  );
  // A middleware after the router never sees what the router answers.
  const before = dispatch < 0 ? app.middleware : app.middleware.slice(0, dispatch);
  const named = configuredMiddlewares(strapi).map((name) => `"${name}"`);
  const unknown = before.filter((middleware) => !strapis.has(middleware)).length;
  const added = unknown - countUnnamed(strapi) - named.length;
  if (added > 0) named.push(`${added} added in code`);
  if (Object.hasOwn(app, 'callback') || Object.hasOwn(app, 'handleRequest')) {
    named.push('a wrapped Koa application');
  }
  return named;
};

/** Strapi's own listener to the server's "request" event (`@strapi/core`, services/server). */
const STRAPIS_LISTENER = 'handleRequest';

/** Whether anything but Strapi listens to the server's requests, or wraps Strapi's listener. */
export const hasForeignListener = ({ server }: Core.Strapi): boolean => {
  const names = server.httpServer.listeners('request').map(({ name }) => name);
  return names.length !== 1 || names[0] !== STRAPIS_LISTENER;
};

interface RouterState {
  path: string;
  /** Path of the current route. */
  routerPath?: string;
  router?: { match: (path: string, method: string) => { path: RouteLayer[] } };
  /** What the router matched with the current path, whatever the method. */
  matched?: RouteLayer[];
}

interface RouteLayer {
  path: unknown;
  methods: string[];
}

/** A middleware that was added with a path has no methods: it takes all. */
export const takesMethod = ({ methods }: { methods: string[] }, method: string): boolean =>
  methods.length === 0 || methods.includes(method);

/**
 * Whether the current route is the first that Strapi's router runs for a path: `router.use()`, or a route that calls
 * `next()`, may come before it.
 *
 * @param path by default, that of the current request
 */
export const isFirstRoute = ({ requestContext }: Core.Strapi, path?: string): boolean => {
  const ctx = requestContext.get() as RouterState | undefined;
  if (!ctx?.router) return false;
  const isCurrent = path === undefined || path === ctx.path;
  const matched = (isCurrent && ctx.matched) || ctx.router.match(path ?? ctx.path, 'GET').path;
  const [first, ...others] = matched
    .filter((layer) => takesMethod(layer, 'GET') && !isStrapisRoute(layer))
    .map((layer) => String(layer.path));
  // The site may guard the same pattern: then nothing tells which of the two routes is ours.
  return first !== undefined && first === ctx.routerPath && !others.includes(first);
};

/** Headers that Strapi's middlewares give every response, as names and values, alternately. */
export interface SiteHeaders {
  pages: string[];
  feeds: string[];
}

/** Strapi's middlewares whose headers are the same for everybody; headers of others are not copied. */
const HEADER_MIDDLEWARES = ['strapi::security', 'strapi::poweredBy'];

/** Headers that a document sets itself. */
const DOCUMENT_HEADERS = new Set(
  Object.keys(
    documentHeaders(
      { mediaType: 'text/plain' },
      'gzip',
      { entityTag: '""', modified: 0 },
      'no-store',
    ),
  ).map((name) => name.toLowerCase()),
);

const isDocumentHeader = (name: string, mediaType?: string): boolean =>
  DOCUMENT_HEADERS.has(name) ||
  // Pages have a policy of their own; feeds keep the site's.
  (name === 'content-security-policy' && mediaType === HTML_MEDIA_TYPE);

/** The middlewares as the site configures them; Strapi's default has both without options. */
const createHeaderMiddlewares = (strapi: Core.Strapi): KoaMiddleware[] =>
  strapi.config.get<MiddlewareEntry[]>('middlewares', HEADER_MIDDLEWARES).flatMap((entry) => {
    if (typeof entry === 'function') return [];
    const { name = '', config = {} } = typeof entry === 'string' ? { name: entry } : entry;
    return HEADER_MIDDLEWARES.includes(name)
      ? [strapi.middleware(name)(config, { strapi }) as KoaMiddleware]
      : [];
  });

/**
 * The headers that `strapi::security` and `strapi::poweredBy` set with the site's configuration: runs both with a
 * made-up request.
 *
 * @param path where the plugin serves: Strapi loosens the policy for some paths of its own
 */
export const findSiteHeaders = async (strapi: Core.Strapi, path: string): Promise<SiteHeaders> => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: path });
  const response = new ServerResponse(request);
  const ctx = strapi.server.app.createContext(request, response);
  const run = createHeaderMiddlewares(strapi).reduceRight<() => Promise<void>>(
    (next, middleware) => async () => middleware(ctx as Parameters<KoaMiddleware>[0], next),
    async () => undefined,
  );
  await run();
  const headersOf = (mediaType?: string): string[] =>
    response
      .getHeaderNames()
      .filter((name) => !isDocumentHeader(name, mediaType))
      .flatMap((name) => [response.getHeader(name) ?? []].flat().flatMap((v) => [name, String(v)]));
  return { pages: headersOf(HTML_MEDIA_TYPE), feeds: headersOf() };
};

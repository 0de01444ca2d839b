import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { Addresses } from '../options/site-addresses';
import type { Representation } from '../http/negotiation';
import type { PublicResponse } from '../http/response';
import type { Edition, Site } from './editions';
import { isStrapisRoute, takesMethod } from '../cache/site-middlewares';
import type { ChangeLog } from '../lib/change-log';
import { PERMALINK_UID } from '../lib/constants';
import { wherePublished } from '../mapping/plan';
import { findReserved, reservedPaths } from './mounts';

/** Parameters of a path, by the names in the route's pattern. */
export type Params = Readonly<Record<string, string | undefined>>;

/** Whether a parameter may be the number of a page or archive. */
export const isNumber = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text);

/** A public address: its pattern, its canonical form and its response. */
export interface PublicRoute {
  /**
   * Path below the mount point, in the syntax of @koa/router. It has no final slash, so that the router takes the
   * address with and without one.
   */
  path: string;
  /** Whether it is at one path for all locales, and not below the path of a locale. */
  isOfHost?: boolean;
  /** Whether it is at the address of feeds (the option `feedsUrl`), and not at that of pages. */
  isOfFeeds?: boolean;
  /** Whether it takes any path: all other routes go first, and Strapi's own. */
  isOpen?: boolean;
  /** The canonical address for the parameters; undefined when they can name nothing. */
  canonical: (params: Params, addresses: Addresses) => string | undefined;
  /**
   * Whether it is a page: it is offered in Markdown as well (RFC 9110, section 12.5.1), and its errors are pages.
   * Errors of other routes are a line of text.
   */
  isPage?: boolean;
  /** The response; null when there is nothing at present. */
  respond: (
    site: Site,
    params: Params,
    representation: Representation,
  ) => Promise<PublicResponse | null>;
}

/** A route that takes any path no other route has, for what was there in earlier configurations. */
export interface FormerRoute extends Omit<PublicRoute, 'canonical'> {
  canonical?: undefined;
  /** Moment at which the configuration last changed. */
  changedAt?: Date;
}

/** A route, and the site in the locale that it answers for. */
export interface MountedRoute {
  route: PublicRoute | FormerRoute;
  edition: Edition;
  /** Path below which its canonical address is, '' for the root. */
  mount: string;
}

/** A route that matches a path, with the parameters of the path. */
export interface MatchedRoute extends MountedRoute {
  params: Params;
}

/** The part of a router that matches a path with a pattern. */
interface Matcher {
  register: (path: string, methods: string[], handlers: (() => undefined)[]) => Layer;
}

/** The file in a folder that an address means; undefined where it cannot mean any. */
const resolveFile = (root: string, address: string): string | undefined => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(address);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const inside = path.normalize(`.${decoded}` + (address.endsWith('/') ? 'index.html' : ''));
  const parts = inside.split(path.sep);
  // koa-send serves neither files outside the folder nor hidden files.
  return parts.some((part) => part.startsWith('.')) ? undefined : path.join(root, inside);
};

const isFile = async (file: string): Promise<boolean> => {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ?? false;
};

/**
 * Whether Strapi's `strapi::public` (koa-static) serves a file of a folder at an address: index.html for a folder,
 * with and without a final slash, and compressed copies in place of a file.
 *
 * @param root the folder, `strapi.dirs.static.public`
 * @param address path of an address, encoded
 */
export const isPublicFile = async (root: string, address: string): Promise<boolean> => {
  const file = resolveFile(root, address);
  if (file === undefined) return false;
  // One look suffices for most addresses: they have no folder either.
  const folder = await stat(path.dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) return false;
  const candidates = [file, `${file}.br`, `${file}.gz`, path.join(file, 'index.html')];
  return (await Promise.all(candidates.map(isFile))).includes(true);
};

/** Whether there is anything to serve below an address: a folder with entries that are not hidden. */
export const hasPublicFiles = async (root: string, address: string): Promise<boolean> => {
  const folder = resolveFile(root, address);
  const entries = folder && (await opendir(folder).catch(() => undefined));
  if (!entries) return false;
  // Returning from the loop closes the folder.
  for await (const { name } of entries) if (!name.startsWith('.')) return true;
  return false;
};

export type Layer = ReturnType<Core.Strapi['server']['listRoutes']>[number];

type Routes = Parameters<Core.Strapi['server']['routes']>[0];

/** Where `strapi::public` serves the files of `public/` (@strapi/core, middlewares/public). */
const FILES_ROUTE = '/((?!uploads/).+)';

/** A path that only catch-all routes match. */
const UNLIKELY_PATH = `/${Array.from({ length: 12 }, () => 'any').join('/')}/where`;

const isCatchAll = ({ regexp }: Layer): boolean => regexp.test(UNLIKELY_PATH);

const matchedBy = (ctx: Context): Layer[] => (ctx.matched ?? []) as Layer[];

/**
 * Holds all routes of the plugin, by the path at which requests arrive. Strapi's router has one route for all of
 * them, which asks this table. It also knows what goes before the plugin: files in `public/`, and routes of the site
 * and of other plugins, added before or after ours. A catch-all route says nothing about our addresses in particular:
 * it comes after our content and before our "not found".
 *
 * Without it `test/api/precedence.test.ts` fails: the plugin answers in place of the site's own routes.
 */
export const createRouteTable = (strapi: Core.Strapi) => {
  const entries: { layer: Layer; served: MountedRoute }[] = [];
  let findFormer: (path: string) => MatchedRoute[] = () => [];

  /** Finds the present routes for a path. */
  const match = (path: string): MatchedRoute[] =>
    entries
      .filter(({ layer }) => layer.regexp.test(path))
      .map(({ layer, served }) => ({
        ...served,
        params: layer.params(path, layer.captures(path), {}) as MatchedRoute['params'],
      }));

  let reserved: Map<string, string> | undefined;
  /** Whether a path belongs to Strapi or a plugin. To be asked once all plugins are there. */
  const isReserved = (path: string): boolean =>
    findReserved(path, (reserved ??= reservedPaths(strapi))) !== undefined;

  /** Our routes in Strapi's router. */
  const own = new Set<Layer>();
  /** Our routes for the former addresses in the option `redirects`. */
  const redirects: Layer[] = [];

  const layers = ({ isOpen = false } = {}): Layer[] =>
    entries.filter(({ served }) => isOpen || !served.route.isOpen).map(({ layer }) => layer);

  const isForeign = (layer: Layer): boolean =>
    !own.has(layer) && !isStrapisRoute(layer) && !isCatchAll(layer);

  /** Adds routes of the plugin behind those in Strapi's router. */
  const addToRouter = (routes: Routes): Layer[] => {
    const { stack }: { stack: Layer[] } = strapi.server.router;
    const { length } = stack;
    strapi.server.routes(routes);
    const added = stack.slice(length);
    added.forEach((layer) => own.add(layer));
    return added;
  };

  return {
    /** Adds a route behind those there are. Its path is a pattern of @koa/router. */
    add(path: string, served: MountedRoute): void {
      // A router of its own, of the class of Strapi's router: patterns mean the same in both.
      const Router = strapi.server.router.constructor as new () => Matcher;
      entries.push({ layer: new Router().register(path, [], [() => undefined]), served });
    },

    match,

    /** Sets the function that finds former routes for a path. They come behind the present ones. */
    addFormer(find: (path: string) => MatchedRoute[]): void {
      findFormer = find;
    },

    /**
     * Finds all routes that may answer for a path, in the order in which they are asked. At the address of a plugin,
     * only those meant for exactly this path.
     */
    find: (path: string): MatchedRoute[] =>
      isReserved(path)
        ? match(path).filter(({ route }) => !route.isOpen)
        : [...match(path), ...findFormer(path)],

    /** Patterns of the present routes; those that take any path only with `isOpen`. */
    layers,

    addToRouter,

    /** Adds the routes of the option `redirects`, and returns all of them. */
    addRedirects(routes: Routes): Layer[] {
      redirects.push(...addToRouter(routes));
      return redirects;
    },

    /** Whether Strapi, a redirect, or a page or file of ours goes before entries at the root. */
    goesBefore: (path: string): boolean =>
      isReserved(path) ||
      redirects.some(({ regexp }) => regexp.test(path)) ||
      layers().some((layer) => !String(layer.path).includes(':') && layer.regexp.test(path)),

    /** Whether a foreign route or middleware takes this request; catch-alls do not count. */
    hasForeignLayer: (ctx: Context): boolean =>
      matchedBy(ctx).some((layer) => isForeign(layer) && takesMethod(layer, ctx.method)),

    /** Whether a foreign route takes this request. Middlewares do not count: they take everything below a path. */
    hasForeignRoute: (ctx: Context): boolean =>
      matchedBy(ctx).some((layer) => isForeign(layer) && layer.methods.includes(ctx.method)),

    /** Whether a foreign route takes this address, with whatever method. */
    hasForeignPath: (ctx: Context): boolean => matchedBy(ctx).some(isForeign),

    /** Whether a route of the site takes this request, catch-alls included, except the one that serves `public/`. */
    hasFallback: (ctx: Context): boolean =>
      matchedBy(ctx).some(
        (layer) =>
          !own.has(layer) && layer.path !== FILES_ROUTE && layer.methods.includes(ctx.method),
      ),

    /** Our patterns, each with the foreign routes that go first where both match. */
    routes: (): [own: Layer, foreign: Layer[]][] => {
      const { stack }: { stack: Layer[] } = strapi.server.router;
      const foreign = stack.filter((layer) => isForeign(layer) && takesMethod(layer, 'GET'));
      // A middleware does not stop a redirect. And a pattern that matches any path is not meant for paths of
      // Strapi.
      const beforeRedirect = (own: Layer): Layer[] =>
        foreign.filter(
          (layer) =>
            layer.methods.length > 0 &&
            (isReserved(String(own.path)) || !isReserved(String(layer.path))),
        );
      return [...redirects, ...layers()].map((own) => [
        own,
        redirects.includes(own) ? beforeRedirect(own) : foreign,
      ]);
    },

    /** Whether the site has something of its own at a path, for GET. */
    isTaken: async (path: string): Promise<boolean> => {
      const { pathAndMethod }: { pathAndMethod: Layer[] } = strapi.server.router.match(path, 'GET');
      return pathAndMethod.some(isForeign) || isPublicFile(strapi.dirs.static.public, path);
    },

    isFile: (path: string): Promise<boolean> => isPublicFile(strapi.dirs.static.public, path),

    isFolder: (path: string): Promise<boolean> => hasPublicFiles(strapi.dirs.static.public, path),

    /** Takes our routes out of the match: Strapi goes on without them, and its 405 does not name them. */
    leaveToSite(ctx: Context): void {
      ctx.matched = matchedBy(ctx).filter((layer) => !own.has(layer));
      // Koa's router adds the next route's parameters to `ctx.params`.
      ctx.params = {};
      delete ctx.state.route;
    },
  };
};

export type RouteTable = ReturnType<typeof createRouteTable>;

/** New Strapi apps have this file: no warning about it. Our route is for apps without one. */
const EXPECTED_FILE = '/robots.txt';

/** Number of our addresses that are named at most for each file or route of the site. */
const NAMED_AT_MOST = 3;

/** An example of the paths that a route takes. */
const samplePath = (path: string): string =>
  path.replace(/:(?:page|archive|year)\b/g, '2').replace(/:\w+/g, 'any');

/** The folder whose files lie among a route's addresses: `/posts` for `/posts/:slug`. */
const folderOf = (path: string): string | undefined => /^(.*?)\/[^/]*:/.exec(path)?.[1];

/** Whether both routes take some address, judged by example paths. */
const overlap = (one: Layer, other: Layer): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([a, b]) => typeof a!.path === 'string' && b!.regexp.test(samplePath(a!.path)));

const describeConflict = ([winner, addresses]: [string, Set<string>]): string => {
  const named = [...addresses].slice(0, NAMED_AT_MOST).join(', ');
  return `${winner} (${named}${addresses.size > NAMED_AT_MOST ? ', …' : ''})`;
};

/** Files and routes that go before ours, each with our addresses that it takes. */
const findWinners = async (routeTable: RouteTable): Promise<Map<string, Set<string>>> => {
  const winners = new Map<string, Set<string>>();
  const note = (winner: string, path: string): void => {
    winners.set(winner, (winners.get(winner) ?? new Set()).add(path));
  };
  for (const [layer, foreign] of routeTable.routes()) {
    const path = String(layer.path);
    for (const other of foreign.filter((candidate) => overlap(layer, candidate))) {
      const method = other.methods.length > 0 ? 'GET' : 'every method of';
      note(`the route ${method} ${String(other.path)}`, path);
    }
    const folder = folderOf(path);
    if (folder === undefined) {
      if (path !== EXPECTED_FILE && (await routeTable.isFile(path)))
        note(`the file public${path}`, path);
    } else if (await routeTable.isFolder(folder)) {
      note(`the files in public${folder}/`, path);
    }
  }
  return winners;
};

/**
 * Logs, in one line, which files and routes of the site are at our addresses. To be called when the server listens:
 * until then other code adds routes.
 */
export const reportPrecedence = async (
  strapi: Core.Strapi,
  routeTable: RouteTable,
): Promise<void> => {
  const winners = await findWinners(routeTable);
  if (winners.size === 0) return;
  strapi.log.warn(
    `Syndication: what the site has already goes before the plugin's addresses: ${[...winners].map(describeConflict).join('; ')}. The options "home", "archive", "sitemap" and "llmsTxt" of the plugin, and "address" in "sources" and "topics", move or free addresses.`,
  );
};

/** A content type whose entries or topics the plugin may serve. */
interface ServedType {
  contentType: string;
  hasDrafts: boolean;
}

/**
 * Tells whether there was ever anything to serve: a topic or a published entry. Until then the plugin takes no
 * address from the site.
 *
 * Without it `test/api/nothing-yet.test.ts` fails: the plugin answers for a site that has published nothing with it.
 */
export const createPresence = (
  strapi: Core.Strapi,
  {
    changeLog,
    types,
  }: { changeLog: Pick<ChangeLog, 'catchUp' | 'untilReadable'>; types: readonly ServedType[] },
) => {
  let isThere = false;
  /** The last look for content. Each change drops it, also one that is not over. */
  let looking: Promise<boolean> | undefined;

  const lookForContent = async (): Promise<boolean> => {
    // A withdrawn entry keeps its permalink row: its address has to answer 410.
    for (const type of [{ contentType: PERMALINK_UID, hasDrafts: false }, ...types]) {
      const where = wherePublished(type);
      if (await strapi.db.query(type.contentType).findOne({ select: ['id'], where })) return true;
    }
    return false;
  };

  return {
    /**
     * Once true, the answer stays true and costs nothing. Before that, each call costs as much as
     * `changeLog.catchUp`.
     *
     * @throws DatabaseAwayError when it has to be looked for and the database does not answer
     */
    async exists(): Promise<boolean> {
      if (isThere) return true;
      // An open transaction may be rolled back: do not remember what it sees.
      if (strapi.db.inTransaction()) return lookForContent();
      await changeLog.catchUp();
      looking ??= changeLog.untilReadable().then(lookForContent);
      looking.catch(() => (looking = undefined));
      if (await looking) isThere = true;
      return isThere;
    },

    /** Makes the next call look again, if there was nothing. */
    purge(): void {
      looking = undefined;
    },
  };
};

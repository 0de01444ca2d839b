import type { Core } from '@strapi/strapi';

import type { Addresses } from '../options/site-addresses';
import type { Representation } from '../http/negotiation';
import type { PublicResponse } from '../http/response';
import type { Edition, Site } from './editions';
import type { Layer } from './precedence';

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

/**
 * Holds all routes of the plugin, by the path at which requests arrive. Strapi's router has one route for all of
 * them, which asks this table.
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

    /** Finds all routes that may answer for a path, in the order in which they are asked. */
    find: (path: string): MatchedRoute[] => [...match(path), ...findFormer(path)],

    /** Patterns of the present routes; those that take any path only with `isOpen`. */
    layers: ({ isOpen = false } = {}): Layer[] =>
      entries.filter(({ served }) => isOpen || !served.route.isOpen).map(({ layer }) => layer),
  };
};

export type RouteTable = ReturnType<typeof createRouteTable>;

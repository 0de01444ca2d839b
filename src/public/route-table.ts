import type { Core } from '@strapi/strapi';

import type { Addresses } from '../feed/addresses';
import type { PublicResponse, Representation } from '../http/response';
import type { Settings } from '../options/settings';
import type { Edition } from './editions';
import type { Layer } from './precedence';

/** Parameters of a route's path, as its own keys. */
export type Params = Readonly<Record<string, string | undefined>>;

/** A public address: what it is called, how it is answered and how it fails. */
export interface PublicRoute {
  /**
   * Path below the mount point, in the syntax of @koa/router. Without a final slash, so that the
   * router takes the address with and without it.
   */
  path: string;
  /** Whether it is where it is in all locales, and not below the path of one. */
  isOfHost?: boolean;
  /** Whether it is where feeds are (the option `feedsUrl`), and not where pages are. */
  isOfFeeds?: boolean;
  /** Whether each locale has it once, whatever is published: it moves with the home or path of the locale. */
  isOfSite?: boolean;
  /** Whether it takes any path there is: whatever else is at a path goes first, and Strapi's own. */
  isOpen?: boolean;
  /** The one address of what the parameters ask for; undefined when there can be no such thing. */
  canonical: (params: Params, addresses: Addresses) => string | undefined;
  /**
   * Whether it is a page: there in Markdown as well, for who would rather have that (RFC 9110, section 12.5.1),
   * and with errors as pages. They are a line of text otherwise.
   */
  isPage?: boolean;
  /** The response; null when there is no such thing now. */
  respond: (
    params: Params,
    settings: Settings,
    representation: Representation,
  ) => Promise<PublicResponse | null>;
}

/** Whatever address no other route has, for what was there in earlier configurations. */
export interface FormerRoute extends Omit<PublicRoute, 'canonical'> {
  canonical?: undefined;
  /** When the configuration changed last. */
  changedAt?: Date;
}

/** A route, and what it is answered with. */
export interface Served {
  route: PublicRoute | FormerRoute;
  /** Of the site in the locale of the route. */
  parts: Pick<Edition, 'settings' | 'pages'>;
  /** Path below which its one address is, '' for the root. */
  mount: string;
}

/** The same, with what a path names of it. */
export interface Asked extends Served {
  params: Params;
}

/** A router, as far as it tells which of its patterns a path has. */
interface Matcher {
  register: (path: string, methods: string[], handlers: (() => undefined)[]) => Layer;
}

/**
 * What the plugin has, by the path that requests arrive at: the one place that knows. Strapi's router has a
 * single route of it for all, which asks here.
 */
export const createRouteTable = (strapi: Core.Strapi) => {
  const entries: { layer: Layer; served: Served }[] = [];
  let findFormer: (path: string) => Asked[] = () => [];

  /** What there may be at a path now. */
  const match = (path: string): Asked[] =>
    entries
      .filter(({ layer }) => layer.regexp.test(path))
      .map(({ layer, served }) => ({
        ...served,
        params: layer.params(path, layer.captures(path), {}) as Asked['params'],
      }));

  return {
    /** Adds what is at a pattern of paths, in the syntax of @koa/router, behind what there is. */
    add(path: string, served: Served): void {
      // One of its own, of the class that Strapi's is: patterns mean the same in both.
      const Router = strapi.server.router.constructor as new () => Matcher;
      entries.push({ layer: new Router().register(path, [], [() => undefined]), served });
    },

    match,

    /** Has what was at a path in earlier configurations come behind what is there now. */
    addFormer(find: (path: string) => Asked[]): void {
      findFormer = find;
    },

    /** All that may answer for a path, in the order in which it is asked. */
    find: (path: string): Asked[] => [...match(path), ...findFormer(path)],

    /** Patterns of what there is now; of entries at the root, which are at any path, only when asked for. */
    layers: ({ isOpen = false } = {}): Layer[] =>
      entries.filter(({ served }) => isOpen || !served.route.isOpen).map(({ layer }) => layer),
  };
};

export type RouteTable = ReturnType<typeof createRouteTable>;

import type { Core } from '@strapi/strapi';

import type { Asked, Served } from './handler';
import type { Layer } from './precedence';

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

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { isStrapisRoute } from '../cache/site-middlewares';
import { hasPublicFiles, isPublicFile } from './public-files';

/** A route of Strapi's router. */
export type Layer = ReturnType<Core.Strapi['server']['listRoutes']>[number];

type Routes = Parameters<Core.Strapi['server']['routes']>[0];

/** Where `strapi::public` serves the files of `public/` (@strapi/core, middlewares/public). */
const FILES_ROUTE = '/((?!uploads/).+)';

/** A path that only those routes match that match any. */
const ANYWHERE = `/${Array.from({ length: 12 }, () => 'any').join('/')}/where`;

const isCatchAll = ({ regexp }: Layer): boolean => regexp.test(ANYWHERE);

/** A middleware that is added with a path has no methods: it takes all. */
const takes = ({ methods }: Layer, method: string): boolean =>
  methods.length === 0 || methods.includes(method);

const matchedBy = (ctx: Context): Layer[] => (ctx.matched ?? []) as Layer[];

/**
 * What goes before the plugin: files in `public/`, and routes of the site and of other plugins,
 * whether they were added before ours or after. A route that matches any address says nothing about
 * one of ours; it comes after what we have, and before our "not found".
 */
export const createPrecedence = (strapi: Core.Strapi) => {
  const own = new Set<Layer>();
  /** Those of our own that lead on from where things were. */
  const former = new Set<Layer>();

  const isForeign = (layer: Layer): boolean =>
    !own.has(layer) && !isStrapisRoute(layer) && !isCatchAll(layer);

  /** Counted again when somebody has added routes, which nobody does once the server listens. */
  let counted = 0;
  let foreign: Layer[] = [];
  const findForeign = (): Layer[] => {
    const { stack }: { stack: Layer[] } = strapi.server.router;
    if (stack.length !== counted) {
      counted = stack.length;
      foreign = stack.filter((layer) => isForeign(layer) && takes(layer, 'GET'));
    }
    return foreign;
  };

  const add = (routes: Routes): Layer[] => {
    const before = new Set(strapi.server.listRoutes());
    strapi.server.routes(routes);
    const added = strapi.server.listRoutes().filter((layer) => !before.has(layer));
    added.forEach((layer) => own.add(layer));
    return added;
  };

  return {
    /** Adds routes of the plugin's own. */
    add(routes: Routes): void {
      add(routes);
    },

    /**
     * Adds routes of addresses where things were. They come right after the others of ours, before a
     * route of the site's that takes any address: what they are is known to the database alone, which
     * cannot be asked earlier.
     */
    addFormer(routes: Routes): void {
      const { stack }: { stack: Layer[] } = strapi.server.router;
      const place = stack.reduce((last, layer, index) => (own.has(layer) ? index : last), -1) + 1;
      const added = new Set(add(routes));
      added.forEach((layer) => former.add(layer));
      const others = stack.filter((layer) => !added.has(layer));
      stack.splice(0, stack.length, ...others.slice(0, place), ...added, ...others.slice(place));
    },

    /** Whether something was at this address, perhaps: one of the routes that `addFormer` added tells. */
    isFormer: (ctx: Context): boolean => matchedBy(ctx).some((layer) => former.has(layer)),

    /** Whether another route is meant for this very address. */
    isRouted: (ctx: Context): boolean =>
      matchedBy(ctx).some((layer) => isForeign(layer) && takes(layer, ctx.method)),

    /** Whether another route takes this address with some other method. */
    isRoutedOtherwise: (ctx: Context): boolean => matchedBy(ctx).some(isForeign),

    /** Whether a route of the site's takes whatever nobody else does. */
    hasFallback: (ctx: Context): boolean =>
      matchedBy(ctx).some(
        (layer) =>
          !own.has(layer) && layer.path !== FILES_ROUTE && layer.methods.includes(ctx.method),
      ),

    /** Our routes, and those that go before them when they are meant for the same address. */
    routes: () => ({
      own: [...own].filter((layer) => !former.has(layer)),
      foreign: findForeign(),
    }),

    /** Whether the site has something of its own at a path, to be asked for with GET. */
    isTaken: async (path: string): Promise<boolean> =>
      findForeign().some(({ regexp }) => regexp.test(path)) ||
      isPublicFile(strapi.dirs.static.public, path),

    isFile: (path: string): Promise<boolean> => isPublicFile(strapi.dirs.static.public, path),

    isFolder: (path: string): Promise<boolean> => hasPublicFiles(strapi.dirs.static.public, path),

    /** Makes Strapi go on as if our routes were not there: with a 405 that does not name them, too. */
    leave(ctx: Context): void {
      ctx.matched = matchedBy(ctx).filter((layer) => !own.has(layer));
      // The next route's parameters are added to those of ours.
      ctx.params = {};
      delete ctx.state.route;
    },
  };
};

export type Precedence = ReturnType<typeof createPrecedence>;

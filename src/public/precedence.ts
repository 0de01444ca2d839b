import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { hasPublicFiles, isPublicFile } from './public-files';

/** A route of Strapi's router. */
export type Layer = ReturnType<Core.Strapi['server']['listRoutes']>[number];

/** Where `strapi::public` serves the files of `public/` (@strapi/core, middlewares/public). */
const FILES_ROUTE = '/((?!uploads/).+)';

/** A path that only those routes match that match any. */
const ANYWHERE = `/${Array.from({ length: 12 }, () => 'any').join('/')}/where`;

const isCatchAll = ({ regexp }: Layer): boolean => regexp.test(ANYWHERE);

const matchedBy = (ctx: Context): Layer[] => (ctx.matched ?? []) as Layer[];

/**
 * What goes before the plugin: files in `public/`, and routes of the site and of other plugins,
 * whether they were added before ours or after. A route that matches any address says nothing about
 * one of ours; it comes after what we have, and before our "not found".
 */
export const createPrecedence = (strapi: Core.Strapi) => {
  const own = new Set<Layer>();

  const isForeign = (layer: Layer): boolean => !own.has(layer) && !isCatchAll(layer);

  return {
    /** Adds routes of the plugin's own. */
    add(routes: Parameters<Core.Strapi['server']['routes']>[0]): void {
      const before = new Set(strapi.server.listRoutes());
      strapi.server.routes(routes);
      for (const layer of strapi.server.listRoutes()) if (!before.has(layer)) own.add(layer);
    },

    /** Whether another route is meant for this very address; what a middleware guards, too. */
    isRouted: (ctx: Context): boolean =>
      matchedBy(ctx).some(
        (layer) =>
          isForeign(layer) && (layer.methods.length === 0 || layer.methods.includes(ctx.method)),
      ),

    /** Whether another route takes this address with some other method. */
    isRoutedOtherwise: (ctx: Context): boolean => matchedBy(ctx).some(isForeign),

    /** Whether a route of the site's takes whatever nobody else does. */
    hasFallback: (ctx: Context): boolean =>
      matchedBy(ctx).some(
        (layer) =>
          !own.has(layer) && layer.path !== FILES_ROUTE && layer.methods.includes(ctx.method),
      ),

    /** Routes other than ours that are meant for a path with GET. */
    routesFor: (path: string): Layer[] =>
      strapi.server
        .listRoutes()
        .filter(
          (layer) =>
            layer.regexp.test(path) &&
            isForeign(layer) &&
            (layer.methods.length === 0 || layer.methods.includes('GET')),
        ),

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

import type { Core } from '@strapi/strapi';

import type { CachePosition } from '../options/options';
import { findSiteMiddlewares, hasForeignListener, isFirstRoute } from './site-middlewares';

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

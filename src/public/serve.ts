import type { Core } from '@strapi/strapi';

import { getService } from '../get-service';
import { createPublicHandler } from './handler';
import { configuredMounts } from './mounts';
import { createPrecedence } from './precedence';
import { reportPrecedence } from './report-precedence';
import { findOpenMounts } from './reserved-paths';
import { publicRoutes } from './routes';

/** Says which paths requests may arrive at, where a proxy could do the one or the other. */
const reportMounts = (strapi: Core.Strapi, mounts: string[]): void => {
  const { arriving, unstripped } = configuredMounts(strapi);
  if (unstripped === undefined) return;
  const { baseUrl } = getService(strapi, 'settings').configured();
  const both = mounts.includes(unstripped) ? `, and answered at "${unstripped}" as well` : '';
  strapi.log.info(
    `Syndication: ${baseUrl} is at or below Strapi's public address, whose path a proxy takes off: requests are expected at "${arriving || '/'}"${both}.`,
  );
};

/**
 * Adds the public addresses to Strapi's router. Routes of a plugin live below /api; these belong at
 * the public address itself.
 *
 * @throws Error when Strapi serves something else where the options put them
 */
export const servePublicAddresses = (strapi: Core.Strapi): void => {
  const routes = publicRoutes(getService(strapi, 'settings').configured());
  const mounts = findOpenMounts(strapi);
  const precedence = createPrecedence(strapi);
  precedence.add(
    mounts.flatMap((mount) =>
      routes.map((route) => ({
        method: 'ALL' as const,
        path: mount + route.path,
        handler: createPublicHandler(strapi, { route, mount, precedence }),
        config: { auth: false as const },
      })),
    ),
  );
  strapi.server.httpServer.once('listening', () => {
    reportMounts(strapi, mounts);
    reportPrecedence(strapi, precedence).catch((error: unknown) => strapi.log.error(error));
  });
};

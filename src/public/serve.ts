import type { Core } from '@strapi/strapi';

import type { Edition } from '../editions';
import { createPublicHandler, type HandlerParts } from './handler';
import { configuredMounts } from './mounts';
import { createPrecedence } from './precedence';
import { type PreviewParts, previewRoutes } from './preview-routes';
import { reportPrecedence } from './report-precedence';
import type { Renderings } from '../cache/renderings';
import type { Plan } from '../sources/plan';
import { findOpenMounts } from './reserved-paths';
import { publicRoutes } from './routes';

/** Says which paths requests may arrive at, where a proxy could do the one or the other. */
const reportMounts = (strapi: Core.Strapi, baseUrl: string, mounts: string[]): void => {
  const { arriving, unstripped } = configuredMounts(strapi, baseUrl);
  if (unstripped === undefined) return;
  const both = mounts.includes(unstripped) ? `, and answered at "${unstripped}" as well` : '';
  strapi.log.info(
    `Syndication: ${baseUrl} is at or below Strapi's public address, whose path a proxy takes off: requests are expected at "${arriving || '/'}"${both}.`,
  );
};

const pathOf = ({ locale }: Edition): string => locale?.path ?? '';

/**
 * Adds the public addresses to Strapi's router. Routes of a plugin live below /api; these belong at
 * the public address itself.
 *
 * @throws Error when Strapi serves something else where the options put them
 */
export const servePublicAddresses = (
  strapi: Core.Strapi,
  parts: HandlerParts & PreviewParts & { editions: Edition[]; renderings: Renderings; plan: Plan },
): void => {
  const options = parts.settings.configured();
  const { editions } = parts;
  const routes = editions.flatMap((edition) => {
    const ofEdition = { ...parts, ...edition };
    return publicRoutes(options, { ...ofEdition, editions }).map((route) => ({
      ...route,
      path: route.isOfHost ? route.path : pathOf(edition) + route.path,
      parts: ofEdition,
    }));
  });
  // Those below the path of a locale first: entries of a source may be at the root.
  routes.sort((a, b) => pathOf(b.parts).length - pathOf(a.parts).length);
  const mounts = findOpenMounts(strapi, options, parts.plan);
  const precedence = createPrecedence(strapi);
  precedence.add(
    mounts.flatMap((mount) =>
      routes.map((route) => ({
        method: 'ALL' as const,
        path: mount + route.path || '/',
        handler: createPublicHandler(strapi, route.parts, { route, mount, precedence }),
        config: { auth: false as const },
      })),
    ),
  );
  precedence.add(previewRoutes(strapi, parts, { mounts, precedence }));
  strapi.server.httpServer.once('listening', () => {
    reportMounts(strapi, options.baseUrl, mounts);
    reportPrecedence(strapi, precedence).catch((error: unknown) => strapi.log.error(error));
  });
};

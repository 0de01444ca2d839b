import type { Core } from '@strapi/strapi';

import { findFormerOwners } from '../addresses/address-owners';
import type { AddressLayouts } from '../addresses/address-layouts';
import { HTML_MEDIA_TYPE, type PublicResponse } from '../http/response';
import { logError } from '../lib/database';
import { decodePath, encodePath } from '../lib/url-paths';
import { isAtRoot, writeAddress } from '../mapping/address';
import { defaultLocale } from '../mapping/schemas';
import type { Plan } from '../mapping/plan';
import type { CompleteOptions } from '../options/options';
import type { Edition } from './editions';
import {
  pathBelow,
  findFormerAddresses,
  type FormerAddresses,
  isOfFeeds,
  isPage,
  type PathForm,
  readPathForm,
} from './former-addresses';
import { answerRequests, type HandlerParts, makeBestResponse } from './handler';
import {
  anyPathBelow,
  configuredMounts,
  findFeedMounts,
  findPageMounts,
  findReserved,
  reservedPaths,
} from './mounts';
import { reportPrecedence, type MatchedRoute, type FormerRoute } from './route-table';
import { type PreviewParts, previewRoutes } from './preview-routes';
import { addRedirects } from './redirects';
import { publicRoutes } from './routes';

/** Logs at which paths requests may arrive, where a proxy may take off a part of the path. */
const reportMounts = (strapi: Core.Strapi, baseUrl: string, mounts: string[]): void => {
  const { arriving, unstripped } = configuredMounts(strapi, baseUrl);
  if (unstripped === undefined) return;
  const both = mounts.includes(unstripped) ? `, and answered at "${unstripped}" as well` : '';
  strapi.log.info(
    `Syndication: ${baseUrl} is at or below Strapi's public address, whose path a proxy takes off: requests are expected at "${arriving || '/'}"${both}. Pictures that Strapi stores itself are linked at "${new URL('/uploads/', baseUrl).href}", which needs a rule of its own in the proxy.`,
  );
};

/** Logs which addresses entries at the root take, and which they leave to others. */
const reportAtRoot = (strapi: Core.Strapi, { sources }: Plan): void => {
  const atRoot = sources.filter(({ address }) => isAtRoot(address));
  if (atRoot.length === 0) return;
  const named = atRoot.map(
    ({ contentType, address }) => `"${writeAddress(address)}" of ${contentType}`,
  );
  strapi.log.info(
    `Syndication: ${named.join(' and ')} may be at any path. Files in public/, routes of this site, what is below ${[...reservedPaths(strapi).keys()].sort().join(', ')}, and the plugin's own pages and feeds go first. Of entries at one path, the type that is named first has it.`,
  );
};

/** A mount of routes, and the mount of their canonical addresses. */
interface RouteMount {
  mount: string;
  canonical: string;
  /** True for routes of feeds alone, false for all others, undefined for all routes. */
  isOfFeeds?: boolean;
}

/**
 * Finds where routes are mounted. With an address of their own (`feedsUrl`), feeds below the address of the pages
 * redirect there: subscribers may know them from before.
 *
 * @throws Error when Strapi serves something else there
 */
const findRouteMounts = (
  strapi: Core.Strapi,
  { baseUrl, feedsUrl }: Pick<CompleteOptions, 'baseUrl' | 'feedsUrl'>,
  mounts: string[],
): RouteMount[] => {
  if (feedsUrl === baseUrl) return mounts.map((mount) => ({ mount, canonical: mount }));
  const feedMounts = findFeedMounts(strapi, feedsUrl);
  return [
    ...feedMounts.map((mount) => ({ mount, canonical: mount, isOfFeeds: true })),
    ...mounts.map((mount) => ({ mount, canonical: mount, isOfFeeds: false })),
    ...mounts
      .filter((mount) => !feedMounts.includes(mount))
      .map((mount) => ({ mount, canonical: feedMounts[0]!, isOfFeeds: true })),
  ];
};

/** Path of a locale below the mount. */
const localePathOf = ({ locale }: Pick<Edition, 'locale'>): string => locale?.path ?? '';

type ServedParts = HandlerParts &
  PreviewParts & {
    plan: Plan;
    layouts: AddressLayouts;
    indexNowKey?: { get: () => string | undefined };
  };

/** The routes of all locales, each with its path below the mount. */
const listRoutes = (options: CompleteOptions, { editions, indexNowKey }: ServedParts) =>
  editions
    .flatMap((edition) =>
      publicRoutes(options, edition, indexNowKey?.get).map((route) => ({
        route,
        edition,
        path: route.isOfHost ? route.path : localePathOf(edition) + route.path,
      })),
    )
    // The longest locale path first: entries of a source may be at the root, where they match all paths.
    .sort((a, b) => localePathOf(b.edition).length - localePathOf(a.edition).length);

/** Mounts that are not below another mount. */
const outermostMounts = (mounts: string[]): string[] =>
  mounts.filter((mount) => !mounts.some((other) => mount.startsWith(`${other}/`)));

/**
 * Reserved paths that the plugin never answers. Others it shares: a plugin may be called like a directory of ours,
 * `/tags` or `/sitemap`.
 */
const unsharedPaths = (
  strapi: Core.Strapi,
  { routeTable }: Pick<ServedParts, 'routeTable'>,
): string[] =>
  [...reservedPaths(strapi).keys()].filter(
    (taken) =>
      !routeTable
        .layers()
        .some(
          ({ path, regexp }) =>
            regexp.test(taken) || findReserved(String(path), new Map([[taken, '']])) !== undefined,
        ),
  );

/**
 * Adds the public addresses to Strapi's router. Strapi puts a plugin's routes below /api; these belong at the
 * public address itself.
 *
 * @throws Error when Strapi serves something else where the options put them
 */
export const servePublicAddresses = (strapi: Core.Strapi, parts: ServedParts): void => {
  const options = parts.settings.configured();
  const { routeTable } = parts;
  const routes = listRoutes(options, parts);
  const mounts = findPageMounts(strapi, options, parts.plan);
  const served = findRouteMounts(strapi, options, mounts);
  // Routes that take any path come last.
  for (const isOpen of [false, true]) {
    for (const { mount, canonical, isOfFeeds } of served) {
      routes
        .filter(({ route }) => isOfFeeds === undefined || isOfFeeds === (route.isOfFeeds ?? false))
        .filter(({ route }) => (route.isOpen ?? false) === isOpen)
        .forEach(({ path, ...mounted }) =>
          routeTable.add(mount + path || '/', { ...mounted, mount: canonical }),
        );
    }
  }
  // First, since the routes that follow take any address under a directory.
  addRedirects(strapi, parts, { pages: mounts[0]!, feeds: served[0]!.mount });
  routeTable.addToRouter(previewRoutes(strapi, parts, mounts));
  // For each request both routes below ask, and then the handler, so that what one finds is kept for the next.
  let last: { path: string; found: MatchedRoute[] } | undefined;
  const find = (path: string): MatchedRoute[] => {
    if (last?.path !== path) last = { path, found: routeTable.find(path) };
    return last.found;
  };
  const handler = answerRequests({ ...parts, strapi, options, find });
  const isPresent = (asked: MatchedRoute[]): boolean => asked.some(({ route }) => route.canonical);
  const isFormer = (asked: MatchedRoute[]): boolean => asked.length > 0 && !isPresent(asked);
  const others = unsharedPaths(strapi, parts);
  // Let our routes match only where we have something: once a route matches, whatever its method, the router also
  // runs the middlewares that the site added to it.
  for (const [method, isMatched] of [
    ['ALL', isPresent],
    ['GET', isFormer],
  ] as const) {
    const layers = routeTable.addToRouter(
      outermostMounts([...new Set(served.map(({ mount }) => mount))]).map((mount) => ({
        method,
        path: anyPathBelow(mount, others),
        handler,
        config: { auth: false as const },
      })),
    );
    layers.forEach((layer) => {
      layer.match = (path: string) => layer.regexp.test(path) && isMatched(find(path));
    });
  }
  strapi.server.httpServer.once('listening', () => {
    reportMounts(strapi, options.baseUrl, mounts);
    reportAtRoot(strapi, parts.plan);
    reportPrecedence(strapi, routeTable).catch((error: unknown) => logError(strapi, error));
  });
};

/** Finds the present routes for a path, each with its canonical address. */
const findAnswering = async (
  { routeTable }: Pick<ServedParts, 'routeTable'>,
  path: string,
): Promise<(MatchedRoute & { address: string })[]> => {
  const found: (MatchedRoute & { address: string })[] = [];
  for (const asked of routeTable.match(path || '/')) {
    const { addresses } = await asked.edition.settings.get();
    const address = asked.route.canonical?.(asked.params, addresses);
    if (address !== undefined) found.push({ ...asked, address });
  }
  return found;
};

/**
 * The answer for a path of an earlier configuration; newer configurations go first.
 *
 * @param findPresent finds what is at a path now
 */
const respondWithFormer = async (
  former: FormerAddresses[],
  asked: PathForm,
  findPresent: (path: string) => ReturnType<typeof findAnswering>,
): Promise<PublicResponse | null> => {
  let isGone = false;
  for (const { find } of former) {
    for (const found of await find(asked)) {
      isGone ||= found.kind === 'gone';
      // A further page or an archive of a listing may no longer exist.
      for (const present of found.kind === 'moved' ? await findPresent(found.path) : []) {
        const made = await makeBestResponse([present], HTML_MEDIA_TYPE);
        if (made?.kind === 'redirect') return made;
        if (made?.kind === 'document') return { kind: 'redirect', location: present.address };
        isGone ||= made?.kind === 'gone';
      }
    }
  }
  // A redirect goes before "gone", even one from an older configuration.
  return isGone ? { kind: 'gone' } : null;
};

/** The edition of the locale that a path below the mount is in. */
const editionAt = ([main, ...others]: ServedParts['editions'], path: string): Edition => {
  const asked = `${path}/`.toLowerCase();
  const below = [main, ...others].filter((edition) =>
    asked.startsWith(`${localePathOf(edition)}/`),
  );
  return (
    below.sort((one, other) => localePathOf(other).length - localePathOf(one).length)[0] ?? main
  );
};

/**
 * Lets the addresses of earlier configurations redirect to the present ones, or answer 410, if there was another
 * configuration. To be called once earlier configurations are read from the database.
 */
export const serveFormerAddresses = async (
  strapi: Core.Strapi,
  parts: ServedParts,
): Promise<void> => {
  const options = parts.settings.configured();
  const { editions, routeTable } = parts;
  const pageMounts = findPageMounts(strapi, options, parts.plan);
  const served = findRouteMounts(strapi, options, pageMounts);
  const former = findFormerAddresses(options, {
    ...parts,
    defaultLocale: await defaultLocale(strapi),
    findFormerOwners: (asked) => findFormerOwners(strapi, asked),
  });
  if (former.length === 0) return;
  const changedAt = parts.layouts.changedAt();
  const mounts = [...new Set(served.map(({ mount }) => mount))];
  routeTable.addFormer((whole) =>
    mounts
      .filter((mount) => pathBelow(`${mount}/`, `${whole}/`) !== undefined)
      .map((mount) => {
        const path = `/${encodePath(decodePath(whole.slice(mount.length + 1)))}`;
        const asked = readPathForm(path, options);
        const ofFeeds = isOfFeeds(asked);
        const findPresent = (moved: string) =>
          findAnswering(parts, (ofFeeds ? served[0]!.mount : pageMounts[0]!) + moved);
        const route: FormerRoute = {
          path,
          // Errors take the form of what was at the path: HTML for a page.
          isPage: isPage(asked),
          // At the address of feeds there were no pages.
          respond: async () =>
            ofFeeds || pageMounts.includes(mount)
              ? respondWithFormer(former, asked, findPresent)
              : null,
          changedAt,
        };
        return { route, edition: editionAt(editions, path), mount, params: {} };
      }),
  );
};

import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import { encodePart, mountPath } from '../feed/addresses';
import type { PublicResponse } from '../http/response';
import type { Edition } from './editions';
import { formatOfErrors, isOfFeeds, readForm } from './former-form';
import { findFormerPlaces } from './former-places';
import { createPublicHandler } from './handler';
import { findOpenMounts, findReserved, reservedPaths } from './reserved-paths';
import { findPlaces, listRoutes, pathOf, type ServedParts } from './serve';

/** Finds what is at an address now; null where nothing is. */
type FindPresent = (address: string, isOfFeeds: boolean) => Promise<PublicResponse | null>;

/** Asks the routes of what there is, without a request. */
const createFindPresent = (strapi: Core.Strapi, parts: ServedParts): FindPresent => {
  const options = parts.settings.configured();
  const { precedence } = parts;
  const mounts = findOpenMounts(strapi, options, parts.plan);
  const feedsMount = findPlaces(strapi, options, mounts)[0]!.mount;
  const pagesMount = mounts[0]!;
  const routes = listRoutes(options, parts);
  return async (address, ofFeeds) => {
    const { baseUrl, feedsUrl } = await parts.settings.get();
    const base = mountPath(ofFeeds ? feedsUrl : baseUrl);
    const mount = ofFeeds ? feedsMount : pagesMount;
    const path = mount + new URL(address).pathname.slice(base.length);
    for (const { pattern, params } of precedence.match(path)) {
      const found = routes.find((route) => (mount + route.path || '/') === pattern);
      if (!found) continue;
      const made = await found.respond(params, await found.parts.settings.get());
      if (made) return made;
    }
    return null;
  };
};

/** Answers for what was at a path in earlier configurations, newest first. */
const createAnswer = (
  strapi: Core.Strapi,
  parts: ServedParts,
  places: ReturnType<typeof findFormerPlaces>,
) => {
  const options = parts.settings.configured();
  const findPresent = createFindPresent(strapi, parts);
  return async (path: string, onlyFeeds: boolean): Promise<PublicResponse | null> => {
    const asked = readForm(path, options);
    const ofFeeds = isOfFeeds(asked);
    if (onlyFeeds && !ofFeeds) return null;
    let isGone = false;
    for (const { find } of places) {
      const former = await find(asked);
      if (former.kind === 'moved') {
        const { address } = former;
        // A page or an archive of a listing may be none any more.
        const present = await findPresent(address, ofFeeds);
        if (present?.kind === 'document') return { kind: 'redirect', location: address };
        if (present?.kind === 'redirect') return present;
        isGone ||= present?.kind === 'gone';
      }
      isGone ||= former.kind === 'gone';
    }
    // Whatever leads on goes before what is gone, however long ago it was.
    return isGone ? { kind: 'gone' } : null;
  };
};

/** The locale that a path below the mount is in. */
const editionAt = ([main, ...others]: [Edition, ...Edition[]], path: string): Edition => {
  const asked = `${path}/`.toLowerCase();
  const below = [main, ...others].filter((edition) => asked.startsWith(`${pathOf(edition)}/`));
  return below.sort((one, other) => pathOf(other).length - pathOf(one).length)[0] ?? main;
};

/** Any path below a mount, but for what Strapi has there. */
const anyPathBelow = (strapi: Core.Strapi, mount: string): string => {
  const reserved = [...reservedPaths(strapi).keys()].filter((path) => path.startsWith(`${mount}/`));
  const names = reserved.map((path) =>
    path.slice(mount.length + 1).replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'),
  );
  const but = names.length === 0 ? '' : `(?!(?:${names.join('|')})(?:/|$))`;
  return `${mount}/:path(${but}.*)?`;
};

/**
 * Has the addresses lead on that things had in earlier configurations, and says what is gone: one route
 * behind the others of ours, where there was another configuration. To be called once these are read from
 * the database.
 */
export const serveFormerAddresses = (strapi: Core.Strapi, parts: ServedParts): void => {
  const options = parts.settings.configured();
  const { editions, precedence } = parts;
  const places = findFormerPlaces(options, parts);
  if (places.length === 0) return;
  const answer = createAnswer(strapi, parts, places);
  const changedAt = parts.layouts.changedAt();
  const pageMounts = findOpenMounts(strapi, options, parts.plan);
  const mounts = new Set(findPlaces(strapi, options, pageMounts).map(({ mount }) => mount));

  /** Handlers by locale and by how errors are written: what is gone is said as its readers read. */
  const handlersAt = (mount: string) => {
    const onlyFeeds = !pageMounts.includes(mount);
    const toHandler = (edition: Edition, errors: 'html' | 'text') =>
      createPublicHandler(
        strapi,
        { ...parts, ...edition },
        {
          route: {
            path: '',
            errors,
            respond: ({ path = '' }) => answer(`/${encodePart(path)}`, onlyFeeds),
          },
          mount,
          precedence,
          changedAt,
        },
      );
    return new Map(
      editions.map((edition) => [
        edition,
        { html: toHandler(edition, 'html'), text: toHandler(edition, 'text') },
      ]),
    );
  };

  precedence.add(
    [...mounts]
      .filter((mount) => findReserved(mount, reservedPaths(strapi)) === undefined)
      .map((mount) => {
        const handlers = handlersAt(mount);
        return {
          method: 'GET' as const,
          path: anyPathBelow(strapi, mount),
          handler: (ctx: Context, next: Next) => {
            const path = ctx.path.slice(mount.length);
            const edition = editionAt(editions, path);
            return handlers.get(edition)![formatOfErrors(readForm(path, options))](ctx, next);
          },
          config: { auth: false as const },
        };
      }),
    'former',
  );
};

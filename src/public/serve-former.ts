import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import { findFormerHolders } from '../addresses/former-addresses';
import { encodePart } from '../feed/addresses';
import type { PublicResponse } from '../http/response';
import type { Edition } from './editions';
import { formatOfErrors, isOfFeeds, readForm } from './former-form';
import { findFormerPlaces, type FormerPlace } from './former-places';
import { createPublicHandler, type Params } from './handler';
import { findOpenMounts, findReserved, reservedPaths } from './reserved-paths';
import { findPlaces, listRoutes, pathOf, type ServedParts } from './serve';

/** Asks the routes of what there is, without a request. */
const createPresent = (strapi: Core.Strapi, parts: ServedParts) => {
  const options = parts.settings.configured();
  const { precedence } = parts;
  const mounts = findOpenMounts(strapi, options, parts.plan);
  const feedsMount = findPlaces(strapi, options, mounts)[0]!.mount;
  const pagesMount = mounts[0]!;
  const routes = listRoutes(options, parts);

  /** The routes that may have a path below the mount, and its one address in each. */
  const match = async (path: string, ofFeeds: boolean) => {
    const mount = ofFeeds ? feedsMount : pagesMount;
    const found: { route: (typeof routes)[number]; params: Params; address: string }[] = [];
    for (const { pattern, params } of precedence.match(mount + path || '/')) {
      const route = routes.find((candidate) => (mount + candidate.path || '/') === pattern);
      const address = route?.canonical(params, (await route.parts.settings.get()).addresses);
      if (route && address !== undefined) found.push({ route, params, address });
    }
    return found;
  };

  return {
    isOfSite: async (path: string, ofFeeds: boolean): Promise<boolean> =>
      (await match(path, ofFeeds)).some(({ route }) => route.isOfSite),

    /** What is at a path now; null where nothing is. */
    async find(path: string, ofFeeds: boolean): Promise<PublicResponse | null> {
      for (const { route, params, address } of await match(path, ofFeeds)) {
        const made = await route.respond(params, await route.parts.settings.get());
        if (made) return made.kind === 'document' ? { kind: 'redirect', location: address } : made;
      }
      return null;
    },
  };
};

/** Answers for what was at a path in earlier configurations, newest first. */
const createAnswer =
  (
    options: ReturnType<ServedParts['settings']['configured']>,
    places: FormerPlace[],
    present: ReturnType<typeof createPresent>,
  ) =>
  async (path: string, onlyFeeds: boolean): Promise<PublicResponse | null> => {
    const asked = readForm(path, options);
    const ofFeeds = isOfFeeds(asked);
    if (onlyFeeds && !ofFeeds) return null;
    let isGone = false;
    for (const place of places) {
      for (const former of await place.find(asked)) {
        // A page or an archive of a listing may be none any more.
        const found = former.kind === 'moved' ? await present.find(former.path, ofFeeds) : former;
        if (found?.kind === 'redirect') return found;
        isGone ||= found?.kind === 'gone';
      }
    }
    // Whatever leads on goes before what is gone, however long ago it was.
    return isGone ? { kind: 'gone' } : null;
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
  const present = createPresent(strapi, parts);
  const places = findFormerPlaces(options, {
    ...parts,
    isOfSite: present.isOfSite,
    findFormerHolders: (asked) => findFormerHolders(strapi, parts.transactions, asked),
  });
  if (places.length === 0) return;
  const answer = createAnswer(options, places, present);
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

import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import { findFormerHolders } from '../addresses/former-addresses';
import { encodePart } from '../feed/addresses';
import { type ErrorFormat, HTML_MEDIA_TYPE, type PublicResponse } from '../http/response';
import type { Edition } from './editions';
import { formatOfErrors, isOfFeeds, readForm } from './former-form';
import { findFormerPlaces, type FormerPlace } from './former-places';
import { createPublicHandler, type FormerRoute, type Params } from './handler';
import { findOpenMounts, findReserved, reservedPaths } from './reserved-paths';
import { findPlaces, listRoutes, pathOf, type ServedParts } from './serve';

/** Asks the routes of what there is, without a request. */
const createPresent = (
  { precedence }: Pick<ServedParts, 'precedence'>,
  routes: ReturnType<typeof listRoutes>,
  mounts: { pages: string; feeds: string },
) => {
  /** The routes that may have a path below the mount, and its one address in each. */
  const match = async (path: string, ofFeeds: boolean) => {
    const mount = ofFeeds ? mounts.feeds : mounts.pages;
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
        const settings = await route.parts.settings.get();
        const made = await route.respond(params, settings, HTML_MEDIA_TYPE);
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
  const pageMounts = findOpenMounts(strapi, options, parts.plan);
  const served = findPlaces(strapi, options, pageMounts);
  const present = createPresent(parts, listRoutes(options, parts), {
    pages: pageMounts[0]!,
    feeds: served[0]!.mount,
  });
  const places = findFormerPlaces(options, {
    ...parts,
    isOfSite: present.isOfSite,
    findFormerHolders: (asked) => findFormerHolders(strapi, parts.transactions, asked),
  });
  if (places.length === 0) return;
  const answer = createAnswer(options, places, present);
  const changedAt = parts.layouts.changedAt();

  /** What is gone is said in the language of its locale, and as its readers read: a handler for each. */
  const handler = (mount: string) => {
    const onlyFeeds = !pageMounts.includes(mount);
    const handlerOf = (edition: Edition, errors: ErrorFormat) => {
      const route: FormerRoute = {
        path: '',
        errors,
        respond: ({ path = '' }) => answer(`/${encodePart(path)}`, onlyFeeds),
      };
      const site = { ...parts, ...edition };
      return createPublicHandler(strapi, site, { route, mount, precedence, changedAt });
    };
    const handlers = new Map(
      editions.map((edition) => [
        edition,
        { html: handlerOf(edition, 'html'), text: handlerOf(edition, 'text') },
      ]),
    );
    return (ctx: Context, next: Next) => {
      const path = ctx.path.slice(mount.length);
      const format = formatOfErrors(readForm(path, options));
      return handlers.get(editionAt(editions, path))![format](ctx, next);
    };
  };

  const mounts = [...new Set(served.map(({ mount }) => mount))];
  precedence.add(
    mounts
      .filter((mount) => findReserved(mount, reservedPaths(strapi)) === undefined)
      .map((mount) => ({
        method: 'GET' as const,
        path: anyPathBelow(strapi, mount),
        handler: handler(mount),
        config: { auth: false as const },
      })),
    'former',
  );
};

import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import { homePath, readRedirects, type Redirect, fillTarget } from '../options/site-addresses';
import { PLUGIN_ID } from '../lib/constants';
import { normaliseBaseUrl, withoutSlash } from '../lib/url-paths';
import { cacheControlUntil, guardSharing } from '../http/response';
import { show, startError } from '../lib/messages';
import { isOfFeeds, readPathForm } from './former-addresses';
import type { HandlerParts } from './handler';
import { sendError, sendRedirect, statusOfFailure, withTimeout } from './send';

/** Characters that a placeholder of a former address may stand for. */
const MAXIMUM_VALUE_LENGTH = 500;

/** Whether a part of a path may stand for a placeholder. It may not contain a slash. */
const isValue = (value: string | undefined): boolean =>
  value !== undefined &&
  value.length <= MAXIMUM_VALUE_LENGTH &&
  /^[^/\\\p{C}]+$/u.test(value) &&
  !/^\.\.?$/.test(value);

/** The former path in the syntax of @koa/router, which takes a path with and without a final slash. */
const routePath = ({ path }: Redirect): string => path.replace(/\{(\w+)\}/g, ':$1') || '/';

/** A route's path without the names of its parameters, in lower case: the router ignores case. */
const shapeOf = (path: string | RegExp): string =>
  (String(path).replace(/:\w+/g, ':').replace(/\/$/, '') || '/').toLowerCase();

/** Whether a request has the parameters of a former address's query. It may have more. */
const hasQuery = ({ query }: Redirect, search: string): boolean => {
  if (query.length === 0) return true;
  const asked = new URLSearchParams(search);
  return query.every(([name, value]) => asked.getAll(name).includes(value));
};

/** A redirect, and the mount of the address it leads to. */
interface MountedRedirect {
  redirect: Redirect;
  isFeed: boolean;
  mount: string;
}

const createRedirectHandler = (
  strapi: Core.Strapi,
  { settings, editions, responses, presence, routeTable, changeLog }: HandlerParts,
  { redirect, isFeed, mount }: MountedRedirect,
) => {
  const caching = settings.configured();

  /** Redirects a request and returns true, unless it is for another address or the site goes first. */
  const respond = async (ctx: Context): Promise<boolean> => {
    const params = ctx.params as Record<string, string | undefined>;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
    if (!Object.values(params).every(isValue) || !hasQuery(redirect, ctx.search)) return false;
    const target = fillTarget(redirect, (name) => params[name]!);
    // A path with placeholders may match the address it leads to: never redirect to the same path.
    if (withoutSlash(mount + target) === withoutSlash(ctx.path)) return false;
    if (routeTable.hasForeignRoute(ctx) || (await routeTable.isFile(ctx.path))) return false;
    await changeLog.untilIndexed();
    if (!(await withTimeout(presence.exists()))) return false;
    const shared = cacheControlUntil(caching, Infinity, Date.now()).value;
    guardSharing(ctx.req, ctx.res, {
      shared: () => shared,
      forEverybody: responses.isForEverybody(),
    });
    const inForce = await withTimeout(settings.get());
    const base = normaliseBaseUrl(isFeed ? inForce.feedsUrl : inForce.baseUrl);
    sendRedirect(ctx, inForce, base + target, { 'Cache-Control': shared });
    return true;
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    const isAnswered = await respond(ctx).catch((error: unknown) => {
      const status = statusOfFailure(strapi, changeLog, ctx, error);
      sendError(ctx, { edition: editions[0], errors: 'text' }, status);
      return true;
    });
    if (isAnswered) return;
    routeTable.leaveToSite(ctx);
    await next();
  };
};

/**
 * Redirects former addresses of the site, as the option `redirects` says. To be called before the plugin's own
 * addresses are served, since some of these take anything below a directory. Files and routes of the site go first.
 *
 * @param mounts where pages and where feeds are served
 * @throws Error when a redirect leads nowhere, or its address is one of the plugin's
 */
export const addRedirects = (
  strapi: Core.Strapi,
  parts: HandlerParts,
  mounts: { pages: string; feeds: string },
): void => {
  const { routeTable } = parts;
  const options = parts.settings.configured();
  const redirects = readRedirects(options.redirects).map((redirect): MountedRedirect => {
    const isFeed = isOfFeeds(readPathForm(redirect.to, options));
    return { redirect, isFeed, mount: isFeed ? mounts.feeds : mounts.pages };
  });
  const sampleOf = ({ redirect, mount }: MountedRedirect): string =>
    mount + fillTarget(redirect, () => 'any');
  const shapes = new Set(routeTable.layers({ isOpen: true }).map(({ path }) => shapeOf(path)));
  const wrong = redirects.flatMap((mounted): string[] => {
    const { redirect, isFeed } = mounted;
    const { from, query, to } = redirect;
    if (query.length === 0 && shapes.has(shapeOf(routePath(redirect)))) {
      return [
        `The option "redirects": the plugin has something at ${show(from)}. Allowed: an address that is free.`,
      ];
    }
    // Entries at the root may be at any path, but are no feeds.
    return routeTable.match(sampleOf(mounted)).some(({ route }) => !isFeed || route.isOfFeeds)
      ? []
      : [
          `The option "redirects": ${show(from)} was ${show(to)}, where the plugin has nothing. Allowed: an address of the plugin, for example "${homePath(options.home)}${options.feedFiles.rss}".`,
        ];
  });
  if (wrong.length > 0) throw startError(`Error regarding ${PLUGIN_ID} config:`, wrong);
  const layers = routeTable.addRedirects(
    redirects.map((mounted) => ({
      method: 'ALL' as const,
      path: routePath(mounted.redirect),
      handler: createRedirectHandler(strapi, parts, mounted),
      config: { auth: false as const },
    })),
  );
  for (const mounted of redirects) {
    const { from, to } = mounted.redirect;
    const target = sampleOf(mounted);
    const next = redirects.find(({ redirect, mount }, index) => {
      const layer = layers[index]!;
      if (redirect.query.length > 0 || !layer.regexp.test(target)) return false;
      const params = layer.params(target, layer.captures(target), {}) as Record<string, string>;
      return (
        withoutSlash(mount + fillTarget(redirect, (name) => params[name]!)) !== withoutSlash(target)
      );
    });
    if (next) {
      throw startError(`Error regarding ${PLUGIN_ID} config:`, [
        `The option "redirects": ${show(from)} was ${show(to)}, which ${show(next.redirect.from)} leads on. Allowed: the address where that leads.`,
      ]);
    }
  }
};

import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import { cacheHeaders, type CacheHeaders, CDN_HEADERS, cdnHintsOfMissing } from '../cache/cdn';
import {
  type CachedDocument,
  isDocument,
  responseKey,
  cacheInstructions,
  validatorsOf,
} from '../cache/response-cache';
import type { Responses } from '../cache/responses';
import { chooseEncoding, chooseRepresentation, type Representation } from '../http/negotiation';
import {
  documentHeaders,
  guardSharing,
  validatorHeaders,
  evaluatePreconditions,
  HTML_MEDIA_TYPE,
  type PublicResponse,
} from '../http/response';
import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import { mountPath } from '../lib/url-paths';
import type { CompleteOptions } from '../options/options';
import type { Settings, SettingsStore } from '../options/settings';
import { type Edition, siteNow } from './editions';
import { makeNotFoundPage } from './pages';
import type { RouteTable, MatchedRoute, MountedRoute } from './route-table';
import {
  errorPage,
  withTimeout,
  sendRedirect,
  removeRequestHeaders,
  sendBody,
  sendError,
  statusOfFailure,
  type ErrorStyle,
} from './send';

/**
 * Cache key of the "not found" page: one for each locale, whatever path was requested. The space keeps it apart
 * from paths of requests.
 */
const missingKey = ({ addresses }: Settings): string => `missing ${addresses.subscribe()}`;

/** Milliseconds after a change of the configuration in which it may still be reverted. */
const REVERT_PERIOD = 24 * 60 * 60 * 1_000;

/**
 * Whether the configuration changed so recently that it may be reverted, or that another node still has the old
 * one. Caches must not keep a response about its former addresses then.
 */
const isRecent = (changedAt: Date): boolean => Date.now() - changedAt.getTime() < REVERT_PERIOD;

/** What every public request is answered with and cached in. */
export interface HandlerParts {
  settings: SettingsStore;
  /** The site in each of its locales, the main one first. */
  editions: readonly [Edition, ...Edition[]];
  responses: Responses;
  presence: { exists: () => Promise<boolean> };
  routeTable: RouteTable;
  changeLog: Pick<ChangeLog, 'isUnresponsive' | 'untilIndexed'>;
}

interface Answering extends Omit<HandlerParts, 'settings' | 'editions'> {
  strapi: Core.Strapi;
  options: CompleteOptions;
  /** Finds routes for a path: present ones, then those that take any path, then former ones. */
  find: (path: string) => MatchedRoute[];
}

const isFormer = ({ route }: MountedRoute): boolean => route.canonical === undefined;

const errorStyleOf = ({ edition, route }: MountedRoute): ErrorStyle => ({
  edition,
  errors: route.isPage ? 'html' : 'text',
});

/** An address that a request may mean, with all routes that may answer there. */
interface Target {
  /** Cache key. The former content of a path has a key of its own. */
  key: string;
  /** Path at which requests for it arrive. */
  path: string;
  href: string;
  /** The settings in force of its locale. */
  inForce: Settings;
  asked: [MatchedRoute, ...MatchedRoute[]];
}

/** Kinds of response to one address, the preferred kind first. */
const KINDS_BY_PRIORITY = ['document', 'redirect', 'gone', 'missing'] as const;

/**
 * Makes the response for an address that several routes may answer. A document goes before a redirect, and a
 * redirect before "gone"; of several responses of one kind, the first route's counts.
 */
export const makeBestResponse = async (
  asked: MatchedRoute[],
  representation: Representation,
): Promise<PublicResponse | null> => {
  const made: PublicResponse[] = [];
  for (const { route, edition, params } of asked) {
    // Settings are read while the response is made, so that the cache notices a later change.
    const response = await route.respond(await siteNow(edition), params, representation);
    if (response) made.push(response);
    if (response?.kind === 'document') break;
    // This route may have something here after any change, and would then replace the response of another route.
    if (!route.isOpen && asked.length > 1) dependOn(CACHE_TAGS.everything);
  }
  const [first = null] = KINDS_BY_PRIORITY.flatMap((rank) =>
    made.filter(({ kind }) => kind === rank),
  );
  return first;
};

const sendDocument = async (
  responses: Responses,
  ctx: Context,
  asked: MatchedRoute,
  key: string,
  document: CachedDocument,
  cachingHeaders: CacheHeaders,
): Promise<void> => {
  const encoding = chooseEncoding(ctx.headers['accept-encoding']);
  const validators = validatorsOf(document, encoding);
  const status = evaluatePreconditions(ctx.headers, validators);
  if (status === 412) return sendError(ctx, errorStyleOf(asked), 412);
  removeRequestHeaders(ctx);
  ctx.status = status;
  if (document.links) ctx.set('Link', document.links);
  if (status === 304) {
    // On a 304 a cache would replace the page's own policy by the site's (RFC 9111, section 3.2).
    if (document.mediaType === HTML_MEDIA_TYPE) ctx.remove('Content-Security-Policy');
    ctx.set(validatorHeaders(document, validators, cachingHeaders['Cache-Control']));
  } else {
    ctx.body = await responses.encode(key, document, encoding);
    ctx.set(documentHeaders(document, encoding, validators, cachingHeaders['Cache-Control']));
  }
  ctx.set(cachingHeaders);
};

/**
 * Answers 404. Visitors get a page with the newest articles, which is made once and cached until these change:
 * crawlers ask for thousands of missing addresses.
 */
const sendMissing = async (
  { responses, options, changeLog, routeTable }: Answering,
  ctx: Context,
  asked: MatchedRoute,
): Promise<void> => {
  const { route, edition } = asked;
  const key = missingKey(edition.settings.known());
  const make = async () => errorPage(await makeNotFoundPage(await siteNow(edition), new Date()));
  const hasPage = route.isPage && responses.cached;
  // If the newest articles cannot be read, send the error without them.
  const found = hasPage ? await responses.find(key, make).catch(() => null) : null;
  if (isDocument(found)) {
    const encoding = chooseEncoding(ctx.headers['accept-encoding']);
    const body = await responses.encode(key, found, encoding);
    ctx.status = 404;
    sendBody(ctx, { ...found, body }, 'no-store');
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  } else sendError(ctx, errorStyleOf(asked), 404);
  const cdn = cdnHintsOfMissing(options.push.cdn);
  // A catch-all route of the site was asked before, and may answer this address later.
  if (!cdn || changeLog.isUnresponsive() || routeTable.hasFallback(ctx)) return;
  // The body above is compressed as the visitor's Accept-Encoding allows.
  ctx.vary('Accept-Encoding');
  const expires = found?.expires ?? Infinity;
  ctx.set(cacheHeaders({ cdn, expires }, 'no-store', Date.now()).headers);
};

/** Finds the addresses that a path may mean; former ones come last. */
const findAddresses = async (from: string, candidates: MatchedRoute[]): Promise<Target[]> => {
  const addresses = new Map<string, Target>();
  for (const asked of candidates) {
    const { route, edition, mount, params } = asked;
    const inForce = await withTimeout(edition.settings.get());
    // A former route has no address of its own: its response names the present one.
    const href = route.canonical ? route.canonical(params, inForce.addresses) : '';
    if (href === undefined) continue;
    // Paths are compared below the mount. The host of a request says nothing about the site, and a proxy may have
    // removed a part of the path.
    const base = mountPath(route.isOfFeeds ? inForce.feedsUrl : inForce.baseUrl);
    const path = route.canonical ? mount + new URL(href).pathname.slice(base.length) : from;
    const key = route.canonical ? path : `${path} former`;
    const known = addresses.get(key);
    if (known) known.asked.push(asked);
    else addresses.set(key, { key, path, href, inForce, asked: [asked] });
  }
  return [...addresses.values()];
};

/**
 * Finds what is at an address; undefined where there is nothing.
 *
 * @param addresses all that the request may mean
 * @returns the kind of the response, and a function that sends it and returns its Cache-Control
 */
const findResponseAt = async (
  { responses, options, changeLog, routeTable, find }: Answering,
  ctx: Context,
  address: Target,
  addresses: Target[],
) => {
  const { key, path, href } = address;
  const isCanonical = path === ctx.path;
  // A cached response may be given ahead of the site: cache none for an address that the site serves.
  if (!isCanonical && (await routeTable.isTaken(path))) return undefined;
  // The canonical path may match further routes than an odd spelling of it.
  const known = isCanonical ? addresses : await findAddresses(path, find(path));
  const index = known.findIndex((one) => one.key === key);
  const { asked, inForce } = known[index] ?? address;
  const representation = asked.some(({ route }) => route.isPage)
    ? chooseRepresentation(ctx.headers.accept)
    : HTML_MEDIA_TYPE;
  const make = async () => {
    const made = await makeBestResponse(asked, representation);
    // Memory and CDNs give it without asking for what goes before it. Any change may bring something there.
    const before = known.slice(0, made?.kind === 'document' ? Math.max(index, 0) : undefined);
    if (before.some((other) => other.key !== key && !isFormer(other.asked[0]))) {
      dependOn(CACHE_TAGS.everything);
    }
    return made;
  };
  const found = await responses.find(key, make, representation);
  const kind = !found || isDocument(found) ? 'document' : found.kind;
  if (!found || kind === 'missing') return undefined;
  const [{ route }] = asked;
  const changedAt = route.canonical ? undefined : route.changedAt;
  const mayBeReverted = changedAt !== undefined && isRecent(changedAt);
  // A 410 for a former address must not hide what the site may have there.
  const isForSite = isFormer(asked[0]) && (mayBeReverted || routeTable.hasFallback(ctx));
  if (kind === 'gone' && isForSite) return undefined;
  // Without the database this node misses changes: what is in memory may be outdated.
  const kept = changeLog.isUnresponsive() ? { ...found, expires: 0 } : found;
  const sendFound = async (): Promise<string> => {
    const cachingHeaders =
      mayBeReverted || found.isUncommitted
        ? { 'Cache-Control': 'no-store' }
        : cacheInstructions(kept, options, Date.now()).headers;
    if (!isCanonical) sendRedirect(ctx, inForce, href + ctx.search, cachingHeaders);
    else if (isDocument(found)) {
      const cacheKey = responseKey(key, representation);
      await sendDocument(responses, ctx, asked[0], cacheKey, found, cachingHeaders);
    } else if (found.kind === 'redirect') {
      sendRedirect(
        ctx,
        inForce,
        found.location + (route.canonical ? '' : ctx.search),
        cachingHeaders,
      );
    } else {
      sendError(ctx, errorStyleOf(asked[0]), 410);
      // The CDN headers let a CDN forget the 410 when the content is back.
      ctx.set(cacheHeaders(kept, 'no-store', Date.now()).headers);
    }
    return cachingHeaders['Cache-Control'];
  };
  return { kind, sendFound };
};

/**
 * Answers a request, unless the site goes first or nothing is at its address.
 *
 * @returns 'left' for requests that are the site's; the route that was meant where nothing is there
 */
const respond = async (
  parts: Answering,
  ctx: Context,
  candidates: MatchedRoute[],
): Promise<'answered' | 'left' | MatchedRoute> => {
  const { responses, presence, changeLog, routeTable } = parts;
  // First of all, without the database, and for cached responses as well: the site may add a file at any time.
  if (routeTable.hasForeignLayer(ctx) || (await routeTable.isFile(ctx.path))) return 'left';
  await changeLog.untilIndexed();
  if (!(await withTimeout(presence.exists()))) return 'left';
  const forEverybody = responses.isForEverybody();
  let sentCacheControl = '';
  guardSharing(ctx.req, ctx.res, {
    shared: () => sentCacheControl,
    forEverybody,
    ofCaches: CDN_HEADERS,
  });
  const meant = candidates.find((asked) => !isFormer(asked) && !asked.route.isOpen);
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    if (!meant || routeTable.hasForeignPath(ctx)) return 'left';
    ctx.set('Allow', 'GET, HEAD');
    sendError(ctx, errorStyleOf(meant), 405);
    return 'answered';
  }
  const addresses = await findAddresses(ctx.path, candidates);
  let sendFallback: (() => Promise<string>) | undefined;
  for (const address of addresses) {
    if (sendFallback && isFormer(address.asked[0])) break;
    const found = await findResponseAt(parts, ctx, address, addresses);
    sendFallback ??= found?.sendFound;
    if (found?.kind !== 'document') continue;
    sentCacheControl = await found.sendFound();
    return 'answered';
  }
  if (sendFallback) {
    sentCacheControl = await sendFallback();
    return 'answered';
  }
  return meant ?? addresses.find(({ asked: [first] }) => !isFormer(first))?.asked[0] ?? 'left';
};

/**
 * Answers requests for all public addresses: methods, canonical addresses, errors, conditional requests.
 */
export const answerRequests =
  (parts: Answering) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { strapi, changeLog, routeTable } = parts;
    const candidates = parts.find(ctx.path);
    const [first] = candidates;
    const outcome = first
      ? await respond(parts, ctx, candidates).catch((error: unknown) => {
          sendError(ctx, errorStyleOf(first), statusOfFailure(strapi, changeLog, ctx, error));
          return 'answered' as const;
        })
      : 'left';
    if (outcome === 'answered') return;
    if (outcome === 'left' || candidates.some(isFormer) || routeTable.hasFallback(ctx)) {
      routeTable.leaveToSite(ctx);
      await next();
    }
    const isMissing = ctx.status === 404 && (ctx.body ?? null) === null;
    if (outcome !== 'left' && isMissing) await sendMissing(parts, ctx, outcome);
  };

import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import { type Addresses, mountPath } from '../feed/addresses';
import type { Site } from '../feed/channel';
import type { Presence } from '../catalogue/presence';
import { MADE_WITHIN, type Responses } from '../cache/responses';
import type { SettingsStore } from '../options/settings';
import type { Settings } from '../options/settings-in-force';
import {
  type PublicResponse,
  type ErrorFormat,
  HTML_MEDIA_TYPE,
  TEXT_MEDIA_TYPE,
} from '../http/response';
import { chooseEncoding } from '../http/content-encoding';
import {
  contentHeaders,
  documentHeaders,
  REQUEST_HEADERS,
  validatorHeaders,
} from '../http/document-headers';
import {
  type CachedDocument,
  type CachedResponse,
  isDocument,
  tellCaches,
  validatorsOf,
} from '../cache/cached-response';
import {
  type CacheHeaders,
  CDN_HEADERS,
  type Kept,
  cacheHeaders,
  cdnHints,
  cdnHintsOfMissing,
} from '../cache/cdn-headers';
import { responseKey } from '../cache/response-cache';
import { chooseRepresentation, type Representation } from '../http/representation';
import { evaluatePreconditions } from '../http/preconditions';
import { asPrivate, guardSharing } from '../http/sharing';
import { CACHE_TAGS } from '../lib/cache-tags';
import { DatabaseAwayError, isDatabaseError, logError } from '../lib/errors';
import type { ChangeLog } from '../lib/change-log';
import { within } from '../lib/waiting';
import { errorDocument, errorPage, type ErrorStatus, type SentDocument } from './page-forms';
import type { Pages } from './pages';
import type { Precedence } from './precedence';

/** Parameters of a route's path, as its own keys. */
export type Params = Readonly<Record<string, string | undefined>>;

/** A public address: what it is called, how it is answered and how it fails. */
export interface PublicRoute {
  /**
   * Path below the mount point, in the syntax of @koa/router. Without a final slash, so that the
   * router takes the address with and without it.
   */
  path: string;
  /** Whether it is where it is in all locales, and not below the path of one. */
  isOfHost?: boolean;
  /** Whether it is where feeds are (the option `feedsUrl`), and not where pages are. */
  isOfFeeds?: boolean;
  /** Whether each locale has it once, whatever is published: it moves with the home or path of the locale. */
  isOfSite?: boolean;
  /** Whether it takes any path there is: whatever else is at a path goes first, and Strapi's own. */
  isOpen?: boolean;
  errors: ErrorFormat;
  /** The one address of what the parameters ask for; undefined when there can be no such thing. */
  canonical: (params: Params, addresses: Addresses) => string | undefined;
  /** Whether it is there in Markdown as well, for who would rather have that (RFC 9110, section 12.5.1). */
  isNegotiated?: boolean;
  /** The response; null when there is no such thing now. */
  respond: (
    params: Params,
    settings: Settings,
    representation: Representation,
  ) => Promise<PublicResponse | null>;
}

/** Whatever address no other route has, for what was there in earlier configurations. */
export interface FormerRoute extends Omit<PublicRoute, 'canonical'> {
  canonical?: undefined;
}

/**
 * Takes back what Strapi's middlewares say about who asks: the response is the same for everybody, so
 * that every cache may share it.
 */
const removeRequestHeaders = (ctx: Context): void => {
  [...REQUEST_HEADERS, 'Access-Control-Allow-Origin', 'Vary'].forEach((name) => ctx.remove(name));
  // strapi::compression would change the bytes under the entity tag.
  ctx.compress = false;
};

const send = (
  ctx: Context,
  { body, mediaType, policy, language }: SentDocument,
  caching: string,
): void => {
  removeRequestHeaders(ctx);
  ctx.set({ ...contentHeaders(mediaType, policy), 'Cache-Control': caching });
  if (language !== undefined) ctx.set('Content-Language', language);
  ctx.body = body;
};

/**
 * What the page of what is not there is cached under: one for each locale, whatever was asked for. No
 * request's path has a space in it.
 */
const missingKey = ({ addresses }: Settings): string => `missing ${addresses.subscribe()}`;

/** After how many seconds a request is worth repeating that the database did not answer. */
const RETRY_AFTER = 5;

export const createSendError =
  (pages: Pages, format: ErrorFormat) =>
  (ctx: Context, status: ErrorStatus): void => {
    ctx.status = status;
    // An article may be published, a tag created, a database be back the next moment.
    send(ctx, errorDocument(pages, status, format), 'no-store');
  };

/** Leads to an address for good. */
export const redirect = (
  ctx: Context,
  { texts, language }: Site,
  location: string,
  told: CacheHeaders,
): void => {
  ctx.status = 301;
  ctx.set('Location', location);
  // A cache that leaves queries out of its keys would lead everybody to one visitor's query.
  const isOfOneQuery = ctx.search !== '';
  const caching = told['Cache-Control'];
  send(
    ctx,
    {
      body: `${texts.say('movedPermanently', { address: location })}\n`,
      mediaType: TEXT_MEDIA_TYPE,
      language: texts.foreign('movedPermanently') ?? language,
    },
    isOfOneQuery ? asPrivate(caching) : caching,
  );
  if (!isOfOneQuery) ctx.set(told);
};

/** Waits for what comes from the database, and not for ever. */
export const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  within(work, MADE_WITHIN, () => new DatabaseAwayError());

/**
 * Requests for which one of our routes has nothing: whatever answers them may be another after any change.
 * Each with what is answered where there is no entry at the root.
 */
const soughtInVain = new WeakMap<Context, { otherwise?: () => void }>();

/** Milliseconds within which a change of the configuration may be taken back. */
const A_DAY = 24 * 60 * 60 * 1_000;

/**
 * Whether a configuration ended so lately that it may come back, or is another node's still: nobody is
 * to keep for long what is said of its addresses.
 */
const isRecent = (changedAt: Date): boolean => Date.now() - changedAt.getTime() < A_DAY;

/** Says that we could not answer: nothing of the error reaches who asked. */
export const sendFault = (
  strapi: Core.Strapi,
  { log, sendError }: { log: HandlerParts['log']; sendError: ReturnType<typeof createSendError> },
  ctx: Context,
  error: unknown,
): void => {
  if (!isDatabaseError(error)) {
    logError(strapi, error);
    return sendError(ctx, 500);
  }
  // That it is away is said once.
  if (!log.isTroubled()) logError(strapi, error);
  ctx.set('Retry-After', String(RETRY_AFTER));
  sendError(ctx, 503);
};

/** What became of a request: answered, left to the site, or asking for what there is not. */
type Outcome = 'answered' | 'left' | 'unknown';

/** What responses are cached in and made with, whatever they are about. */
export interface HandlerParts {
  settings: SettingsStore;
  responses: Responses;
  presence: Presence;
  pages: Pages;
  log: Pick<ChangeLog, 'isTroubled' | 'untilIndexed'>;
}

interface HandlerOptions {
  route: PublicRoute | FormerRoute;
  /** Path below which its one address is, '' for the root. */
  mount: string;
  precedence: Precedence;
  /** Of a route of former addresses, when the configuration changed last. */
  changedAt?: Date;
}

/** What all public addresses share: methods, canonical addresses, errors, conditional requests. */
export const createPublicHandler = (
  strapi: Core.Strapi,
  { settings, responses, presence, pages, log }: HandlerParts,
  { route, mount, precedence, changedAt }: HandlerOptions,
) => {
  const isFormer = route.canonical === undefined;
  const { isOpen = false } = route;
  const { push, ...caching } = settings.configured();
  const sendError = createSendError(pages, route.errors);

  const ofAnyChange = cdnHints(push.cdn, [CACHE_TAGS.everything]);

  /** A response as far as a CDN is concerned. */
  const keptOf = (ctx: Context, found: CachedResponse): Kept & { due: number } => {
    if (found.cdn && found.cdn !== ofAnyChange && soughtInVain.has(ctx)) {
      // As it is given ahead, too.
      found.cdn = ofAnyChange;
      if (isDocument(found)) found.wire.clear();
    }
    // Without the database we do not hear of changes: what is in memory may be outdated.
    return found.cdn && log.isTroubled() ? { ...found, expires: 0 } : found;
  };

  const tell = (ctx: Context, found: CachedResponse): CacheHeaders =>
    tellCaches(keptOf(ctx, found), caching, Date.now()).headers;

  /** Says that something is gone, which a CDN is told to forget when it is back. */
  const sendGone = (ctx: Context, found: CachedResponse): void => {
    sendError(ctx, 410);
    ctx.set(cacheHeaders(keptOf(ctx, found), 'no-store', Date.now()).headers);
  };

  const sendDocument = async (
    ctx: Context,
    key: string,
    document: CachedDocument,
    told: CacheHeaders,
  ): Promise<void> => {
    const { mediaType, isNegotiated, policy, isNoindex } = document;
    const encoding = chooseEncoding(ctx.headers['accept-encoding']);
    const validators = validatorsOf(document, encoding);
    const status = evaluatePreconditions(ctx.headers, validators);
    if (status === 412) return sendError(ctx, 412);
    removeRequestHeaders(ctx);
    ctx.status = status;
    if (document.links) ctx.set('Link', document.links);
    if (status === 304) {
      // A cache would put the site's policy in the place of the page's own (RFC 9111, section 3.2).
      if (mediaType === HTML_MEDIA_TYPE) ctx.remove('Content-Security-Policy');
      ctx.set(validatorHeaders(mediaType, validators, told['Cache-Control'], isNegotiated));
    } else {
      ctx.body = await responses.encode(key, document, encoding);
      const served = { isNegotiated, policy, isNoindex };
      ctx.set(documentHeaders(mediaType, encoding, validators, told['Cache-Control'], served));
    }
    ctx.set(told);
  };

  /** What a CDN is told of the word that nothing is at an address, unless the site was asked and may answer later. */
  const tellOfMissing = (ctx: Context, expires = Infinity): void => {
    if (log.isTroubled() || precedence.hasFallback(ctx)) return;
    const cdn = cdnHintsOfMissing(push.cdn);
    if (!cdn) return;
    // It is compressed as visitors take it.
    ctx.vary('Accept-Encoding');
    ctx.set(cacheHeaders({ cdn, expires }, 'no-store', Date.now()).headers);
  };

  const sendNothing = (ctx: Context): void => {
    sendError(ctx, 404);
    tellOfMissing(ctx);
  };

  /**
   * Says that nothing is at an address. Visitors get the newest articles as well, from a page that is made
   * once and kept until these change: crawlers ask for thousands of such addresses.
   */
  const sendMissing = async (ctx: Context): Promise<void> => {
    if (route.errors !== 'html' || !responses.cached) return sendNothing(ctx);
    const key = missingKey(settings.known());
    const make = async () => errorPage(await pages.notFound(await settings.get(), new Date()));
    // Without the newest articles it says what is asked for, too.
    const found = await responses.find(key, make).catch(() => null);
    if (!found || !isDocument(found)) return sendNothing(ctx);
    const encoding = chooseEncoding(ctx.headers['accept-encoding']);
    const body = await responses.encode(key, found, encoding);
    ctx.status = 404;
    send(ctx, { ...found, body }, 'no-store');
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
    tellOfMissing(ctx, found.expires);
  };

  /** Answers, unless something of the site goes before us or there is nothing at this address. */
  const respond = async (ctx: Context): Promise<Outcome> => {
    if (isOpen && precedence.isReserved(ctx.path)) return 'left';
    // Before anything is asked of the database, and whether or not we keep a response: the site may put
    // a file there at any time.
    if (precedence.isRouted(ctx) || (await precedence.isFile(ctx.path))) return 'left';
    await log.untilIndexed();
    if (!(await inTime(presence.exists()))) return 'left';
    const forEverybody = responses.isForEverybody();
    let shared = '';
    guardSharing(ctx.req, ctx.res, { shared: () => shared, forEverybody, ofCaches: CDN_HEADERS });
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      if (isOpen) return 'left';
      if (precedence.isRoutedOtherwise(ctx)) return 'left';
      ctx.set('Allow', 'GET, HEAD');
      sendError(ctx, 405);
      return 'answered';
    }
    const { addresses, baseUrl, feedsUrl, site } = await inTime(settings.get());
    const params = ctx.params as Params;
    // What moved or is gone has no address of its own: where it leads to says all.
    const canonical = isFormer ? ctx.href : route.canonical(params, addresses);
    // Compared by path alone, and below the mount point: which host a request names says nothing
    // about the site, and a proxy may have taken a part of the path off.
    if (canonical === undefined) return isOpen ? 'left' : 'unknown';
    const base = mountPath(route.isOfFeeds ? feedsUrl : baseUrl);
    const path = isFormer ? ctx.path : mount + new URL(canonical).pathname.slice(base.length);
    const isCanonical = path === ctx.path;
    const representation = route.isNegotiated
      ? chooseRepresentation(ctx.headers.accept)
      : HTML_MEDIA_TYPE;
    // Nothing is cached for an address that is the site's: it would be given ahead of the site.
    if (!isCanonical && (await precedence.isTaken(path))) return 'unknown';
    // What an entry at the root is made for is nothing of another route of ours that takes its address.
    const openKey = isOpen && precedence.isClosed(path) ? `${path} open` : path;
    // Another may be there at present.
    const cacheKey = isFormer ? `${path} former` : openKey;
    const found = await responses.find(
      cacheKey,
      // Read anew: whatever they are when it begins to be made, a later change is noticed.
      async () => route.respond(params, await settings.get(), representation),
      representation,
    );
    if (found === null || (!isDocument(found) && found.kind === 'missing')) return 'unknown';
    // What is nowhere is no reason to keep an address from the site.
    const isGone = !isDocument(found) && found.kind === 'gone';
    if (isFormer && isGone && precedence.hasFallback(ctx)) return 'left';
    const maySettle = changedAt !== undefined && isRecent(changedAt);
    if (maySettle && isGone) return 'unknown';
    // What is gone or elsewhere is no reason to keep an address from an entry at the root.
    if (!isFormer && !isOpen && !isDocument(found) && precedence.isOpen(ctx)) {
      const otherwise = () => {
        const told = tell(ctx, found);
        shared = told['Cache-Control'];
        if (!isCanonical) redirect(ctx, site, canonical + ctx.search, told);
        else if (found.kind === 'redirect') redirect(ctx, site, found.location, told);
        else sendGone(ctx, found);
      };
      soughtInVain.set(ctx, { otherwise });
      return 'unknown';
    }
    const isLasting = !maySettle && !found.isUncommitted;
    const told = isLasting ? tell(ctx, found) : { 'Cache-Control': 'no-store' };
    shared = told['Cache-Control'];
    if (!isCanonical) redirect(ctx, site, canonical + ctx.search, told);
    else if (isDocument(found))
      await sendDocument(ctx, responseKey(cacheKey, representation), found, told);
    else if (found.kind === 'gone') sendGone(ctx, found);
    else redirect(ctx, site, found.location + (isFormer ? ctx.search : ''), told);
    return 'answered';
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    const outcome = await respond(ctx).catch((error: unknown): Outcome => {
      sendFault(strapi, { log, sendError }, ctx, error);
      return 'answered';
    });
    if (outcome === 'answered') return;
    const sought = soughtInVain.get(ctx) ?? {};
    if (outcome === 'unknown') soughtInVain.set(ctx, sought);
    // Who has an answer otherwise, goes before the site's own answer to everything.
    const goesOn =
      !sought.otherwise &&
      (outcome === 'left' || isFormer || precedence.hasFallback(ctx) || precedence.isFormer(ctx));
    // What is not here may be an entry at the root, which then sees to whoever comes after us.
    if (outcome === 'unknown' && !isFormer && !isOpen && precedence.isOpen(ctx)) {
      ctx.params = {};
      await next();
    } else if (goesOn) {
      precedence.leave(ctx);
      await next();
    }
    const isMissing = ctx.status === 404 && (ctx.body ?? null) === null;
    if (isFormer || outcome !== 'unknown' || !isMissing) return;
    const { otherwise } = soughtInVain.get(ctx)!;
    if (otherwise) otherwise();
    else await sendMissing(ctx);
  };
};

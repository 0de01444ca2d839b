import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import {
  cacheHeaders,
  type CacheHeaders,
  CDN_HEADERS,
  cdnHints,
  cdnHintsOfMissing,
  type Kept,
} from '../cache/cdn-headers';
import {
  type CachedDocument,
  type CachedResponse,
  isDocument,
  responseKey,
  tellCaches,
  validatorsOf,
} from '../cache/response-cache';
import type { Responses } from '../cache/responses';
import { chooseEncoding, evaluatePreconditions } from '../http/negotiation';
import { documentHeaders, guardSharing, validatorHeaders } from '../http/document-headers';
import {
  chooseRepresentation,
  HTML_MEDIA_TYPE,
  type PublicResponse,
  type Representation,
} from '../http/response';
import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import { PERMALINK_UID } from '../lib/constants';
import { mountPath } from '../lib/url-paths';
import type { Settings, SettingsStore } from '../options/settings';
import type { Pages } from './pages';
import type { Precedence } from './precedence';
import type { Asked, Served } from './route-table';
import {
  errorPage,
  inTime,
  redirect,
  removeRequestHeaders,
  send,
  sendError,
  sendFault,
  type Told,
} from './send';

/** A content type that may have something to serve. */
interface ServedType {
  contentType: string;
  hasDrafts: boolean;
}

/**
 * Knows whether there has ever been something to serve: a topic, or an entry that was published. An
 * installation that has nothing yet takes no address from anybody.
 */
export const createPresence = (
  strapi: Core.Strapi,
  {
    changeLog,
    types,
  }: { changeLog: Pick<ChangeLog, 'catchUp' | 'untilReadable'>; types: readonly ServedType[] },
) => {
  /** Undefined while nobody has looked since the last change. */
  let known: boolean | undefined;
  let changes = 0;

  const hasRow = async (contentType: string, isDraftable: boolean): Promise<boolean> => {
    const where = isDraftable ? { publishedAt: { $notNull: true } } : {};
    return (await strapi.db.query(contentType).findOne({ select: ['id'], where })) !== null;
  };

  const look = async (): Promise<boolean> => {
    // What was published and taken back has left its address: it is gone, and says so.
    if (await hasRow(PERMALINK_UID, false)) return true;
    for (const { contentType, hasDrafts } of types) {
      if (await hasRow(contentType, hasDrafts)) return true;
    }
    return false;
  };

  return {
    /**
     * Once true, it stays so, and costs nothing; before, as much as hearing of other nodes.
     *
     * @throws DatabaseAwayError when it has to be looked for and the database does not answer
     */
    async exists(): Promise<boolean> {
      if (known) return true;
      // What a transaction sees may be taken back.
      if (strapi.db.inTransaction()) return look();
      await changeLog.catchUp();
      if (known !== undefined) return known;
      await changeLog.untilReadable();
      const before = changes;
      const found = await look();
      // What was looked at may be of before a change that came meanwhile.
      if (found || changes === before) known = found;
      return found;
    },

    /** Looks again, when there was nothing. */
    purge(): void {
      changes += 1;
      if (!known) known = undefined;
    },
  };
};

type Presence = ReturnType<typeof createPresence>;

/**
 * What the page of what is not there is cached under: one for each locale, whatever was asked for. No
 * request's path has a space in it.
 */
const missingKey = ({ addresses }: Settings): string => `missing ${addresses.subscribe()}`;

/** Milliseconds within which a change of the configuration may be taken back. */
const A_DAY = 24 * 60 * 60 * 1_000;

/**
 * Whether a configuration ended so lately that it may come back, or is another node's still: nobody is
 * to keep for long what is said of its addresses.
 */
const isRecent = (changedAt: Date): boolean => Date.now() - changedAt.getTime() < A_DAY;

/** What responses are cached in and made with, whatever they are about. */
export interface HandlerParts {
  settings: SettingsStore;
  responses: Responses;
  presence: Presence;
  pages: Pages;
  changeLog: Pick<ChangeLog, 'isTroubled' | 'untilIndexed'>;
}

const isFormer = ({ route }: Served): boolean => route.canonical === undefined;

const toldBy = ({ parts: { pages }, route }: Served): Told => ({
  pages,
  errors: route.isPage ? 'html' : 'text',
});

/** An address that a request may mean, with all that may be there. */
interface Address {
  /** What is cached: nothing of what was there is there at present. */
  key: string;
  /** Path at which requests for it arrive. */
  path: string;
  href: string;
  asked: [Asked, ...Asked[]];
}

/** What goes first of what several routes have at an address. */
const RANKS = ['document', 'redirect', 'gone', 'missing'] as const;

/**
 * What is at an address: what is there now goes before what moved, and that before what is gone; of several,
 * who is asked first.
 */
export const makeFirst = async (
  asked: Asked[],
  representation: Representation,
): Promise<PublicResponse | null> => {
  const made: PublicResponse[] = [];
  for (const { route, parts, params } of asked) {
    // Read anew: whatever they are when it begins to be made, a later change is noticed.
    const settings = await parts.settings.get();
    const response = await route.respond(params, settings, representation);
    if (response) made.push(response);
    if (response?.kind === 'document') break;
    // Others may answer in its place, until anything changes that brings something there.
    if (!route.isOpen && asked.length > 1) dependOn(CACHE_TAGS.everything);
  }
  const [first = null] = RANKS.flatMap((rank) => made.filter(({ kind }) => kind === rank));
  return first;
};

/**
 * Answers requests for all public addresses: methods, canonical addresses, errors, conditional requests.
 *
 * @param find what may answer for a path: what there is now, then what may be at any path, then what was there
 */
export const createPublicHandler = (
  strapi: Core.Strapi,
  { settings, responses, presence, changeLog }: HandlerParts,
  { precedence, find }: { precedence: Precedence; find: (path: string) => Asked[] },
) => {
  const { push, ...caching } = settings.configured();

  const ofAnyChange = cdnHints(push.cdn, [CACHE_TAGS.everything]);

  /**
   * A response as far as a CDN is concerned.
   *
   * @param isContested whether any change may bring something that goes before it
   */
  const keptOf = (found: CachedResponse, isContested: boolean): Kept & { due: number } => {
    // Without the database we do not hear of changes: what is in memory may be outdated.
    const expires = changeLog.isTroubled() ? 0 : found.expires;
    return found.cdn ? { ...found, cdn: isContested ? ofAnyChange : found.cdn, expires } : found;
  };

  const sendDocument = async (
    ctx: Context,
    asked: Asked,
    key: string,
    document: CachedDocument,
    told: CacheHeaders,
  ): Promise<void> => {
    const encoding = chooseEncoding(ctx.headers['accept-encoding']);
    const validators = validatorsOf(document, encoding);
    const status = evaluatePreconditions(ctx.headers, validators);
    if (status === 412) return sendError(ctx, toldBy(asked), 412);
    removeRequestHeaders(ctx);
    ctx.status = status;
    if (document.links) ctx.set('Link', document.links);
    if (status === 304) {
      // A cache would put the site's policy in the place of the page's own (RFC 9111, section 3.2).
      if (document.mediaType === HTML_MEDIA_TYPE) ctx.remove('Content-Security-Policy');
      ctx.set(validatorHeaders(document, validators, told['Cache-Control']));
    } else {
      ctx.body = await responses.encode(key, document, encoding);
      ctx.set(documentHeaders(document, encoding, validators, told['Cache-Control']));
    }
    ctx.set(told);
  };

  /**
   * Says that nothing is at an address. Visitors get the newest articles as well, from a page that is made
   * once and kept until these change: crawlers ask for thousands of such addresses.
   */
  const sendMissing = async (ctx: Context, asked: Asked): Promise<void> => {
    const { route, parts } = asked;
    const key = missingKey(parts.settings.known());
    const make = async () =>
      errorPage(await parts.pages.notFound(await parts.settings.get(), new Date()));
    const hasPage = route.isPage && responses.cached;
    // Without the newest articles it says what is asked for, too.
    const found = hasPage ? await responses.find(key, make).catch(() => null) : null;
    if (isDocument(found)) {
      const encoding = chooseEncoding(ctx.headers['accept-encoding']);
      const body = await responses.encode(key, found, encoding);
      ctx.status = 404;
      send(ctx, { ...found, body }, 'no-store');
      if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
    } else sendError(ctx, toldBy(asked), 404);
    const cdn = cdnHintsOfMissing(push.cdn);
    // The site was asked as well, and may answer later.
    if (!cdn || changeLog.isTroubled() || precedence.hasFallback(ctx)) return;
    // It is compressed as visitors take it.
    ctx.vary('Accept-Encoding');
    const expires = found?.expires ?? Infinity;
    ctx.set(cacheHeaders({ cdn, expires }, 'no-store', Date.now()).headers);
  };

  /** The addresses that a path may mean, those of what was there last. */
  const findAddresses = async (from: string, candidates: Asked[]): Promise<Address[]> => {
    const addresses = new Map<string, Address>();
    for (const asked of candidates) {
      const { route, parts, mount, params } = asked;
      const inForce = await inTime(parts.settings.get());
      // What moved or is gone has no address of its own: where it leads to says all.
      const href = route.canonical ? route.canonical(params, inForce.addresses) : '';
      if (href === undefined) continue;
      // Compared by path alone, and below the mount point: which host a request names says nothing
      // about the site, and a proxy may have taken a part of the path off.
      const base = mountPath(route.isOfFeeds ? inForce.feedsUrl : inForce.baseUrl);
      const path = route.canonical ? mount + new URL(href).pathname.slice(base.length) : from;
      const key = route.canonical ? path : `${path} former`;
      const known = addresses.get(key);
      if (known) known.asked.push(asked);
      else addresses.set(key, { key, path, href, asked: [asked] });
    }
    return [...addresses.values()];
  };

  /**
   * What there is at an address, and what gives it; undefined where there is nothing.
   *
   * @param addresses all that the request may mean
   * @returns the kind of what there is, and a function that gives it and returns its Cache-Control
   */
  const findAt = async (ctx: Context, address: Address, addresses: Address[]) => {
    const { key, path, href } = address;
    const isCanonical = path === ctx.path;
    // Nothing is cached for an address that is the site's: it would be given ahead of the site.
    if (!isCanonical && (await precedence.isTaken(path))) return undefined;
    // An odd spelling may hide what else there is.
    const known = isCanonical ? addresses : await findAddresses(path, find(path));
    const place = known.findIndex((one) => one.key === key);
    const { asked } = known[place] ?? address;
    const representation = asked.some(({ route }) => route.isPage)
      ? chooseRepresentation(ctx.headers.accept)
      : HTML_MEDIA_TYPE;
    const make = () => {
      // It may be given ahead, when another address is not looked at that goes before it.
      if (place > 0 && !isFormer(asked[0])) dependOn(CACHE_TAGS.everything);
      return makeFirst(asked, representation);
    };
    const found = await responses.find(key, make, representation);
    const kind = !found || isDocument(found) ? 'document' : found.kind;
    if (!found || kind === 'missing') return undefined;
    const [{ route, parts }] = asked;
    const changedAt = route.canonical ? undefined : route.changedAt;
    const maySettle = changedAt !== undefined && isRecent(changedAt);
    // What is nowhere is no reason to keep an address from the site.
    const isForSite = isFormer(asked[0]) && (maySettle || precedence.hasFallback(ctx));
    if (kind === 'gone' && isForSite) return undefined;
    const isContested = addresses
      .slice(0, kind === 'document' ? addresses.indexOf(address) : undefined)
      .some((other) => other !== address && !isFormer(other.asked[0]));
    const kept = keptOf(found, isContested);
    const give = async (): Promise<string> => {
      const inForce = await parts.settings.get();
      const told =
        maySettle || found.isUncommitted
          ? { 'Cache-Control': 'no-store' }
          : tellCaches(kept, caching, Date.now()).headers;
      if (!isCanonical) redirect(ctx, inForce, href + ctx.search, told);
      else if (isDocument(found)) {
        await sendDocument(ctx, asked[0], responseKey(key, representation), found, told);
      } else if (found.kind === 'redirect') {
        redirect(ctx, inForce, found.location + (route.canonical ? '' : ctx.search), told);
      } else {
        sendError(ctx, toldBy(asked[0]), 410);
        // A CDN is told to forget it when it is back.
        ctx.set(cacheHeaders(kept, 'no-store', Date.now()).headers);
      }
      return told['Cache-Control'];
    };
    return { kind, give };
  };

  /**
   * Answers, unless something of the site goes before us or there is nothing at this address.
   *
   * @returns what was meant where there is nothing
   */
  const respond = async (
    ctx: Context,
    candidates: Asked[],
  ): Promise<'answered' | 'left' | Asked> => {
    // Before anything is asked of the database, and whether or not we keep a response: the site may put
    // a file there at any time.
    if (precedence.isRouted(ctx) || (await precedence.isFile(ctx.path))) return 'left';
    await changeLog.untilIndexed();
    if (!(await inTime(presence.exists()))) return 'left';
    const forEverybody = responses.isForEverybody();
    let caches = '';
    guardSharing(ctx.req, ctx.res, { shared: () => caches, forEverybody, ofCaches: CDN_HEADERS });
    const meant = candidates.find((asked) => !isFormer(asked) && !asked.route.isOpen);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      if (!meant || precedence.isRoutedOtherwise(ctx)) return 'left';
      ctx.set('Allow', 'GET, HEAD');
      sendError(ctx, toldBy(meant), 405);
      return 'answered';
    }
    const addresses = await findAddresses(ctx.path, candidates);
    let otherwise: (() => Promise<string>) | undefined;
    for (const address of addresses) {
      if (otherwise && isFormer(address.asked[0])) break;
      const found = await findAt(ctx, address, addresses);
      otherwise ??= found?.give;
      if (found?.kind !== 'document') continue;
      caches = await found.give();
      return 'answered';
    }
    if (otherwise) {
      caches = await otherwise();
      return 'answered';
    }
    return meant ?? addresses.find(({ asked: [first] }) => !isFormer(first))?.asked[0] ?? 'left';
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    const candidates = find(ctx.path);
    const [first] = candidates;
    const outcome = first
      ? await respond(ctx, candidates).catch((error: unknown) => {
          sendFault(strapi, { changeLog, ...toldBy(first) }, ctx, error);
          return 'answered' as const;
        })
      : 'left';
    if (outcome === 'answered') return;
    if (outcome === 'left' || candidates.some(isFormer) || precedence.hasFallback(ctx)) {
      precedence.leave(ctx);
      await next();
    }
    const isMissing = ctx.status === 404 && (ctx.body ?? null) === null;
    if (outcome !== 'left' && isMissing) await sendMissing(ctx, outcome);
  };
};

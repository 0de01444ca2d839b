import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import { type Addresses, mountPath } from '../feed/addresses';
import { renderError } from '../pages/error';
import { isDocument } from '../cache/responses';
import { getService } from '../get-service';
import type { Answer, ErrorFormat } from '../http/answer';
import { chooseEncoding } from '../http/content-encoding';
import {
  cacheControl,
  contentHeaders,
  documentHeaders,
  REQUEST_HEADERS,
  validatorHeaders,
} from '../http/document-headers';
import { encodeBody, type FinishedDocument, validatorsOf } from '../cache/cached-response';
import { HTML_MEDIA_TYPE, TEXT_MEDIA_TYPE } from '../http/media-types';
import { evaluatePreconditions } from '../http/preconditions';
import { asPrivate, guardSharing } from '../http/sharing';
import type { Precedence } from './precedence';

/** Parameters of a route's path, as its own keys. */
interface Params {
  tag: string;
  page: string;
  archive: string;
  slug: string;
}

/** A public address: what it is called, how it is answered and how it fails. */
export interface PublicRoute {
  /**
   * Path below the mount point, in the syntax of @koa/router. Without a final slash, so that the
   * router takes the address with and without it.
   */
  path: string;
  errors: ErrorFormat;
  /** The one address of what the parameters ask for; undefined when there can be no such thing. */
  canonical: (params: Params, addresses: Addresses) => string | undefined;
  /** The answer; null when there is no such thing now. */
  answer: (params: Params, strapi: Core.Strapi) => Promise<Answer | null>;
}

const ERRORS = {
  404: ['Page not found', 'There is nothing at this address.'],
  410: ['Gone', 'What was at this address has been taken back.'],
  405: ['Method not allowed', 'This address can only be read: use GET or HEAD.'],
  412: ['Precondition failed', 'What is at this address is not what the request asks for.'],
  500: ['Something went wrong', 'The server could not answer. Please try again later.'],
} as const;

/**
 * Takes back what Strapi's middlewares say about who asks: the answer is the same for everybody, so
 * that every cache may share it.
 */
const removeRequestHeaders = (ctx: Context): void => {
  [...REQUEST_HEADERS, 'Access-Control-Allow-Origin', 'Vary'].forEach((name) => ctx.remove(name));
  // strapi::compression would change the bytes under the entity tag.
  ctx.compress = false;
};

const send = (ctx: Context, body: string, mediaType: string, caching: string): void => {
  removeRequestHeaders(ctx);
  ctx.set({ ...contentHeaders(mediaType), 'Cache-Control': caching });
  ctx.body = body;
};

const sendError = async (
  ctx: Context,
  strapi: Core.Strapi,
  format: ErrorFormat,
  status: keyof typeof ERRORS,
): Promise<void> => {
  const [title, message] = ERRORS[status];
  ctx.status = status;
  // An article may be published, a tag created, a database be back the next moment.
  const caching = 'no-store';
  const sendText = () => send(ctx, `${title}. ${message}\n`, TEXT_MEDIA_TYPE, caching);
  if (format === 'text') return sendText();
  try {
    const page = await getService(strapi, 'pages').error(title, message);
    return send(ctx, renderError(page), HTML_MEDIA_TYPE, caching);
  } catch (error) {
    // Without the database nobody knows the site's name.
    strapi.log.error(error);
    return sendText();
  }
};

const redirect = (ctx: Context, location: string, caching: string): void => {
  ctx.status = 301;
  ctx.set('Location', location);
  // A cache that leaves queries out of its keys would lead everybody to one visitor's query.
  const ofOneQuery = ctx.search === '' ? caching : asPrivate(caching);
  send(ctx, `Moved permanently to ${location}\n`, TEXT_MEDIA_TYPE, ofOneQuery);
};

/** What became of a request: answered, left to the site, or asking for what there is not. */
type Outcome = 'answered' | 'left' | 'unknown';

interface HandlerOptions {
  route: PublicRoute;
  /** Path that the route is mounted below, '' for the root. */
  mount: string;
  precedence: Precedence;
}

/** What all public addresses share: methods, canonical addresses, errors, conditional requests. */
export const createPublicHandler = (
  strapi: Core.Strapi,
  { route, mount, precedence }: HandlerOptions,
) => {
  const caching = cacheControl(getService(strapi, 'settings').configured());

  const sendDocument = async (
    ctx: Context,
    path: string,
    document: FinishedDocument,
  ): Promise<void> => {
    const encoding = chooseEncoding(ctx.headers['accept-encoding']);
    const validators = validatorsOf(document, encoding);
    const status = evaluatePreconditions(ctx.headers, validators);
    if (status === 412) return sendError(ctx, strapi, route.errors, 412);
    removeRequestHeaders(ctx);
    ctx.status = status;
    if (document.links) ctx.set('Link', document.links);
    if (status === 304) {
      // A cache would put the site's policy in the place of the page's own (RFC 9111, section 3.2).
      if (document.mediaType === HTML_MEDIA_TYPE) ctx.remove('Content-Security-Policy');
      ctx.set(validatorHeaders(document.mediaType, validators, document.caching));
    } else {
      const known = document.bodies.has(encoding);
      ctx.body = await encodeBody(document, encoding);
      ctx.set(documentHeaders(document.mediaType, encoding, validators, document.caching));
      if (!known) getService(strapi, 'answers').kept?.resize(path, document);
    }
  };

  /** Answers, unless something of the site goes before us or there is nothing at this address. */
  const respond = async (ctx: Context): Promise<Outcome> => {
    // Before anything is asked of the database, and whether or not we keep an answer: the site may put
    // a file there at any time.
    if (precedence.isRouted(ctx) || (await precedence.isFile(ctx.path))) return 'left';
    if (!(await getService(strapi, 'presence').exists())) return 'left';
    const forEverybody = getService(strapi, 'answers').isForEverybody();
    guardSharing(ctx.req, ctx.res, { shared: caching, forEverybody });
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      if (precedence.isRoutedOtherwise(ctx)) return 'left';
      ctx.set('Allow', 'GET, HEAD');
      await sendError(ctx, strapi, route.errors, 405);
      return 'answered';
    }
    const { addresses, baseUrl } = await getService(strapi, 'settings').get();
    const params = ctx.params as Params;
    const canonical = route.canonical(params, addresses);
    // Compared by path alone, and below the mount point: which host a request names says nothing
    // about the site, and a proxy may have taken a part of the path off.
    const path = canonical && mount + new URL(canonical).pathname.slice(mountPath(baseUrl).length);
    const isCanonical = path === ctx.path;
    // Nothing is kept for an address that is the site's: it would be given ahead of the site.
    const answer =
      path === undefined
        ? null
        : await getService(strapi, 'answers').find(path, async () =>
            (await precedence.isTaken(path)) ? null : route.answer(params, strapi),
          );
    if (answer === null) return 'unknown';
    if (!isCanonical) redirect(ctx, canonical + ctx.search, caching);
    else if (isDocument(answer)) await sendDocument(ctx, path, answer);
    else if (answer.kind === 'gone') await sendError(ctx, strapi, route.errors, 410);
    else redirect(ctx, answer.location, caching);
    return 'answered';
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    const outcome = await respond(ctx).catch(async (error: unknown): Promise<Outcome> => {
      strapi.log.error(error);
      await sendError(ctx, strapi, route.errors, 500);
      return 'answered';
    });
    if (outcome === 'answered') return;
    const goesOn = outcome === 'left' || precedence.hasFallback(ctx);
    if (goesOn) {
      precedence.leave(ctx);
      await next();
    }
    if (outcome === 'unknown' && ctx.status === 404 && (ctx.body ?? null) === null) {
      await sendError(ctx, strapi, route.errors, 404);
    }
  };
};

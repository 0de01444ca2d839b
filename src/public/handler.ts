import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { Addresses } from '../feed/addresses';
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

/** What all public addresses share: methods, canonical addresses, errors, conditional requests. */
export const createPublicHandler = (strapi: Core.Strapi, route: PublicRoute) => {
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

  return async (ctx: Context): Promise<void> => {
    const forEverybody = getService(strapi, 'answers').isForEverybody();
    guardSharing(ctx.req, ctx.res, { shared: caching, forEverybody });
    const fail = (status: keyof typeof ERRORS) => sendError(ctx, strapi, route.errors, status);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      return fail(405);
    }
    try {
      const { addresses } = await getService(strapi, 'settings').get();
      const params = ctx.params as Params;
      const canonical = route.canonical(params, addresses);
      if (canonical === undefined) return fail(404);
      // Compared by path alone: which host a request names says nothing about the site.
      const path = new URL(canonical).pathname;
      if (path !== ctx.path) return redirect(ctx, canonical + ctx.search, caching);
      const answer = await getService(strapi, 'answers').find(path, () =>
        route.answer(params, strapi),
      );
      if (answer === null) return fail(404);
      if (isDocument(answer)) return await sendDocument(ctx, path, answer);
      if (answer.kind === 'gone') return fail(410);
      return redirect(ctx, answer.location, caching);
    } catch (error) {
      strapi.log.error(error);
      return fail(500);
    }
  };
};

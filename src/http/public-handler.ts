import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { Addresses } from '../feed/addresses';
import { renderError } from '../pages/error';
import { getService } from '../services/get-service';
import type { Answer, ErrorFormat } from './answer';
import { CONTENT_SECURITY_POLICY } from './content-security-policy';
import { writeLinks } from './links';
import { HTML_MEDIA_TYPE, TEXT_MEDIA_TYPE } from './media-types';

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
  500: ['Something went wrong', 'The server could not answer. Please try again later.'],
} as const;

const send = (ctx: Context, body: string, mediaType: string): void => {
  ctx.type = `${mediaType}; charset=utf-8`;
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (mediaType === HTML_MEDIA_TYPE) ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
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
  if (format === 'text') return send(ctx, `${title}. ${message}\n`, TEXT_MEDIA_TYPE);
  const page = await getService(strapi, 'pages').error(title, message);
  return send(ctx, renderError(page), HTML_MEDIA_TYPE);
};

const redirect = (ctx: Context, location: string): void => {
  ctx.status = 301;
  ctx.set('Location', location);
  send(ctx, `Moved permanently to ${location}\n`, TEXT_MEDIA_TYPE);
};

const sendDocument = (ctx: Context, answer: Answer & { kind: 'document' }): void => {
  const { body, mediaType, links = [] } = answer;
  ctx.status = 200;
  if (links.length > 0) ctx.set('Link', writeLinks(links));
  ctx.set('ETag', `"${createHash('sha256').update(body).digest('base64url')}"`);
  send(ctx, body, mediaType);
  if (ctx.fresh) ctx.status = 304;
};

/** What all public addresses share: methods, canonical addresses, errors, conditional requests. */
export const createPublicHandler =
  (strapi: Core.Strapi, route: PublicRoute) =>
  async (ctx: Context): Promise<void> => {
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
      if (new URL(canonical).pathname !== ctx.path) {
        return redirect(ctx, canonical + ctx.search);
      }
      const answer = await route.answer(params, strapi);
      if (answer === null) return fail(404);
      if (answer.kind === 'gone') return fail(410);
      return answer.kind === 'redirect'
        ? redirect(ctx, answer.location)
        : sendDocument(ctx, answer);
    } catch (error) {
      strapi.log.error(error);
      return fail(500);
    }
  };

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { UNRESPONSIVE_WAIT } from '../cache/responses';
import type { CacheHeaders } from '../cache/cdn';
import {
  asPrivate,
  contentHeaders,
  REQUEST_HEADERS,
  HTML_MEDIA_TYPE,
  type RepresentationMetadata,
  TEXT_MEDIA_TYPE,
} from '../http/response';
import type { ChangeLog } from '../lib/change-log';
import { isDatabaseError, logError } from '../lib/database';
import { withDeadline } from '../lib/waiting';
import type { Settings } from '../options/settings';
import { renderError } from '../pages/document';
import type { ErrorPage } from '../pages/model';
import type { Edition } from './editions';
import { pagePolicy } from './page-forms';
import { makeErrorPage } from './pages';

/** The page of an error, as a response to cache. */
export const errorPage = (page: ErrorPage) => ({
  kind: 'document' as const,
  body: renderError(page),
  mediaType: HTML_MEDIA_TYPE,
  policy: pagePolicy(page),
});

/** Name of each error in the texts. */
const ERRORS = {
  404: 'notFound',
  410: 'gone',
  405: 'methodNotAllowed',
  412: 'preconditionFailed',
  500: 'serverError',
  503: 'unavailable',
} as const;

type ErrorStatus = keyof typeof ERRORS;

/** How errors are written: pages answer in HTML, feeds in plain text. */
type ErrorFormat = 'html' | 'text';

/** A document that is not cached: an error, a preview. */
export interface SentDocument extends Pick<RepresentationMetadata, 'mediaType' | 'policy'> {
  body: string | Buffer;
  /** Language of a line of text, which has no markup to name it. */
  language?: string;
}

/** An error in the words of the site, as a page or as a line of text. */
export const errorDocument = (
  { plan, settings }: Pick<Edition, 'plan' | 'settings'>,
  status: ErrorStatus,
  format: ErrorFormat,
): SentDocument => {
  // The settings last known, since the database may be away.
  const page = makeErrorPage({ plan, inForce: settings.known() }, ERRORS[status]);
  if (format === 'html') return errorPage(page);
  const { texts, title, message, titleLanguage: language = page.language } = page;
  const line = texts.say('plainError', { title, message });
  return { body: `${line}\n`, mediaType: TEXT_MEDIA_TYPE, language };
};

/**
 * Removes the headers that Strapi's middlewares set for this request: the response is the same for everybody, so
 * that every cache may share it.
 */
export const removeRequestHeaders = (ctx: Context): void => {
  [...REQUEST_HEADERS, 'Access-Control-Allow-Origin', 'Vary'].forEach((name) => ctx.remove(name));
  // strapi::compression would change the bytes under the entity tag.
  ctx.compress = false;
};

/** Sends a document without validators: an error, a redirect or a preview. */
export const sendBody = (
  ctx: Context,
  { body, mediaType, policy, language }: SentDocument,
  caching: string,
): void => {
  removeRequestHeaders(ctx);
  ctx.set({ ...contentHeaders(mediaType, policy), 'Cache-Control': caching });
  if (language !== undefined) ctx.set('Content-Language', language);
  ctx.body = body;
};

/** Seconds after which a client should repeat a request that the database did not answer (`Retry-After`). */
const RETRY_AFTER = 5;

/** How errors are sent: in the words of which site, and in which format. */
export interface ErrorStyle {
  edition: Edition;
  errors: ErrorFormat;
}

export const sendError = (
  ctx: Context,
  { edition, errors }: ErrorStyle,
  status: ErrorStatus,
): void => {
  ctx.status = status;
  // A cache must not keep an error: an article may be published or the database be back the next moment.
  sendBody(ctx, errorDocument(edition, status, errors), 'no-store');
};

/** Redirects to an address permanently. */
export const sendRedirect = (
  ctx: Context,
  { texts, language }: Pick<Settings, 'texts' | 'language'>,
  location: string,
  cachingHeaders: CacheHeaders,
): void => {
  ctx.status = 301;
  ctx.set('Location', location);
  // A cache that leaves queries out of its keys would redirect everybody to one visitor's query.
  const isOfOneQuery = ctx.search !== '';
  const caching = cachingHeaders['Cache-Control'];
  sendBody(
    ctx,
    {
      body: `${texts.say('movedPermanently', { address: location })}\n`,
      mediaType: TEXT_MEDIA_TYPE,
      language: texts.foreign('movedPermanently') ?? language,
    },
    isOfOneQuery ? asPrivate(caching) : caching,
  );
  if (!isOfOneQuery) ctx.set(cachingHeaders);
};

/** Waits for work that needs the database, for `UNRESPONSIVE_WAIT` milliseconds at most. */
export const withTimeout = <Result>(work: Promise<Result>): Promise<Result> =>
  withDeadline(work, UNRESPONSIVE_WAIT);

/**
 * Logs the error of a request: the response says nothing about it.
 *
 * @returns the status: 503, with a `Retry-After`, when the database did not answer
 */
export const statusOfFailure = (
  strapi: Core.Strapi,
  changeLog: Pick<ChangeLog, 'isUnresponsive'>,
  ctx: Context,
  error: unknown,
): 500 | 503 => {
  const isAway = isDatabaseError(error);
  // The change log has already logged that the database is away.
  if (!isAway || !changeLog.isUnresponsive()) logError(strapi, error);
  if (!isAway) return 500;
  ctx.set('Retry-After', String(RETRY_AFTER));
  return 503;
};

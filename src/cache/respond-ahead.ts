import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

import { chooseEncoding } from '../http/content-encoding';
import { type FinishedDocument, wireAnswers } from './cached-response';
import { evaluatePreconditions } from '../http/preconditions';
import type { ResponseCache } from './response-cache';
import type { SiteHeaders } from './site-headers';
import { writeAnswer } from '../http/write-answer';

interface Freshness {
  isCurrent: () => boolean;
  catchUp: () => Promise<void>;
}

/** Gives a kept answer; false when it is not ready for exactly this request. */
const give = (
  document: FinishedDocument,
  request: IncomingMessage,
  response: ServerResponse,
  site: SiteHeaders,
): boolean => {
  const { headers } = request;
  if (Date.now() >= (document.aheadUntil ?? 0)) return false;
  // Something else may have answered already; what is given for a password is not public.
  if (response.headersSent || headers.authorization !== undefined) return false;
  const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined);
  const { validators, notModified, ok } = wireAnswers(document, encoding, site);
  const status = evaluatePreconditions(headers, validators);
  const answer = status === 304 ? notModified : ok;
  if (status === 412 || !answer) return false;
  writeAnswer(request, response, answer);
  return true;
};

interface Ahead {
  kept: ResponseCache;
  freshness: Freshness;
  /** Headers to give with the answers; undefined while answers are to go through Strapi's stack. */
  headers: () => SiteHeaders | undefined;
}

/**
 * Gives kept answers ahead of Koa and all middlewares, at the server's own "request" event; every
 * other request goes on as if nothing were there. A query string, another method or an odd encoding
 * of the path is not what an answer is kept under.
 *
 * @returns a function that undoes it
 */
export const answerAhead = (
  server: Server,
  { kept, freshness: { isCurrent, catchUp }, headers }: Ahead,
): (() => void) => {
  const [koa] = server.listeners('request') as RequestListener[];
  if (!koa) return () => undefined;

  const giveOrGoOn = (
    document: FinishedDocument | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const site = headers();
    if (!document || !site || !give(document, request, response, site)) {
      koa.call(server, request, response);
    }
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url = '' } = request;
    const isRead = (method === 'GET' || method === 'HEAD') && headers() !== undefined;
    const document = isRead ? kept.get(url) : undefined;
    if (!document || isCurrent()) {
      giveOrGoOn(document, request, response);
    } else {
      // Without the database nobody knows what is current; Strapi's stack answers with an error.
      catchUp().then(
        () => giveOrGoOn(kept.get(url), request, response),
        () => koa.call(server, request, response),
      );
    }
  };

  server.off('request', koa);
  server.prependListener('request', listener);
  return () => {
    if (!server.listeners('request').includes(listener)) return;
    server.off('request', listener);
    server.prependListener('request', koa);
  };
};

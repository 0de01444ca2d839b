import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

import { chooseEncoding } from './content-encoding';
import { type FinishedDocument, wireHeaders } from './finished-document';
import { evaluatePreconditions } from './preconditions';
import type { ResponseCache } from './response-cache';

interface Freshness {
  isCurrent: () => boolean;
  catchUp: () => Promise<void>;
}

/** Gives a kept answer; false when it is not ready for exactly this request. */
const give = (
  document: FinishedDocument,
  request: IncomingMessage,
  response: ServerResponse,
): boolean => {
  const { headers } = request;
  const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined);
  const body = document.bodies.get(encoding);
  // Strapi's stack has yet to give its headers, or this content coding has yet to be made.
  if (!body || !document.inherited) return false;
  const { validators, ok, notModified } = wireHeaders(document, encoding);
  const status = evaluatePreconditions(headers, validators);
  if (status === 412) return false;
  if (status === 304) response.writeHead(304, notModified).end();
  else if (request.method === 'HEAD') response.writeHead(200, ok).end();
  else response.writeHead(200, ok).end(body);
  return true;
};

/**
 * Gives kept answers ahead of Koa and all middlewares, at the server's own "request" event; every
 * other request goes on as if nothing were there. A query string, another method or an odd encoding
 * of the path is not what an answer is kept under.
 *
 * @returns a function that undoes it
 */
export const answerAhead = (
  server: Server,
  kept: ResponseCache,
  { isCurrent, catchUp }: Freshness,
): (() => void) => {
  const [koa] = server.listeners('request') as RequestListener[];
  if (!koa) return () => undefined;

  const giveOrGoOn = (request: IncomingMessage, response: ServerResponse): void => {
    const document = kept.get(request.url ?? '');
    if (!document || !give(document, request, response)) koa.call(server, request, response);
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !kept.has(request.url ?? '')) {
      koa.call(server, request, response);
    } else if (isCurrent()) {
      giveOrGoOn(request, response);
    } else {
      // Without the database nobody knows what is current; Strapi's stack answers with an error.
      catchUp().then(
        () => giveOrGoOn(request, response),
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

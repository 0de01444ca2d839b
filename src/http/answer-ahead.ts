import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

import { chooseEncoding } from './content-encoding';
import { bodyIn, wireHeaders } from './finished-document';
import { evaluatePreconditions } from './preconditions';
import type { ResponseCache } from './response-cache';

interface Freshness {
  isCurrent: () => boolean;
  catchUp: () => Promise<void>;
}

/**
 * Gives a kept answer; false when there is none for exactly this request. A query string, another
 * method or an odd encoding of the path is not what an answer is kept under.
 */
const giveKept = (
  kept: ResponseCache,
  request: IncomingMessage,
  response: ServerResponse,
): boolean => {
  const document = kept.get(request.url ?? '');
  if (!document?.inherited) return false;
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
  const body = bodyIn(document, encoding);
  if (!body) return false;
  const { validators, ok, notModified } = wireHeaders(document, encoding);
  const status = evaluatePreconditions(request.headers, validators);
  if (status === 412) return false;
  if (status === 304) {
    response.writeHead(304, notModified).end();
  } else {
    response.writeHead(200, ok).end(request.method === 'HEAD' ? undefined : body);
  }
  return true;
};

/**
 * Gives kept answers ahead of Koa and all middlewares, at the server's own "request" event; every
 * other request goes on as if nothing were there.
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

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const goOn = () => koa.call(server, request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') return goOn();
    if (!kept.get(request.url ?? '')) return goOn();
    if (isCurrent()) {
      if (!giveKept(kept, request, response)) goOn();
      return;
    }
    catchUp().then(
      () => giveKept(kept, request, response) || goOn(),
      // Without the database nobody knows what is current; Strapi's stack answers with an error.
      goOn,
    );
  };

  server.off('request', koa);
  server.prependListener('request', listener);
  return () => {
    if (!server.listeners('request').includes(listener)) return;
    server.off('request', listener);
    server.prependListener('request', koa);
  };
};

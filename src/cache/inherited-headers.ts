import type { ServerResponse } from 'node:http';

import { REQUEST_HEADERS } from '../http/document-headers';
import type { FinishedDocument } from './cached-response';

/** Headers that are the document's own, or belong to one request and its connection. */
const NOT_INHERITED = new Set(
  [
    ...REQUEST_HEADERS,
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
    'Cache-Control',
    'Connection',
    'Content-Encoding',
    'Content-Length',
    'Content-Type',
    'Date',
    'ETag',
    'Keep-Alive',
    'Last-Modified',
    'Retry-After',
    'Server-Timing',
    'Traceparent',
    'Tracestate',
    'Transfer-Encoding',
    'Vary',
    'X-Content-Type-Options',
    'X-Correlation-Id',
    'X-Request-Id',
    'X-Response-Time',
    'X-Trace-Id',
  ].map((name) => name.toLowerCase()),
);

const isInherited = (name: string, { mediaType }: FinishedDocument): boolean =>
  !NOT_INHERITED.has(name) &&
  !/^(?:x-)?ratelimit/.test(name) &&
  // Pages have a policy of their own; feeds keep the site's.
  !(name === 'content-security-policy' && mediaType === 'text/html');

/** Notes, once an answer is out, which headers Strapi's middlewares gave it. */
export const inheritHeaders = (response: ServerResponse, document: FinishedDocument): void => {
  if (document.inherited) return;
  response.once('finish', () => {
    document.inherited ??= response.getHeaderNames().flatMap((name) => {
      const value = response.getHeader(name);
      if (value === undefined || !isInherited(name, document)) return [];
      return [value].flat().flatMap((part) => [name, String(part)]);
    });
  });
};

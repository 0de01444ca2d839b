import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';

/** Status and headers of an answer that is given again and again. */
export interface Head {
  status: 200 | 304;
  /** Names and values in turn, the form node:http writes fastest. */
  headers: string[];
  /** The head as it last went over the wire. */
  written?: { text: string; second: number };
}

/** What node:http knows of an answer beside what it documents; no documented way saves composing. */
interface Internals {
  /** The composed head. */
  _header?: unknown;
  maxRequestsOnConnectionReached?: boolean;
}

const { writeHead: standard } = ServerResponse.prototype;

/** Whether nothing but the moment can make this head another than the last one. */
const isOrdinary = (request: IncomingMessage, response: ServerResponse): boolean =>
  request.httpVersion === '1.1' &&
  response.shouldKeepAlive &&
  !(response as Internals).maxRequestsOnConnectionReached &&
  // Something that traces requests may have added headers, or wants to.
  response.writeHead === standard &&
  response.getHeaderNames().length === 0;

/**
 * Writes a head. Node.js checks and joins every header anew for each answer, a seventh of the time
 * that a kept answer takes; so the text it made is used again within the same second, which is as
 * long as its Date holds. Where a Node.js keeps that text elsewhere, each head is made anew.
 */
export const writeHead = (request: IncomingMessage, response: ServerResponse, head: Head): void => {
  const { status, headers, written } = head;
  const internals = response as Internals;
  const ordinary = isOrdinary(request, response);
  const second = Math.floor(Date.now() / 1000);
  if (ordinary && written?.second === second) {
    response.statusCode = status;
    response.statusMessage = STATUS_CODES[status] ?? '';
    internals._header = written.text;
    return;
  }
  response.writeHead(status, headers);
  if (ordinary && typeof internals._header === 'string') {
    head.written = { text: internals._header, second };
  }
};

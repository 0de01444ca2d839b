import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';

/** What node:http knows of a response beside what it documents; no documented way saves composing. */
interface Internals {
  /** The composed head. */
  _header?: unknown;
  maxRequestsOnConnectionReached?: boolean;
}

/** Headers that node:http adds by itself. */
const OWN_HEADER = /^(?:Connection|Date|Keep-Alive): /;

/**
 * The head node:http composed for a response; undefined where it keeps that elsewhere, and when
 * something that wraps `writeHead` has changed it, as that may be meant for this response alone.
 *
 * @param headers names and values in turn
 */
export const composedHead = (response: ServerResponse, headers: string[]): string | undefined => {
  const { _header: head } = response as Internals;
  if (typeof head !== 'string') return undefined;
  const lines = head.split('\r\n').slice(1, -2);
  const given = lines.filter((line) => !OWN_HEADER.test(line)).join('\r\n');
  const wanted = headers.flatMap((name, place) =>
    place % 2 === 0 ? `${name}: ${headers[place + 1]}` : [],
  );
  return given === wanted.join('\r\n') ? head : undefined;
};

/**
 * Gives a response as one text, which node:http takes for the head and sends as it is.
 *
 * @param text head and content, one character for each byte
 */
export const endWithText = (response: ServerResponse, status: 200 | 304, text: string): void => {
  response.statusCode = status;
  response.statusMessage = STATUS_CODES[status] ?? '';
  (response as Internals)._header = text;
  response.end();
};

/** Whether this Node.js does send such a text byte for byte: what is not documented may change. */
const tryText = (): boolean => {
  const text = 'HTTP/1.1 200 OK\r\n\r\n\0\x80\xff';
  const sent: Buffer[] = [];
  const socket = new Writable({
    decodeStrings: false,
    write(chunk: string, encoding, done) {
      sent.push(Buffer.from(chunk, encoding));
      done();
    },
  });
  try {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    response.assignSocket(socket as Socket);
    endWithText(response, 200, text);
  } catch {
    return false;
  }
  return Buffer.concat(sent).equals(Buffer.from(text, 'latin1'));
};

let sendsTexts: boolean | undefined;

const { end, writeHead } = ServerResponse.prototype;

/**
 * Whether these are node:http's own and not what something wrapped around them before this was
 * loaded: such a wrapper wants to see every response. Told by what they do themselves; where they do it
 * otherwise one day, heads are composed each time.
 */
const areNodes = [
  [writeHead, 'this._storeHeader('],
  [end, 'this._send('],
].every(([method, does]) => Function.prototype.toString.call(method).includes(String(does)));

/** Whether nothing but the moment can make a response another than the last one. */
export const isOrdinary = (request: IncomingMessage, response: ServerResponse): boolean =>
  areNodes &&
  (sendsTexts ??= tryText()) &&
  request.httpVersion === '1.1' &&
  response.shouldKeepAlive &&
  !(response as Internals).maxRequestsOnConnectionReached &&
  // Something that traces requests may have added headers, or wants to see what is written.
  response.writeHead === writeHead &&
  response.end === end &&
  response.getHeaderNames().length === 0;

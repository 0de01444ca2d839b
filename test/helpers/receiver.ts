import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that a receiver got. */
export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
}

type Answer = (request: Received, response: ServerResponse, incoming: IncomingMessage) => void;

/** A consumer of deliveries: answers as a test wants, and keeps the requests it received. */
export interface Receiver {
  url: string;
  received: Received[];
  /** The handler of requests; responds with 204 by default. */
  answer: Answer;
  /** Waits until a number of requests have arrived since the last call. */
  next: (number?: number) => Promise<Received[]>;
  /** Fails if a request has arrived, once everything has been told. */
  nothing: (told: Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

const NO_CONTENT: Answer = (_request, response) => response.writeHead(204).end();

/** Milliseconds that a test waits for requests on a busy machine. */
const WITHIN = 60_000;

/** Starts a receiver on a free port. */
export const startReceiver = async (): Promise<Receiver> => {
  let taken = 0;
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers as Record<string, string>,
        body: Buffer.concat(parts).toString(),
        at: Date.now(),
      };
      receiver.received.push(request);
      receiver.answer(request, response, incoming);
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    answer: NO_CONTENT,
    async next(number = 1) {
      const began = Date.now();
      while (receiver.received.length < taken + number) {
        if (Date.now() - began > WITHIN) {
          const found = JSON.stringify(receiver.received.slice(taken), null, 1);
          throw new Error(`Got ${receiver.received.length - taken} of ${number}: ${found}`);
        }
        await sleep(20);
      }
      const found = receiver.received.slice(taken, taken + number);
      taken += number;
      return found;
    },
    async nothing(told) {
      await told;
      const found = receiver.received.slice(taken);
      if (found.length > 0) throw new Error(`Got ${JSON.stringify(found, null, 1)}`);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
  return receiver;
};

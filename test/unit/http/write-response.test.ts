import { createServer, OutgoingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';

import { type WireResponse, writeResponse } from '../../../src/http/write-response';

const BODY = Buffer.from('<rss/>');
const ok = (body = BODY): WireResponse => ({
  status: 200,
  headers: ['Content-Type', 'text/xml', 'Content-Length', String(body.length), 'ETag', '"a"'],
  body,
});
const notModified = (): WireResponse => ({ status: 304, headers: ['ETag', '"a"'] });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a response that is written again and again', () => {
  const servers: Server[] = [];

  const serve = (
    given: WireResponse,
    prepare: (server: Server, response: ServerResponse) => void = () => undefined,
    write = writeResponse,
  ): Promise<(...requests: string[]) => Promise<string>> =>
    new Promise((resolve) => {
      const server = createServer((request, response) => {
        prepare(server, response);
        write(request, response, given);
      });
      servers.push(server);
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        resolve(
          (...requests) =>
            new Promise((done, fail) => {
              let received = '';
              const socket = connect(port, '127.0.0.1', () => socket.end(requests.join('')));
              socket.on('data', (chunk) => (received += chunk.toString('latin1')));
              socket.on('error', fail);
              socket.on('close', () => done(received));
            }),
        );
      });
    });

  afterEach(() => {
    jest.restoreAllMocks();
    servers.splice(0).forEach((server) => server.close());
  });

  const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const heads = (received: string) =>
    received
      .split(/(?=HTTP\/1\.1 )/)
      .map((head) => head.replace(/\r\n\r\n[^]*/, '').replace(/^Date: .*\r\n/m, ''));

  /** Counts how often node:http composes a head. */
  const counting = () => {
    const compose = jest.fn();
    const count = (_server: Server, response: ServerResponse): void => {
      const { _storeHeader: store } = response as unknown as { _storeHeader: () => void };
      Object.assign(response, {
        _storeHeader(...parts: []) {
          compose();
          return store.apply(this, parts);
        },
      });
    };
    return { compose, count };
  };

  it.each([
    ['200', ok(), BODY.toString()],
    ['304', notModified(), ''],
  ])('is the same every time: %s', async (_status, given, body) => {
    jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    const { compose, count } = counting();
    const ask = await serve(given, count);
    const [first, ...others] = [await ask(get), await ask(get), await ask(get)];
    for (const other of others) {
      expect(heads(other)).toEqual(heads(first));
      expect(other).toContain('Connection: keep-alive\r\n');
      expect(other.slice(other.indexOf('\r\n\r\n') + 4)).toBe(body);
    }
    expect(compose).toHaveBeenCalledTimes(1);
  });

  it('has the same bytes every time, whatever they are', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => Buffer.from(text)),
      // Around what is small enough to be copied behind its head.
      fc.integer({ min: 32_700, max: 32_800 }).map((length) => Buffer.alloc(length, 'é\0\xff')),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const body = Buffer.from(content);
        const ask = await serve(ok(body));
        const received = await ask(get, get, get);
        expect(received.match(/^HTTP\/1\.1 200 OK\r\n[^]*?\r\n\r\n/)).not.toBeNull();
        const bodies = received.replace(/HTTP\/1\.1 200 OK\r\n[^]*?\r\n\r\n/g, '');
        expect(bodies).toBe(body.toString('latin1').repeat(3));
      }),
      { numRuns: 50 },
    );
  });

  it('is composed anew when the second is over, so that Date is right', async () => {
    const { compose, count } = counting();
    const ask = await serve(ok(), count);
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    await ask(get, get);
    expect(compose).toHaveBeenCalledTimes(1);
    now.mockReturnValue(1_700_000_001_000);
    await ask(get, get);
    expect(compose).toHaveBeenCalledTimes(2);
  });

  it('answers many requests of one connection in turn', async () => {
    const ask = await serve(ok());
    const received = await ask(get, get.replace('GET', 'HEAD'), get, get);
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
    expect(received.match(/<rss\/>/g)).toHaveLength(3);
  });

  it.each([
    ['a length', ['Content-Length: 200000', '', 'x'.repeat(200_000)]],
    ['chunks', ['Transfer-Encoding: chunked', '', `30d40\r\n${'x'.repeat(200_000)}\r\n0\r\n\r\n`]],
  ])('passes over content that a request has, told by %s', async (_told, rest) => {
    const ask = await serve(ok());
    const received = await ask(get, ['GET / HTTP/1.1', 'Host: a', ...rest].join('\r\n'), get);
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it('leaves nothing of a request behind when its connection closes', async () => {
    const requests: WeakRef<object>[] = [];
    const server = createServer((request, response) => {
      requests.push(new WeakRef(request));
      writeResponse(request, response, notModified());
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(get.repeat(50)));
      socket.resume().on('close', () => resolve());
    });
    await new Promise((resolve) => server.close(resolve));
    expect(requests).toHaveLength(50);
    await new Promise((resolve) => setTimeout(resolve, 50));
    collectGarbage();
    expect(requests.filter((request) => request.deref())).toHaveLength(0);
  });

  it.each([
    ['a client that closes', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
  ])('says that the connection ends to %s', async (_who, request) => {
    const ask = await serve(ok());
    await ask(get);
    const received = await ask(request);
    expect(received).toContain('Connection: close\r\n');
    expect(received).toContain('<rss/>');
  });

  it('says that the connection ends with the last request a server takes of it', async () => {
    const ask = await serve(ok(), (server) => {
      server.maxRequestsPerSocket = 2;
    });
    await ask(get, get);
    const received = await ask(get, get);
    expect(received.match(/Connection: .*/g)).toEqual([
      'Connection: keep-alive',
      'Connection: close',
    ]);
  });

  it('keeps a header that something else gave one response to that response', async () => {
    let number = 0;
    const ask = await serve(ok(), (_server, response) => {
      number += 1;
      if (number < 3) response.setHeader('Trace', String(number));
    });
    expect(await ask(get)).toContain('Trace: 1\r\n');
    expect(await ask(get)).toContain('Trace: 2\r\n');
    expect(await ask(get)).not.toContain('Trace');
    expect(await ask(get)).not.toContain('Trace');
  });

  it('lets go of content that is no longer cached', async () => {
    const bodies: WeakRef<Buffer>[] = [];
    const large = (): WireResponse => {
      const body = Buffer.alloc(1_000_000);
      bodies.push(new WeakRef(body));
      return ok(body);
    };
    for (let given = 0; given < 20; given += 1) {
      const ask = await serve(large());
      await ask(get, get);
      servers.splice(0).forEach((server) => server.close());
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    collectGarbage();
    expect(bodies.filter((body) => body.deref()).length).toBeLessThan(10);
  });

  it('has no header that a wrapper gave another response, however early it came', async () => {
    const { writeHead } = ServerResponse.prototype;
    let number = 0;
    const wrapped = jest.spyOn(ServerResponse.prototype, 'writeHead');
    wrapped.mockImplementation(function write(this: ServerResponse, ...parts: unknown[]) {
      number += 1;
      const [status, headers] = parts as [number, string[]];
      return writeHead.call(this, status, [...headers, 'Trace', String(number)]);
    });
    let late = { writeResponse };
    jest.isolateModules(() => {
      late = jest.requireActual('../../../src/http/write-response');
    });
    const ask = await serve(ok(), undefined, late.writeResponse);
    const received = await ask(get, get, get);
    expect(received.match(/^Trace: .*/gm)).toEqual(['Trace: 1', 'Trace: 2', 'Trace: 3']);
  });

  it.each([
    ['writeHead', ServerResponse],
    ['end', ServerResponse],
    ['end', OutgoingMessage],
  ] as const)('goes through a %s that something wrapped before it came', async (name, owner) => {
    const prototype = owner.prototype as unknown as Record<string, (...p: unknown[]) => unknown>;
    const original = prototype[name]!;
    const own = Object.getOwnPropertyDescriptor(prototype, name);
    let seen = 0;
    const wrapped = function traced(this: ServerResponse, ...parts: unknown[]) {
      seen += 1;
      return original.apply(this, parts);
    };
    // A wrapper may pass itself off as what it wraps.
    wrapped.toString = () => String(original);
    prototype[name] = wrapped;
    try {
      let late = { writeResponse };
      jest.isolateModules(() => {
        late = jest.requireActual('../../../src/http/write-response');
      });
      const ask = await serve(ok(), undefined, late.writeResponse);
      const received = await ask(get, get, get);
      expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
      expect(seen).toBe(3);
    } finally {
      if (own) Object.defineProperty(prototype, name, own);
      else delete prototype[name];
    }
  });

  it.each(['writeHead', 'end'] as const)(
    'goes through a %s that something wrapped',
    async (name) => {
      const seen = jest.fn();
      const ask = await serve(ok(), (_server, response) => {
        const original = response[name].bind(response) as (...parts: unknown[]) => ServerResponse;
        response[name] = (...parts: unknown[]) => {
          seen(parts[0]);
          return original(...parts);
        };
      });
      await ask(get, get, get);
      const first = name === 'end' ? BODY : 200;
      expect(seen.mock.calls).toEqual([[first], [first], [first]]);
    },
  );
});

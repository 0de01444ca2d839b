import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { type Head, writeHead } from '../../../src/http/write-head';

const BODY = Buffer.from('<rss/>');
const ok = (): Head => ({
  status: 200,
  headers: ['Content-Type', 'text/xml', 'Content-Length', String(BODY.length), 'ETag', '"a"'],
});
const notModified = (): Head => ({ status: 304, headers: ['ETag', '"a"'] });

describe('a head that is written again and again', () => {
  const servers: Server[] = [];

  const serve = (
    head: Head,
    prepare: (server: Server, response: ServerResponse) => void = () => undefined,
  ): Promise<(...requests: string[]) => Promise<string>> =>
    new Promise((resolve) => {
      const server = createServer((request, response) => {
        prepare(server, response);
        writeHead(request, response, head);
        if (head.status === 304 || request.method === 'HEAD') response.end();
        else response.end(BODY);
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
      .map((answer) => answer.replace(/\r\n\r\n[^]*/, '').replace(/^Date: .*\r\n/m, ''));

  it.each([
    ['200', ok(), BODY.toString()],
    ['304', notModified(), ''],
  ])('is the same the second time as the first: %s', async (_status, head, body) => {
    const ask = await serve(head);
    const [first, second] = [await ask(get), await ask(get)];
    expect(head.written).toBeDefined();
    expect(heads(second)).toEqual(heads(first));
    expect(second).toContain('Connection: keep-alive\r\n');
    expect(second.slice(second.indexOf('\r\n\r\n') + 4)).toBe(body);
  });

  it('is really used again, as node:http composed it', async () => {
    const head = ok();
    const compose = jest.fn();
    const ask = await serve(head, (_server, response) => {
      const { _storeHeader: store } = response as unknown as { _storeHeader: () => void };
      Object.assign(response, {
        _storeHeader(...parts: []) {
          compose();
          return store.apply(this, parts);
        },
      });
    });
    jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    await ask(get);
    await ask(get);
    expect(compose).toHaveBeenCalledTimes(1);
  });

  it('is composed anew when the second is over, so that Date is right', async () => {
    const head = ok();
    const ask = await serve(head);
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    await ask(get);
    expect(head.written?.second).toBe(1_700_000_000);
    now.mockReturnValue(1_700_000_001_000);
    await ask(get);
    expect(head.written?.second).toBe(1_700_000_001);
  });

  it('answers many requests of one connection in turn', async () => {
    const ask = await serve(ok());
    const received = await ask(get, get.replace('GET', 'HEAD'), get, get);
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
    expect(received.match(/<rss\/>/g)).toHaveLength(3);
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

  it('keeps a header that something else gave one answer to that answer', async () => {
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

  it('lets something else that waits for the head see it', async () => {
    let seen = 0;
    const ask = await serve(ok(), (_server, response) => {
      const original = response.writeHead.bind(response);
      response.writeHead = (status: number, headers?: never) => {
        seen += 1;
        return original(status, headers);
      };
    });
    await ask(get);
    await ask(get);
    expect(seen).toBe(2);
  });
});

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { mergeInLines } from '../../../admin/src/features/tag-merge/merge-lines';
import { JSON_LINES, type MergeProgress } from '../../../src/panel/admin-api';

const TAG = { documentId: 'b', name: 'Straße 🚲', slug: 'b', movedArticles: 2 };

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((done) => server?.close(done) ?? done(undefined));
});

/** Merges on a server that answers in its own way. */
const merge = async (answer: RequestListener) => {
  server = createServer(answer);
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const progress: MergeProgress[] = [];
  const outcome = await mergeInLines({
    address: `http://127.0.0.1:${port}/syndication/tags/a/merge`,
    into: 'b',
    token: 'a-token',
    onProgress: (line) => progress.push(line),
  });
  return { outcome, progress };
};

const lines = (...values: object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

test('asks for lines, as the user who is signed in', async () => {
  const asked: unknown[] = [];
  await merge((request, response) => {
    const { accept, authorization } = request.headers;
    request.on('data', (body) => {
      asked.push(request.method, accept, authorization, JSON.parse(String(body)));
      response.end(lines({ data: TAG }));
    });
  });
  expect(asked).toEqual(['POST', JSON_LINES, 'Bearer a-token', { into: 'b' }]);
});

test('reads progress and the tag that stays, wherever the network cuts them', async () => {
  const first = { moved: 0, total: 2 };
  const second = { moved: 2, total: 2 };
  const { outcome, progress } = await merge(async (_request, response) => {
    for (const byte of Buffer.from(lines(first, second, { data: TAG }))) {
      await new Promise((done) => response.write(Buffer.of(byte), done));
    }
    response.end();
  });
  expect(progress).toEqual([first, second]);
  expect(outcome).toEqual({ data: TAG });
});

test('reads an error that comes after progress', async () => {
  const error = { status: 500, name: 'InternalServerError', message: 'Internal Server Error' };
  const { outcome } = await merge((_request, response) => {
    response.end(lines({ moved: 0, total: 2 }, { error }));
  });
  expect(outcome).toEqual({ error });
});

test('reads an error from before the merge, which is one document', async () => {
  const error = { status: 403, name: 'ForbiddenError', message: 'Forbidden' };
  const { outcome } = await merge((_request, response) => {
    response.writeHead(403).end(JSON.stringify({ data: null, error }));
  });
  expect(outcome).toEqual({ error });
});

test('has nothing to tell when the token has expired', async () => {
  const { outcome } = await merge((_request, response) => {
    response.writeHead(401).end(JSON.stringify({ data: null, error: { status: 401 } }));
  });
  expect(outcome).toBeUndefined();
});

test.each<[string, RequestListener]>([
  ['the response ends too early', (_, response) => response.end(lines({ moved: 0, total: 2 }))],
  ['a proxy answers with a page', (_, response) => response.writeHead(502).end('<h1>502</h1>')],
  ['nobody answers', (request) => request.socket.destroy()],
  [
    'the connection breaks',
    (request, response) =>
      response.write(lines({ moved: 0, total: 2 }), () => request.socket.destroy()),
  ],
])('does not know what became of the merge when %s', async (_name, answer) => {
  const { outcome } = await merge(answer);
  expect(outcome).toEqual({ error: { message: expect.any(String) } });
});

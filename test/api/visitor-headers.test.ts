/** @runs-on sqlite: Headers that middlewares set are no matter of what was read. */
import type { App } from '../helpers/app';
import { asking, askThrice, indexFile, startWithMiddlewares } from '../helpers/site-middlewares';

const FEED = '/tags/api/index.xml';
const ADDRESSES = [FEED, '/tags/api/', '/posts/first/'];
const SHARED = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=600';
const PRIVATE = SHARED.replace('public', 'private');

describe('what a middleware sets for one visitor', () => {
  let app: App;
  let ask: ReturnType<typeof asking>;
  beforeAll(async () => {
    const perVisitor = `let number = 0;
    strapi.server.use(async (ctx, next) => {
      number += 1;
      ctx.set({ 'X-Request-Number': String(number), 'Content-Language': 'x-' + number });
      const user = ctx.get('X-User');
      if (user) ctx.set('X-Auth-User', user);
      if (user === 'early') ctx.set('Set-Cookie', 'user=early');
      if (user === 'secret') ctx.set('Cache-Control', 'no-store');
      if (user === 'varied') ctx.vary('X-User');
      await next();
      if (user === 'late') ctx.cookies.set('user', 'late');
      if (user === 'later') ctx.set('Cache-Control', 'max-age=1');
    });`;
    app = await startWithMiddlewares(indexFile(perVisitor));
    ask = asking(app);
  });
  afterAll(() => app.stop());

  it.each(ADDRESSES)('of %s reaches that visitor and nobody else', async (path) => {
    const mine = await ask(path, { 'X-User': 'early' });
    expect(mine.headers['x-auth-user']).toBe('early');
    expect(mine.headers['set-cookie']).toEqual(['user=early']);
    const numbers = [mine.headers['x-request-number']];
    for (const response of await askThrice(app, path)) {
      expect(response.status).toBe(200);
      expect(response.body).toBe(mine.body);
      expect(response.headers['x-auth-user']).toBeUndefined();
      expect(response.headers['set-cookie']).toBeUndefined();
      expect(response.headers['content-language']).toBe(
        `x-${response.headers['x-request-number']}`,
      );
      numbers.push(response.headers['x-request-number']);
    }
    expect(new Set(numbers).size).toBe(4);
  });

  it.each([
    ['sets a cookie', { 'X-User': 'early' }, PRIVATE],
    ['sets a cookie at the end', { 'X-User': 'late' }, PRIVATE],
    ['forbids to keep it', { 'X-User': 'secret' }, 'no-store'],
    ['has a rule of its own at the end', { 'X-User': 'later' }, 'max-age=1'],
    ['may know the visitor by a cookie', { Cookie: 'session=1' }, PRIVATE],
    ['says nothing', {}, SHARED],
  ])('decides who may keep the response: one that %s', async (_does, headers, expected) => {
    for (const path of ADDRESSES) {
      const { etag = '' } = (await ask(path)).headers;
      const conditions: Record<string, string>[] = [{}, { 'If-None-Match': etag }];
      for (const more of conditions) {
        for (const method of ['GET', 'HEAD']) {
          const response = await ask(path, { ...headers, ...more }, method);
          expect([path, method, response.headers['cache-control']]).toEqual([
            path,
            method,
            expected,
          ]);
        }
      }
    }
  });

  it('is told to caches when it varies', async () => {
    expect((await ask(FEED, { 'X-User': 'varied' })).headers.vary).toBe('Accept-Encoding, X-User');
    expect((await ask(FEED)).headers.vary).toBe('Accept-Encoding');
  });
});

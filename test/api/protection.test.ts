/**
 * @runs-on sqlite: What goes before a cached response is decided by middlewares, before the database
 * is asked.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Context, Next } from 'koa';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { type App, STRAPI_MIDDLEWARES } from '../helpers/app';
import { dateOf } from '../helpers/dated';
import { type RawResponse } from '../helpers/request';
import {
  asking,
  askThrice,
  ASK_FOR_PASSWORD,
  indexFile,
  middlewaresFile,
  PASSWORD,
  startWithMiddlewares,
  middlewareLines,
} from '../helpers/site-middlewares';
import { cachedAt, forgetResponses, settled } from '../helpers/state';
import { statementsOn } from '../helpers/statements';

const FEED = '/tags/api/index.xml';
const ADDRESSES = [FEED, '/tags/api/', '/posts/first/'];
const SHARED = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=600';
const PRIVATE = SHARED.replace('public', 'private');

const installed = (name: string): string =>
  JSON.stringify(path.dirname(require.resolve(`${name}/package.json`)));

describe('a site whose middleware asks for a password', () => {
  let app: App;
  let ask: ReturnType<typeof asking>;
  beforeAll(async () => {
    app = await startWithMiddlewares({
      ...middlewaresFile(`'global::password'`),
      'src/middlewares/password.js': `module.exports = () => ${ASK_FOR_PASSWORD};`,
    });
    ask = asking(app);
  });
  afterAll(() => app.stop());

  it.each(ADDRESSES)('lets nobody see %s who does not know it, however often', async (path) => {
    const known = await askThrice(app, path, PASSWORD);
    expect(known.map(({ status }) => status)).toEqual([200, 200, 200]);
    const etag = known[0]!.headers.etag!;
    const conditions: Record<string, string>[] = [
      {},
      { 'If-None-Match': etag },
      { 'If-None-Match': '*' },
    ];
    for (const method of ['GET', 'HEAD']) {
      for (const headers of conditions) {
        const unknown = await ask(path, headers, method);
        expect([method, unknown.status]).toEqual([method, 401]);
        expect(unknown.headers.etag).toBeUndefined();
        expect(unknown.body).not.toContain('First');
      }
    }
  });

  it.each(ADDRESSES)('gives %s from memory to those who know it', async (path) => {
    await ask(path, PASSWORD);
    const read = await statementsOn(app, CATALOGUE_TABLE, async () => {
      const [first, second] = await askThrice(app, path, PASSWORD);
      expect(second!.body).toBe(first!.body);
      const head = await ask(path, PASSWORD, 'HEAD');
      expect([head.status, head.headers.etag]).toEqual([200, first!.headers.etag]);
      const unchanged = await ask(path, { ...PASSWORD, 'If-None-Match': first!.headers.etag! });
      expect(unchanged.status).toBe(304);
    });
    expect(read).toEqual([]);
  });

  it('tells shared caches to keep nothing of what was given for a password', async () => {
    for (const path of [...ADDRESSES, '/tags/api']) {
      for (const { headers } of await askThrice(app, path, PASSWORD)) {
        expect([path, headers['cache-control']]).toEqual([path, PRIVATE]);
      }
    }
    const { etag } = (await ask(FEED, PASSWORD)).headers;
    const unchanged = await ask(FEED, { ...PASSWORD, 'If-None-Match': etag! });
    expect([unchanged.status, unchanged.headers['cache-control']]).toEqual([304, PRIVATE]);
  });

  it('reads in the log what it is and which option decides otherwise', () => {
    const lines = middlewareLines(app);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"global::password"');
    expect(lines[0]).not.toContain('in code');
    expect(lines[0]).toMatch(/cache: 'ahead'.*cache: 'behind'/);
  });
});

describe('middlewares that are not in config/middlewares', () => {
  it('protect as well when register() of the site uses them', async () => {
    // `true` is what 0.1.0 had by default.
    const app = await startWithMiddlewares(indexFile(`strapi.server.use(${ASK_FOR_PASSWORD});`), {
      cache: true,
    });
    try {
      for (const path of ADDRESSES) {
        await askThrice(app, path, PASSWORD);
        const unknown = await askThrice(app, path);
        expect(unknown.map(({ status }) => status)).toEqual([401, 401, 401]);
      }
      expect(middlewareLines(app)).toEqual([expect.stringContaining('(1 added in code)')]);
    } finally {
      await app.stop();
    }
  });

  it('protect as well around the server itself, in bootstrap(), and as strapi::ip', async () => {
    const app = await startWithMiddlewares({
      ...middlewaresFile(`{ name: 'strapi::ip', config: { blacklist: ['^10[.]'] } }`),
      ...indexFile(
        '',
        `strapi.server.use((ctx, next) => next());
        const { httpServer } = strapi.server;
        const [koa] = httpServer.listeners('request');
        httpServer.off('request', koa);
        httpServer.on('request', function guarded(request, response) {
          if (request.headers['x-key'] === 'secret') return koa.call(this, request, response);
          response.writeHead(403).end();
        });`,
      ),
    });
    try {
      const known = await askThrice(app, FEED, { 'X-Key': 'secret' });
      expect(known.map(({ status }) => status)).toEqual([200, 200, 200]);
      const unknown = await askThrice(app, FEED);
      expect(unknown.map(({ status }) => status)).toEqual([403, 403, 403]);
      const [line] = middlewareLines(app);
      expect(line).toContain('("strapi::ip", 1 added in code, what listens to the HTTP server)');
    } finally {
      await app.stop();
    }
  });
});

describe('a site with no middlewares but those of Strapi and its plugins', () => {
  let app: App;
  beforeAll(async () => {
    const all = [
      'strapi::logger',
      'strapi::responseTime',
      'strapi::compression',
      'strapi::responses',
      { name: 'strapi::poweredBy', config: { poweredBy: 'Field Notes' } },
      ...STRAPI_MIDDLEWARES.filter((name) => name !== 'strapi::security'),
      {
        name: 'strapi::security',
        config: { contentSecurityPolicy: { directives: { 'img-src': ["'self'", 'a.example'] } } },
      },
    ];
    app = await startWithMiddlewares({
      'config/middlewares.js': `module.exports = ${JSON.stringify(all)};`,
      'config/plugins.js': `module.exports = () => ({
        ...JSON.parse(require('fs').readFileSync(__dirname + '/../plugins.json')),
        graphql: { enabled: true, resolve: ${installed('@strapi/plugin-graphql')} },
        'users-permissions': {
          enabled: true,
          resolve: ${installed('@strapi/plugin-users-permissions')},
          config: { jwtSecret: 's' },
        },
      });`,
      'config/server.js': `module.exports = {
        host: '127.0.0.1', port: 0, app: { keys: ['k'] }, mcp: { enabled: true },
      };`,
      // Strapi counts requests of projects that have an id, in a middleware of its own.
      'package.json': JSON.stringify({ name: 'site', version: '0.0.0', strapi: { uuid: 'a-b' } }),
    });
    // A node's first look takes everything for changed, and dates it anew.
    await settled(app);
    // What changed right now is dated a second ahead: until then, each response has the date of its own second.
    for (const path of ADDRESSES) await dateOf(app, path);
  });
  afterAll(() => app.stop());

  it.each(ADDRESSES)('has %s given ahead of them, with the headers they set', async (path) => {
    const ask = asking(app);
    const first = await ask(path);
    const seen = jest.spyOn(app.strapi.requestContext, 'run');
    const second = await ask(path, { Cookie: 'a=b' });
    expect(seen).not.toHaveBeenCalled();
    seen.mockRestore();
    const passing = ['date', 'connection', 'keep-alive', 'x-response-time'];
    const lasting = ({ headers }: typeof first) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)));
    expect(lasting(second)).toEqual(lasting(first));
    expect(second.body).toBe(first.body);
    expect(second.headers['x-powered-by']).toBe('Field Notes');
    expect(second.headers['cache-control']).toBe(SHARED);
    const policy = second.headers['content-security-policy'];
    expect(policy).toContain(path === FEED ? "img-src 'self' a.example" : "default-src 'none'");
  });

  it.each(ADDRESSES)('has %s private for a password that a proxy asks for', async (path) => {
    const responses = await askThrice(app, path, PASSWORD);
    const caching = responses.map(({ headers }) => headers['cache-control']);
    expect(caching).toEqual([PRIVATE, PRIVATE, PRIVATE]);
  });

  it('says nothing about it', () => {
    expect(app.strapi.ai?.mcp.isRunning()).toBe(true);
    expect(app.strapi.plugin('graphql')).toBeDefined();
    expect(app.strapi.plugin('users-permissions')).toBeDefined();
    expect(middlewareLines(app)).toEqual([]);
  });

  it.each([
    ['for any address', []],
    ['for the same pattern', ['/tags/:tag/index.xml']],
  ])('is protected by what stands before the routes in its router %s', async (_for, pattern) => {
    const { router } = app.strapi.server;
    const guard = async (ctx: Context, next: Next) => {
      if (ctx.get('Authorization') === PASSWORD.Authorization) return next();
      ctx.status = 401;
    };
    router.use(...pattern, guard);
    router.stack.unshift(router.stack.pop()!);
    forgetResponses(app);
    await askThrice(app, FEED, PASSWORD);
    const unknown = await askThrice(app, FEED);
    router.stack.shift();
    forgetResponses(app);
    expect(unknown.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('has what was cached behind given ahead again when nothing is before it', async () => {
    await askThrice(app, FEED);
    Object.assign(cachedAt(app, FEED)!, { aheadUntil: 0 });
    const seen = jest.spyOn(app.strapi.requestContext, 'run');
    await askThrice(app, FEED);
    expect(seen).toHaveBeenCalledTimes(1);
    seen.mockRestore();
  });

  it('has a file of the site given that comes later, though ours was cached', async () => {
    const file = path.join(app.strapi.dirs.static.public, FEED);
    await askThrice(app, FEED);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'Written by the site');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    const later = await asking(app)(FEED);
    clock.mockRestore();
    rmSync(file);
    const removed = await asking(app)(FEED);
    expect([later.body, removed.body.slice(0, 5)]).toEqual(['Written by the site', '<?xml']);
  });

  it('has them given behind a middleware that comes later', async () => {
    await askThrice(app, FEED);
    const { middleware } = app.strapi.server.app;
    middleware.unshift(async (ctx) => {
      ctx.status = 401;
    });
    const unknown = await askThrice(app, FEED);
    middleware.shift();
    expect(unknown.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await asking(app)(FEED)).status).toBe(200);
  });
});

describe('the option "cache"', () => {
  it("'ahead' gives cached responses before any middleware, and none of its headers", async () => {
    const app = await startWithMiddlewares(
      indexFile(`strapi.server.use((ctx, next) => {
        ctx.set('X-Auth-User', ctx.get('X-User'));
        return next();
      });`),
      { cache: 'ahead' },
    );
    try {
      const ask = asking(app);
      for (const path of ADDRESSES) {
        expect((await ask(path, { 'X-User': 'ann' })).headers['x-auth-user']).toBe('ann');
        const other = await ask(path, { 'X-User': 'bob' });
        expect(other.status).toBe(200);
        expect(other.headers['x-auth-user']).toBeUndefined();
        expect(other.headers['strict-transport-security']).toBeDefined();
      }
      expect(middlewareLines(app)).toEqual([]);
    } finally {
      await app.stop();
    }
  });

  it("'behind' gives them through the middlewares though all are Strapi's", async () => {
    const app = await startWithMiddlewares({}, { cache: 'behind' });
    try {
      const [first] = await askThrice(app, FEED);
      const seen = jest.spyOn(app.strapi.requestContext, 'run');
      let again: RawResponse[] = [];
      const read = await statementsOn(app, CATALOGUE_TABLE, async () => {
        again = await askThrice(app, FEED);
      });
      expect(again.map(({ body }) => body)).toEqual(Array(3).fill(first!.body));
      expect(seen).toHaveBeenCalledTimes(3);
      expect(read).toEqual([]);
      expect(middlewareLines(app)).toEqual([]);
    } finally {
      await app.stop();
    }
  });
});

/** @runs-on sqlite: which routes a request meets is decided before any database is asked. */
import { rmSync } from 'node:fs';
import { request } from 'node:http';

import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const NOTE = 'api::note.note';

const files = {
  ...siteTypes({
    note: {
      draftAndPublish: true,
      attributes: { title: { type: 'string' }, slug: { type: 'string' } },
    },
  }),
  'src/index.js': `module.exports = {
  register({ strapi }) {
    strapi.server.use(async (ctx, next) => {
      await next();
      const seen = { route: ctx.state.route && ctx.state.route.path, params: ctx.params, matched: ctx._matchedRoute };
      ctx.set('X-Seen', encodeURIComponent(JSON.stringify(seen)));
    });
    const give = (what) => (ctx) => { ctx.body = { what, params: ctx.params, route: ctx.state.route.path }; };
    const routes = (name) => [
      { method: 'GET', path: '/' + name + '/:one/x/:two', handler: give(name), config: { auth: false } },
      { method: 'POST', path: '/' + name + '/post/:id', handler: give('post'), config: { auth: false } },
      { method: 'GET', path: '/' + name + '/secret/:id', handler: give('secret') },
    ];
    strapi.server.routes(routes('before'));
    strapi.server.router.use('/guarded', (ctx, next) => { ctx.set('X-Guarded', '1'); return next(); });
    this.after = () => strapi.server.routes(routes('after'));
  },
  bootstrap() { this.after(); },
};`,
  'src/api/thing/routes/thing.js': `module.exports = { type: 'content-api', routes: [
    { method: 'GET', path: '/things/:id', handler: 'thing.find', config: { auth: false } },
    { method: 'GET', path: '/bare/:id', handler: 'thing.find', config: { auth: false, prefix: '' } } ] };`,
  'src/api/thing/controllers/thing.js': `module.exports = {
    find(ctx) { return { params: ctx.params, route: ctx.state.route.path }; } };`,
  'public/page.html': 'page',
  'public/uploads/a.txt': 'upload',
};

const REQUESTS = [
  'GET /',
  'GET /nothing',
  'HEAD /nothing',
  'POST /nothing',
  'DELETE /nothing/x',
  'OPTIONS /nothing',
  'PROPFIND /nothing',
  'GET /nothing.txt',
  'GET /api/things/1',
  'POST /api/things/1',
  'OPTIONS /api/things/1',
  'GET /api/nothing',
  'GET /API/things/1',
  'GET /bare/7',
  'POST /bare/7',
  'GET /admin/init',
  'GET /admin/nothing',
  'GET /upload/nothing',
  'GET /uploads/a.txt',
  'GET /uploads/nothing.txt',
  'GET /_health',
  'GET /page.html',
  'POST /page.html',
  'GET /before/a/x/b',
  'POST /before/post/1',
  'GET /before/post/1',
  'GET /before/secret/1',
  'GET /after/a/x/b',
  'HEAD /after/a/x/b',
  'DELETE /after/a/x/b',
  'GET /after/secret/1',
  'POST /guarded/x',
  'GET /%E0%A4%A',
  'GET /a%00b',
  'GET /..%2f..%2fpackage.json',
];

/** What is another each time, or of the connection. */
const VOLATILE = ['date', 'connection', 'keep-alive', 'x-request-id', 'etag', 'last-modified'];

/** The path as it is written, which `fetch` would change. */
const ask = (origin: string, asked: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const [method, path] = asked.split(' ');
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, method, path }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers = Object.entries(response.headers).filter(
          ([name]) => !VOLATILE.includes(name),
        );
        const body = Buffer.concat(chunks).toString().slice(0, 500);
        resolve(JSON.stringify([response.statusCode, Object.fromEntries(headers), body]));
      });
    });
    sent.on('error', reject).end();
  });

test('Strapi and the site answer what is theirs as before, after addresses have moved', async () => {
  const config = (address: string) => ({
    baseUrl: 'https://www.example.com',
    home: false as const,
    sources: { [NOTE]: { address } },
  });
  let app: App & { folder: string } = await startApp({ config: config('/notes/{slug}/'), files });
  const { folder } = app;
  const answers = async (): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const asked of REQUESTS) found[asked] = await ask(app.origin, asked);
    return found;
  };
  try {
    await app.strapi.documents(NOTE as never).create({
      data: { title: 'Kept', slug: 'kept' } as never,
      status: 'published',
    });
    await settled(app);
    const before = await answers();
    expect(before['GET /before/a/x/b']).toContain('[200,');
    await app.close();
    app = await startApp({ config: config('/memos/{slug}/'), files, folder });
    expect(await ask(app.origin, 'GET /notes/kept/')).toContain(
      '"location":"https://www.example.com/memos/kept/"',
    );
    expect(await answers()).toEqual(before);
  } finally {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

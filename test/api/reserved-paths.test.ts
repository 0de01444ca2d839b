/**
 * @runs-on sqlite: Which paths are taken is decided by routes and options, before anything is
 * read.
 */
import path from 'node:path';

import { findReserved, reservedPaths } from '../../src/public/mounts';
import { type App, type AppOptions, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';

/** The error that an app does not start with. */
const refusal = async (options: AppOptions): Promise<string> => {
  const boot = startApp(options);
  // An app that starts after all must not outlive the test.
  return boot.then(
    async (app) => {
      await app.stop();
      return 'It started';
    },
    (error: Error) => error.message,
  );
};

const plugin = (name: string): object => ({
  enabled: true,
  resolve: path.dirname(require.resolve(`${name}/package.json`)),
});

describe('a path that Strapi has is refused', () => {
  it.each([
    ['/api', "Strapi's REST API"],
    ['/content-manager', 'routes of the plugin "content-manager"'],
  ])('for the base address: %s', async (reserved, what) => {
    const baseUrl = `https://www.example.com${reserved}`;
    const message = await refusal({ config: { baseUrl } });
    expect(message).toMatch(/^Error regarding syndication config: /);
    expect(message).toContain(`The option "baseUrl" was "${baseUrl}".`);
    expect(message).toContain(`At "${reserved}" Strapi serves ${what}.`);
  });

  it('for home', async () => {
    const message = await refusal({
      config: { baseUrl: 'https://www.example.com', home: '/uploads/blog/' },
    });
    expect(message).toContain('The option "home" was "/uploads/blog/". At "/uploads"');
  });

  it.each([
    ['/api/{slug}/', '/api'],
    ['/Admin/notes/{slug}/', '/admin'],
  ])('for the addresses of a content type: %s', async (address, reserved) => {
    const message = await refusal({
      config: {
        baseUrl: 'https://www.example.com',
        sources: { 'plugin::syndication.article': { address } },
      },
    });
    expect(message).toContain(
      `The option "sources", "plugin::syndication.article": "address" was "${address}". At "${reserved}" Strapi serves`,
    );
    expect(message).toContain('for example "/blog/{slug}/"');
  });

  it('for the addresses of a locale', async () => {
    const message = await refusal({
      config: {
        baseUrl: 'https://www.example.com',
        locales: { en: {}, de: { path: '/admin' } },
      },
    });
    expect(message).toContain(
      'The option "locales", "de": "path" was "/admin". At "/admin" Strapi serves',
    );
  });

  it('wherever the configuration has put it', async () => {
    const files = { 'config/api.js': "module.exports = { rest: { prefix: '/v1' } };" };
    const at = (baseUrl: string) => refusal({ config: { baseUrl }, files });
    expect(await at('https://www.example.com/v1/notes')).toContain(`At "/v1" Strapi serves`);
    expect(await at('https://www.example.com/api')).toBe('It started');
  });

  it('by a plugin: GraphQL at the address it is given, the others by their names', async () => {
    const write = (baseUrl: string) => ({
      'plugins.json': JSON.stringify({
        'users-permissions': {
          ...plugin('@strapi/plugin-users-permissions'),
          config: { jwtSecret: 's' },
        },
        graphql: { ...plugin('@strapi/plugin-graphql'), config: { endpoint: '/query' } },
        syndication: { enabled: true, resolve: './plugins/syndication', config: { baseUrl } },
      }),
    });
    const at = (baseUrl: string) => refusal({ files: write(baseUrl) });
    expect(await at('https://www.example.com/query')).toContain(
      'At "/query" Strapi serves GraphQL',
    );
    expect(await at('https://www.example.com/users-permissions/connect')).toContain(
      'routes of the plugin "users-permissions"',
    );
  });
});

describe('in an app as it comes', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ config: { baseUrl: 'https://www.example.com/apis' } });
  });
  afterAll(() => app?.stop());

  it.each([
    ['/api', '/api'],
    ['/API/notes', '/api'],
    ['/admin', '/admin'],
    ['/uploads/notes', '/uploads'],
    ['/_health', '/_health'],
    ['/content-manager', '/content-manager'],
    ['/content-type-builder', '/content-type-builder'],
    ['/upload', '/upload'],
    ['/i18n/notes', '/i18n'],
    ['/email', '/email'],
    ['/syndication', '/syndication'],
  ])('%s is reserved: something is at %s', (path, reserved) => {
    expect(findReserved(path, reservedPaths(app.strapi))?.path).toBe(reserved);
  });

  it.each(['', '/apis', '/administration/api', '/notes/uploads', '/posts', '/connect'])(
    'nothing is at "%s"',
    (path) => {
      expect(findReserved(path, reservedPaths(app.strapi))).toBeUndefined();
    },
  );

  it('everything that Strapi routes at the root is at a reserved path', () => {
    const firstParts = app.strapi.server
      .listRoutes()
      .map(({ path }) => /^\/[\w-]+/.exec(String(path))?.[0])
      .filter((part) => part !== undefined);
    expect(firstParts).toContain('/content-manager');
    const reserved = reservedPaths(app.strapi);
    const open = new Set(firstParts.filter((part) => !findReserved(part, reserved)));
    // Our own public addresses, in this app.
    expect([...open]).toEqual(['/apis']);
  });
});

it('a plugin that is called as a directory of ours leaves us our addresses there', async () => {
  const names = ['sitemap', 'tags'];
  const theirs = names.map((name): [string, string] => [
    `plugins/${name}/strapi-server.js`,
    `module.exports = { routes: { admin: { type: 'admin', routes: [
      { method: 'GET', path: '/theirs', handler: (ctx) => { ctx.body = 'theirs'; }, config: { auth: false } } ] } } };`,
  ]);
  const manifests = names.map((name): [string, string] => [
    `plugins/${name}/package.json`,
    JSON.stringify({ name, version: '0.0.0', strapi: { kind: 'plugin', name } }),
  ]);
  const files = {
    ...Object.fromEntries([...theirs, ...manifests]),
    'config/plugins.js': `const path = require('path');
      const local = (name) => [name, { enabled: true, resolve: path.join(__dirname, '../plugins', name) }];
      module.exports = () => ({
        ...Object.fromEntries(${JSON.stringify(names)}.map(local)),
        ...JSON.parse(require('fs').readFileSync(path.join(__dirname, '../plugins.json'))),
      });`,
  };
  const config = {
    baseUrl: 'https://www.example.com',
    newsSitemap: true,
  };
  const app = await startApp({ files, config });
  try {
    await createEditor(app).published({ slug: 'first' });
    const found: [string, number][] = [];
    const paths = [
      '/sitemap/news.xml',
      '/tags/',
      '/tags/theirs',
      '/posts/first/',
      '/sitemap/nothing/',
    ];
    for (const path of paths) found.push([path, (await app.get(path)).status]);
    expect(found).toEqual([
      ['/sitemap/news.xml', 200],
      ['/tags/', 200],
      ['/tags/theirs', 200],
      ['/posts/first/', 200],
      ['/sitemap/nothing/', 404],
    ]);
    expect(await (await app.get('/tags/theirs')).text()).toBe('theirs');
  } finally {
    await app.stop();
  }
});

import { type App, startApp, STRAPI_MIDDLEWARES } from './app';
import { createEditor } from './content';
import { sendRaw } from './request';
import type { SyndicationOptions } from '../../src/options/options';

/** The password that the middlewares of these files ask for. */
export const PASSWORD = { Authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` };

/** A Koa middleware, as JavaScript, that lets only those in who know the password. */
export const ASK_FOR_PASSWORD = `async (ctx, next) => {
  if (ctx.get('Authorization') !== ${JSON.stringify(PASSWORD.Authorization)}) {
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Basic realm="site"');
    ctx.body = 'Who are you?';
    return;
  }
  await next();
}`;

/** `config/middlewares.js` with Strapi's usual middlewares and others, as JavaScript, before them. */
export const middlewaresFile = (...entries: string[]): Record<string, string> => ({
  'config/middlewares.js': `module.exports = [${[
    ...entries,
    ...STRAPI_MIDDLEWARES.map((name) => JSON.stringify(name)),
  ].join(', ')}];`,
});

/**
 * `src/index.js` that keeps what is logged in `strapi.lines`.
 *
 * @param register JavaScript to run in `register()`
 * @param bootstrap JavaScript to run in `bootstrap()`
 */
export const indexFile = (register = '', bootstrap = ''): Record<string, string> => ({
  'src/index.js': `module.exports = {
  register({ strapi }) {
    strapi.lines = [];
    strapi.log.info = (line) => strapi.lines.push(String(line));
    ${register}
  },
  bootstrap({ strapi }) {
    ${bootstrap}
  },
};`,
});

/** What the plugin said of middlewares at start, in an app whose `src/index.js` is of `indexFile`. */
export const middlewareLines = ({ strapi }: App): string[] =>
  (strapi as unknown as { lines: string[] }).lines.filter((line) =>
    /^Syndication: .*middlewares/.test(line),
  );

/** Starts an app of these files, with an article tagged "api". */
export const startWithMiddlewares = async (
  files: Record<string, string>,
  config: SyndicationOptions = {},
) => {
  const app = await startApp({
    files: { ...indexFile(), ...files },
    config: { baseUrl: 'https://www.example.com', siteName: 'Notes', ...config },
  });
  const editor = createEditor(app);
  const api = await editor.tag({ name: 'api', slug: 'api' });
  await editor.published({ title: 'First', slug: 'first', tags: [api] });
  return app;
};

export const asking =
  (app: App) =>
  (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sendRaw(app.origin, path, { method, headers });

/** Asks so often that a cached response, with all its headers, comes from memory. */
export const askThrice = async (app: App, path: string, headers: Record<string, string> = {}) => {
  const ask = asking(app);
  return [await ask(path, headers), await ask(path, headers), await ask(path, headers)];
};

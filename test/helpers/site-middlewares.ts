import { type App, startApp, STRAPI_MIDDLEWARES } from './app';
import { createEditor } from './content';
import { sendRaw } from './request';
import type { SyndicationOptions } from '../../src/options/options';

/** Header with the password that the middlewares below ask for. */
export const PASSWORD = { Authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` };

/** Source of a Koa middleware that requires the password. */
export const ASK_FOR_PASSWORD = `async (ctx, next) => {
  if (ctx.get('Authorization') !== ${JSON.stringify(PASSWORD.Authorization)}) {
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Basic realm="site"');
    ctx.body = 'Who are you?';
    return;
  }
  await next();
}`;

/** `config/middlewares.js` with other middlewares, as source text, before Strapi's usual ones. */
export const middlewaresFile = (...entries: string[]): Record<string, string> => ({
  'config/middlewares.js': `module.exports = [${[
    ...entries,
    ...STRAPI_MIDDLEWARES.map((name) => JSON.stringify(name)),
  ].join(', ')}];`,
});

/**
 * `src/index.js` that collects log messages in `strapi.lines`.
 *
 * @param register source text to run in `register()`
 * @param bootstrap source text to run in `bootstrap()`
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

/** The plugin's messages about middlewares at start, in an app with `indexFile`. */
export const middlewareLines = ({ strapi }: App): string[] =>
  (strapi as unknown as { lines: string[] }).lines.filter((line) =>
    /^Syndication: .*middlewares/.test(line),
  );

/** Starts an app with these files and an article tagged "api". */
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

/** Requests a path three times, so that the last response comes from the cache with all its headers. */
export const askThrice = async (app: App, path: string, headers: Record<string, string> = {}) => {
  const ask = asking(app);
  return [await ask(path, headers), await ask(path, headers), await ask(path, headers)];
};

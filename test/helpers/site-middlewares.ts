import { STRAPI_MIDDLEWARES } from './app';

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

import type { Core } from '@strapi/strapi';

import { findSiteMiddlewares } from '../../../src/cache/site-middlewares';

/** A Strapi without middlewares in code. */
const strapiWith = (middlewares: unknown[], app: object = {}) =>
  ({
    config: { get: () => middlewares },
    server: { app: { middleware: [], ...app }, router: {} },
    telemetry: { isDisabled: true },
  }) as unknown as Core.Strapi;

const own = (name: string, config: object) => findSiteMiddlewares(strapiWith([{ name, config }]));

test('what Strapi does for all visitors alike does not count as the site’s', () => {
  expect(findSiteMiddlewares(strapiWith(['strapi::logger', 'strapi::security']))).toEqual([]);
  const directives = { 'img-src': ["'self'", 'images.example.com'] };
  expect(own('strapi::security', { contentSecurityPolicy: { directives } })).toEqual([]);
});

test('functions of the site that Strapi’s middlewares run for each request count as the site’s', () => {
  const directives = { 'script-src': ["'self'", () => "'nonce-1'"] };
  expect(own('strapi::security', { contentSecurityPolicy: { directives } })).toEqual([
    '"strapi::security"',
  ]);
  expect(own('strapi::responses', { handlers: { 404: () => undefined } })).toEqual([
    '"strapi::responses"',
  ]);
});

test('who turns visitors away, or wraps the application, counts as the site’s', () => {
  expect(own('strapi::ip', { whitelist: ['10.0.0.1'] })).toEqual(['"strapi::ip"']);
  const wrapped = strapiWith([], { handleRequest: () => undefined });
  expect(findSiteMiddlewares(wrapped)).toEqual(['a wrapped Koa application']);
});

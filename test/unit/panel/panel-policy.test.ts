import type { Core } from '@strapi/strapi';

import { allowSiteInPanel } from '../../../src/panel/panel-policy';

const OWN = 'https://cms.example.com';
const SITE = 'https://www.example.com';

/** What `config/middlewares` is afterwards. */
const extended = (middlewares: unknown[], baseUrl = `${SITE}/notes`): unknown => {
  const values: Record<string, unknown> = { middlewares, 'server.absoluteUrl': OWN };
  const config = {
    get: (name: string) => values[name],
    set: (name: string, value: unknown) => (values[name] = value),
  };
  allowSiteInPanel({ config } as unknown as Core.Strapi, baseUrl);
  return values.middlewares;
};

const directivesOf = (middlewares: unknown): Record<string, string[]> =>
  (middlewares as { config: { contentSecurityPolicy: { directives: never } } }[])[1]!.config
    .contentSecurityPolicy.directives;

const withSecurity = (config?: object) => [
  'strapi::errors',
  config ? { name: 'strapi::security', config } : 'strapi::security',
];

test('a panel at the origin of the site needs nothing', () => {
  expect(extended(withSecurity(), `${OWN}/blog`)).toEqual(withSecurity());
});

test('the panel may show pages, pictures and sound of a site elsewhere, beside what it may already', () => {
  expect(directivesOf(extended(withSecurity()))).toEqual({
    'img-src': ["'self'", 'data:', 'blob:', 'https://market-assets.strapi.io', SITE],
    'media-src': ["'self'", 'data:', 'blob:', SITE],
    'frame-src': ["'self'", SITE],
  });
});

test('what the site allows and refuses stays', () => {
  const directives = { 'img-src': ["'self'", 'https://files.example.com'], 'frame-src': null };
  const config = { contentSecurityPolicy: { useDefaults: true, directives }, frameguard: false };
  const found = extended(withSecurity(config));
  expect(directivesOf(found)).toEqual({
    'img-src': ["'self'", 'https://files.example.com', SITE],
    'media-src': ["'self'", 'data:', 'blob:', SITE],
    'frame-src': null,
  });
  expect(found).toMatchObject([{}, { config: { frameguard: false } }]);
});

test('a site without a policy gets none', () => {
  const middlewares = withSecurity({ contentSecurityPolicy: false });
  expect(extended(middlewares)).toEqual(middlewares);
});

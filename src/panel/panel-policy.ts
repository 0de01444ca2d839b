import type { Core } from '@strapi/strapi';

import type { MiddlewareEntry } from '../cache/site-middlewares';

const SECURITY = 'strapi::security';

/** What Strapi lets its panel load without us; its default policy is put together by place. */
const DEFAULTS = {
  'img-src': ["'self'", 'data:', 'blob:', 'https://market-assets.strapi.io'],
  'media-src': ["'self'", 'data:', 'blob:'],
  'frame-src': ["'self'"],
};

interface SecurityConfig {
  contentSecurityPolicy?: false | { directives?: Record<string, string[] | null | undefined> };
}

const extend = (config: SecurityConfig | undefined, origin: string): SecurityConfig => {
  const policy = config?.contentSecurityPolicy;
  if (policy === false) return { ...config };
  const directives = policy?.directives ?? {};
  const own = Object.entries(DEFAULTS).flatMap(([name, sources]) => {
    const given = directives[name];
    // What the site switched off stays so.
    return given === null ? [] : [[name, [...new Set([...(given ?? sources), origin])]]];
  });
  const extended = { ...directives, ...Object.fromEntries(own) };
  return { ...config, contentSecurityPolicy: { ...policy, directives: extended } };
};

/**
 * Lets the panel show the site's pages, pictures and sound where the site is at another origin than
 * Strapi. To be called in `register`, before Strapi makes its middlewares.
 */
export const allowSiteInPanel = (strapi: Core.Strapi, baseUrl: string): void => {
  const { origin } = new URL(baseUrl);
  const own = strapi.config.get<string>('server.absoluteUrl');
  if (URL.canParse(own) && new URL(own).origin === origin) return;
  const middlewares = strapi.config.get<MiddlewareEntry[]>('middlewares', []);
  strapi.config.set(
    'middlewares',
    middlewares.map((entry) => {
      if (entry === SECURITY) return { name: SECURITY, config: extend(undefined, origin) };
      if (typeof entry !== 'object' || entry.name !== SECURITY) return entry;
      return { ...entry, config: extend(entry.config as SecurityConfig | undefined, origin) };
    }),
  );
};

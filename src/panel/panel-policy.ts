import type { Core } from '@strapi/strapi';

import { noteOwnMiddleware } from '../cache/site-middlewares';

const POLICY = 'Content-Security-Policy';

/** What the panel loads of the site. */
const LOADED = ['img-src', 'media-src', 'frame-src'];

/**
 * A policy that allows an origin's pictures, sound and pages too. A directive that is missing stands for
 * `default-src` (CSP, section 6.7); where that is missing as well, everything is allowed already.
 */
export const allowOrigin = (policy: string, origin: string): string => {
  const directives = new Map(
    policy
      .split(';')
      .map((directive): [string, string[]] => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      })
      .filter(([name]) => name !== ''),
  );
  for (const name of LOADED) {
    const sources = directives.get(name) ?? directives.get('default-src');
    if (!sources || sources.includes(origin)) continue;
    // 'none' is no source beside others.
    directives.set(name, [...sources.filter((source) => source !== "'none'"), origin]);
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';');
};

/** A response, as far as it is asked here. */
interface PanelResponse {
  path: string;
  mediaType: string | undefined;
  policy: string;
}

/** Whether a response is a page of the panel, and not one of the plugin's own, which allow little. */
export const isOfPanel = (panel: string, { path, mediaType, policy }: PanelResponse): boolean => {
  const below = panel.endsWith('/') ? panel : `${panel}/`;
  if (path !== panel && !path.startsWith(below)) return false;
  // A panel at the root shares it with all that Strapi serves.
  return below !== '/' || (mediaType === 'text/html' && !policy.startsWith("default-src 'none'"));
};

/**
 * Lets the panel show the site's pages, pictures and sound where the site is at another origin than
 * Strapi. The panel alone: every other response stays as it is without the plugin.
 */
export const allowSiteInPanel = (strapi: Core.Strapi, baseUrl: string): void => {
  const { origin } = new URL(baseUrl);
  const own = strapi.config.get<string>('server.absoluteUrl');
  if (URL.canParse(own) && new URL(own).origin === origin) return;
  const panel = strapi.config.get<string>('admin.path', '/admin');
  const allow: Parameters<typeof strapi.server.use>[0] = async (context, next) => {
    await next();
    const { path, response } = context;
    const policy = response.get(POLICY);
    if (!policy || !isOfPanel(panel, { path, mediaType: response.type, policy })) return;
    context.set(POLICY, allowOrigin(policy, origin));
  };
  noteOwnMiddleware(allow);
  strapi.server.use(allow);
};

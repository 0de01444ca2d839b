import type { Core } from '@strapi/strapi';

import { homePath } from '../options/site-addresses';
import { PLUGIN_ID } from '../lib/constants';
import { show, startError } from '../lib/messages';
import { mountPath, withoutSlash } from '../lib/url-paths';
import { isAtRoot, isFixed, textBeforeFields, writeAddress } from '../mapping/address';
import { groupTypes, type Plan } from '../mapping/plan';
import type { CompleteOptions, SourceOptions, SyndicationOptions } from '../options/options';

interface Router {
  type?: string;
  prefix?: string;
  routes?: { path: string; config?: { prefix?: string } }[];
}

type Routers = Router['routes'] | Record<string, Router | (() => Router)>;

/** First part of a path: `/users` of `/users/:id`. */
const firstPart = (path: string): string => /^\/[^/:(*]*/.exec(path)?.[0] ?? '';

/** Paths of a plugin's routes outside the prefix of Strapi's REST API. */
const pathsOfPlugin = (name: string, routes: Routers): string[] => {
  if (!routes || Array.isArray(routes)) return routes?.length ? [`/${name}`] : [];
  return Object.entries(routes).flatMap(([key, router]) => {
    // Only Strapi calls this function: assume the default prefix of the plugin.
    if (typeof router === 'function') return key === 'content-api' ? [] : [`/${name}`];
    if (router.type === 'content-api') return [];
    const prefixed = (router.routes ?? []).some(({ config }) => config?.prefix === undefined);
    const others = (router.routes ?? []).filter(({ config }) => config?.prefix !== undefined);
    return [
      ...(prefixed ? [router.prefix ?? `/${name}`] : []),
      ...others.map(({ path, config }) => firstPart(`${config?.prefix}${path}`)),
    ];
  });
};

/**
 * Paths that Strapi and its plugins serve, each with a description. They are known before any route is added and
 * before the database is touched.
 */
export const reservedPaths = (strapi: Core.Strapi): Map<string, string> => {
  const { config } = strapi;
  const graphql = strapi.plugin('graphql') as Core.Plugin | undefined;
  const reserved: [string, string][] = [
    ...Object.entries(strapi.plugins).flatMap(([name, { routes }]) =>
      pathsOfPlugin(name, routes as Routers).map((path): [string, string] => [
        path,
        `routes of the plugin "${name}"`,
      ]),
    ),
    ['/_health', "Strapi's health check"],
    ['/uploads', 'files of the media library'],
    ['/admin', "Strapi's admin API"],
    [config.get('admin.path', '/admin'), 'the admin panel'],
    [config.get('api.rest.prefix', '/api'), "Strapi's REST API"],
    ...(graphql
      ? [[String(graphql.config('endpoint', '/graphql')), 'GraphQL'] satisfies [string, string]]
      : []),
    ...(config.get('server.mcp.enabled', false)
      ? [['/mcp', "Strapi's MCP server"] satisfies [string, string]]
      : []),
  ];
  return new Map(
    reserved
      .map(([path, what]): [string, string] => [`/${path.replace(/^\/+|\/+$/g, '')}`, what])
      // A panel or API at the root leaves other paths alone.
      .filter(([path]) => path !== '/'),
  );
};

/** The reserved path that a path is at or below, in any case: Strapi's router ignores case. */
export const findReserved = (
  path: string,
  reserved: Map<string, string>,
): { path: string; what: string } | undefined => {
  const found = [...reserved].find(([taken]) =>
    `${path}/`.toLowerCase().startsWith(`${taken}/`.toLowerCase()),
  );
  return found && { path: found[0], what: found[1] };
};

/** Pattern for any path at or below a mount, except those at or below `others`, in the syntax of @koa/router. */
export const anyPathBelow = (mount: string, others: Iterable<string>): string => {
  const names = [...others]
    .filter((path) => path.startsWith(`${mount}/`))
    .map((path) => path.slice(mount.length + 1).replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  const but = names.length === 0 ? '' : `(?!(?:${names.join('|')})(?:/|$))`;
  return `${mount}/:path(${but}.*)?`;
};

/** Paths at which requests for the plugin's addresses arrive; '' is the root. */
interface Mounts {
  /** Without the path of Strapi's public address, as requests for Strapi arrive. */
  arriving: string;
  /** With that path, from a proxy that passes it on; undefined when Strapi's address has no path. */
  unstripped?: string;
}

/**
 * Finds where requests arrive. A path in Strapi's public address (`url` in `config/server`) is one that a proxy
 * takes off, since Strapi's own routes do not have it. A base address at or below Strapi's therefore arrives
 * without it, too.
 *
 * @param baseUrl public address of the site
 * @param serverUrl public address of Strapi: absolute, a path alone, or empty
 */
export const findMounts = (baseUrl: string, serverUrl: string): Mounts => {
  const path = mountPath(baseUrl);
  const server = new URL(serverUrl || '/', baseUrl);
  const taken = mountPath(server.href);
  const below = path === taken || path.startsWith(`${taken}/`);
  if (taken === '' || !below || server.origin !== new URL(baseUrl).origin) {
    return { arriving: path };
  }
  return { arriving: path.slice(taken.length), unstripped: path };
};

/** Where requests for the plugin's addresses arrive in this installation. */
export const configuredMounts = (strapi: Core.Strapi, baseUrl: string): Mounts =>
  findMounts(baseUrl, strapi.config.get<string>('server.url', ''));

/** Refuses an option that puts something where Strapi serves something else. */
const createRefuse =
  (reserved: Map<string, string>) =>
  (what: string, value: unknown, path: string, instead = '/blog'): void => {
    const found = findReserved(withoutSlash(path), reserved);
    if (!found) return;
    throw startError(`Error regarding ${PLUGIN_ID} config:`, [
      `The option ${what} was ${show(value)}. At "${found.path}" Strapi serves ${found.what}. Allowed: another path, for example "${instead}".`,
    ]);
  };

/** The mapped types, by option. A site without `sources` did not choose the addresses of Article and Tag. */
const mappedTypes = (
  strapi: Core.Strapi,
  { sources, topicTypes }: Plan,
): [keyof SourceOptions, Plan['sources'] | Plan['topicTypes']][] => {
  const options = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  const pages: [keyof SourceOptions, Plan['sources']] = [
    'pages',
    sources.filter(({ isPage }) => isPage),
  ];
  if (options.sources === undefined) return [pages];
  return [['sources', sources.filter(({ isPage }) => !isPage)], pages, ['topics', topicTypes]];
};

/** Paths below which the plugin has its pages. */
const ownPaths = (plan: Plan): string[] => [
  ...[...groupTypes(plan), ...plan.sources]
    .map(({ address }) => withoutSlash(textBeforeFields(address)))
    .filter((path) => path !== ''),
  '/sitemap',
  '/previews',
  '/llms.txt',
  ...(plan.locales ?? []).flatMap(({ path }) => (path === '' ? [] : [path])),
];

/**
 * Paths at which the plugin serves.
 *
 * @throws Error when Strapi serves something else there
 */
export const findPageMounts = (
  strapi: Core.Strapi,
  { baseUrl, home }: Pick<CompleteOptions, 'baseUrl' | 'home'>,
  plan: Plan,
): string[] => {
  const { arriving, unstripped } = configuredMounts(strapi, baseUrl);
  const reserved = reservedPaths(strapi);
  const refuse = createRefuse(reserved);
  refuse('"baseUrl"', baseUrl, arriving);
  refuse('"home"', home, arriving + homePath(home));
  for (const [option, types] of mappedTypes(strapi, plan)) {
    for (const { contentType, address } of types) {
      const what = `"${option}", "${contentType}": "address"`;
      const instead = isFixed(address) ? '/blog/about/' : '/blog/{slug}/';
      refuse(what, writeAddress(address), arriving + textBeforeFields(address), instead);
    }
  }
  for (const { code, path } of plan.locales ?? []) {
    if (path !== '') refuse(`"locales", "${code}": "path"`, path, arriving + path);
  }
  // The second mount is left out where something else may be: "https://example.com/api" is a public address that
  // Strapi may well have. And entries at the root may be anywhere.
  if (plan.sources.some(({ address }) => isAtRoot(address))) return [arriving];
  [...ownPaths(plan), `${homePath(home)}subscribe`, `${homePath(home)}archive`].forEach((part) =>
    reserved.set(arriving + part, "the plugin's own pages"),
  );
  const isOpen = unstripped !== undefined && !findReserved(unstripped, reserved);
  return isOpen ? [arriving, unstripped] : [arriving];
};

/**
 * Paths at which the plugin serves feeds, where these are not below the address of the pages.
 *
 * @throws Error when Strapi serves something else there
 */
export const findFeedMounts = (strapi: Core.Strapi, feedsUrl: string): string[] => {
  const { arriving, unstripped } = configuredMounts(strapi, feedsUrl);
  const reserved = reservedPaths(strapi);
  createRefuse(reserved)('"feedsUrl"', feedsUrl, arriving);
  const isOpen = unstripped !== undefined && !findReserved(unstripped, reserved);
  return isOpen ? [arriving, unstripped] : [arriving];
};

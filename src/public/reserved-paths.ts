import type { Core } from '@strapi/strapi';

interface Router {
  type?: string;
  prefix?: string;
  routes?: { path: string; config?: { prefix?: string } }[];
}

type Routers = Router['routes'] | Record<string, Router | (() => Router)>;

/** The first part of a path: `/users/:id` is below `/users`. */
const firstPart = (path: string): string => /^\/[^/:(*]*/.exec(path)?.[0] ?? '';

/** Where the routes of a plugin are that are not below the prefix of Strapi's REST API. */
const pathsOfPlugin = (name: string, routes: Routers): string[] => {
  if (!routes || Array.isArray(routes)) return routes?.length ? [`/${name}`] : [];
  return Object.entries(routes).flatMap(([key, router]) => {
    // What a function makes is not known before Strapi calls it.
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
 * What Strapi and its plugins serve, by path. Known before they have added a single route, and
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
      // The panel or the API at the root leaves other paths alone.
      .filter(([path]) => path !== '/'),
  );
};

/** The reserved path that a path is at or below; Strapi's router knows no upper case. */
export const findReserved = (
  path: string,
  reserved: Map<string, string>,
): { path: string; what: string } | undefined => {
  const found = [...reserved].find(([taken]) =>
    `${path}/`.toLowerCase().startsWith(`${taken}/`.toLowerCase()),
  );
  return found && { path: found[0], what: found[1] };
};

/** Any path at or below a mount, but for what is at or below some, in the syntax of @koa/router. */
export const anyPathBelow = (mount: string, others: Iterable<string>): string => {
  const names = [...others]
    .filter((path) => path.startsWith(`${mount}/`))
    .map((path) => path.slice(mount.length + 1).replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  const but = names.length === 0 ? '' : `(?!(?:${names.join('|')})(?:/|$))`;
  return `${mount}/:path(${but}.*)?`;
};

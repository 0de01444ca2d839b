import type { Core } from '@strapi/strapi';

import type { PublicRoute } from './handler';
import type { Precedence } from './precedence';

/** Addresses of ours named at most for each thing of the site's. */
const NAMED_AT_MOST = 3;

/** A path that a route of ours takes, as an example of all others. */
const sample = (path: string): string =>
  path.replace(/:(?:page|archive)\b/g, '2').replace(/:\w+/g, 'any');

/** The folders whose files lie among the addresses of a route: of `/posts/:slug`, `/posts`. */
const folderOf = (path: string): string | undefined => /^(.*?)\/[^/]*:/.exec(path)?.[1];

const name = ([winner, addresses]: [string, string[]]): string => {
  const named = addresses.slice(0, NAMED_AT_MOST).join(', ');
  return `${winner} (${named}${addresses.length > NAMED_AT_MOST ? ', …' : ''})`;
};

/** Files and routes that go before ours, each with the addresses of ours that it takes. */
const findWinners = async (
  paths: string[],
  precedence: Precedence,
): Promise<Map<string, string[]>> => {
  const winners = new Map<string, string[]>();
  const note = (winner: string, path: string): void => {
    winners.set(winner, [...new Set([...(winners.get(winner) ?? []), path])]);
  };
  for (const path of paths) {
    for (const layer of precedence.routesFor(sample(path))) {
      const method = layer.methods.length > 0 ? 'GET' : 'every method of';
      note(`the route ${method} ${String(layer.path)}`, path);
    }
    const folder = folderOf(path);
    if (folder === undefined) {
      if (await precedence.isFile(path)) note(`the file public${path}`, path);
    } else if (folder !== '' && (await precedence.isFolder(folder))) {
      note(`the files in public${folder}/`, path);
    }
  }
  return winners;
};

/**
 * Names, in one line, what the site has at addresses of ours. To be called when the server listens:
 * others add routes until then.
 */
export const reportPrecedence = async (
  strapi: Core.Strapi,
  routes: PublicRoute[],
  { mounts, precedence }: { mounts: string[]; precedence: Precedence },
): Promise<void> => {
  const paths = mounts.flatMap((mount) => routes.map(({ path }) => mount + path));
  const winners = await findWinners(paths, precedence);
  if (winners.size === 0) return;
  strapi.log.warn(
    `Syndication: what the site has already goes before the plugin's addresses: ${[...winners].map(name).join('; ')}. The options "home" and "sitemap" of the plugin move or free addresses.`,
  );
};

import type { Core } from '@strapi/strapi';

import type { Layer, Precedence } from './precedence';

/** New Strapi apps have this file, and ours is for those who have none. */
const EXPECTED_FILE = '/robots.txt';

/** Addresses of ours named at most for each thing of the site's. */
const NAMED_AT_MOST = 3;

/** A path that a route takes, as an example of all others. */
const sample = (path: string): string =>
  path.replace(/:(?:page|archive|year)\b/g, '2').replace(/:\w+/g, 'any');

/** The folder whose files lie among the addresses of a route: of `/posts/:slug`, `/posts`. */
const folderOf = (path: string): string | undefined => /^(.*?)\/[^/]*:/.exec(path)?.[1];

/** Whether there are addresses that both routes take, as far as examples tell. */
const overlap = (one: Layer, other: Layer): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([a, b]) => typeof a!.path === 'string' && b!.regexp.test(sample(a!.path)));

const name = ([winner, addresses]: [string, Set<string>]): string => {
  const named = [...addresses].slice(0, NAMED_AT_MOST).join(', ');
  return `${winner} (${named}${addresses.size > NAMED_AT_MOST ? ', …' : ''})`;
};

/** Files and routes that go before ours, each with the addresses of ours that it takes. */
const findWinners = async (precedence: Precedence): Promise<Map<string, Set<string>>> => {
  const winners = new Map<string, Set<string>>();
  const note = (winner: string, path: string): void => {
    winners.set(winner, (winners.get(winner) ?? new Set()).add(path));
  };
  const { own, foreign } = precedence.routes();
  for (const layer of own) {
    const path = String(layer.path);
    for (const other of foreign.filter((candidate) => overlap(layer, candidate))) {
      const method = other.methods.length > 0 ? 'GET' : 'every method of';
      note(`the route ${method} ${String(other.path)}`, path);
    }
    const folder = folderOf(path);
    if (folder === undefined) {
      if (path !== EXPECTED_FILE && (await precedence.isFile(path)))
        note(`the file public${path}`, path);
    } else if (await precedence.isFolder(folder)) {
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
  precedence: Precedence,
): Promise<void> => {
  const winners = await findWinners(precedence);
  if (winners.size === 0) return;
  strapi.log.warn(
    `Syndication: what the site has already goes before the plugin's addresses: ${[...winners].map(name).join('; ')}. The options "home", "archive", "sitemap" and "llmsTxt" of the plugin move or free addresses.`,
  );
};

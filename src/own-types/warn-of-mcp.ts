import type { Core } from '@strapi/strapi';

/** Versions of Strapi that name two tools alike: strapi/strapi issue 26706. */
const NAMES_ALIKE = /^5\.(?:47\.\d+|48\.[01])$/;

/** Says why a start is about to end, in words that Strapi's own error lacks: it names a tool, and no way out. */
export const warnOfMcp = ({ config, log }: Pick<Core.Strapi, 'config' | 'log'>): void => {
  const version = config.get<string>('info.strapi', '');
  if (!config.get('server.mcp.enabled', false) || !NAMES_ALIKE.test(version)) return;
  log.warn(
    `Syndication: the MCP server of Strapi ${version} gives the tools of two content types the same name, and Strapi then does not start (strapi/strapi issue 26706). Update Strapi to 5.48.2 or later, or take "mcp" out of config/server.`,
  );
};

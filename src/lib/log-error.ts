import type { Core } from '@strapi/strapi';

/** Logs a fault of the plugin by its name, with its stack: an administrator sees whose it is. */
export const logError = ({ log }: Pick<Core.Strapi, 'log'>, error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error(`Syndication: ${text}`);
};

import type { Core } from '@strapi/strapi';

import { mountPath } from '../feed/addresses';

/** Paths at which requests for the plugin's addresses arrive, '' for the root; the usual one first. */
export interface Mounts {
  /** As Strapi's own addresses arrive: without the path of its public address. */
  arriving: string;
  /** With that path, from a proxy that passes it on; undefined when Strapi's address has none. */
  unstripped?: string;
}

/**
 * A path in Strapi's public address (`url` in `config/server`) is one that a proxy takes off: Strapi's
 * own routes do not have it. So a base address that is at or below Strapi's arrives without it, too.
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

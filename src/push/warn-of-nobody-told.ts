import type { Core } from '@strapi/strapi';

import { isPublicAddress } from '../lib/web-address';
import type { Settings, SettingsStore } from '../options/settings';

/** What of the option `push` is for nothing, in one line of the log; undefined where all of it counts. */
export const nobodyToldWarning = ({
  push: { hubs = [], indexNow = false },
  baseUrl,
  feedsUrl,
}: Pick<Settings, 'push' | 'baseUrl' | 'feedsUrl'>): string | undefined => {
  const untold = [
    ...(hubs.length > 0 && !isPublicAddress(feedsUrl) ? [['"hubs"', feedsUrl] as const] : []),
    ...(indexNow && !isPublicAddress(baseUrl) ? [['"indexNow"', baseUrl] as const] : []),
  ];
  if (untold.length === 0) return undefined;
  const names = untold.map(([name]) => name).join(' and ');
  const addresses = [...new Set(untold.map(([, address]) => address))].join(' and ');
  return `Of the option "push", ${names} ${untold.length > 1 ? 'tell' : 'tells'} nobody anything: neither a hub nor a search engine can open ${addresses}. Set "baseUrl" in config/plugins.ts to the public address of the site.`;
};

/** Says at start that hubs or search engines are told nothing, and why. */
export const warnOfNobodyTold = async (
  strapi: Core.Strapi,
  { settings }: { settings: Pick<SettingsStore, 'get'> },
): Promise<void> => {
  const warning = nobodyToldWarning(await settings.get());
  if (warning !== undefined) strapi.log.warn(`Syndication: ${warning}`);
};

import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';
import type { SyndicationOptions } from './options';
import type { SettingsStore } from './settings';

interface Situation {
  baseUrl: string;
  /** What `config/plugins.ts` gives; "empty" comes of an environment variable that is not set. */
  option: 'given' | 'empty' | 'absent';
  isProduction: boolean;
}

const REMEDIES: Record<Situation['option'], string> = {
  given:
    'Give "baseUrl" in config/plugins.ts the public address of the site, for example "https://www.example.com".',
  empty:
    '"baseUrl" in config/plugins.ts is empty: set the environment variable it reads to the public address of the site, for example "https://www.example.com".',
  absent:
    'Set "baseUrl" in config/plugins.ts, or the base address in Settings > Feeds > General, to the public address of the site, for example "https://www.example.com".',
};

/** What to set, where, and why, in one line of the log. */
export const localAddressWarning = ({ baseUrl, option, isProduction }: Situation): string =>
  [
    `Feeds and links begin with ${baseUrl}, which only this machine or its network can open${isProduction ? ': nobody else can subscribe' : ''}.`,
    REMEDIES[option],
    'Until then the host in the ids of articles and feeds is provisional.',
  ].join(' ');

/** Says at start that the site has no public address yet. */
export const warnOfLocalAddress = async (
  strapi: Core.Strapi,
  { settings }: { settings: SettingsStore },
): Promise<void> => {
  const { baseUrl, isPublic } = await settings.get();
  if (isPublic) return;
  const options = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  const option = options.baseUrl ? 'given' : 'baseUrl' in options ? 'empty' : 'absent';
  const isProduction = process.env.NODE_ENV === 'production';
  strapi.log.warn(`Syndication: ${localAddressWarning({ baseUrl, option, isProduction })}`);
};

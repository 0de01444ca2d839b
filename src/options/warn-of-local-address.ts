import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../lib/constants';
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
    'Give "baseUrl" in config/plugins the public address of the site, for example "https://www.example.com".',
  empty:
    '"baseUrl" in config/plugins is empty: set the environment variable it reads to the public address of the site, for example "https://www.example.com".',
  absent:
    'Set "baseUrl" in config/plugins, in the "config" of "syndication", or the base address in Settings > Feeds > General, to the public address of the site, for example "https://www.example.com".',
};

/** What to set, where, and why, in one line of the log. */
export const localAddressWarning = ({ baseUrl, option, isProduction }: Situation): string =>
  [
    `Feeds and links begin with ${baseUrl}, which only this machine or its network can open${isProduction ? ': nobody else can subscribe' : ''}.`,
    REMEDIES[option],
    'Until then the host in the ids of articles and feeds is provisional.',
  ].join(' ');

/** Which address stands in for the one that an environment variable was to give, in one line of the log. */
export const emptyAddressWarning = (baseUrl: string): string =>
  `"baseUrl" in config/plugins is empty, so feeds, links and the ids of what is published begin with Strapi's own address ${baseUrl}. Set the environment variable it reads to the public address of the site, or take "baseUrl" out if this is it.`;

/** Says at start that the site has no public address yet, or not the one it was to have. */
export const warnOfLocalAddress = async (
  strapi: Core.Strapi,
  { settings }: { settings: SettingsStore },
): Promise<void> => {
  const { baseUrl, isPublic, isAddressGiven } = await settings.get();
  const options = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  const option = options.baseUrl ? 'given' : 'baseUrl' in options ? 'empty' : 'absent';
  if (isPublic && option === 'empty' && !isAddressGiven) {
    strapi.log.warn(`Syndication: ${emptyAddressWarning(baseUrl)}`);
  }
  if (isPublic) return;
  const isProduction = process.env.NODE_ENV === 'production';
  strapi.log.warn(`Syndication: ${localAddressWarning({ baseUrl, option, isProduction })}`);
};

import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from './constants';
import type { SyndicationOptions } from './options';
import { getService } from './get-service';

interface Situation {
  baseUrl: string;
  /** Whether `config/plugins.ts` names the option and gives it nothing. */
  isEmpty: boolean;
  isProduction: boolean;
}

/** What to set, where, and why, in one line of the log. */
export const localAddressWarning = ({ baseUrl, isEmpty, isProduction }: Situation): string =>
  [
    `Syndication: feeds and links begin with ${baseUrl}, which only this machine or its network can open${isProduction ? ', so that nobody else can subscribe' : ''}.`,
    isEmpty
      ? '"baseUrl" in config/plugins.ts is empty: set the environment variable it comes from to the public address of the site, for example https://www.example.com.'
      : '"baseUrl" in config/plugins.ts takes the public address of the site, for example https://www.example.com.',
    'Until then the host in the ids of articles and feeds is provisional.',
  ].join(' ');

/** Says at start that the site has no public address yet. */
export const warnOfLocalAddress = async (strapi: Core.Strapi): Promise<void> => {
  const { baseUrl, isPublic } = await getService(strapi, 'settings').get();
  if (isPublic) return;
  const options = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  const isEmpty = 'baseUrl' in options && !options.baseUrl;
  const isProduction = process.env.NODE_ENV === 'production';
  strapi.log.warn(localAddressWarning({ baseUrl, isEmpty, isProduction }));
};

import type { Core } from '@strapi/strapi';

import type { ResolvedOptions } from '../config';
import { PLUGIN_ID } from '../constants';
import { type Addresses, createAddresses } from '../feed/addresses';
import type { Site } from '../feed/channel';

/** Everything the plugin is set to, with nothing missing. */
export interface Settings extends Required<ResolvedOptions> {
  addresses: Addresses;
  site: Site;
}

const createSettings = ({ strapi }: { strapi: Core.Strapi }) => {
  /** What `config/plugins.ts` says, completed by defaults; known before the database is. */
  const configured = (): Required<ResolvedOptions> => {
    const options = strapi.config.get<ResolvedOptions>(`plugin::${PLUGIN_ID}`);
    const baseUrl = options.baseUrl ?? strapi.config.get<string>('server.absoluteUrl');
    const siteName = options.siteName ?? new URL(baseUrl).hostname.replace(/^www\./, '');
    return { ...options, baseUrl, siteName };
  };

  return {
    configured,

    /** The settings in force now. */
    async get(): Promise<Settings> {
      const settings = configured();
      return {
        ...settings,
        addresses: createAddresses(settings.baseUrl),
        site: {
          name: settings.siteName,
          language: settings.language,
          timeZone: settings.timeZone,
        },
      };
    },
  };
};

export default createSettings;

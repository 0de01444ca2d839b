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

const createSettings = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** The settings in force now. */
  get(): Settings {
    const options = strapi.config.get<ResolvedOptions>(`plugin::${PLUGIN_ID}`);
    const baseUrl = options.baseUrl ?? strapi.config.get<string>('server.absoluteUrl');
    const siteName = options.siteName ?? new URL(baseUrl).hostname.replace(/^www\./, '');
    return {
      ...options,
      baseUrl,
      siteName,
      addresses: createAddresses(baseUrl),
      site: { name: siteName, language: options.language, timeZone: options.timeZone },
    };
  },
});

export default createSettings;

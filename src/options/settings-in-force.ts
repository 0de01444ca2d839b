import { type Addresses, createAddresses } from '../feed/addresses';
import { isPublicAddress } from '../feed/base-address';
import type { Site } from '../feed/channel';
import type { ResolvedOptions } from './options';
import type { Appearance } from '../pages/appearance';
import type { SafeTemplates } from '../pages/model';
import { createTexts } from '../texts/texts';

/** Everything the plugin is set to, with nothing missing. */
export interface Settings extends Required<Omit<ResolvedOptions, 'templates'>> {
  templates: SafeTemplates;
  /** The appearance in each locale. */
  localAppearances: Readonly<Record<string, Appearance>>;
  addresses: Addresses;
  /** Whether people elsewhere can open the base address; otherwise the host in ids is provisional. */
  isPublic: boolean;
  site: Site;
  /** Whether the site's listing is at `home`: not where nobody said what the site's address is. */
  hasHome: boolean;
  /** Page that stands for the whole site. */
  sitePage: string;
  /** Page that leads to what there is: where a site without a home begins. */
  indexPage: string;
}

/** The settings that options come to, with what is made of them. */
export const toSettings = (
  options: Required<ResolvedOptions>,
  {
    isAddressGiven,
    index,
    ...looks
  }: {
    isAddressGiven: boolean;
    index: string;
  } & Pick<Settings, 'appearance' | 'localAppearances' | 'templates'>,
): Settings => {
  const addresses = createAddresses(options.baseUrl, options.home, options);
  const indexPage = addresses.listing(index);
  const isOurs = options.htmlPages && options.home !== false;
  return {
    ...options,
    ...looks,
    addresses,
    hasHome: isOurs && isAddressGiven,
    // Strapi's log-in is no page of the site's; another one may be.
    sitePage: isOurs && !isAddressGiven ? indexPage : addresses.home(),
    indexPage,
    isPublic: isPublicAddress(options.baseUrl),
    site: {
      name: options.siteName,
      description: options.description,
      language: options.language,
      timeZone: options.timeZone,
      texts: createTexts(options.language, options.texts),
    },
  };
};

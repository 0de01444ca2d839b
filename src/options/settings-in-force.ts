import { type Addresses, createAddresses } from '../feed/addresses';
import { normaliseBaseUrl } from '../lib/url-paths';
import type { CompleteOptions } from './options';
import type { SafeTemplates } from '../pages/model';
import type { Texts } from '../texts/texts';

/** Everything the plugin is set to, with nothing missing. */
export interface Settings extends Omit<CompleteOptions, 'templates' | 'texts'> {
  templates: SafeTemplates;
  /** The words of feeds and pages in the language. */
  texts: Texts;
  addresses: Addresses;
  /** Whether somebody said what the site's address is: `config/plugins.ts`, or an editor. */
  isAddressGiven: boolean;
  /** Whether people elsewhere can open the base address; otherwise the host in ids is provisional. */
  isPublic: boolean;
  /** Whether the site's listing is at `home`: not where nobody said what the site's address is. */
  hasHome: boolean;
  /** Page that stands for the whole site. */
  sitePage: string;
  /** Page that leads to what there is: where a site without a home begins. */
  indexPage: string;
}

type Placed = Pick<Settings, 'addresses' | 'hasHome' | 'indexPage' | 'sitePage'>;

/**
 * What follows from settings: where the site's pages and feeds are.
 *
 * @param path where its addresses are, below the base address: that of a locale
 * @param index path of the page that leads to what there is, below `path`
 */
export const placeSite = (
  options: Pick<
    Settings,
    'baseUrl' | 'feedsUrl' | 'feedFiles' | 'home' | 'htmlPages' | 'isAddressGiven'
  >,
  { path = '', index }: { path?: string; index: string },
): Placed => {
  const addresses = createAddresses(normaliseBaseUrl(options.baseUrl) + path, options.home, {
    feedsUrl: normaliseBaseUrl(options.feedsUrl) + path,
    feedFiles: options.feedFiles,
  });
  const indexPage = addresses.listing(index);
  const isOurs = options.htmlPages && options.home !== false;
  return {
    addresses,
    hasHome: isOurs && options.isAddressGiven,
    // Strapi's log-in is no page of the site's; another one may be.
    sitePage: isOurs && !options.isAddressGiven ? indexPage : addresses.home(),
    indexPage,
  };
};

import { element, renderXml, type XmlElement } from '../feed/xml';

/** Media type of sitemaps. */
export const SITEMAP_MEDIA_TYPE = 'application/xml';

/**
 * Addresses at most in one sitemap: fewer than the 50,000 that are allowed (sitemaps.org, "Sitemap
 * index files"), so that none takes long to write.
 */
export const SITEMAP_SIZE = 2_500;

/** A public page. */
export interface SitemapEntry {
  /** Absolute address. */
  href: string;
  modified?: Date;
}

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

const entry = (name: string, { href, modified }: SitemapEntry): XmlElement =>
  element(name, [
    element('loc', href),
    ...(modified ? [element('lastmod', modified.toISOString())] : []),
  ]);

/** Renders a sitemap of pages. */
export const renderSitemap = (pages: SitemapEntry[]): string =>
  renderXml(
    element(
      'urlset',
      pages.map((page) => entry('url', page)),
      NAMESPACE,
    ),
  );

/** Renders the list of sitemaps of a site that has more pages than one can hold. */
export const renderSitemapIndex = (addresses: string[]): string =>
  renderXml(
    element(
      'sitemapindex',
      addresses.map((href) => entry('sitemap', { href })),
      NAMESPACE,
    ),
  );

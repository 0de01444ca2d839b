import { escapeXml } from '../feed/escape';

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

const entry = (name: string, { href, modified }: SitemapEntry): string =>
  [
    `  <${name}>`,
    `    <loc>${escapeXml(href)}</loc>`,
    ...(modified ? [`    <lastmod>${modified.toISOString()}</lastmod>`] : []),
    `  </${name}>`,
  ].join('\n');

/** As text: a tree of 50,000 pages would hold up everybody for seconds. */
const write = (name: string, entries: string[]): string =>
  [
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${name}>`,
    '',
  ].join('\n');

/** Renders a sitemap of pages. */
export const renderSitemap = (pages: SitemapEntry[]): string =>
  write(
    'urlset',
    pages.map((page) => entry('url', page)),
  );

/** Renders the list of sitemaps of a site that has more pages than one can hold. */
export const renderSitemapIndex = (addresses: string[]): string =>
  write(
    'sitemapindex',
    addresses.map((href) => entry('sitemap', { href })),
  );

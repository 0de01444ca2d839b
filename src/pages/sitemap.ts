import { escapeXml } from '../feed/escape';
import type { Translation } from './model';

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
  /** The page in all languages, its own among them. */
  translations?: Translation[];
}

const isTranslated = ({ translations = [] }: SitemapEntry): boolean => translations.length > 0;

const translation = ({ language, href }: Translation): string =>
  `    <xhtml:link rel="alternate" hreflang="${escapeXml(language)}" href="${escapeXml(href)}" />`;

const entry = (name: string, { href, modified, translations = [] }: SitemapEntry): string =>
  [
    `  <${name}>`,
    `    <loc>${escapeXml(href)}</loc>`,
    ...(modified ? [`    <lastmod>${modified.toISOString()}</lastmod>`] : []),
    ...translations.map(translation),
    `  </${name}>`,
  ].join('\n');

/** As text: a tree of 50,000 pages would hold up everybody for seconds. */
const write = (name: string, entries: string[], namespaces = ''): string =>
  [
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>`,
    ...entries,
    `</${name}>`,
    '',
  ].join('\n');

/** Renders a sitemap of pages. */
export const renderSitemap = (pages: SitemapEntry[]): string =>
  write(
    'urlset',
    pages.map((page) => entry('url', page)),
    pages.some(isTranslated) ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '',
  );

/** Renders the list of sitemaps of a site that has more pages than one can hold. */
export const renderSitemapIndex = (addresses: string[]): string =>
  write(
    'sitemapindex',
    addresses.map((href) => entry('sitemap', { href })),
  );

import { escapeXml } from '../lib/escape';
import type { Translation } from './model';

export const SITEMAP_MEDIA_TYPE = 'application/xml';

/**
 * Addresses that one sitemap has at most. 50,000 are allowed (sitemaps.org, "Sitemap index files"), but would take
 * long to write.
 */
export const SITEMAP_SIZE = 2_500;

/** A public page in a sitemap. */
export interface SitemapEntry {
  /** Absolute address. */
  href: string;
  modified?: Date;
  /** The page in all languages, its own among them. */
  translations?: Translation[];
  /** Absolute address of the page's picture. */
  image?: string;
  news?: NewsEntry;
}

/** What Google News is told of an article. */
interface NewsEntry {
  /** Name of the publication. */
  name: string;
  /** BCP 47 tag of its language. */
  language: string;
  /** Plain text. */
  title: string;
  /** ISO 8601, with the time zone. */
  date: string;
}

/** Namespaces of elements that sitemaps.org does not define, with the pages that need them. */
const NAMESPACES: [prefix: string, uri: string, has: (page: SitemapEntry) => boolean][] = [
  ['xhtml', 'http://www.w3.org/1999/xhtml', ({ translations = [] }) => translations.length > 0],
  ['image', 'http://www.google.com/schemas/sitemap-image/1.1', ({ image }) => image !== undefined],
  ['news', 'http://www.google.com/schemas/sitemap-news/0.9', ({ news }) => news !== undefined],
];

const writeTranslation = ({ language, href }: Translation): string =>
  `    <xhtml:link rel="alternate" hreflang="${escapeXml(language)}" href="${escapeXml(href)}" />`;

/** ISO 639 code, as Google News expects it. The script of Chinese is named by a country. */
const newsLanguage = (language: string): string => {
  const [code = '', ...more] = language.toLowerCase().split('-');
  if (code !== 'zh') return code;
  return more.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-tw' : 'zh-cn';
};

const newsLines = ({ name, language, title, date }: NewsEntry): string[] => [
  '    <news:news>',
  '      <news:publication>',
  `        <news:name>${escapeXml(name)}</news:name>`,
  `        <news:language>${escapeXml(newsLanguage(language))}</news:language>`,
  '      </news:publication>',
  `      <news:publication_date>${escapeXml(date)}</news:publication_date>`,
  `      <news:title>${escapeXml(title)}</news:title>`,
  '    </news:news>',
];

const writeEntry = (
  name: string,
  { href, modified, translations = [], image, news }: SitemapEntry,
): string =>
  [
    `  <${name}>`,
    `    <loc>${escapeXml(href)}</loc>`,
    ...(modified ? [`    <lastmod>${modified.toISOString()}</lastmod>`] : []),
    ...(news ? newsLines(news) : []),
    ...(image === undefined
      ? []
      : [`    <image:image><image:loc>${escapeXml(image)}</image:loc></image:image>`]),
    ...translations.map(writeTranslation),
    `  </${name}>`,
  ].join('\n');

/** Joins text: a tree of 2,500 pages would block the event loop three times as long. */
const writeDocument = (name: string, entries: string[], namespaces = ''): string =>
  [
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>`,
    ...entries,
    `</${name}>`,
    '',
  ].join('\n');

export const renderSitemap = (pages: SitemapEntry[]): string =>
  writeDocument(
    'urlset',
    pages.map((page) => writeEntry('url', page)),
    NAMESPACES.map(([prefix, uri, has]) =>
      pages.some(has) ? ` xmlns:${prefix}="${uri}"` : '',
    ).join(''),
  );

/** Renders the index of the sitemaps of a site with more pages than one can hold. */
export const renderSitemapIndex = (addresses: string[]): string =>
  writeDocument(
    'sitemapindex',
    addresses.map((href) => writeEntry('sitemap', { href })),
  );

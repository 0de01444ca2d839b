import { element, namespaceDeclarations, present, renderXml, type XmlElement } from '../feed/xml';
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
  /** Absolute address of the picture it is about. */
  image?: string;
  news?: NewsEntry;
}

/** What Google News is told of an article. */
export interface NewsEntry {
  /** Name of the publication. */
  name: string;
  /** BCP 47 tag of its language. */
  language: string;
  /** Plain text. */
  title: string;
  /** ISO 8601, with the time zone. */
  date: string;
}

/** ISO 639, as Google News wants it: of Chinese the script is told by a country. */
const newsLanguage = (language: string): string => {
  const [code = '', ...more] = language.toLowerCase().split('-');
  if (code !== 'zh') return code;
  return more.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-tw' : 'zh-cn';
};

const newsElement = ({ name, language, title, date }: NewsEntry): XmlElement =>
  element('news:news', [
    element('news:publication', [
      element('news:name', name),
      element('news:language', newsLanguage(language)),
    ]),
    element('news:publication_date', date),
    element('news:title', title),
  ]);

const translation = ({ language, href }: Translation): XmlElement =>
  element('xhtml:link', [], { rel: 'alternate', hreflang: language, href });

const urlElement = ({ href, modified, translations = [], image, news }: SitemapEntry): XmlElement =>
  element(
    'url',
    present([
      element('loc', href),
      modified && element('lastmod', modified.toISOString()),
      news && newsElement(news),
      image !== undefined && element('image:image', [element('image:loc', image)]),
      ...translations.map(translation),
    ]),
  );

const write = (name: string, entries: XmlElement[]): string =>
  renderXml(
    element(name, entries, {
      xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
      ...namespaceDeclarations(entries),
    }),
  );

/** Renders a sitemap of pages. */
export const renderSitemap = (pages: SitemapEntry[]): string =>
  write('urlset', pages.map(urlElement));

/** Renders the list of sitemaps of a site that has more pages than one can hold. */
export const renderSitemapIndex = (addresses: string[]): string =>
  write(
    'sitemapindex',
    addresses.map((href) => element('sitemap', [element('loc', href)])),
  );

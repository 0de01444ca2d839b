import { escapeXml } from '../lib/escape';
import type { Channel, Image } from './model';

/** A picture of an item in Media RSS 1.5, for RSS and Atom alike. */
export const mediaContent = ({ url, alt, type, width, height }: Image): XmlElement =>
  element('media:content', [alt !== '' && element('media:description', alt, { type: 'plain' })], {
    url,
    medium: 'image',
    ...(type === undefined ? {} : { type }),
    ...(width === undefined ? {} : { width: String(width) }),
    ...(height === undefined ? {} : { height: String(height) }),
  });

/**
 * Links from a document to itself, to its hubs and to the rest of its feed (RFC 5005). They are Atom's, which RSS has
 * as well (RSS Best Practices Profile, "atom:link"). Other languages are in the HTTP headers alone: SimplePie takes an
 * RSS feed's first alternate for its page, Newsboat and Liferea an Atom feed's last, whatever its type.
 *
 * @param type media type of the document
 */
export const channelLinks = (
  name: 'link' | 'atom:link',
  type: string,
  { feedUrl, hubs = [], history }: Channel,
): XmlElement[] =>
  [
    { href: feedUrl, rel: 'self', type },
    ...hubs.map((href) => ({ href, rel: 'hub' })),
    ...(history?.links ?? []).map(({ rel, href }) => ({ href, rel, type })),
  ].map((attributes) => element(name, [], attributes));

/** Namespaces of extensions, by the prefix that feeds use for them. */
const NAMESPACES: Record<string, string> = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  fh: 'http://purl.org/syndication/history/1.0',
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  media: 'http://search.yahoo.com/mrss/',
  podcast: 'https://podcastindex.org/namespace/1.0',
};

const hasPrefix = ({ name, content }: XmlElement, prefix: string): boolean =>
  name.startsWith(`${prefix}:`) ||
  (typeof content !== 'string' && content.some((child) => hasPrefix(child, prefix)));

/** Declarations of exactly the prefixes that the elements use. */
export const namespaceDeclarations = (elements: XmlElement[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(NAMESPACES)
      .filter(([prefix]) => elements.some((one) => hasPrefix(one, prefix)))
      .map(([prefix, uri]) => [`xmlns:${prefix}`, uri]),
  );

/** An XML element with text or child elements. Texts are plain, and escaped when they are written. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  content: string | XmlElement[];
}

/** A child element that may be missing. */
export type Optional = XmlElement | undefined | false;

/** Makes an element. Missing children are left out. */
export const element = (
  name: string,
  content: string | Optional[],
  attributes: Record<string, string> = {},
): XmlElement => ({
  name,
  attributes,
  content: typeof content === 'string' ? content : content.filter((child) => !!child),
});

const writeAttributes = (attributes: Record<string, string>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');

const write = ({ name, attributes, content }: XmlElement, indent: string): string => {
  const inside =
    typeof content === 'string'
      ? escapeXml(content)
      : content.map((child) => `\n${write(child, `${indent}  `)}`).join('');
  const start = `${indent}<${name}${writeAttributes(attributes)}`;
  if (inside === '') return `${start} />`;
  const end = typeof content === 'string' ? '' : `\n${indent}`;
  return `${start}>${inside}${end}</${name}>`;
};

/**
 * Writes a standalone XML document in UTF-8, indented by two spaces.
 *
 * @param stylesheetUrl absolute address of a CSS style sheet for people who open the document
 */
export const renderXml = (root: XmlElement, stylesheetUrl?: string): string =>
  [
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    ...(stylesheetUrl === undefined
      ? []
      : [`<?xml-stylesheet type="text/css" href="${escapeXml(stylesheetUrl)}"?>`]),
    write(root, ''),
    '',
  ].join('\n');

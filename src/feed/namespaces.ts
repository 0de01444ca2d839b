import type { XmlElement } from './xml';

/** Namespaces of extensions, by the prefix feeds write them with. */
const NAMESPACES: Record<string, string> = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  fh: 'http://purl.org/syndication/history/1.0',
  media: 'http://search.yahoo.com/mrss/',
};

const collectPrefixes = ({ name, content }: XmlElement, found: Set<string>): Set<string> => {
  const [prefix, local] = name.split(':');
  if (local !== undefined) found.add(prefix!);
  if (typeof content !== 'string') content.forEach((child) => collectPrefixes(child, found));
  return found;
};

/** Declarations of the prefixes that these elements use, and of no others. */
export const namespaceDeclarations = (elements: XmlElement[]): Record<string, string> => {
  const used = new Set<string>();
  elements.forEach((one) => collectPrefixes(one, used));
  return Object.fromEntries(
    Object.entries(NAMESPACES)
      .filter(([prefix]) => used.has(prefix))
      .map(([prefix, uri]) => [`xmlns:${prefix}`, uri]),
  );
};

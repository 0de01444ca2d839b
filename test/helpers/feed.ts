import { parseXml, XmlElement, type XmlDocument } from '@rgrove/parse-xml';

/** A feed as parsed by a third-party XML parser; texts are exact, with white space. */
export interface ParsedFeed {
  rss: XmlElement;
  channel: XmlElement;
  items: XmlElement[];
}

/** Child elements of an element. */
export const childElements = (parent: XmlElement): XmlElement[] =>
  parent.children.filter((child) => child instanceof XmlElement);

/** The only child element with a name; throws if there is none or more than one. */
export const child = (parent: XmlElement, name: string): XmlElement => {
  const found = childElements(parent).filter((element) => element.name === name);
  if (found.length !== 1) throw new Error(`${found.length} <${name}> in <${parent.name}>`);
  return found[0]!;
};

/** Text of the only child element with a name. */
export const text = (parent: XmlElement, name: string): string => child(parent, name).text;

/** Parses an RSS document; throws if it is not well-formed. */
export const readFeed = (xml: string): ParsedFeed => {
  const document: XmlDocument = parseXml(xml);
  const rss = document.root;
  if (rss?.name !== 'rss') throw new Error(`The root element is <${rss?.name}>`);
  const channel = child(rss, 'channel');
  const items = childElements(channel).filter((element) => element.name === 'item');
  return { rss, channel, items };
};

/** Titles of a feed's items, in order. */
export const itemTitles = (xml: string): string[] =>
  readFeed(xml).items.map((item) => text(item, 'title'));

/** The text that a browser shows for HTML without elements. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(lt|gt|amp|quot|#39|#34);/g, (_, name: string) => {
    const characters: Record<string, string> = {
      lt: '<',
      gt: '>',
      amp: '&',
      quot: '"',
      '#39': "'",
      '#34': '"',
    };
    return characters[name]!;
  });

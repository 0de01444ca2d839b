import { parseXml, XmlElement, type XmlDocument } from '@rgrove/parse-xml';

/** A feed as a third party's XML parser sees it; text is exact, white space included. */
export interface ParsedFeed {
  rss: XmlElement;
  channel: XmlElement;
  items: XmlElement[];
}

/** Child elements of an element. */
export const childElements = (parent: XmlElement): XmlElement[] =>
  parent.children.filter((child) => child instanceof XmlElement);

/** The one child element of a name. */
export const child = (parent: XmlElement, name: string): XmlElement => {
  const found = childElements(parent).filter((element) => element.name === name);
  if (found.length !== 1) throw new Error(`${found.length} <${name}> in <${parent.name}>`);
  return found[0]!;
};

/** Text of the one child element of a name. */
export const text = (parent: XmlElement, name: string): string => child(parent, name).text;

/** Reads an RSS document; fails when it is not well-formed. */
export const readFeed = (xml: string): ParsedFeed => {
  const document: XmlDocument = parseXml(xml);
  const rss = document.root;
  if (rss?.name !== 'rss') throw new Error(`The root element is <${rss?.name}>`);
  const channel = child(rss, 'channel');
  const items = childElements(channel).filter((element) => element.name === 'item');
  return { rss, channel, items };
};

/** Titles of a feed's items, in their order. */
export const itemTitles = (xml: string): string[] =>
  readFeed(xml).items.map((item) => text(item, 'title'));

/** What a browser shows of HTML that holds nothing but text and character references. */
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

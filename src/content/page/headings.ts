import { Element } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';

import { directoryOf } from '../../lib/url-paths';

/** A heading of an article that links can lead to. */
export interface LinkedHeading {
  id: string;
  /** Plain text. */
  text: string;
  level: number;
}

/** Ids that the page around an article uses. */
const PAGE_IDS = ['content', 'contents', 'related-articles', 'subscribe'];

/** Characters of a heading that are used. */
const MAXIMUM_TEXT = 200;

/** Prefix of an id that does not begin with a letter: style sheets and checkers expect one. */
const PREFIX = 'section-';

/** The slug that GitHub makes of a heading: its letters, digits, hyphens and underscores. */
const slugOf = (text: string): string => {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
  if (slug === '') return 'section';
  return /^\p{L}/u.test(slug) ? slug : PREFIX + slug;
};

/** Ids that a fragment may mean. Browsers look for it as it is, then without percent-encoding. */
const possibleIds = (fragment: string): string[] => {
  try {
    return [fragment, decodeURIComponent(fragment)];
  } catch {
    return [fragment];
  }
};

/** Whether a page has the element that a fragment means, and whether only with the prefix. */
const findAnchor = (ids: ReadonlySet<string>, fragment: string): 'own' | 'prefixed' | undefined => {
  const meant = possibleIds(fragment);
  if (meant.some((id) => ids.has(id))) return 'own';
  return meant.some((id) => ids.has(PREFIX + id)) ? 'prefixed' : undefined;
};

/**
 * Shortens links within the article to their fragment, so that they stay on the page where it is shown at another
 * address. A link to "#1-errors", as GitHub calls it, leads to "#section-1-errors".
 */
export const shortenLinks = (elements: Element[], address: string): void => {
  const ids = new Set(elements.flatMap(({ attribs }) => attribs.id ?? []));
  elements.forEach(({ attribs }) => {
    if (!attribs.href?.startsWith(`${address}#`)) return;
    const fragment = attribs.href.slice(address.length + 1);
    const isPrefixed = findAnchor(ids, fragment) === 'prefixed';
    attribs.href = `#${isPrefixed ? PREFIX : ''}${fragment}`;
  });
};

/** Makes ids unique: a second "errors" is "errors-1", as on GitHub. */
const createHeadingIds = (taken: string[]) => {
  const given = new Map(taken.map((id) => [id, 0]));
  return (slug: string): string => {
    let number = given.get(slug) ?? -1;
    let id: string;
    do {
      number += 1;
      id = number === 0 ? slug : `${slug}-${number}`;
    } while (number > 0 && given.has(id));
    given.set(slug, number);
    given.set(id, Math.max(0, given.get(id) ?? 0));
    return id;
  };
};

const INTERACTIVE = ['a', 'audio', 'video', 'details'];

/** Whether a whole heading may become a link: a link cannot contain another. */
const isLinkable = (heading: Element): boolean =>
  DomUtils.findOne(({ name }) => INTERACTIVE.includes(name), heading.children) === null;

/** Gives each heading an id, and makes it a link to itself. Headings without text stay as they are. */
export const linkHeadings = (elements: Element[]): LinkedHeading[] => {
  const own = elements.flatMap(({ attribs }) => attribs.id ?? []);
  const toId = createHeadingIds([...PAGE_IDS, ...own]);
  return elements.flatMap((element) => {
    if (!/^h[2-6]$/.test(element.name)) return [];
    const text = DomUtils.textContent(element).slice(0, MAXIMUM_TEXT).replace(/\s+/g, ' ').trim();
    if (text === '') return [];
    const id = toId(slugOf(text));
    element.attribs.id = id;
    if (isLinkable(element)) {
      const link = new Element('a', { class: 'anchor', href: `#${id}` }, element.children);
      link.children.forEach((child) => {
        child.parent = link;
      });
      link.parent = element;
      element.children = [link];
    }
    return [{ id, text, level: Number(element.name[1]) }];
  });
};

/** All elements below a node, in the order of the document. */
export const elementsOf = (nodes: Element['children']): Element[] =>
  DomUtils.getElementsByTagName('*', nodes);

/** The fragment of a link to a place in the article itself: `part` of `#part`. Undefined for other links. */
const fragmentWithin = (written: string, address: string): string | undefined => {
  if (!written.includes('#') || !URL.canParse(written, address)) return undefined;
  const { origin, pathname, hash } = new URL(written, address);
  if (directoryOf(origin + pathname) !== directoryOf(address)) return undefined;
  // Text behind ":~:" is to be highlighted; it is no id.
  const fragment = hash.slice(1).split(':~:')[0]!;
  // Browsers take these fragments for the start of the page.
  return fragment === '' || /^top$/i.test(fragment) ? undefined : fragment;
};

/**
 * Finds links of an article to places in itself that its page does not have.
 *
 * @param html HTML of the article, safe to publish
 * @param links addresses as the author wrote them
 * @param address address of the article
 */
export const findLostLinks = (
  html: string,
  links: readonly string[],
  address: string,
): string[] => {
  const asked = [...new Set(links)].flatMap((written) => {
    const fragment = fragmentWithin(written, address);
    return fragment === undefined ? [] : [{ written, fragment }];
  });
  if (asked.length === 0) return [];
  const elements = elementsOf(parseDocument(html).children as Element['children']);
  linkHeadings(elements);
  const ids = new Set([...PAGE_IDS, ...elements.flatMap(({ attribs }) => attribs.id ?? [])]);
  return asked.flatMap(({ written, fragment }) => (findAnchor(ids, fragment) ? [] : [written]));
};

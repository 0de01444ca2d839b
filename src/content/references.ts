import sanitizeHtml from 'sanitize-html';

import { limitNesting } from './html';

/** What the HTML of an article refers to, as its author wrote it. */
export interface References {
  images: { address: string; alt: string }[];
  links: string[];
  /** Links to a place within the article, `#part`, that is not there. */
  lost?: readonly string[];
  /** Addresses of what Markdown could not read and left as text. */
  unread: { images: string[]; links: string[] };
  /** Texts of links without an address, `[text]()`. */
  empty: string[];
}

/** References of a kind that are looked at: thousands are no help to an editor. */
const MAXIMUM_REFERENCES = 1_000;

/** Characters of an address that are looked at: an embedded image is megabytes long. */
const MAXIMUM_ADDRESS = 2_048;

/** Adds to a list, up to a number of entries. */
const add = <Entry>(list: Entry[], entry: Entry): void => {
  if (list.length < MAXIMUM_REFERENCES) list.push(entry);
};

const shortened = (address: string): string => address.slice(0, MAXIMUM_ADDRESS);

/**
 * Finds images and links as Markdown writes them, `![alt](address)` and `[text](address)`, in a line
 * of text that Markdown left as it is: with a space or a `file:` in the address. In one pass, as an
 * expression would look for the end anew at each bracket.
 */
const findUnread = (line: string, unread: References['unread']): void => {
  let opening = -1;
  for (let place = 0; place < line.length; place += 1) {
    const character = line[place];
    if (character === '[' && opening === -1) opening = place;
    if (character !== ']') continue;
    const start = place + 2;
    if (opening !== -1 && line[place + 1] === '(' && line[start] !== ')') {
      const end = line.indexOf(')', start);
      // No other one of this line has an end either.
      if (end === -1) return;
      const isImage = line[opening - 1] === '!';
      add(unread[isImage ? 'images' : 'links'], shortened(line.slice(start, end)));
      place = end;
    }
    opening = -1;
  }
};

/** Those of several parts of an article. */
export const mergeReferences = (parts: References[]): References => {
  const all = <Entry>(listOf: (references: References) => Entry[]): Entry[] =>
    parts.flatMap(listOf).slice(0, MAXIMUM_REFERENCES);
  return {
    images: all(({ images }) => images),
    links: all(({ links }) => links),
    unread: {
      images: all(({ unread }) => unread.images),
      links: all(({ unread }) => unread.links),
    },
    empty: all(({ empty }) => empty),
  };
};

/** An option that the declarations of sanitize-html 2.17 lack: a link without an address is told. */
const KEEPS_EMPTY_ADDRESSES: object = { allowedEmptyAttributes: ['href'] };

/**
 * Collects the images and links of HTML.
 *
 * @param from what it was made from: only Markdown leaves addresses as text
 */
export const findReferences = (
  html: string,
  from: 'markdown' | 'html' = 'markdown',
): References => {
  const images: References['images'] = [];
  const links: string[] = [];
  const unread: References['unread'] = { images: [], links: [] };
  const empty: string[] = [];
  sanitizeHtml(html, {
    ...limitNesting(),
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    ...KEEPS_EMPTY_ADDRESSES,
    transformTags: {
      '*': (tagName, attribs) => {
        if (tagName === 'img') {
          add(images, { address: shortened(attribs.src ?? ''), alt: shortened(attribs.alt ?? '') });
        }
        if (tagName === 'a' && attribs.href !== undefined) add(links, shortened(attribs.href));
        return { tagName, attribs };
      },
    },
    // Called at the end of each element, when its text is known; removes nothing.
    exclusiveFilter: ({ tag, attribs, text }) => {
      if (tag === 'a' && attribs.href?.trim() === '') add(empty, shortened(text.trim()));
      return false;
    },
    textFilter: (text, tagName) => {
      if (from === 'html' || tagName === 'code' || tagName === 'pre') return text;
      for (const line of text.split('\n')) findUnread(line, unread);
      return text;
    },
  });
  return { images, links, unread, empty };
};

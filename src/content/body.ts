import { escapeHtml } from '../feed/escape';
import {
  type BodyPart,
  bodyPartsOf,
  type BodySource,
  lengthOf,
  type MissingComponent,
  renderQuote,
} from './body-source';
import { keepFootnoteIds, limitNesting, sanitiseBody, stripTags } from './html';
import { renderMarkdown } from './markdown';
import { findLostLinks } from './page/headings';
import { MAXIMUM_BODY, MAXIMUM_HTML, TooHeavyError } from './too-heavy';
import sanitizeHtml from 'sanitize-html';

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

/** What is made of a body once for each of its versions, for all that show it. */
export interface RenderedBody {
  /** HTML that is safe to publish, with all its addresses absolute. */
  html: string;
  /** What it refers to, as its author wrote it. */
  references: References;
  /** Whether it is too much to render, and shown as plain text. */
  isHeavy: boolean;
  /** Components of which nothing is shown. */
  missing?: readonly MissingComponent[];
}

const NO_REFERENCES: References = {
  images: [],
  links: [],
  unread: { images: [], links: [] },
  empty: [],
};

/** A text as it is typed, as HTML. */
const paragraphs = (text: string): string =>
  text
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>\n`)
    .join('');

/** A text as it is typed, as HTML; of an endless one, the start. */
const plainHtml = (text: string): string => {
  const start = text.length > MAXIMUM_BODY ? `${text.slice(0, MAXIMUM_BODY)}…` : text;
  const html = paragraphs(start);
  return html.length > MAXIMUM_HTML ? `<p>${escapeHtml(start.slice(0, 100_000))}…</p>\n` : html;
};

/** A body as text that anybody can read, without a look at what it means. */
export const plainText = (source: BodySource): string =>
  bodyPartsOf(source)
    .parts.map(({ format, text }) => (format === 'html' ? stripTags(text) : text))
    .join('\n\n');

/** What a rendering says of the components it lacks. */
const missingOf = (source: BodySource): Pick<RenderedBody, 'missing'> => {
  const { missing } = bodyPartsOf(source);
  return missing.length === 0 ? {} : { missing };
};

/** A body that is too much to render, as plain text. */
export const renderPlain = (source: BodySource): RenderedBody => ({
  html: plainHtml(plainText(source)),
  references: NO_REFERENCES,
  isHeavy: true,
  ...missingOf(source),
});

/** HTML of a part as its author would have it: hostile until it is sanitised. */
const renderPart = ({ format, text }: BodyPart, notesBefore: number): string => {
  switch (format) {
    case 'markdown':
      return renderMarkdown(text, notesBefore);
    case 'html':
      return text;
    case 'text':
      return paragraphs(text.replace(/\r\n?/g, '\n'));
  }
};

const countNotes = (html: string): number => html.match(/<li id="fn-\d+">/g)?.length ?? 0;

/** Renders the parts of a body one by one, so that none reaches into another. */
const renderParts = (
  parts: readonly BodyPart[],
  link: string,
): Pick<RenderedBody, 'html' | 'references'> => {
  const keepIds = keepFootnoteIds();
  const references: References[] = [];
  let html = '';
  let work = 0;
  let notes = 0;
  for (const part of parts) {
    const hostile = renderPart(part, notes);
    work += hostile.length;
    // The most there may be of each part is too much for all of them.
    if (work > MAXIMUM_HTML) throw new TooHeavyError('A body with too much markup');
    const safe = sanitiseBody(hostile, link, keepIds);
    html += part.quote ? renderQuote(safe, part.quote.by) : safe;
    if (html.length > MAXIMUM_HTML) throw new TooHeavyError('HTML that is too long');
    if (part.format === 'markdown') notes += countNotes(safe);
    if (part.format !== 'text') references.push(findReferences(hostile, part.format));
  }
  const merged = mergeReferences(references);
  return { html, references: { ...merged, lost: findLostLinks(html, merged.links, link) } };
};

/**
 * Renders a body. One that takes too much work is plain text: which that is depends on the text
 * alone, so that all nodes give the same bytes.
 *
 * @param link address of the article, against which its relative links are resolved
 */
export const renderBody = (source: BodySource, link: string): RenderedBody => {
  try {
    const { parts, isHeavy } = bodyPartsOf(source);
    if (isHeavy || lengthOf(source) > MAXIMUM_BODY) throw new TooHeavyError('A body too long');
    return { ...renderParts(parts, link), isHeavy: false, ...missingOf(source) };
  } catch (error) {
    if (error instanceof TooHeavyError) return renderPlain(source);
    throw error;
  }
};

import { escapeHtml } from '../lib/text';
import {
  type BodyPart,
  bodyPartsOf,
  type BodySource,
  type MissingComponent,
  renderQuote,
} from './body-source';
import {
  addReference,
  keepFootnoteIds,
  sanitiseBody,
  shortened,
  stripTags,
  textsOf,
  type WrittenReferences,
} from './html';
import { renderMarkdown } from './markdown';
import { findLostLinks } from './page/headings';
import { MAXIMUM_BODY, MAXIMUM_HTML, TooHeavyError } from './too-heavy';

/** What the HTML of an article refers to, as its author wrote it. */
export interface References extends WrittenReferences {
  /** Links to a place within the article, `#part`, that is not there. */
  lost?: readonly string[];
  /** Addresses of what Markdown could not read and left as text. */
  unread: { images: string[]; links: string[] };
}

/**
 * Finds images and links as Markdown writes them, `![alt](address)` and `[text](address)`, in a line
 * of text that Markdown left as it is: with a space or a `file:` in the address. In one pass, as an
 * expression would look for the end anew at each bracket.
 */
const findUnreadIn = (line: string, unread: References['unread']): void => {
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
      addReference(unread[isImage ? 'images' : 'links'], shortened(line.slice(start, end)));
      place = end;
    }
    opening = -1;
  }
};

/** Adds what Markdown could not read and left as text. */
export const findUnread = (html: string, unread: References['unread']): void => {
  for (const line of textsOf(html).flatMap((text) => text.split('\n'))) findUnreadIn(line, unread);
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

const noReferences = (): References => ({
  images: [],
  links: [],
  unread: { images: [], links: [] },
  empty: [],
});

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

/**
 * What Word and others have where a line ends within a paragraph: browsers show nothing for it, and XML has
 * no vertical tab, so that two words would be one.
 */
const OTHER_LINE_ENDS = /[\v\u2028\u2029]/g;

/** A body as text that anybody can read, without a look at what it means. */
export const plainText = (source: BodySource): string =>
  bodyPartsOf(source)
    .parts.map(({ format, text }) => (format === 'html' ? stripTags(text) : text))
    .join('\n\n')
    .replace(OTHER_LINE_ENDS, '\n');

/** What a rendering says of the components it lacks. */
const missingOf = (source: BodySource): Pick<RenderedBody, 'missing'> => {
  const { missing } = bodyPartsOf(source);
  return missing.length === 0 ? {} : { missing };
};

/** A body that is too much to render, as plain text. */
export const renderPlain = (source: BodySource): RenderedBody => ({
  html: plainHtml(plainText(source)),
  references: noReferences(),
  isHeavy: true,
  ...missingOf(source),
});

/** HTML of a part as its author would have it: hostile until it is sanitised. */
const renderPart = ({ format, text }: BodyPart, notesBefore: number): string => {
  const typed = text.replace(OTHER_LINE_ENDS, '\n');
  switch (format) {
    case 'markdown':
      return renderMarkdown(typed, notesBefore);
    case 'html':
      return typed;
    case 'text':
      return paragraphs(typed.replace(/\r\n?/g, '\n'));
  }
};

const countNotes = (html: string): number => html.match(/<li id="fn-\d+">/g)?.length ?? 0;

/** Renders the parts of a body one by one, so that none reaches into another. */
const renderParts = (
  parts: readonly BodyPart[],
  link: string,
): Pick<RenderedBody, 'html' | 'references'> => {
  const keepIds = keepFootnoteIds();
  const references = noReferences();
  let html = '';
  let work = 0;
  let notes = 0;
  for (const part of parts) {
    const hostile = renderPart(part, notes);
    work += hostile.length;
    // The most there may be of each part is too much for all of them.
    if (work > MAXIMUM_HTML) throw new TooHeavyError('A body with too much markup');
    const safe = sanitiseBody(hostile, link, keepIds, references);
    html += part.quote ? renderQuote(safe, part.quote.by) : safe;
    if (html.length > MAXIMUM_HTML) throw new TooHeavyError('HTML that is too long');
    if (part.format !== 'markdown') continue;
    notes += countNotes(safe);
    findUnread(safe, references.unread);
  }
  return { html, references: { ...references, lost: findLostLinks(html, references.links, link) } };
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
    if (isHeavy) throw new TooHeavyError('A body too long');
    return { ...renderParts(parts, link), isHeavy: false, ...missingOf(source) };
  } catch (error) {
    if (error instanceof TooHeavyError) return renderPlain(source);
    throw error;
  }
};

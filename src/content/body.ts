import { createDocument } from '@mixmark-io/domino';
import { Parser } from 'htmlparser2';
import TurndownService from 'turndown';
import { tables } from 'turndown-plugin-gfm';

import { escapeHtml } from '../lib/escape';
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
  limitNesting,
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
const plainText = (source: BodySource): string =>
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

/** Elements within each other: each adds its sign to every line in it. */
const MAXIMUM_DEPTH = 50;

/** Elements: the library looks for each cell among all of its row. */
const MAXIMUM_ELEMENTS = 50_000;

/** An element as HTML in Markdown, which ends at an empty line: it has none. */
const writtenHtml = (node: Node): string =>
  (node as HTMLElement).outerHTML.replace(/\n(?<=\n[ \t]*\n)/g, '&#10;');

const turndown = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  codeBlockStyle: 'fenced',
  // It drops what it takes for empty: players among that.
  blankReplacement: (content, node) =>
    /^(?:AUDIO|VIDEO)$/.test(node.nodeName) ? writtenHtml(node) : content && '\n\n',
  // What is behind it is no part of it.
  keepReplacement: (_content, node) => `\n\n${writtenHtml(node)}\n\n`,
});
turndown.use(tables);

/** A sign around text alone: next to a space or the end of a line it would be none, and in code it is a part of it. */
const around = (node: Node, content: string, [before, after]: [string, string]): string => {
  const text = content.trim();
  // A paragraph or more has none.
  if (text === '' || text.includes('\n\n') || (node as { isCode?: boolean }).isCode) return content;
  return content.replace(text, () => before + text + after);
};

const SIGNS: [sign: string, filter: TurndownService.Filter][] = [
  ['*', ['em', 'i']],
  ['**', ['strong', 'b']],
  ['~~', ['del', 's']],
];
for (const [sign, filter] of SIGNS) {
  turndown.addRule(sign, {
    filter,
    replacement: (content, node) => around(node, content, [sign, sign]),
  });
}
// Markdown has no sign for these, and takes them as they are.
turndown.keep(['audio', 'video', 'details']);

// Of these their text is Markdown still: what looks like a sign in it is none.
turndown.addRule('text without a sign', {
  filter: ['sub', 'sup', 'u', 'ins', 'mark', 'kbd'],
  replacement: (content, node) => {
    const empty = writtenHtml(node.cloneNode(false));
    const end = empty.lastIndexOf('</');
    return around(node, content, [empty.slice(0, end), empty.slice(end)]);
  },
});

// A link of Markdown is within a paragraph: what it is around comes first, and where it leads behind it.
turndown.addRule('link', {
  filter: (node) => node.nodeName === 'A' && !!node.getAttribute('href'),
  replacement: (content, node) => {
    const [href, title] = ['href', 'title'].map((name) => (node as HTMLElement).getAttribute(name));
    const target = href!.replace(/[<>\s]/g, encodeURIComponent);
    if (/\n\s*\n/.test(content)) return `\n\n${content.trim()}\n\n<${target}>\n\n`;
    const behind = title ? ` "${title.replace(/[\\"]/g, '\\$&')}"` : '';
    return `[${content}](${target.replace(/[()]/g, '\\$&')}${behind})`;
  },
});

// The plugin looks for the headings of any table in its first row.
turndown.addRule('table without rows', {
  filter: (node) => node.nodeName === 'TABLE' && (node as HTMLTableElement).rows.length === 0,
  replacement: (content) => `\n\n${content}\n\n`,
});

/** Numbers of the last items of lists. The library looks for each item among all of its list. */
const numbers = new WeakMap<Node, number>();

const isList = (node: Node | null): boolean => /^[OU]L$/.test(node?.nodeName ?? '');

/** What is before the last item of a list. */
const signOf = (list: Node | null): string =>
  list?.nodeName === 'OL' ? `${numbers.get(list) ?? 1}. ` : '- ';

const indent = (text: string, sign: string): string =>
  text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(sign.length)}`);

/** Id of a footnote: see `markdown.ts`. */
const FOOTNOTE = /^fn-(\d+)$/;

/** What a footnote ends with, which leads back to the text. */
const BACK = '\u21A9\uFE0E';

/** What the further lines of a footnote begin with. */
const NOTE_INDENT = ' '.repeat(4);

/** The text of a task with its box as Markdown has it: see `markdown.ts`. */
const withBox = (text: string): string => text.replace(/^☐ /, '[ ] ').replace(/^☑ /, '[x] ');

turndown.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const list = node.parentNode!;
    const start = Number((list as HTMLElement).getAttribute?.('start') ?? 1) || 1;
    numbers.set(list, (numbers.get(list) ?? start - 1) + 1);
    const { id, className } = node as HTMLElement;
    const isNote = (list as HTMLElement).className === 'footnotes';
    const [, note] = (isNote && FOOTNOTE.exec(id)) || [];
    const sign = note === undefined ? signOf(list) : `[^${note}]: `;
    const text = className === 'task' ? withBox(content.trim()) : content.trim();
    const behind = note === undefined ? sign : NOTE_INDENT;
    return `${sign}${indent(text, behind)}${node.nextSibling ? '\n' : ''}`;
  },
});

turndown.addRule('reference to a footnote', {
  // An author may have written anything in one.
  filter: (node) =>
    node.nodeName === 'SUP' &&
    node.className === 'footnote-ref' &&
    /^\d{1,9}$/.test(node.textContent ?? ''),
  replacement: (_content, node) => `[^${node.textContent}]`,
});

turndown.addRule('way back from a footnote', {
  filter: (node) =>
    node.nodeName === 'A' && node.className === 'footnote-back' && node.textContent === BACK,
  replacement: () => '',
});

// A cell is one line, and a bar in code would begin another.
turndown.addRule('cell', {
  filter: ['th', 'td'],
  replacement: (content, node) => {
    const text = content
      .trim()
      .replace(/(?<!\\)\|/g, '\\|')
      .replace(/ *\n[\n ]*/g, '<br>');
    return `${node.parentNode?.firstChild === node ? '| ' : ' '}${text} |`;
  },
});

// As Blocks have it, and many an editor.
turndown.addRule('list in a list', {
  filter: (node) => isList(node) && isList(node.parentNode),
  replacement: (content, node) => {
    const sign = signOf(node.parentNode);
    return `${' '.repeat(sign.length)}${indent(content.trim(), sign)}\n`;
  },
});

const escapeSigns = turndown.escape.bind(turndown);
// By parts between tildes: the library marks a line's first three in a way of its own.
turndown.escape = (text) =>
  text
    .split('~')
    .map(escapeSigns)
    .join('~')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/[<|]|~(?=~)/g, '\\$&')
    // What makes an empty heading or list, and the list with a bracket.
    .replace(/^(?:#{1,6}|[+-])$/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

/** Ends the work on what would take longer than it is long. */
const refuseHeavy = (html: string): void => {
  const { onOpenTag, onCloseTag } = limitNesting(MAXIMUM_DEPTH, MAXIMUM_ELEMENTS);
  new Parser({ onopentag: onOpenTag, onclosetag: onCloseTag }).end(html);
};

/**
 * Reads HTML for the library, which has a parser of its own in Node.js alone: the build takes its version for
 * browsers.
 */
const parse = (html: string): HTMLElement => {
  const document = createDocument(`<x-turndown id="root">${html}</x-turndown>`);
  // In a line of its own, what looks like an element would be one.
  document.querySelectorAll('[alt], [title]').forEach((element) => {
    for (const name of ['alt', 'title']) {
      const text = element.getAttribute(name);
      if (text !== null) element.setAttribute(name, text.replace(/\s+/g, ' '));
    }
  });
  return document.getElementById('root')!;
};

/**
 * Writes HTML that is safe to publish as Markdown, for those who read it elsewhere.
 *
 * @throws TooHeavyError for HTML that no article has
 */
export const toMarkdown = (html: string): string => {
  refuseHeavy(html);
  const markdown = turndown.turndown(parse(html));
  if (markdown.length > MAXIMUM_HTML) throw new TooHeavyError('Markdown that is too long');
  return markdown;
};

/** A body as it is typed; of an endless one, the start. */
export const plainMarkdown = (source: BodySource): string => {
  const text = plainText(source);
  return text.length > MAXIMUM_BODY ? `${text.slice(0, MAXIMUM_BODY)}…` : text;
};

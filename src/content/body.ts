import { createDocument } from '@mixmark-io/domino';
import { Parser } from 'htmlparser2';
import TurndownService from 'turndown';
import { tables } from 'turndown-plugin-gfm';

import { escapeHtml } from '../lib/escape';
import type { BodyPart, BodySource, MissingComponent } from './body-source';
import {
  keepFootnoteIds,
  limitNesting,
  sanitiseBody,
  stripTags,
  type WrittenReferences,
} from './html';
import { renderMarkdown } from './markdown';
import { findLostLinks } from './page/headings';
import { MAXIMUM_BODY, MAXIMUM_HTML, TooHeavyError } from './too-heavy';

/** What the HTML of an article refers to, as its author wrote it. */
export interface References extends WrittenReferences {
  /** Links to an anchor within the article, `#part`, that does not exist. */
  lost?: readonly string[];
}

/** A body rendered once for each of its versions, for all pages and feeds that show it. */
export interface RenderedBody {
  /** HTML that is safe to publish, with absolute addresses. */
  html: string;
  /** What it refers to, as its author wrote it. */
  references: References;
  /** Whether it is too heavy to render, and therefore shown as plain text. */
  isHeavy: boolean;
  /** Components of which nothing is shown. */
  missing: readonly MissingComponent[];
}

const noReferences = (): References => ({ images: [], links: [], empty: [] });

/** Plain text as HTML, with a paragraph for each block of lines. */
const paragraphs = (text: string): string =>
  text
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>\n`)
    .join('');

/** Plain text as HTML; only the start of a text that is too long. */
const plainHtml = (text: string): string => {
  const start = text.length > MAXIMUM_BODY ? `${text.slice(0, MAXIMUM_BODY)}…` : text;
  const html = paragraphs(start);
  return html.length > MAXIMUM_HTML ? `<p>${escapeHtml(start.slice(0, 100_000))}…</p>\n` : html;
};

/**
 * Line ends that Word and others write within a paragraph. Browsers show nothing for them, and XML cannot contain a
 * vertical tab, so that two words would become one.
 */
const OTHER_LINE_ENDS = /[\v\u2028\u2029]/g;

/** A body as plain text. Its Markdown is left as it is. */
const plainText = (source: BodySource): string =>
  source.parts
    .map(({ format, text }) => (format === 'html' ? stripTags(text) : text))
    .join('\n\n')
    .replace(OTHER_LINE_ENDS, '\n');

/** Shows a body that is too heavy to render as plain text. */
export const renderPlain = (source: BodySource): RenderedBody => ({
  html: plainHtml(plainText(source)),
  references: noReferences(),
  isHeavy: true,
  missing: source.missing,
});

/** HTML of a part as its author wrote it: unsafe until it is sanitised. */
const renderBodyPart = ({ format, text }: BodyPart, notesBefore: number): string => {
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

/** A quotation of HTML that is already safe. An empty `by` names nobody. */
const renderQuote = (html: string, by: string): string => {
  const quote = `<blockquote>\n${html.trimEnd()}\n</blockquote>`;
  if (by === '') return `${quote}\n`;
  return `<figure>${quote}<figcaption>${escapeHtml(by)}</figcaption></figure>\n`;
};

/** Renders the parts of a body one by one, so that markup of one part cannot reach into another. */
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
    const hostile = renderBodyPart(part, notes);
    work += hostile.length;
    // The limit for each part is the limit for all parts together.
    if (work > MAXIMUM_HTML) throw new TooHeavyError('A body with too much markup');
    const safe = sanitiseBody(hostile, link, keepIds, references);
    html += part.quote ? renderQuote(safe, part.quote.by) : safe;
    if (html.length > MAXIMUM_HTML) throw new TooHeavyError('HTML that is too long');
    if (part.format === 'markdown') notes += countNotes(safe);
  }
  return { html, references: { ...references, lost: findLostLinks(html, references.links, link) } };
};

/**
 * Renders a body. A body that is too heavy becomes plain text. This depends on the text alone, so that all nodes
 * give the same bytes.
 *
 * @param link address of the article, against which its relative links are resolved
 */
export const renderBody = (source: BodySource, link: string): RenderedBody => {
  try {
    const { parts, isHeavy, missing } = source;
    if (isHeavy) throw new TooHeavyError('A body too long');
    return { ...renderParts(parts, link), isHeavy: false, missing };
  } catch (error) {
    if (error instanceof TooHeavyError) return renderPlain(source);
    throw error;
  }
};

/** Depth of nested elements: each level adds its sign to every line in it. */
const MAXIMUM_DEPTH = 50;

/** Number of elements: for each cell, Turndown searches all cells of the row. */
const MAXIMUM_ELEMENTS = 50_000;

/** An element as HTML within Markdown. An empty line would end it, so it must not contain any. */
const writtenHtml = (node: Node): string =>
  (node as HTMLElement).outerHTML.replace(/\n(?<=\n[ \t]*\n)/g, '&#10;');

const turndown = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  codeBlockStyle: 'fenced',
  // Empty lines keep the text behind the element out of it.
  keepReplacement: (_content, node) => `\n\n${writtenHtml(node)}\n\n`,
});
turndown.use(tables);

// Markdown has no sign for these elements and takes them as HTML.
turndown.keep(['audio', 'video', 'details']);

/** Signs around the text of elements. Markdown has none for raised and lowered text, but what is in it is Markdown. */
const SIGNS: [before: string, after: string, filter: TurndownService.Filter][] = [
  ['*', '*', ['em', 'i']],
  ['**', '**', ['strong', 'b']],
  ['~~', '~~', ['del', 's']],
  ['<sub>', '</sub>', 'sub'],
  ['<sup>', '</sup>', 'sup'],
];
for (const [before, after, filter] of SIGNS) {
  turndown.addRule(before, {
    filter,
    replacement(content, node) {
      const text = content.trim();
      // An inline element cannot contain blocks, which have empty lines around them. In code, a sign would be code.
      const isPlain = content.includes('\n\n') || (node as { isCode?: boolean }).isCode;
      // Next to a space or at the end of a line, Markdown takes a sign for text.
      return text === '' || isPlain ? content : content.replace(text, () => before + text + after);
    },
  });
}

// The table plugin expects headings in the first row of every table.
turndown.addRule('table without rows', {
  filter: (node) => node.nodeName === 'TABLE' && (node as HTMLTableElement).rows.length === 0,
  replacement: (content) => `\n\n${content}\n\n`,
});

/** Number of the last item of each list. Turndown itself would search the whole list for each item. */
const numbers = new WeakMap<Node, number>();

const isList = (node: Node | null): boolean => /^[OU]L$/.test(node?.nodeName ?? '');

/** Sign of the last item of a list. */
const signOf = (list: Node | null): string =>
  list?.nodeName === 'OL' ? `${numbers.get(list) ?? 1}. ` : '- ';

const indent = (text: string, sign: string): string =>
  text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(sign.length)}`);

turndown.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const list = node.parentNode!;
    const start = Number((list as HTMLElement).getAttribute?.('start') ?? 1) || 1;
    numbers.set(list, (numbers.get(list) ?? start - 1) + 1);
    const sign = signOf(list);
    return `${sign}${indent(content.trim(), sign)}${node.nextSibling ? '\n' : ''}`;
  },
});

// A cell is a single line, and a bar in its code would begin another cell.
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

// Many editors put a list directly into a list.
turndown.addRule('list in a list', {
  filter: (node) => isList(node) && isList(node.parentNode),
  replacement: (content, node) => {
    const sign = signOf(node.parentNode);
    return `${' '.repeat(sign.length)}${indent(content.trim(), sign)}\n`;
  },
});

// A link in Markdown is within a line: the address of one around blocks stands behind them.
turndown.addRule('link', {
  filter: (node) => node.nodeName === 'A' && !!node.getAttribute('href'),
  replacement: (content, node) => {
    const [href, title] = ['href', 'title'].map((name) => (node as HTMLElement).getAttribute(name));
    if (/\n\s*\n/.test(content)) return `\n\n${content.trim()}\n\n<${href}>\n\n`;
    const behind = title ? ` "${title.replaceAll('"', '\\"')}"` : '';
    return `[${content}](${href!.replace(/[()]/g, '\\$&')}${behind})`;
  },
});

const escapeSigns = turndown.escape.bind(turndown);
// Text is escaped between tildes, since Turndown escapes three tildes at the start of a line in its own way.
turndown.escape = (text) =>
  text
    .split('~')
    .map(escapeSigns)
    .join('~')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/[<|]|~(?=~)/g, '\\$&')
    // A sign of an empty heading or list item, and a number with a dot or bracket, which begins a list.
    .replace(/^(?:#{1,6}|[+-])$/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

/** Throws a TooHeavyError for HTML whose conversion would take quadratic time. */
const refuseHeavy = (html: string): void => {
  const { onOpenTag, onCloseTag } = limitNesting(MAXIMUM_DEPTH, MAXIMUM_ELEMENTS);
  new Parser({ onopentag: onOpenTag, onclosetag: onCloseTag }).end(html);
};

const asText = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[<\\]/g, (sign) => `&#${sign.codePointAt(0)};`);

const asAddress = (text: string): string => text.replace(/[<>\s\\]/g, encodeURIComponent);

/** Turndown copies these attributes. What is in them must not become an element or end the link. */
const COPIED = { alt: asText, title: asText, href: asAddress, src: asAddress };

/**
 * Parses HTML for Turndown. Only its build for Node.js has a parser of its own, and our build bundles the one for
 * browsers.
 */
const parse = (html: string): HTMLElement => {
  const document = createDocument(`<x-turndown id="root">${html}</x-turndown>`);
  // A picture on an editor's own computer has no address.
  document.querySelectorAll('img:not([src])').forEach((picture) => {
    picture.replaceWith(picture.getAttribute('alt') ?? '');
  });
  for (const [name, write] of Object.entries(COPIED)) {
    document.querySelectorAll(`[${name}]`).forEach((element) => {
      element.setAttribute(name, write(element.getAttribute(name)!));
    });
  }
  return document.getElementById('root')!;
};

/**
 * Converts HTML that is safe to publish to Markdown, for people who read it elsewhere.
 *
 * @throws TooHeavyError for HTML that no real article has
 */
export const toMarkdown = (html: string): string => {
  refuseHeavy(html);
  const markdown = turndown.turndown(parse(html));
  if (markdown.length > MAXIMUM_HTML) throw new TooHeavyError('Markdown that is too long');
  return markdown;
};

/** A body as it was typed; only the start of a body that is too long. */
export const plainMarkdown = (source: BodySource): string => {
  const text = plainText(source);
  return text.length > MAXIMUM_BODY ? `${text.slice(0, MAXIMUM_BODY)}…` : text;
};

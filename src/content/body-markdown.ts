import { createDocument } from '@mixmark-io/domino';
import { Parser } from 'htmlparser2';
import TurndownService from 'turndown';
import { tables } from 'turndown-plugin-gfm';

import { plainText } from './body';
import type { BodySource } from './body-source';
import { limitNesting } from './html';
import { MAXIMUM_BODY, MAXIMUM_HTML, TooHeavyError } from './too-heavy';

/** Elements within each other: each adds its sign to every line in it. */
const MAXIMUM_DEPTH = 50;

/** Elements: the library looks for each cell among all of its row. */
const MAXIMUM_ELEMENTS = 50_000;

const turndown = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  // It drops what it takes for empty: players among that.
  blankReplacement: (content, node) =>
    /^(?:AUDIO|VIDEO)$/.test(node.nodeName) ? (node as HTMLElement).outerHTML : content && '\n\n',
});
turndown.use(tables);

turndown.addRule('deleted', {
  filter: ['del', 's'],
  replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
});
// Markdown has no sign for these, and takes them as they are.
turndown.keep(['audio', 'video', 'details', 'sub', 'sup', 'u', 'ins', 'mark', 'kbd']);

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
const parse = (html: string): HTMLElement =>
  createDocument(`<x-turndown id="root">${html}</x-turndown>`).getElementById('root')!;

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

import sanitizeHtml from 'sanitize-html';
import TurndownService from 'turndown';
import { tables } from 'turndown-plugin-gfm';

import { MAXIMUM_HTML, TooHeavyError } from './too-heavy';

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
  let depth = 0;
  let elements = 0;
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: () => {
      depth += 1;
      elements += 1;
      if (depth > MAXIMUM_DEPTH || elements > MAXIMUM_ELEMENTS) {
        throw new TooHeavyError('HTML that is too much for Markdown');
      }
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
};

/**
 * Writes HTML that is safe to publish as Markdown, for those who read it elsewhere.
 *
 * @throws TooHeavyError for HTML that no article has
 */
export const toMarkdown = (html: string): string => {
  refuseHeavy(html);
  const markdown = turndown.turndown(html);
  if (markdown.length > MAXIMUM_HTML) throw new TooHeavyError('Markdown that is too long');
  return markdown;
};

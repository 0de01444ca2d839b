import sanitizeHtml from 'sanitize-html';
import TurndownService from 'turndown';
import { tables } from 'turndown-plugin-gfm';

import { MAXIMUM_HTML, TooHeavyError } from './too-heavy';

/** Elements within each other: each adds its sign to every line in it. */
const MAXIMUM_DEPTH = 50;

const turndown = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
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

const escapeSigns = turndown.escape.bind(turndown);
turndown.escape = (text) =>
  escapeSigns(text)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '\\<');

/** Ends the work on what is nested so deep that lines would be mostly signs. */
const refuseDeep = (html: string): void => {
  let depth = 0;
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: () => {
      depth += 1;
      if (depth > MAXIMUM_DEPTH) throw new TooHeavyError('HTML nested too deep for Markdown');
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
  refuseDeep(html);
  const markdown = turndown.turndown(html);
  if (markdown.length > MAXIMUM_HTML) throw new TooHeavyError('Markdown that is too long');
  return markdown;
};

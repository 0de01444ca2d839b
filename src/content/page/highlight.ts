import { type Element, isTag } from 'domhandler';
import highlighter from 'highlight.js/lib/common';
import { DomUtils, parseDocument } from 'htmlparser2';

/**
 * Characters of a block that are highlighted, and of all blocks of an article: of hostile code the
 * library takes quadratic time.
 */
const MAXIMUM_BLOCK = 6_000;
const MAXIMUM_ALL = 30_000;

/** Characters of a line: code that was made smaller by a tool is nothing to read. */
const LONG_LINE = /[^\n]{1001}/;

/** Characters of a line that a small telephone shows. */
const WIDE_LINE = /[^\n]{25}/;

const languageOf = (code: Element): string | undefined => {
  const [, language] = /(?:^| )language-(\S+)/.exec(code.attribs.class ?? '') ?? [];
  return language !== undefined && highlighter.getLanguage(language) ? language : undefined;
};

/** The code of a block, when it is one as Markdown makes it. */
const codeOf = (block: Element): Element | undefined => {
  const [code, ...others] = block.children;
  return code && isTag(code) && code.name === 'code' && others.length === 0 ? code : undefined;
};

/**
 * Marks keywords, strings and so on of code blocks that name their language, for the style sheet to
 * colour; what is long stays plain.
 */
export const highlightCode = (elements: Element[]): void => {
  let room = MAXIMUM_ALL;
  for (const block of elements) {
    if (block.name !== 'pre') continue;
    const text = DomUtils.textContent(block);
    // It scrolls then, and must for who has a keyboard alone.
    if (WIDE_LINE.test(text)) block.attribs.tabindex = '0';
    const code = codeOf(block);
    const language = code && languageOf(code);
    if (!code || !language || text.length > Math.min(MAXIMUM_BLOCK, room)) continue;
    if (LONG_LINE.test(text)) continue;
    room -= text.length;
    const { value } = highlighter.highlight(text, { language, ignoreIllegals: true });
    code.children = parseDocument(value).children as Element['children'];
  }
};

import { escapeAttribute, escapeHtml } from '../lib/escape';
import { isObject } from '../lib/values';
import { MAXIMUM_HTML, TooHeavyError } from './too-heavy';

/** Depth of nested blocks: the editor makes lists of six levels. */
const MAXIMUM_DEPTH = 100;

type Node = Record<string, unknown>;

const childrenOf = ({ children }: Node): Node[] =>
  Array.isArray(children) ? children.filter(isObject) : [];

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const MODIFIERS: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 'del',
  code: 'code',
};

/** A text with its markup. The modifier that is named first is innermost, as in Strapi's own renderer. */
const renderText = (node: Node): string => {
  const text = escapeHtml(textIn(node.text)).replace(/\r\n?|\n/g, '<br />');
  return Object.keys(node)
    .filter((name) => Object.hasOwn(MODIFIERS, name) && node[name] === true)
    .reduce((html, name) => `<${MODIFIERS[name]}>${html}</${MODIFIERS[name]}>`, text);
};

/** A block of code. Strapi calls the language "plaintext" when none was chosen. */
const renderCode = (node: Node): string => {
  const language = textIn(node.language);
  const isKnown = /^[\w+#-]{1,40}$/.test(language) && language !== 'plaintext';
  const name = isKnown ? ` class="language-${language}"` : '';
  return `<pre><code${name}>${escapeHtml(textOfBlocks(node, MAXIMUM_HTML, ''))}</code></pre>`;
};

/** An image, as the block keeps it; a figure when it has a caption. */
const renderImage = ({ image }: Node): string => {
  if (!isObject(image)) return '';
  const alt = escapeAttribute(textIn(image.alternativeText));
  const html = `<img src="${escapeAttribute(textIn(image.url))}" alt="${alt}" />`;
  const caption = textIn(image.caption).trim();
  if (caption === '') return html;
  return `<figure>${html}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;
};

const isEmptyParagraph = (node: Node): boolean => {
  const [child, ...others] = childrenOf(node);
  return child?.text === '' && others.length === 0;
};

const tagOf = ({ type, level, format }: Node): string | undefined => {
  switch (type) {
    case 'paragraph':
      return 'p';
    case 'quote':
      return 'blockquote';
    case 'heading':
      return `h${[1, 2, 3, 4, 5, 6].find((known) => known === level) ?? 2}`;
    case 'list':
      return format === 'ordered' ? 'ol' : 'ul';
    case 'list-item':
      return 'li';
    default:
      return undefined;
  }
};

const renderChildren = (node: Node, depth: number): string =>
  childrenOf(node)
    .map((child) => renderBlock(child, depth + 1))
    .join('');

/**
 * The items of a list. The editor puts a nested list beside the item that it belongs to. In HTML it is within that
 * item, since a list contains only items (HTML, "The ul element").
 */
const renderItems = (list: Node, depth: number): string => {
  const items: string[] = [];
  for (const child of childrenOf(list)) {
    const isItem = child.type === 'list-item';
    const inner = isItem ? renderChildren(child, depth + 1) : renderBlock(child, depth + 1);
    if (isItem || items.length === 0) items.push(inner);
    else items[items.length - 1] += inner;
  }
  return items.map((item) => `<li>${item}</li>`).join('');
};

const renderBlock = (node: Node, depth: number): string => {
  if (depth > MAXIMUM_DEPTH) throw new TooHeavyError('Blocks that are nested too deep');
  if (node.type === 'text') return renderText(node);
  if (node.type === 'image') return renderImage(node);
  if (node.type === 'code') return renderCode(node);
  // Strapi's renderer makes an empty line of an empty paragraph.
  if (node.type === 'paragraph' && isEmptyParagraph(node)) return '<br />';
  const inner = node.type === 'list' ? renderItems(node, depth) : renderChildren(node, depth);
  if (node.type === 'link') return `<a href="${escapeAttribute(textIn(node.url))}">${inner}</a>`;
  const tag = tagOf(node);
  // The text of a block of an unknown type is shown as well.
  return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`;
};

/**
 * Renders a value of Strapi's Blocks as HTML, with the elements that `@strapi/blocks-react-renderer` makes. Unlike
 * there, nested lists are within items, each block is on a line of its own, and all texts are escaped. Addresses
 * are as the editor typed them: the result is unsafe until it is sanitised.
 *
 * @throws TooHeavyError for blocks that no real article has
 */
export const renderBlocks = (value: unknown): string => {
  if (!Array.isArray(value)) return '';
  let html = '';
  for (const node of value) {
    if (!isObject(node)) continue;
    html += `${html === '' ? '' : '\n'}${renderBlock(node, 0)}`;
    if (html.length > MAXIMUM_HTML) throw new TooHeavyError('Blocks with too much markup');
  }
  return html;
};

/** The texts of blocks, at any depth, each on a line of its own or with something else between. */
export const textOfBlocks = (value: unknown, maximum: number, between = '\n'): string => {
  const texts: string[] = [];
  let room = maximum;
  // No recursion: blocks that are nested too deep for `renderBlocks` come here.
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && room > 0) {
    const node = waiting.pop();
    if (Array.isArray(node)) {
      for (let index = node.length - 1; index >= 0; index -= 1) waiting.push(node[index]);
    } else if (isObject(node)) {
      const text = textIn(node.text);
      if (text !== '') texts.push(text);
      room -= text.length;
      waiting.push(node.children);
    }
  }
  return texts.join(between);
};

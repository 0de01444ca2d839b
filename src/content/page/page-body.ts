import { Element, isTag, isText } from 'domhandler';
import highlighter from 'highlight.js/lib/common';
import { DomUtils, parseDocument } from 'htmlparser2';

import { elementsOf, type LinkedHeading, linkHeadings, shortenLinks } from './headings';
import { type KnownPictures, preparePictures, addVideos } from './media';

/** What people read in a minute: words, ideographs, or letters of other scripts without spaces between words. */
const WORDS = 220;
const IDEOGRAPHS = 500;
const LETTERS = 1_000;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Minutes that it takes to read a text, at least one. */
export const readingMinutes = (text: string): number => {
  const ideographs = countMatches(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const letters = countMatches(
    text,
    /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
  );
  const words = countMatches(
    text,
    /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}'’.,-])+/gu,
  );
  return Math.max(1, Math.round(words / WORDS + ideographs / IDEOGRAPHS + letters / LETTERS));
};

const KINDS = {
  audio: /\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav)$/i,
  video: /\.(?:m4v|mov|mp4|ogv|webm)$/i,
};

/** Players that a page has at most. */
const MAXIMUM_PLAYERS = 50;

const kindOfPlayer = (address: string): keyof typeof KINDS | undefined => {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  return (['audio', 'video'] as const).find((kind) => KINDS[kind].test(pathname));
};

/** The link of a paragraph that has nothing else. */
const onlyLink = ({ name, children }: Element): Element | undefined => {
  if (name !== 'p') return undefined;
  const [link, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '');
  return link && isTag(link) && link.name === 'a' && others.length === 0 ? link : undefined;
};

/** Gives players controls, and makes a player of each link to sound or film that is alone in its paragraph. */
const addPlayers = (elements: Element[]): void => {
  let room = MAXIMUM_PLAYERS;
  for (const element of elements) {
    if (element.name === 'audio' || element.name === 'video') {
      element.attribs.controls = '';
      element.attribs.preload ??= 'metadata';
    }
    const link = onlyLink(element);
    const kind = link && kindOfPlayer(link.attribs.href ?? '');
    if (!link || !kind || room === 0) continue;
    room -= 1;
    const player = new Element(kind, {
      src: link.attribs.href!,
      controls: '',
      preload: 'metadata',
    });
    const caption = new Element('figcaption', {}, [link]);
    link.attribs.download = '';
    link.parent = caption;
    player.parent = element;
    caption.parent = element;
    element.name = 'figure';
    element.children = [player, caption];
  }
};

/**
 * Characters of a block that are highlighted, and of all blocks of an article: highlight.js takes quadratic time
 * for hostile code.
 */
const MAXIMUM_BLOCK = 6_000;
const MAXIMUM_ALL = 30_000;

/** A line of more than 1,000 characters: minified code is not for reading, and is not highlighted. */
const LONG_LINE = /[^\n]{1001}/;

/** A line that is longer than a small phone shows. */
const WIDE_LINE = /[^\n]{25}/;

const languageOf = (code: Element): string | undefined => {
  const [, language] = /(?:^| )language-(\S+)/.exec(code.attribs.class ?? '') ?? [];
  return language !== undefined && highlighter.getLanguage(language) ? language : undefined;
};

/** The `code` element of a block, when the block has nothing else, as Markdown makes it. */
const codeOf = (block: Element): Element | undefined => {
  const [code, ...others] = block.children;
  return code && isTag(code) && code.name === 'code' && others.length === 0 ? code : undefined;
};

/**
 * Marks keywords, strings and so on in code blocks that name their language, so that the style sheet colours them.
 * Long blocks stay plain.
 */
const highlightCode = (elements: Element[]): void => {
  let room = MAXIMUM_ALL;
  for (const block of elements) {
    if (block.name !== 'pre') continue;
    const text = DomUtils.textContent(block);
    // A wide block scrolls, and keyboards can only scroll what can have the focus.
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

/** Elements whose text has one direction. A list is one of them: its markers are on the side where its text begins. */
const BLOCKS = new Set('p h2 h3 h4 h5 h6 blockquote figcaption details ul ol dl table'.split(' '));

const LETTER = /\p{L}/u;

/** Editors of HTML write paragraphs as `div`, too. */
const isParagraph = ({ name, children }: Element): boolean =>
  name === 'div' && children.some((child) => isText(child) && LETTER.test(child.data));

/**
 * Sets `dir="auto"` on each block: Arabic paragraphs of an English article are set from the right. A block without
 * letters, a table of numbers for example, has the direction of its page.
 */
const markDirections = (nodes: Element['children']): void =>
  nodes.filter(isTag).forEach((element) => {
    if (!BLOCKS.has(element.name) && !isParagraph(element)) markDirections(element.children);
    else if (LETTER.test(DomUtils.textContent(element))) element.attribs.dir ??= 'auto';
  });

/** A body as its own page shows it. */
export interface PageBody {
  html: string;
  headings: LinkedHeading[];
  /** Minutes that it takes to read. */
  minutes: number;
}

/** What the page knows about a body, and feeds do not. */
export interface PageBodyOptions {
  /** Absolute address of the article. */
  link: string;
  /** Pictures of the media library. */
  pictures: KnownPictures;
  /** Width of pictures on the page, in the syntax of the attribute `sizes`. */
  shownAt: string;
  /** Whether the page shows a picture before the body. */
  hasCover: boolean;
}

/** Headings that are kept: thousands guide nobody. */
const MAXIMUM_HEADINGS = 1_000;

/** Wraps each table, so that it scrolls by itself when it is wider than the screen. */
const wrapTables = (elements: Element[]): void =>
  elements
    .filter(({ name }) => name === 'table')
    .forEach((wrapper) => {
      // The table's own node becomes the wrapper: replacing a node would search all of its siblings.
      const table = new Element('table', wrapper.attribs, wrapper.children);
      for (const child of table.children) child.parent = table;
      table.parent = wrapper;
      wrapper.name = 'div';
      wrapper.attribs = { class: 'scroll', tabindex: '0' };
      wrapper.children = [table];
    });

/** Turns alignments of cells into classes: `align` is obsolete in HTML, and weaker than a style sheet. */
const alignCells = (elements: Element[]): void =>
  elements.forEach(({ attribs }) => {
    if (attribs.align === undefined) return;
    attribs.class = `align-${attribs.align}`;
    delete attribs.align;
  });

/** Makes the body that its page shows. It adds to HTML that is safe to publish already. */
export const renderPageBody = (html: string, options: PageBodyOptions): PageBody => {
  const document = parseDocument(html);
  const minutes = readingMinutes(DomUtils.textContent(document));
  const elements = elementsOf(document.children as Element['children']);
  const headings = linkHeadings(elements).slice(0, MAXIMUM_HEADINGS);
  shortenLinks(elements, options.link);
  addPlayers(elements);
  addVideos(elements);
  preparePictures(elements, {
    known: options.pictures,
    shownAt: options.shownAt,
    isFirst: !options.hasCover,
  });
  highlightCode(elements);
  alignCells(elements);
  markDirections(document.children as Element['children']);
  wrapTables(elements);
  return {
    html: DomUtils.getOuterHTML(document.children, {
      encodeEntities: 'utf8',
      selfClosingTags: true,
    }),
    headings,
    minutes,
  };
};

import parseSrcset from 'parse-srcset';
import sanitizeHtml from 'sanitize-html';

import { toAbsolute } from '../lib/web-address';
import { FOOTNOTE_ID } from './markdown';
import { MAXIMUM_NESTING, TooHeavyError } from './too-heavy';

/**
 * Callbacks that end the parsing of HTML with a TooHeavyError: when elements are nested too deep, which costs the
 * sanitiser's parser quadratic time, and when there are too many.
 */
export const limitNesting = (deepest = MAXIMUM_NESTING, most = Infinity) => {
  let depth = 0;
  let elements = 0;
  return {
    onOpenTag: () => {
      depth += 1;
      elements += 1;
      if (depth > deepest) throw new TooHeavyError('HTML that is nested too deep');
      if (elements > most) throw new TooHeavyError('HTML with too much in it');
    },
    onCloseTag: () => {
      depth -= 1;
    },
  };
};

const URL_ATTRIBUTES = ['href', 'src', 'cite', 'poster'];

/** Resolves the address of each candidate of a `srcset`. */
const toAbsoluteSet = (srcset: string, baseUrl: string): string =>
  parseSrcset(srcset)
    .map(({ url, w, h, d }) =>
      [toAbsolute(url, baseUrl), w && `${w}w`, h && `${h}h`, d && `${d}x`]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ');

const toAbsoluteAttribute = (name: string, value: string, baseUrl: string): string => {
  if (name === 'srcset') return toAbsoluteSet(value, baseUrl);
  return URL_ATTRIBUTES.includes(name) ? toAbsolute(value, baseUrl) : value;
};

const absoluteAttributes = (
  attributes: sanitizeHtml.Attributes,
  baseUrl: string,
): sanitizeHtml.Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      toAbsoluteAttribute(name, value, baseUrl),
    ]),
  );

/**
 * Turns a frame into a link: feed readers show no frames, and its content should not be lost. CKEditor writes media
 * as `oembed` with a `url`.
 */
const frameAsLink =
  (baseUrl: string): sanitizeHtml.Transformer =>
  (_tagName, { url = '', src = url, title }): sanitizeHtml.Tag => {
    const href = toAbsolute(src, baseUrl);
    // Without a web address it stays a frame, which the sanitiser removes.
    if (src === '' || !/^https?:/.test(href)) return { tagName: 'iframe', attribs: {} };
    return { tagName: 'a', attribs: { href }, text: title?.trim() || href };
  };

/** Alignments that a cell may have. */
const ALIGNMENTS = ['left', 'center', 'right'];

const TEXT_ALIGN = /(?:^|;)\s*text-align\s*:\s*([a-z]{1,10})\s*(?:;|$)/i;

/**
 * Moves the alignment of a table cell from its style, where Markdown and editors write it, to `align`, which feed
 * readers keep.
 */
const alignCell: sanitizeHtml.Transformer = (tagName, { style = '', align, ...attribs }) => {
  const wish = (TEXT_ALIGN.exec(style)?.[1] ?? align ?? '').toLowerCase();
  return {
    tagName,
    attribs: ALIGNMENTS.includes(wish) ? { ...attribs, align: wish } : attribs,
  };
};

const NORMAL_WEIGHT = /(?:^|;)\s*font-weight\s*:\s*(?:normal|400)\s*(?:;|$)/i;

/** Bold text whose style undoes that becomes a `span`: Google Docs copies whole documents within such a `b`. */
const boldText: sanitizeHtml.Transformer = (tagName, { style = '', ...attribs }) => ({
  tagName: NORMAL_WEIGHT.test(style) ? 'span' : tagName,
  attribs,
});

const ALLOWED_TAGS = [
  ...sanitizeHtml.defaults.allowedTags,
  'img',
  'picture',
  'source',
  'audio',
  'video',
  'track',
  'del',
  'ins',
  'details',
  'summary',
];

/** Elements without an end tag: parsers report a written one as an error. */
const VOID_TAGS = [...sanitizeHtml.defaults.selfClosing, 'col', 'source', 'track', 'wbr'];

/** Schemes that addresses may have. Addresses with other schemes are dropped. */
export const ALLOWED_SCHEMES = ['http', 'https', 'mailto', 'tel'];

const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  '*': ['lang', 'dir', 'title'],
  a: ['href', 'id'],
  abbr: ['title'],
  audio: ['src', 'controls'],
  blockquote: ['cite'],
  code: ['class'],
  del: ['cite', 'datetime'],
  details: ['open'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
  ins: ['cite', 'datetime'],
  li: ['id'],
  ol: ['start', 'reversed', 'type'],
  q: ['cite'],
  source: ['src', 'srcset', 'sizes', 'type', 'media', 'width', 'height'],
  td: ['colspan', 'rowspan', 'headers', 'align'],
  th: ['colspan', 'rowspan', 'headers', 'scope', 'align'],
  time: ['datetime'],
  track: ['src', 'kind', 'srclang', 'label'],
  video: ['src', 'poster', 'controls', 'width', 'height'],
};

/** Classes that the style sheet of the pages knows. Other classes are dropped. */
const ALLOWED_CLASSES: Record<string, (string | RegExp)[]> = {
  a: ['footnote-back'],
  code: [/^language-[\w+#-]+$/],
  li: ['task'],
  ol: ['footnotes'],
  sup: ['footnote-ref'],
};

/** Makes a filter that keeps ids of footnotes, each of them once. Other ids belong to the page. */
export const keepFootnoteIds = () => {
  const seen = new Set<string>();
  return ({ id, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes => {
    if (id === undefined || !FOOTNOTE_ID.test(id) || seen.has(id)) return others;
    seen.add(id);
    return { ...others, id };
  };
};

/** What HTML refers to, as its author wrote it. */
export interface WrittenReferences {
  images: { address: string; alt: string }[];
  links: string[];
  /** Texts of links without an address, `[text]()`. */
  empty: string[];
}

/** References of a kind that are collected: thousands would not help an editor. */
const MAXIMUM_REFERENCES = 1_000;

/** Characters of an address that are kept: an embedded image is megabytes long. */
const MAXIMUM_ADDRESS = 2_048;

/** Adds to a list of references until it has `MAXIMUM_REFERENCES`. */
const addReference = <Entry>(list: Entry[], entry: Entry): void => {
  if (list.length < MAXIMUM_REFERENCES) list.push(entry);
};

const shortenAddress = (address: string): string => address.slice(0, MAXIMUM_ADDRESS);

/**
 * Makes HTML of an untrusted author safe to publish. It has no scripts, styles, forms, frames or event handlers;
 * frames become links. It has only http, https, mailto and tel addresses, all of them absolute. `h1` becomes `h2`,
 * since the page around it has the one `h1`.
 *
 * @param baseUrl address of the article, against which its relative links are resolved
 * @param keepIds filter of ids, the same for all parts of an article
 * @param references receives what the HTML refers to
 * @throws TooHeavyError for HTML that no real article has
 */
export const sanitiseBody = (
  html: string,
  baseUrl: string,
  keepIds = keepFootnoteIds(),
  references: WrittenReferences = { images: [], links: [], empty: [] },
): string => {
  const { onOpenTag, onCloseTag } = limitNesting();
  /** Attributes of links without an address. */
  const empty = new WeakSet<object>();
  return sanitizeHtml(html, {
    onOpenTag: (tag, { src = '', alt = '', href }) => {
      onOpenTag();
      if (tag === 'img') {
        addReference(references.images, { address: shortenAddress(src), alt: shortenAddress(alt) });
      }
      if (tag === 'a' && href !== undefined) addReference(references.links, shortenAddress(href));
    },
    onCloseTag,
    allowedTags: ALLOWED_TAGS,
    selfClosing: VOID_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedClasses: ALLOWED_CLASSES,
    allowedSchemes: ALLOWED_SCHEMES,
    // Addresses like "//host/path" are resolved before this rule sees them; those that are left are malformed.
    allowProtocolRelative: false,
    transformTags: {
      '*': (tagName, written) => {
        const attribs = keepIds(absoluteAttributes(written, baseUrl));
        if (tagName === 'a' && written.href?.trim() === '') empty.add(attribs);
        return { tagName, attribs };
      },
      h1: 'h2',
      b: boldText,
      td: alignCell,
      th: alignCell,
      iframe: frameAsLink(baseUrl),
      oembed: frameAsLink(baseUrl),
    },
    // The sanitiser calls this at the end of each element, when its text is known. It removes nothing.
    exclusiveFilter: ({ attribs, text }) => {
      if (empty.has(attribs)) addReference(references.empty, shortenAddress(text.trim()));
      return false;
    },
  });
};

const BLOCK_ENDS = /<\/(?:p|div|li|dt|dd|tr|pre|blockquote|figcaption|h[1-6])>|<br\s*\/?>/gi;
const REFERENCES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

const withoutReferences = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (reference) => REFERENCES[reference]!);

/**
 * The text of HTML without its tags, with empty lines between paragraphs. It takes a single pass, and so suits HTML
 * that is too heavy to parse.
 */
export const stripTags = (html: string): string =>
  withoutReferences(html.replace(BLOCK_ENDS, '\n\n').replace(/<[^<>]*>/g, ''));

import parseSrcset from 'parse-srcset';
import sanitizeHtml from 'sanitize-html';

import { FOOTNOTE_ID } from './markdown';
import { MAXIMUM_NESTING, TooHeavyError } from './too-heavy';

/**
 * Options that end the reading of HTML in which elements are nested far too deep, since the parser under
 * the sanitiser takes quadratic time for it; or are too many.
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

/** An address resolved against a base; the address itself when it is none. */
const toAbsolute = (address: string, baseUrl: string): string =>
  URL.canParse(address, baseUrl) ? new URL(address, baseUrl).href : address;

/** The candidates of a `srcset`, each with its address resolved. */
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
 * A frame as a link: readers show no frames, and what is in one should not be lost. CKEditor writes media as `oembed`
 * with a `url`.
 */
const frameAsLink =
  (baseUrl: string): sanitizeHtml.Transformer =>
  (_tagName, { url = '', src = url, title }): sanitizeHtml.Tag => {
    const href = toAbsolute(src, baseUrl);
    // A frame stays a frame, and goes with the other forbidden elements.
    if (src === '' || !/^https?:/.test(href)) return { tagName: 'iframe', attribs: {} };
    return { tagName: 'a', attribs: { href }, text: title?.trim() || href };
  };

/** How the text of a cell may be set. */
const ALIGNMENTS = ['left', 'center', 'right'];

/** Characters of a style that are looked at. */
const MAXIMUM_STYLE = 1_000;

const TEXT_ALIGN = /(?:^|;)\s*text-align\s*:\s*([a-z]{1,10})\s*(?:;|$)/i;

/**
 * A cell of a table with its alignment as `align`, which feed readers keep, as Markdown and editors
 * write it: in its style.
 */
const alignCell: sanitizeHtml.Transformer = (tagName, { style = '', align, ...attribs }) => {
  const wish = (TEXT_ALIGN.exec(style.slice(0, MAXIMUM_STYLE))?.[1] ?? align ?? '').toLowerCase();
  return {
    tagName,
    attribs: ALIGNMENTS.includes(wish) ? { ...attribs, align: wish } : attribs,
  };
};

const NORMAL_WEIGHT = /(?:^|;)\s*font-weight\s*:\s*(?:normal|400)\s*(?:;|$)/i;

/** Text that is bold, unless its style takes that back: Google Docs copies whole documents within such a `b`. */
const boldText: sanitizeHtml.Transformer = (tagName, { style = '', ...attribs }) => ({
  tagName: NORMAL_WEIGHT.test(style.slice(0, MAXIMUM_STYLE)) ? 'span' : tagName,
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

/** Elements that have no end tag: one that is written is an error to parsers. */
const VOID_TAGS = [...sanitizeHtml.defaults.selfClosing, 'col', 'source', 'track', 'wbr'];

/** Schemes an address may have; others are dropped. */
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

/** What the style sheet of the pages knows, and no other class. */
const ALLOWED_CLASSES: Record<string, (string | RegExp)[]> = {
  a: ['footnote-back'],
  code: [/^language-[\w+#-]+$/],
  li: ['task'],
  ol: ['footnotes'],
  sup: ['footnote-ref'],
};

/** Keeps the first id of its kind, and ids of footnotes alone: others are the page's own. */
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

/** References of a kind that are looked at: thousands are no help to an editor. */
const MAXIMUM_REFERENCES = 1_000;

/** Characters of an address that are looked at: an embedded image is megabytes long. */
const MAXIMUM_ADDRESS = 2_048;

/** Adds to a list of references, up to a number of them. */
export const addReference = <Entry>(list: Entry[], entry: Entry): void => {
  if (list.length < MAXIMUM_REFERENCES) list.push(entry);
};

export const shortened = (address: string): string => address.slice(0, MAXIMUM_ADDRESS);

/**
 * Makes HTML of an untrusted author safe to publish: no scripts, styles, forms, frames or event
 * handlers; frames become links; only http, https, mailto and tel addresses, all of them absolute; `h1` becomes `h2`,
 * since the page around it has the one `h1`.
 *
 * @param baseUrl address of the article, against which its relative links are resolved
 * @param keepIds of an article in several parts, the same for all of them
 * @param references what it refers to is added to these
 * @throws TooHeavyError for HTML that no article has
 */
export const sanitiseBody = (
  html: string,
  baseUrl: string,
  keepIds = keepFootnoteIds(),
  references: WrittenReferences = { images: [], links: [], empty: [] },
): string => {
  const { onOpenTag, onCloseTag } = limitNesting();
  /** Attributes of the links without an address. */
  const empty = new WeakSet<object>();
  return sanitizeHtml(html, {
    onOpenTag: (tag, { src = '', alt = '', href }) => {
      onOpenTag();
      if (tag === 'img') {
        addReference(references.images, { address: shortened(src), alt: shortened(alt) });
      }
      if (tag === 'a' && href !== undefined) addReference(references.links, shortened(href));
    },
    onCloseTag,
    allowedTags: ALLOWED_TAGS,
    selfClosing: VOID_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedClasses: ALLOWED_CLASSES,
    allowedSchemes: ALLOWED_SCHEMES,
    // "//host/path" is resolved before this rule sees it; what is left of it is malformed.
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
    // Called at the end of each element, when its text is known; removes nothing.
    exclusiveFilter: ({ attribs, text }) => {
      if (empty.has(attribs)) addReference(references.empty, shortened(text.trim()));
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
 * The text of HTML that is too much to be read as such, without its tags, paragraphs apart. In one
 * pass, whatever it is.
 */
export const stripTags = (html: string): string =>
  withoutReferences(html.replace(BLOCK_ENDS, '\n\n').replace(/<[^<>]*>/g, ''));

/** The texts of HTML that is safe to publish, one by one, without code and what is in it. */
export const textsOf = (html: string): string[] => {
  let depth = 0;
  return [...html.matchAll(/<(\/?)([a-z\d]+)[^<>]*>|([^<]+)/g)].flatMap(([, end, tag, text]) => {
    if (tag === 'code' || tag === 'pre') depth += end ? -1 : 1;
    return text === undefined || depth > 0 ? [] : [withoutReferences(text)];
  });
};

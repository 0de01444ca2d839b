import sanitizeHtml from 'sanitize-html';

const URL_ATTRIBUTES = ['href', 'src', 'cite', 'poster'];

/** An address resolved against a base; the address itself when it is none. */
const toAbsolute = (address: string, baseUrl: string): string =>
  URL.canParse(address, baseUrl) ? new URL(address, baseUrl).href : address;

const absoluteAttributes = (
  attributes: sanitizeHtml.Attributes,
  baseUrl: string,
): sanitizeHtml.Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      URL_ATTRIBUTES.includes(name) ? toAbsolute(value, baseUrl) : value,
    ]),
  );

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

/** Schemes an address may have; others are dropped. */
export const ALLOWED_SCHEMES = ['http', 'https', 'mailto', 'tel'];

const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  '*': ['lang', 'dir', 'title'],
  a: ['href'],
  abbr: ['title'],
  audio: ['src', 'controls'],
  blockquote: ['cite'],
  code: ['class'],
  del: ['cite', 'datetime'],
  details: ['open'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  ins: ['cite', 'datetime'],
  ol: ['start', 'reversed', 'type'],
  q: ['cite'],
  source: ['src', 'type', 'media'],
  td: ['colspan', 'rowspan', 'headers', 'align'],
  th: ['colspan', 'rowspan', 'headers', 'scope', 'align'],
  time: ['datetime'],
  track: ['src', 'kind', 'srclang', 'label'],
  video: ['src', 'poster', 'controls', 'width', 'height'],
};

/**
 * Makes HTML of an untrusted author safe to publish: no scripts, styles, forms, frames or event
 * handlers; only http, https, mailto and tel addresses, all of them absolute; `h1` becomes `h2`,
 * since the page around it has the one `h1`.
 *
 * @param baseUrl address of the article, against which its relative links are resolved
 */
export const sanitiseBody = (html: string, baseUrl: string): string =>
  sanitizeHtml(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedClasses: { code: [/^language-[\w+#-]+$/] },
    allowedSchemes: ALLOWED_SCHEMES,
    // "//host/path" is resolved before this rule sees it; what is left of it is malformed.
    allowProtocolRelative: false,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: absoluteAttributes(attribs, baseUrl) }),
      h1: 'h2',
    },
  });

const BLOCK_ENDS = /<\/(?:p|div|li|dt|dd|tr|pre|blockquote|figcaption|h[1-6])>|<br\s*\/?>/gi;
const NOT_TEXT = ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const REFERENCES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/**
 * The running text of HTML: without headings and markup, each block on a line of its own, white
 * space collapsed.
 */
export const toPlainText = (html: string): string =>
  sanitizeHtml(html.replace(BLOCK_ENDS, '$&\n'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: [...NOT_TEXT, ...HEADINGS],
  })
    // The sanitiser writes no other references than these.
    .replace(/&(?:amp|lt|gt|quot);/g, (reference) => REFERENCES[reference]!)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');

/**
 * Characters outside the Char production of XML 1.0 (section 2.2): no document can carry them,
 * not even as references. With the `u` flag the surrogate range matches lone surrogates only.
 */
const NOT_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/**
 * `\r` is a reference because parsers turn a literal one into `\n` (XML 1.0, section 2.11).
 * U+0085 and U+2028 stay as they are: only XML 1.1 treats those as line ends.
 */
const XML_REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\r': '&#13;',
};

const HTML_REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Most texts have none of these, and stay as they are. Includes all surrogates: lone ones have to be dropped. */
const MAY_NEED_REFERENCES = /[^\t\n\x20-\uD7FF\uE000-\uFFFD]|[&<>"']/;

/** Drops the characters that XML 1.0 cannot carry. */
export const toXmlCharacters = (text: string): string => text.replace(NOT_XML_CHARACTERS, '');

/**
 * Escapes plain text for XML element content and attribute values. The same characters come back from any XML parser,
 * except those that XML 1.0 cannot carry, which are dropped, and tabs and line feeds in attributes, which become spaces
 * (section 3.3.3).
 */
export const escapeXml = (text: string): string =>
  MAY_NEED_REFERENCES.test(text)
    ? toXmlCharacters(text).replace(/[&<>"'\r]/g, (character) => XML_REFERENCES[character]!)
    : text;

/** Writes plain text as HTML that shows the same characters. For element content only. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => HTML_REFERENCES[character]!);

/** Writes plain text as the value of an HTML attribute in double quotes. */
export const escapeAttribute = (text: string): string => escapeHtml(text).replace(/"/g, '&quot;');

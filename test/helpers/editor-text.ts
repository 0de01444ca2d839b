import fc from 'fast-check';

/** Texts that have broken feeds before, typed or pasted by an editor. */
const TROUBLE = [
  '&lt;',
  '&amp;',
  '&amp;lt;',
  '&nbsp;',
  '&#1;',
  '&#x0;',
  '&#38;',
  '&bogus;',
  '&',
  '<',
  '>',
  '"',
  "'",
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<?xml version="1.0"?>',
  '</description>',
  '<script>alert(1)</script>',
  '<b>',
  '\r',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\u00A0',
  '\u0000',
  '\u0008',
  '\u000B',
  '\u001F',
  '\u007F',
  '\u0085',
  '\u2028',
  '\u2029',
  '\uFEFF',
  '\uFFFE',
  '\uFFFF',
  '\uFFFD',
  '\uD800',
  '\uDFFF',
  '👩‍👩‍👧‍👦',
  '🇮🇩',
  'e\u0301',
  'שלום',
  '\u202Eabc\u202C',
  'ภาษาไทย',
  '漢字',
  '\u{10FFFF}',
  '__proto__',
  '{{x}}',
  '%s',
];

/** Any string that an editor can type: UTF-16 with lone surrogates, and often one of `TROUBLE`. */
export const editorText = (maxLength = 40): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...TROUBLE) },
        fc.string({ unit: 'binary', maxLength: 8 }),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        // One UTF-16 code unit: lone surrogates, or by chance a pair.
        fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
        fc.constantFrom('word', 'Dr. Who said so.', 'Really?', '1.5', 'e.g.', 'one two three'),
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''));

/** Whether XML 1.0 can carry a character (section 2.2, the Char production). */
const isXmlCharacter = (character: string): boolean => {
  const code = character.codePointAt(0)!;
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
};

/** A text without the characters that XML 1.0 cannot carry. */
export const carriedByXml = (text: string): string =>
  Array.from(text).filter(isXmlCharacter).join('');

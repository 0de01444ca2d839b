import { parseXml } from '@rgrove/parse-xml';
import fc from 'fast-check';

import { escapeHtml, escapeXml, toXmlCharacters } from '../../../src/lib/escape';
import { carriedByXml, editorText } from '../../helpers/editor-text';
import { unescapeHtml } from '../../helpers/feed';

describe('escaping for XML', () => {
  it('writes quotes as numeric references and the rest as named ones', () => {
    expect(escapeXml(`"a" 'b' <c> & d`)).toBe('&#34;a&#34; &#39;b&#39; &lt;c&gt; &amp; d');
  });

  it('escapes what looks like a reference already', () => {
    expect(escapeXml('&lt; &nbsp; &#1; &amp;amp;')).toBe(
      '&amp;lt; &amp;nbsp; &amp;#1; &amp;amp;amp;',
    );
  });

  it('leaves no way to end a CDATA section or to begin one', () => {
    expect(escapeXml(']]> <![CDATA[')).toBe(']]&gt; &lt;![CDATA[');
  });

  it('keeps a carriage return, which parsers would turn into a line feed', () => {
    expect(escapeXml('a\r\nb')).toBe('a&#13;\nb');
  });

  it.each([
    ['NUL', '\u0000'],
    ['backspace', '\b'],
    ['vertical tab', '\u000B'],
    ['escape', '\u001B'],
    ['a lone high surrogate', '\uD83D'],
    ['a lone low surrogate', '\uDE00'],
    ['U+FFFE', '\uFFFE'],
    ['U+FFFF', '\uFFFF'],
  ])('drops %s, which XML 1.0 cannot carry', (_name, character) => {
    expect(toXmlCharacters(`a${character}b`)).toBe('ab');
    expect(escapeXml(`a${character}b`)).toBe('ab');
  });

  it.each(['\t', '\n', '\u007F', '\u0085', '\u2028', '\uFFFD', '😀', 'e\u0301', '\u{10FFFF}'])(
    'keeps %j, which XML 1.0 can carry',
    (character) => {
      expect(escapeXml(`a${character}b`)).toBe(`a${character}b`);
    },
  );

  it('comes back from a parser as it was, in text and in attributes', () => {
    fc.assert(
      fc.property(editorText(20), (typed) => {
        const written = escapeXml(typed);
        const { root } = parseXml(`<t a="${written.replace(/[\t\n]/g, ' ')}">${written}</t>`);
        expect(root?.text).toBe(carriedByXml(typed));
        expect(root?.attributes.a).toBe(carriedByXml(typed).replace(/[\t\n]/g, ' '));
      }),
    );
  });
});

describe('escaping for HTML', () => {
  it('makes markup visible as text', () => {
    expect(escapeHtml('<b>1 & 2</b>')).toBe('&lt;b&gt;1 &amp; 2&lt;/b&gt;');
  });

  it('shows the same characters in a browser', () => {
    fc.assert(
      fc.property(editorText(20), (typed) => {
        const html = escapeHtml(typed);
        expect(html).not.toMatch(/[<>]/);
        expect(unescapeHtml(html)).toBe(typed);
      }),
    );
  });
});

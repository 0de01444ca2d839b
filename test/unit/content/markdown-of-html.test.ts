import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { DomUtils, parseDocument } from 'htmlparser2';

import { toMarkdown } from '../../../src/content/body';
import { sanitiseBody } from '../../../src/content/html';
import { renderMarkdown } from '../../../src/content/markdown';
import { tidyLines } from '../../../src/content/body-summary';
import { escapeHtml } from '../../../src/lib/escape';
import { HOSTILE } from '../../helpers/hostile';

const LINK = 'https://www.example.com/posts/a/';
const reader = new MarkdownIt({ html: true });

const textOf = (html: string): string =>
  tidyLines(DomUtils.textContent(parseDocument(html)).replace(/\n/g, ' '));

const lettersOf = (html: string): string => textOf(html).replace(/\s/g, '');

test('a text of any kind is read as the same text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '*',
      '_',
      '`',
      '#',
      '- ',
      '1. ',
      '[a](b)',
      '<b>',
      '&amp;',
      '~~',
      '|',
      '\\',
      '>',
      '!',
    ),
    fc.constantFrom('word', 'คำ', 'a_b', '==', '---', '+ ', '[^1]', ':', '"', "'"),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces
        .join('')
        .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
        .trim();
      const markdown = toMarkdown(`<p>${escapeHtml(text)}</p>`);
      expect(textOf(reader.render(markdown))).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
  ['<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
  ['<ol start="9"><li>a</li><li><p>b</p><p>c</p></li></ol>', '9. a\n10. b\n\n    c'],
  ['<p>a<br />b</p><hr />', 'a  \nb\n\n---'],
  ['<h2>A</h2><h3>B</h3>', '## A\n\n### B'],
  ['<ul><li class="task">☐ a</li><li class="task">☑ b</li></ul>', '- ☐ a\n- ☑ b'],
  [
    '<p>H<sub>2</sub>O, 10<sup>3</sup>, <u>a</u>, <kbd>b</kbd></p>',
    'H<sub>2</sub>O, 10<sup>3</sup>, a, b',
  ],
  [
    '<video src="https://e.com/a.mp4" controls></video>',
    '<video src="https://e.com/a.mp4" controls=""></video>',
  ],
])('%s', (html, markdown) => {
  expect(toMarkdown(html)).toBe(markdown);
});

test.each([
  '1. one\n2. two\n\n   ```js\n   const a = `b`;\n   ```\n\n3. three',
  '> quoted\n>\n> - a\n> - b',
  '# Heading *one*\n\ntext  \nline\n\n---\n\n~~gone~~ **bold** `code`',
  '| a | b |\n| --- | :-: |\n| `x \\| y` | *c* \\| d |\n| line<br />line | |',
  '![alt](https://e.com/a.png) [link](https://e.com/a_(b) "title")',
])('Markdown comes back as what is rendered alike: %j', (source) => {
  const html = (markdown: string): string => sanitiseBody(renderMarkdown(markdown), LINK);
  const written = toMarkdown(html(source));
  expect(written).not.toMatch(/<(?!br>)/);
  expect(html(written)).toBe(html(source));
});

test('a footnote is a numbered text, and its reference a link to it', () => {
  const markdown = toMarkdown(
    sanitiseBody(renderMarkdown('A note[^a].\n\n[^a]: In *two*\n\n    paragraphs.'), LINK),
  );
  expect(markdown).toContain(`A note<sup>[1](${LINK}#fn-1)</sup>.`);
  expect(markdown).toMatch(/\n1\. In \*two\*\n\n {3}paragraphs\./);
});

test.each([
  '<p>a</p><table></table><p>b <em>c</em></p>',
  '<table><caption>a</caption></table><p>b</p>',
  '<table><thead></thead><tbody></tbody></table><p>b</p>',
])('an article is Markdown though a table of it has no rows: %s', (html) => {
  expect(lettersOf(reader.render(toMarkdown(html)))).toBe(lettersOf(html));
});

test.each([
  '<details><summary>a</summary>b</details>&lt;script&gt;c()&lt;/script&gt;',
  '<p>a</p><details>b</details>&lt;b&gt; c_d_e',
  '<details><pre>a\n\n*b*\n \n[c](d)</pre></details><p>e</p>',
  '<table><tr><td><pre>a\n\n*b*</pre></td></tr></table>',
  '<p><kbd>*</kbd> and <kbd>*</kbd></p>',
  '<p><kbd>`</kbd> and <kbd>`</kbd>, <u>a_b</u>, x<sub>*</sub>y<sup>*</sup></p>',
  '<p><u title="a>b">*c*</u></p>',
  '<p><u>[a](b)</u></p>',
  '<u><pre>a\n\n*b*</pre></u>',
  '<p><u title="a\n\n<script>b()</script>">c</u></p>',
  '<p>a <a href="https://e.com/" title="b\n<script>c()</script>">d</a></p>',
  '<p>a <img src="https://e.com/a.png" alt="b\n<script>c()</script>"></p>',
  '<p>a <img src="https://e.com/a.png" title="\\&quot;<script>c()</script>"></p>',
  '<p>a <a href="https://e.com/" title="\\&quot;<script>c()</script>">d</a></p>',
  '<p>a <img src="https://e.com/a.png" alt="<x y=&quot;"> &quot; onclick=&quot;c()&quot;&gt;</p>',
  '<p>a <a href="mailto:\\)<script>c()</script>">d</a></p>',
  '<sup class="footnote-ref">1]: &lt;script&gt;x()&lt;/script&gt;</sup>',
  '<audio src="https://e.com/a.mp3" title="a\n\n<script>b()</script>"></audio>',
])('what stays HTML has its text, and what is behind it too: %s', (html) => {
  const written = reader.render(toMarkdown(html));
  expect(lettersOf(written)).toBe(lettersOf(html));
  expect(written).not.toMatch(/<(?:script|b|em|x)\b/);
});

test.each([
  '<p><strong>Note<br /></strong>a</p>',
  '<p><em><br />a</em> b</p>',
  '<p><del>a<br /></del>b</p>',
  '<div><strong><p>a</p><p>b</p></strong></div>',
  '<p><code>npm <em>name</em> <strong>b</strong> <kbd>c</kbd></code></p>',
])('no sign of Markdown is left in a text: %s', (html) => {
  expect(lettersOf(reader.render(toMarkdown(html)))).toBe(lettersOf(html));
});

test.each([
  ['<strong><h2>a</h2></strong>', 'h2'],
  ['<b><ul><li>a</li><li>b</li></ul></b>', 'li'],
  ['<b><table><tr><th>a</th></tr><tr><td>b</td></tr></table></b>', 'table'],
  ['<strong><pre><code>a\nb</code></pre></strong><p>c</p>', 'pre'],
  ['<p>a</p><b><hr /></b>', 'hr'],
  ['<em><blockquote>a</blockquote></em>', 'blockquote'],
  ['<del><ol><li>a</li></ol></del>', 'li'],
])('a block within emphasis stays a block: %s', (html, name) => {
  const written = reader.render(toMarkdown(html));
  const count = (text: string): number => text.split(`<${name}`).length;
  expect([lettersOf(written), count(written)]).toEqual([lettersOf(html), count(html)]);
});

test('a link around blocks leads where it led', () => {
  const markdown = toMarkdown(
    '<a href="https://e.com/" title="<b>"><h2>a</h2><p>b</p></a><p>c</p>',
  );
  expect(markdown).toBe('## a\n\nb\n\n<https://e.com/>\n\nc');
});

test.each([
  '<figure><img src="https://e.com/a.png" alt="A" /></figure>',
  'a<br /><br />b',
  '<dl><dt>a</dt><dd>b</dd></dl>',
])('a link around %s leaves no brackets in the text', (html) => {
  const written = reader.render(toMarkdown(`<p>before</p><a href="https://e.com/">${html}</a>`));
  expect(textOf(written)).not.toMatch(/[[\]]/);
  expect(written).toContain('<a href="https://e.com/">');
});

test('a picture without an address is its words', () => {
  expect(toMarkdown('<p>a <img alt="my *fox* <b>" /> c</p>')).toBe('a my \\*fox\\* \\<b> c');
});

test.each(['a "b"', 'a\\', '\\"'])('a link has its title: %s', (title) => {
  const html = `<p><a href="https://e.com/" title="${title.replaceAll('"', '&quot;')}">c</a></p>`;
  const written = reader.render(toMarkdown(html));
  expect(
    DomUtils.findOne(({ name }) => name === 'a', parseDocument(written).children)?.attribs,
  ).toEqual({
    href: 'https://e.com/',
    title,
  });
});

test('a table with a row of tens of thousands of cells is too much', () => {
  const row = (cells: number): string => `<table><tr>${'<td>a</td>'.repeat(cells)}</tr></table>`;
  expect(() => toMarkdown(row(60_000))).toThrow('too much');
  expect(toMarkdown(row(3))).toContain('<td>a</td>');
});

test.each(Object.entries(HOSTILE))('takes no long time: %s', (_name, make) => {
  const safe = (() => {
    try {
      return sanitiseBody(make(200_000), LINK);
    } catch {
      return '';
    }
  })();
  const began = performance.now();
  try {
    toMarkdown(safe);
  } catch (error) {
    expect((error as Error).name).toBe('TooHeavyError');
  }
  expect(performance.now() - began).toBeLessThan(8_000);
});

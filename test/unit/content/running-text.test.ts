import fc from 'fast-check';

import type { BodyPlan } from '../../../src/content/article';
import { bodySource, bodySourceOf, type BodySource } from '../../../src/content/body-source';
import { countWords, runningText, summariseBody } from '../../../src/content/body-summary';
import { TooHeavyError } from '../../../src/content/too-heavy';

const summaryOf = (source: BodySource | string): string =>
  summariseBody(typeof source === 'string' ? bodySourceOf(source) : source, {
    summaryWords: 70,
    language: 'en',
  });

describe('running text', () => {
  const textOf = (html: string): string => runningText(html).join('\n~\n');

  it('has each paragraph and each item of a list on a line of its own', () => {
    expect(
      textOf('<p>One.</p><ul><li>two<ol><li>three</li></ol></li><li>four</li></ul>Five<p>Six'),
    ).toBe('One.\ntwo\nthree\nfour\nFive\nSix');
  });

  it('has no headings, scripts, styles, pictures and footnotes', () => {
    expect(
      textOf(
        '<h2>Heading</h2><p>Text<img src="x" alt="y"><sup class="footnote-ref"><a>1</a></sup>.</p>' +
          '<script>1</script><style>p</style><ol class="footnotes"><li>Note</li></ol>',
      ),
    ).toBe('Text.');
    expect(textOf('One<h2>Heading</h2>Two')).toBe('One\nTwo');
  });

  it('has no markup, and its references as characters', () => {
    expect(textOf('<p><b>a</b> &lt;b&gt; &amp;amp; &quot;c&quot; &ldquo;d&rdquo;</p>')).toBe(
      'a <b> &amp; "c" “d”',
    );
    expect(textOf('<p>&amp;lt;script&amp;gt;</p>')).toBe('&lt;script&gt;');
  });

  it('collapses white space, no-break spaces included, and keeps line breaks', () => {
    expect(textOf('<p>a\t\tb&nbsp; c\nd</p>')).toBe('a b c d');
    expect(textOf('<p>a<br>b</p>')).toBe('a\nb');
  });

  it('is empty of nothing', () => {
    expect(textOf('')).toBe('');
    expect(textOf('<p> </p>')).toBe('');
  });

  it.each([
    '<table><tr><td><p>No.</p></td></tr></table>',
    '<table><tr><td><pre>No.</pre>No.</td></tr></table>',
    '<pre><code>No.</code></pre>',
    '<figure><img src="a.png" alt="No."><figcaption>No.</figcaption></figure>',
  ])('is in two stretches around %s', (html) => {
    expect(textOf(`<p>One.</p>${html}<p>Two.</p>`)).toBe('One.\n~\nTwo.');
    expect(textOf(`<ul><li>One.${html}</li></ul>Two.`)).toBe('One.\n~\nTwo.');
  });

  it.each([
    ['https://www.youtube.com/watch?v=1', ''],
    ['<a href="https://e.com/a">https://e.com/a</a>', ''],
    ['https://e.com/a<br>https://e.com/b', ''],
    ['www.example.com/a https://e.com/b', ''],
    ['See https://e.com/a', 'See https://e.com/a'],
    ['HTTPS://', 'HTTPS://'],
  ])('has no paragraph that is nothing but an address: %s', (html, text) => {
    expect(textOf(`<p>${html}</p>`)).toBe(text);
  });

  it('is not read of elements without end in each other', () => {
    expect(() => runningText('<b>'.repeat(501))).toThrow(TooHeavyError);
    expect(textOf(`${'<b>'.repeat(500)}a`)).toBe('a');
  });
});

const TABLE = '| Service | Errors |\n| --- | --- |\n| payments | 3.1 % |';
const CODE = '```js\nconst response = await fetch(url);\n```';
const FIGURE = '![Graph](/graph.png "Errors in a week.")';
const FILM = 'https://www.youtube.com/watch?v=1';

describe('the summary taken from a body', () => {
  it.each([
    ['a table', TABLE],
    ['code', CODE],
    ['indented code', '    const a = 1;'],
    ['a figure', FIGURE],
    ['a table in HTML', '<table><tr><td>payments</td></tr></table>'],
  ])('ends before %s once it has a sentence', (_name, block) => {
    expect(summaryOf(`We had an outage.\n\n${block}\n\nIt shows a lot.`)).toBe('We had an outage.');
    expect(summaryOf(`Outage\n\n${block}\n\nIt shows a lot.`)).toBe('Outage\nIt shows a lot.');
    expect(summaryOf(`${block}\n\nIt shows a lot.`)).toBe('It shows a lot.');
    expect(summaryOf(block)).toBe('');
  });

  it('does not end before a picture in a paragraph, or an address', () => {
    expect(summaryOf(`One.\n\n![Graph](/graph.png)\n\n${FILM}\n\nTwo.`)).toBe('One.\nTwo.');
  });

  it('ends at the end of a sentence, not with what announces a table or code', () => {
    expect(summaryOf(`It broke. Run this:\n\n${CODE}`)).toBe('It broke.');
    expect(summaryOf(`It broke. We looked. Run this:\n\n${CODE}`)).toBe('It broke. We looked.');
    expect(summaryOf(`It broke. Like this\n\n${CODE}`)).toBe('It broke. Like this');
    expect(summaryOf(`It broke (again). \n\nWhat I ran:\n\n${CODE}`)).toBe('It broke (again).');
    expect(summaryOf(`我们测试了。运行：\n\n${CODE}`)).toBe('我们测试了。');
    // Nothing else is there.
    expect(summaryOf(`Run this:\n\n${CODE}`)).toBe('Run this:');
    // What follows is text.
    expect(summaryOf('It broke. I check:\n\n- the status')).toBe('It broke. I check:\nthe status');
  });

  it.each(['Version 1.2 of it', 'index.js', 'by Tom'])('has no sentence with %s', (line) => {
    expect(summaryOf(`${line}\n\n${CODE}\n\nIt works.`)).toBe(`${line}\nIt works.`);
  });

  it('is the same of Blocks, with quotations', () => {
    const text = (words: string) => [{ type: 'text', text: words }];
    const blocks = (...nodes: object[]) => bodySource({ kind: 'blocks' }, nodes);
    const paragraph = { type: 'paragraph', children: text('It broke.') };
    const code = { type: 'code', children: text('const a = 1;') };
    const quote = { type: 'quote', children: text('Why?') };
    const image = { type: 'image', image: { url: '/a.png', caption: 'A graph.' }, children: [] };
    expect(summaryOf(blocks(quote, code, paragraph))).toBe('Why?');
    expect(summaryOf(blocks(paragraph, image, quote))).toBe('It broke.');
    expect(summaryOf(blocks(image, paragraph, quote))).toBe('It broke.\nWhy?');
  });

  it('is the same of components: parts of text go together, up to a picture', () => {
    const alone = { relations: [], inner: [] };
    const plan: BodyPlan = {
      kind: 'components',
      components: {
        text: { ...alone, name: 'Text', parts: [{ kind: 'markdown', field: 'body' }] },
        media: { ...alone, name: 'Media', parts: [{ kind: 'media', field: 'files' }] },
        plain: { ...alone, name: 'Plain', parts: [{ kind: 'text', field: 'body' }] },
      },
    };
    const zone = bodySource(plan, [
      { __component: 'media', files: [{ url: '/a.png', mime: 'image/png', caption: 'No.' }] },
      { __component: 'text', body: 'One\n' },
      { __component: 'plain', body: `Two.\n${FILM}` },
      { __component: 'media', files: [{ url: '/b.png', mime: 'image/png' }] },
      { __component: 'text', body: 'Three.' },
    ]);
    expect(summaryOf(zone)).toBe('One\nTwo.');
  });

  it('has no word of a table, code, figure or lone address, and never too many, of any body', () => {
    const paragraph = fc
      .array(fc.constantFrom('word', '**two**', 'three:', 'four.', '`five`', '[six](/a)'), {
        minLength: 1,
        maxLength: 60,
      })
      .map((words) => words.join(' '));
    const forbidden = fc.constantFrom(
      '| forbidden |\n| --- |\n| forbidden |',
      '```\nforbidden.\n```',
      '<figure><img src="a.png" alt="forbidden"><figcaption>forbidden.</figcaption></figure>',
      '![forbidden](/a.png "forbidden.")',
      'https://forbidden.example.com/a.',
      '<pre>forbidden.</pre>',
      '# forbidden',
    );
    const block = fc.oneof(
      paragraph,
      paragraph.map((text) => `- ${text}`),
      paragraph.map((text) => `> ${text}`),
      forbidden,
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 30 }), (blocks) => {
        const summary = summaryOf(blocks.join('\n\n'));
        expect(summary).not.toContain('forbidden');
        expect(countWords(summary, 'en')).toBeLessThanOrEqual(140);
      }),
      { numRuns: 200 },
    );
  });
});

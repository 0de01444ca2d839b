import { Parser } from 'commonmark';
import fc from 'fast-check';

import { sanitiseBody } from '../../../src/content/html';
import { renderMarkdown } from '../../../src/content/markdown';
import { renderOriginal } from '../../../src/content/original';
import { MAXIMUM_BODY } from '../../../src/content/too-heavy';

const LINK = 'https://www.example.com/notes/posts/one/';
const original = (body: string): string => renderOriginal(body, LINK);

/** Addresses of links and pictures, as the reference implementation of CommonMark finds them. */
const addresses = (source: string): string[] => {
  const found: string[] = [];
  const walker = new Parser().parse(source).walker();
  for (let step = walker.next(); step; step = walker.next()) {
    const { type, destination } = step.node;
    if (step.entering && (type === 'link' || type === 'image')) found.push(destination ?? '');
  }
  return found;
};

describe('relative addresses are absolute', () => {
  it.each([
    ['[a](/b)', '[a](https://www.example.com/b)'],
    ['[a](b "title")', '[a](https://www.example.com/notes/posts/one/b "title")'],
    ['![a](../b.png)', '![a](https://www.example.com/notes/posts/b.png)'],
    ['[a](<b c>)', '[a](https://www.example.com/notes/posts/one/b%20c)'],
    ['[a](//cdn.example/b)', '[a](https://cdn.example/b)'],
    ['[a](/b(c))', '[a](https://www.example.com/b\\(c\\))'],
    ['[a](?x=1&amp;copy;=2)', '[a](https://www.example.com/notes/posts/one/?x=1&amp;copy;=2)'],
    ['[![a](b)](c)', `[![a](${LINK}b)](${LINK}c)`],
    ['[a][r]\n\n[r]: /b', '[a][r]\n\n[r]: https://www.example.com/b'],
    ['> [a][r]\n>\n> [r]:\n> /b "t"', '> [a][r]\n>\n> [r]:\n> https://www.example.com/b "t"'],
    ['# [a](/b) #', '# [a](https://www.example.com/b) #'],
    ['[a](/b)\n===', '[a](https://www.example.com/b)\n==='],
    [
      '> - x\n>   [a](/b)\n> [c](/d)',
      '> - x\n>   [a](https://www.example.com/b)\n> [c](https://www.example.com/d)',
    ],
    ['|a|\n|-|\n|x \\| [a](/b)|', '|a|\n|-|\n|x \\| [a](https://www.example.com/b)|'],
    ['|`[a](/b)`|[a](/b)|\n|-|-|', '|`[a](/b)`|[a](https://www.example.com/b)|\n|-|-|'],
  ])('%j', (source, expected) => {
    expect(original(source)).toBe(expected);
  });
});

describe('everything else stays as it is typed', () => {
  it.each([
    '`[a](/b)` and ``[a](/b)``',
    '```\n[a](/b) <!-- shown -->\n```',
    '    [a](/b)',
    '\\[a](/b)',
    '[a](#place)',
    '[a](mailto:a@example.com) <https://e.com/(x)>',
    '<a href="/b">a</a>',
    '[^1]: word\n\ntext[^1]',
    '- [ ] task\n- [x] done',
    'a  \nb\tc ~~d~~ &amp; <!-- never ended',
  ])('%j', (source) => {
    expect(original(source)).toBe(source);
  });
});

describe('what no page shows is left out', () => {
  it.each([
    ['a <!-- secret --> b', 'a <!-- --> b'],
    ['<!-- secret\n\nsecret -->\n\nb', '<!-- -->\n\nb'],
    ['> a\n>\n> <!-- secret\n> secret -->\n\nb', '> a\n>\n> <!-- -->\n\nb'],
    ['a\n\n<!-- secret\n\nb', 'a\n\n<!-- -->'],
    ['<div>\n<!-- secret -->\nb\n</div>', '<div>\n<!-- -->\nb\n</div>'],
    ['a\n\n[//]: # (secret)\n[comment]: <> (secret)\n', 'a\n\n<!-- -->\n<!-- -->\n'],
    [
      '[a]\n\n[a]: https://e.com/\n[a]: https://secret.example/\n',
      '[a]\n\n[a]: https://e.com/\n<!-- -->\n',
    ],
  ])('%j', (source, expected) => {
    expect(original(source)).toBe(expected);
  });
});

const address = fc.constantFrom(
  '/a',
  'b c',
  'b.png',
  '../x_(y)',
  '#z',
  'https://e.com/',
  '?q=1&lt;',
  '<a b>',
  'a|b',
);
const text = fc.constantFrom(
  'word',
  '`[a](/b)`',
  '*em*',
  '![p](/i.png)',
  '\\|',
  '<b>',
  '<!-- n -->',
  '\\',
  ']',
  '!',
);
/** Of a picture within a description no page shows anything. */
const alt = fc.constantFrom('word', '`[a](/b)`', '*em*', '<b>');
const inline: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      text,
      fc.tuple(text, address).map(([label, to]) => `[${label}](${to})`),
      fc.tuple(alt, address).map(([label, to]) => `![${label}](${to} "t")`),
      fc.constantFrom('[r]', '[x][r]', '[s][]', '  \n', '\n'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(' '));
const block = fc.oneof(
  inline,
  inline.map((one) => `# ${one.replaceAll('\n', ' ')} #`),
  inline.map((one) =>
    one
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  ),
  inline.map((one) => `1. ${one}\n   - ${one}`),
  fc
    .tuple(inline, inline)
    .map(
      (cells) =>
        `|${cells.join('|').replaceAll('\n', ' ')}|\n|-|-|\n|${cells.join('|').replaceAll('\n', ' ')}|`,
    ),
  inline.map((one) => `\`\`\`\n${one}\n\`\`\``),
  inline.map((one) => `<div>\n${one}\n</div>`),
  address.map((to) => `[r]: ${to}`),
  address.map((to) => `> [s]:\n> ${to}`),
);
const body = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join('\n\n'));

const html = (source: string): string => sanitiseBody(renderMarkdown(source), LINK);

test('it is rendered as the article is', () => {
  fc.assert(
    fc.property(body, (source) => {
      const bare = (rendered: string) => rendered.replace(/\s+/g, '');
      expect(bare(html(original(source)))).toBe(bare(html(source)));
    }),
    { numRuns: 700 },
  );
});

test('CommonMark finds nothing relative in it', () => {
  fc.assert(
    fc.property(body, (source) => {
      // Tables are GitHub's.
      fc.pre(!source.includes('|-'));
      for (const found of addresses(original(source))) expect(found).toMatch(/^(?:https:|#|$)/);
    }),
    { numRuns: 500 },
  );
});

test('a body without end is cut, a heavy one is as it is typed', () => {
  expect(original('x'.repeat(2 * MAXIMUM_BODY))).toHaveLength(MAXIMUM_BODY + 1);
  const heavy = '>'.repeat(100_000);
  expect(original(heavy)).toBe(heavy);
});

test.each([
  ['links on a line', '[a](/b)'.repeat(15_000)],
  ['links on lines', '[a](/b)\n'.repeat(15_000)],
  ['cells of a row', `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|`],
  ['pictures in pictures', `${'!['.repeat(10_000)}a${'](b)'.repeat(10_000)}`],
  ['definitions', '[a]: /b\n'.repeat(50_000)],
  ['comments', '<!--x-->'.repeat(50_000)],
  ['beginnings of comments', 'a <!-- '.repeat(50_000)],
  ['brackets', '['.repeat(100_000)],
])('many %s are soon read', (_what, source) => {
  const began = performance.now();
  original(source);
  expect(performance.now() - began).toBeLessThan(75_000);
});

describe('footnotes', () => {
  const footnote = (text: string): string => `Text[^1].\n\n[^1]: ${text}\n`;

  it.each([
    ['See [a](/b).', 'See [a](https://www.example.com/b).'],
    ['One.\n\n    More [a](/b).', 'One.\n\n    More [a](https://www.example.com/b).'],
    ['One.\n\n    - <!-- a note --> two', 'One.\n\n    - <!-- --> two'],
  ])('are read like all else: %j', (text, expected) => {
    expect(original(footnote(text))).toBe(footnote(expected));
  });

  it('that nothing refers to are on no page, and left out', () => {
    const source = 'Text[^1].\n\n[^1]: Shown.\n\n[^2]: A note.\n\n    More of it.\n\nThe end.\n';
    expect(renderMarkdown(source)).not.toMatch(/A note|More of it/);
    expect(original(source)).toBe('Text[^1].\n\n[^1]: Shown.\n\n<!-- -->\n\nThe end.\n');
  });
});

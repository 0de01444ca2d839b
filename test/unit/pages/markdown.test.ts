import { type Node, Parser } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { parse } from 'yaml';

import {
  renderFrontMatter,
  renderArticleInMarkdown,
  renderListingInMarkdown,
  escapeMarkdown,
} from '../../../src/pages/markdown';
import { HOSTILE, samplePage } from '../../helpers/pages';

const nodesOf = (source: string): Node[] => {
  const walker = new Parser().parse(source).walker();
  const nodes: Node[] = [];
  for (let step = walker.next(); step; step = walker.next()) {
    if (step.entering) nodes.push(step.node);
  }
  return nodes;
};

/** What a reader sees of Markdown; `types` are the elements it has. */
const read = (source: string) => {
  const nodes = nodesOf(source);
  return {
    text: nodes.map(({ literal }) => literal ?? '').join(''),
    types: nodes.map(({ type }) => type).filter((type) => type !== 'text'),
  };
};

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(...'\\`*_[]()<>#+-=.!|~&:;"\' \n\t1ax', '&lt;', 'www.a.b', '1. ', '```'),
      {
        maxLength: 20,
      },
    )
    .map((parts) => parts.join('')),
);

const onOneLine = (value: string) => value.replace(/[\s\p{Cc}]+/gu, ' ').trim();

describe('a text is shown as it is', () => {
  const places: [string, (value: string) => string, string[]][] = [
    ['a paragraph', (value) => value, ['document', 'paragraph']],
    ['a heading', (value) => `# ${value}`, ['document', 'heading']],
    ['a link', (value) => `[${value}](/a)`, ['document', 'paragraph', 'link']],
    ['a quotation', (value) => `> ${value}`, ['document', 'block_quote', 'paragraph']],
    [
      'an entry of a list',
      (value) => `- [a](/a): ${value}`,
      ['document', 'list', 'item', 'paragraph', 'link'],
    ],
  ];

  it.each(places)('in %s', (_name, write, types) => {
    fc.assert(
      fc.property(text, (value) => {
        const shown = onOneLine(value);
        fc.pre(shown !== '');
        const found = read(write(escapeMarkdown(value)));
        expect(found.types).toEqual(types);
        expect(found.text).toBe(types.includes('list') ? `a: ${shown}` : shown);
      }),
      { numRuns: 500 },
    );
  });

  it('for readers of GitHub’s Markdown, too', () => {
    const github = new MarkdownIt({ html: true });
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(onOneLine(value) !== '');
        const [, inline] = github.parse(escapeMarkdown(value), {});
        const types = inline!.children!.map(({ type }) => type);
        expect(types.every((type) => type === 'text')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

test('front matter is what a YAML parser reads of it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.string({ unit: 'binary' })),
      (title, topics) => {
        const source = renderFrontMatter({ title, topics, author: undefined });
        expect(source).toMatch(/^---\n[^\n]*\n[^\n]*\n---\n$/);
        const [, yaml = ''] = source.split(/^---$/m);
        // No parser is given what is no character.
        const clean = (value: string) => value.replace(/\p{Surrogate}/gu, '\ufffd');
        for (const version of ['1.1', '1.2'] as const) {
          expect(parse(yaml, { version })).toEqual({
            title: clean(title),
            topics: topics.map(clean),
          });
        }
      },
    ),
    { numRuns: 500 },
  );
});

test.each(['yes', '2026-01-15', '1.5', 'null', '---', 'a: b', '# c', '', '"', '\u0085', '\u2028'])(
  'in front matter, %j is a text',
  (title) => {
    const [, yaml = ''] = renderFrontMatter({ title }).split(/^---$/m);
    expect(parse(yaml, { version: '1.1' })).toEqual({ title });
  },
);

test('hostile titles and descriptions of a listing are shown as they are', () => {
  const source = renderListingInMarkdown({
    ...samplePage({ title: HOSTILE, description: HOSTILE }),
    entries: [
      {
        title: HOSTILE,
        href: 'https://notes.example.com/posts/one/',
        date: { iso: '2026-01-15T09:00:00+07:00', text: '15 January 2026' },
        excerpt: HOSTILE,
      },
    ],
    pageNumber: 2,
    pageCount: 3,
    newer: 'https://notes.example.com/tags/api/',
    older: 'https://notes.example.com/tags/api/page/3/',
  });
  const nodes = nodesOf(source);
  const links = nodes.filter(({ type }) => type === 'link').map(({ destination }) => destination);
  expect(links).toEqual([
    'https://notes.example.com/posts/one/index.md',
    'https://notes.example.com/tags/api/index.md',
    'https://notes.example.com/tags/api/page/3/index.md',
    'https://notes.example.com/tags/api/index.xml',
  ]);
  expect(nodes.some(({ type }) => type.startsWith('html'))).toBe(false);
  expect(read(source).text.split(HOSTILE)).toHaveLength(5);
});

test('an article is its front matter, a line and its text', () => {
  const about = { title: 'One' };
  expect(renderArticleInMarkdown(about, 'Text.\n\n')).toBe('---\ntitle: "One"\n---\n\nText.\n');
  expect(renderArticleInMarkdown(about, ' \n')).toBe('---\ntitle: "One"\n---\n');
});

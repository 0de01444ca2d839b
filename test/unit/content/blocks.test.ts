import { BlocksRenderer } from '@strapi/blocks-react-renderer';
import { Element } from 'domhandler';
import fc from 'fast-check';
import { parseDocument, DomUtils } from 'htmlparser2';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { renderBlocks, textOfBlocks } from '../../../src/content/blocks';
import { renderBody } from '../../../src/content/body';
import { bodySource } from '../../../src/content/body-source';

const LINK = 'https://www.example.com/posts/a/';

type Block = Record<string, unknown>;

const html = (blocks: unknown): string =>
  renderBody(bodySource({ kind: 'blocks' }, blocks), LINK).html;

const text = (value: string, modifiers: Block = {}): Block => ({
  type: 'text',
  text: value,
  ...modifiers,
});
const paragraph = (...children: Block[]): Block => ({ type: 'paragraph', children });

describe('generated documents', () => {
  const words = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '',
      'a\nb',
      'a\r\nb',
      '<b>x</b>',
      '"q" & \'r\'',
      '&amp;',
      'ภาษาไทย',
      '</p><!--',
    ),
  );
  const modifier = fc.constantFrom('bold', 'italic', 'underline', 'strikethrough', 'code');
  const texts = fc
    .tuple(words, fc.uniqueArray(modifier, { maxLength: 5 }), fc.boolean())
    .map(([value, names, isOn]) =>
      text(value, Object.fromEntries(names.map((name) => [name, isOn]))),
    );
  const link = fc
    .tuple(
      fc.webUrl({ withQueryParameters: true }),
      fc.array(texts, { minLength: 1, maxLength: 2 }),
    )
    .map(([url, children]) => ({ type: 'link', url, children }));
  const inline = fc.array(fc.oneof({ weight: 3, arbitrary: texts }, link), {
    minLength: 1,
    maxLength: 4,
  });
  const { list } = fc.letrec<{ list: Block; item: Block }>((tie) => ({
    item: inline.map((children) => ({ type: 'list-item', children })),
    list: fc
      .tuple(
        fc.constantFrom('ordered', 'unordered'),
        fc.array(
          fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('item'), tie('list')),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
      )
      .map(([format, children]) => ({ type: 'list', format, children })),
  }));
  const image = fc.tuple(fc.webUrl(), fc.option(words)).map(([url, alternativeText]) => ({
    type: 'image',
    image: { url, alternativeText, caption: null },
    children: [text('')],
  }));
  const block: fc.Arbitrary<Block> = fc.oneof(
    inline.map((children) => ({ type: 'paragraph', children })),
    inline.map((children) => ({ type: 'quote', children })),
    fc.array(texts, { minLength: 1, maxLength: 3 }).map((children) => ({ type: 'code', children })),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inline)
      .map(([level, children]) => ({ type: 'heading', level, children })),
    list,
    image,
  );

  const isList = (node: unknown): boolean =>
    ['ul', 'ol'].includes((node as { name?: string } | null)?.name ?? '');

  /**
   * The document that an HTML parser reads; an image without `alt` has an empty one for every reader, and
   * a list within a list is in the item before it, or in one of its own.
   */
  const dom = (source: string): string => {
    const document = parseDocument(source);
    const misplaced = DomUtils.findAll(
      (node) => isList(node) && isList(node.parent),
      document.children,
    );
    for (const list of misplaced) {
      const before = list.prev as Element | null;
      if (before) {
        DomUtils.appendChild(before, list);
        continue;
      }
      const item = new Element('li', {});
      DomUtils.append(list, item);
      DomUtils.appendChild(item, list);
    }
    DomUtils.findAll(({ name }) => name === 'img', document.children).forEach(({ attribs }) => {
      attribs.alt ??= '';
    });
    return DomUtils.getOuterHTML(document.children);
  };

  test('have the elements that Strapi’s own renderer makes', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const theirs = blocks.map((one) =>
          renderToStaticMarkup(createElement(BlocksRenderer, { content: [one] as never })),
        );
        expect(dom(renderBlocks(blocks))).toBe(dom(theirs.join('\n')));
      }),
      { numRuns: 100 },
    );
  });

  test('come back whole as the text an editor typed', () => {
    fc.assert(
      fc.property(words, (typed) => {
        const document = parseDocument(renderBlocks([{ type: 'code', children: [text(typed)] }]));
        expect(DomUtils.textContent(document)).toBe(typed);
      }),
    );
  });
});

test('a list within a list is in the item before it', () => {
  const item = (value: string): Block => ({ type: 'list-item', children: [text(value)] });
  const list = (...children: Block[]): Block => ({ type: 'list', format: 'unordered', children });
  expect(html([list(item('a'), list(item('b')), list(item('c')), item('d'))])).toBe(
    '<ul><li>a<ul><li>b</li></ul><ul><li>c</li></ul></li><li>d</li></ul>',
  );
  expect(html([list(list(item('a')))])).toBe('<ul><li><ul><li>a</li></ul></li></ul>');
});

test('an empty paragraph is an empty line', () => {
  expect(renderBlocks([paragraph(text('a')), paragraph(text('')), paragraph(text('b'))])).toBe(
    '<p>a</p>\n<br />\n<p>b</p>',
  );
});

test('the language of a block of code is said, unless it is none', () => {
  const code = (language: unknown): Block => ({
    type: 'code',
    language,
    children: [text('a < b')],
  });
  expect(html([code('cpp')])).toBe('<pre><code class="language-cpp">a &lt; b</code></pre>');
  expect(html([code('plaintext'), code(null), code('"><script>')])).not.toContain('class');
});

test('an image with a caption is a figure', () => {
  const image = { url: '/uploads/a.png', alternativeText: 'A "dog"', caption: 'Rex <3' };
  expect(html([{ type: 'image', image, children: [text('')] }])).toBe(
    '<figure><img src="https://www.example.com/uploads/a.png" alt="A &quot;dog&quot;" /><figcaption>Rex &lt;3</figcaption></figure>',
  );
});

test('links of schemes that are not allowed lead nowhere, and are a problem', () => {
  const link = { type: 'link', url: 'javascript:alert(1)', children: [text('x')] };
  const rendered = renderBody(bodySource({ kind: 'blocks' }, [paragraph(link)]), LINK);
  expect(rendered.html).toBe('<p><a>x</a></p>');
  expect(rendered.references.links).toEqual(['javascript:alert(1)']);
});

test('markup that was typed stays text, and is no reference', () => {
  const typed = '![a](b c) <img src=x onerror=alert(1)>';
  const rendered = renderBody(bodySource({ kind: 'blocks' }, [paragraph(text(typed))]), LINK);
  expect(rendered.html).toBe('<p>![a](b c) &lt;img src=x onerror=alert(1)&gt;</p>');
  expect(rendered.references.images).toEqual([]);
});

test('values that are no blocks are nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(html(value)).not.toMatch(/undefined|\[object/);
    }),
  );
  for (const value of [null, 'x', 7, {}, [null, 7, 'x', [], { type: 7 }, { type: 'image' }]]) {
    expect(html(value)).toBe('');
  }
  expect(html([{ type: 'heading', level: 99, children: [text('a'), null, 7] }])).toBe('<h2>a</h2>');
  expect(html([{ type: 'new', children: [text('a')] }])).toBe('a');
});

describe('too much', () => {
  const nested = (depth: number): Block => {
    let list: Block = { type: 'list', format: 'ordered', children: [] };
    for (let level = 0; level < depth; level += 1) {
      list = { type: 'list', children: [{ type: 'list-item', children: [text('deep')] }, list] };
    }
    return list;
  };

  test('lists of a depth that no editor makes are plain text, however deep', () => {
    const rendered = renderBody(bodySource({ kind: 'blocks' }, [nested(50_000)]), LINK);
    expect(rendered.isHeavy).toBe(true);
    expect(rendered.html).toContain('<p>deep<br />deep');
    expect(renderBody(bodySource({ kind: 'blocks' }, [nested(20)]), LINK).isHeavy).toBe(false);
  });

  test('a megabyte of blocks is rendered', () => {
    const one = paragraph(text('Some words & a '), text('bold', { bold: true }), text(' one.'));
    const blocks = Array.from({ length: 1_000_000 / JSON.stringify(one).length }, () => one);
    const rendered = renderBody(bodySource({ kind: 'blocks' }, blocks), LINK);
    expect(rendered.isHeavy).toBe(false);
    expect(rendered.html.match(/<strong>/g)).toHaveLength(blocks.length);
  });

  test('of a document without an end, the start is shown as text', () => {
    const one = paragraph(text('<word> '.repeat(100)));
    const source = bodySource({ kind: 'blocks' }, new Array(20_000).fill(one));
    expect(JSON.stringify(source).length).toBeLessThan(2_500_000);
    const rendered = renderBody(source, LINK);
    expect(rendered.isHeavy).toBe(true);
    expect(rendered.html).toMatch(/^<p>&lt;word&gt; &lt;word&gt;/);
    expect(rendered.html.length).toBeLessThan(2_600_000);
  });

  test('texts of blocks are taken up to a length', () => {
    expect(textOfBlocks([paragraph(text('a'), text('b')), nested(1)], 100)).toBe('a\nb\ndeep');
    expect(textOfBlocks(new Array(100).fill(paragraph(text('abc'))), 6)).toBe('abc\nabc');
  });
});

import fc from 'fast-check';

import { renderBody, toMarkdown } from '../../../src/content/body';
import { type BodyPlan, type ComponentPlan, toBody } from '../../../src/content/article';
import { bodySource, isEmpty, bodySourceOf } from '../../../src/content/body-source';
import { summariseBody } from '../../../src/content/body-summary';
import { renderPageBody } from '../../../src/content/page/page-body';
import { HOSTILE } from '../../helpers/hostile';

const LINK = 'https://www.example.com/posts/a/';
const options = { summaryWords: 70, language: 'en' };

const zone = (components: Record<string, Partial<ComponentPlan>>): BodyPlan => ({
  kind: 'components',
  components: Object.fromEntries(
    Object.entries(components).map(([uid, plan]) => [
      uid,
      { name: uid, parts: [], relations: [], inner: [], ...plan },
    ]),
  ),
});

const ZONE = zone({
  text: { parts: [{ kind: 'markdown', field: 'body' }] },
  html: { parts: [{ kind: 'html', field: 'body' }] },
  plain: { parts: [{ kind: 'text', field: 'body' }] },
  blocks: { parts: [{ kind: 'blocks', field: 'body' }] },
  quote: { parts: [{ kind: 'quote', quoted: { kind: 'markdown', field: 'body' }, by: 'title' }] },
  media: { parts: [{ kind: 'media', field: 'file' }] },
  slider: { parts: [{ kind: 'media', field: 'files', caption: 'caption' }] },
  button: { parts: [{ kind: 'link', field: 'url', label: 'label' }] },
  section: {
    parts: [
      { kind: 'heading', field: 'title' },
      { kind: 'component', field: 'inner', component: 'text' },
    ],
  },
  map: { name: 'Map <of the world>' },
});

const of = (__component: string, values: object): object => ({ __component, id: 1, ...values });
const text = (body: unknown): object => of('text', { body });

const render = (value: unknown, plan = ZONE) => renderBody(bodySource(plan, value), LINK);
const html = (value: unknown, plan = ZONE): string => render(value, plan).html;
const summary = (value: unknown, plan = ZONE): string =>
  summariseBody(bodySource(plan, value), options);
const markdown = (value: unknown, plan = ZONE): string =>
  toMarkdown(renderBody(bodySource(plan, value), LINK).html);

describe('HTML', () => {
  const plan: BodyPlan = { kind: 'html' };

  test('is shown as it is, as far as it is safe', () => {
    const typed = '<h1>A</h1><p onclick="x()">See <a href="../b/">b</a>.</p><script>x()</script>';
    expect(html(typed, plan)).toBe(
      '<h2>A</h2><p>See <a href="https://www.example.com/posts/b/">b</a>.</p>',
    );
  });

  test('with signs of Markdown keeps them, and has no addresses left over', () => {
    const rendered = render('<p>*a* ![b](c d)</p>', plan);
    expect(rendered.html).toBe('<p>*a* ![b](c d)</p>');
    expect(rendered.references.images).toEqual([]);
    expect(render('<img src=" "><a href="x:y">z</a>', plan).references).toMatchObject({
      images: [{ address: ' ' }],
      links: ['x:y'],
    });
  });

  test('gives a summary without headings and captions', () => {
    const typed =
      '<h2>Title</h2><figure><img src="a.png" alt=""><figcaption>Caption</figcaption></figure>\n<p>First <b>words</b> &amp; more.</p><p>Second.</p>';
    expect(summary(typed, plan)).toBe('First words & more.\nSecond.');
  });

  test('that is cut within a tag gives a summary without its rest', () => {
    const typed = `<p>${'Words. '.repeat(10)}</p><a href="${'x '.repeat(40_000)}">y</a>`;
    expect(summary(typed, plan)).toBe('Words. '.repeat(10).trim());
  });

  test('that is too much is shown without its tags', () => {
    const rendered = render(`<p>a &lt; b</p>${'<div>'.repeat(1_000)}end`, plan);
    expect(rendered).toMatchObject({ isHeavy: true, html: '<p>a &lt; b</p>\n<p>end</p>\n' });
  });
});

describe('plain text', () => {
  const plan: BodyPlan = { kind: 'text' };

  test('comes back as it was typed, in paragraphs and lines', () => {
    expect(html('a *b*\r\n<c>\r\n\r\n\r\n  d & e\n', plan)).toBe(
      '<p>a *b*<br />&lt;c&gt;</p>\n<p>d &amp; e</p>\n',
    );
    expect(summary('One  line.\nAnother.\n\nThird.', plan)).toBe('One line.\nAnother.\nThird.');
  });

  test('keeps words apart that Word has in two lines of a paragraph', () => {
    expect(html('a\vb\u2028c\u2029d', plan)).toBe('<p>a<br />b<br />c<br />d</p>\n');
    expect(html('a\vb', { kind: 'html' })).toBe('a\nb');
    expect(renderBody(bodySourceOf('a\vb'), LINK).html).toBe('<p>a b</p>\n');
    expect(renderBody(bodySourceOf(`a\vb ${'*x '.repeat(500_000)}`), LINK).html).toMatch(
      /^<p>a<br \/>b /,
    );
  });

  test('as Markdown is read as the same text', () => {
    expect(markdown('1. *a* <b> [c](d) &amp; # e\n\n# f', plan)).toBe(
      '1\\. \\*a\\* \\<b> \\[c\\](d) &amp;amp; # e\n\n\\# f',
    );
  });
});

describe('a dynamic zone', () => {
  test('has all its components, in their order', () => {
    expect(
      html([
        text('A *b*.'),
        of('plain', { body: 'x < y' }),
        of('section', { title: ' T & \n U ', inner: [{ body: 'In.' }, { body: 'Out.' }] }),
        of('blocks', { body: [{ type: 'paragraph', children: [{ type: 'text', text: 'B' }] }] }),
        of('button', { url: '/go', label: 'Go & see' }),
      ]),
    ).toBe(
      '<p>A <em>b</em>.</p>\n<p>x &lt; y</p>\n<h2>T &amp; U</h2>\n<p>In.</p>\n<p>Out.</p>\n<p>B</p><p><a href="https://www.example.com/go">Go &amp; see</a></p>\n',
    );
  });

  test('has quotations with who said it, from where the site cannot be broken', () => {
    expect(html([of('quote', { title: 'Monk <b>', body: 'You *dig*</blockquote> it.' })])).toBe(
      '<figure><blockquote>\n<p>You <em>dig</em> it.</p>\n</blockquote><figcaption>Monk &lt;b&gt;</figcaption></figure>\n',
    );
    expect(html([of('quote', { title: ' ', body: 'x' })])).toBe(
      '<blockquote>\n<p>x</p>\n</blockquote>\n',
    );
  });

  const image = { url: '/uploads/a.png', mime: 'image/png', alternativeText: '"A"' };

  test('has images as figures with their captions', () => {
    const img = '<img src="https://www.example.com/uploads/a.png" alt="&quot;A&quot;" />';
    expect(html([of('media', { file: { ...image, caption: 'C' } })])).toBe(
      `<figure>${img}<figcaption>C</figcaption></figure>\n`,
    );
    expect(html([of('slider', { files: [image, null, image], caption: 'Both' })])).toBe(
      `<figure>${img}</figure>\n<figure>${img}<figcaption>Both</figcaption></figure>\n`,
    );
    expect(render([of('media', { file: image })]).references.images).toEqual([
      { address: '/uploads/a.png', alt: '"A"' },
    ]);
  });

  test('has sound, film and documents as links, of which pages make players', () => {
    const file = { url: '/uploads/a.mp3', mime: 'audio/mpeg', name: 'a.mp3' };
    const rendered = html([of('media', { file })]);
    expect(rendered).toBe('<p><a href="https://www.example.com/uploads/a.mp3">a.mp3</a></p>\n');
    const page = renderPageBody(rendered, {
      link: LINK,
      pictures: {},
      shownAt: '40rem',
      hasCover: false,
    });
    expect(page.html).toContain('<audio src="https://www.example.com/uploads/a.mp3" controls');
  });

  test('has nothing where a component is empty, and does not call that a problem', () => {
    const empty = ['text', 'html', 'plain', 'blocks', 'quote', 'media', 'slider', 'section'];
    const rendered = render(empty.map((uid) => of(uid, {})));
    expect(rendered).toEqual(render([]));
    expect(rendered).toMatchObject({ html: '', isHeavy: false });
  });

  test('names each kind of component once that nobody can render', () => {
    const rendered = render([of('map', {}), text('a'), of('map', {}), of('gone', {})]);
    expect(rendered.html).toBe('<p>a</p>\n');
    expect(rendered.missing).toEqual([{ name: 'Map <of the world>' }, { name: 'gone' }]);
    expect(render([text('a')]).missing).toEqual([]);
  });

  test('keeps what one component leaves open out of the next', () => {
    expect(html([of('html', { body: '<b>a <!-- ' }), text('c')])).toBe('<b>a </b><p>c</p>\n');
  });

  test('numbers the footnotes of all its texts in one row', () => {
    const rendered = html([text('a[^1]\n\n[^1]: One.'), text('b[^1]\n\n[^1]: Two.')]);
    expect(rendered.match(/id="[^"]*"/g)).toEqual([
      ...['id="fnref-1"', 'id="fn-1"', 'id="fnref-2"', 'id="fn-2"'],
    ]);
    expect(rendered).toContain('<ol class="footnotes" start="2">');
  });
});

test('a component outside of a zone is rendered by its field, one or several', () => {
  const plan = { ...ZONE, component: 'text' } as BodyPlan;
  expect(html({ body: 'a' }, plan)).toBe('<p>a</p>\n');
  expect(html([{ body: 'a' }, { body: 'b' }], plan)).toBe('<p>a</p>\n<p>b</p>\n');
});

describe('a function of the site', () => {
  const withRender = (renderer: unknown): BodyPlan =>
    zone({
      own: {
        name: 'Own',
        render: renderer as ComponentPlan['render'],
        parts: [{ kind: 'text', field: 'body' }],
      },
    });

  test('renders its component, and what it gives is sanitised', () => {
    const plan = withRender(({ id }: { id: number }) => `<p>${id}<script>x()</script></p>`);
    expect(html([of('own', { body: 'b' })], plan)).toBe('<p>1</p>');
  });

  test('may say that there is nothing to show', () => {
    const rendered = render(
      [of('own', {})],
      withRender(() => ''),
    );
    expect(rendered).toEqual(render([]));
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('No price');
      },
      'No price',
    ],
    [
      'throws what is no error',
      () => {
        throw 'x';
      },
      'x',
    ],
    ['gives no text', () => Promise.resolve('x'), 'It gave no text.'],
  ])('that %s shows nothing, and says so', (_name, renderer, error) => {
    const rendered = render([of('own', { body: 'b' })], withRender(renderer));
    expect(rendered).toMatchObject({ html: '', missing: [{ name: 'Own', error }] });
  });

  test('is called once of a body, whatever is made of it', () => {
    let calls = 0;
    const body = toBody(
      withRender(() => `<p>${(calls += 1)}</p>`),
      [of('own', {})],
    )!;
    expect(isEmpty(body)).toBe(false);
    expect(bodySourceOf(body)).toBe(bodySourceOf(body));
    expect(calls).toBe(1);
  });
});

describe('as Markdown', () => {
  test('all that a page shows is written', () => {
    expect(
      markdown([
        text('A *b*  [c](d).\n'),
        of('section', { title: 'T # 1', inner: [] }),
        of('quote', { title: 'Monk', body: 'You\n\ndig' }),
        of('media', { file: { url: '/a.png', mime: 'image/png', alternativeText: 'A' } }),
        of('html', {
          body: '<table><tr><th>a</th></tr><tr><td>b</td></tr></table><p><del>c</del></p><pre><code class="language-js">d*e\n</code></pre>',
        }),
      ]),
    ).toBe(
      [
        'A *b* [c](https://www.example.com/posts/a/d).',
        '## T # 1',
        '> You\n> \n> dig\n\nMonk',
        '![A](https://www.example.com/a.png)',
        '| a |\n| --- |\n| b |',
        '~~c~~',
        '```js\nd*e\n```',
      ].join('\n\n'),
    );
  });

  test('keeps apart what two texts define by the same name', () => {
    const [first, second] = ['a', 'b'].map(
      (name) => `See [x][1].\n\n[1]: https://${name}.example/`,
    );
    const written = markdown([text(first), text(second)]);
    expect(written).toContain('(https://a.example/)');
    expect(written).toContain('(https://b.example/)');
  });
});

describe('too much', () => {
  test('a zone with thousands of components is shown as text, and read no further', () => {
    let calls = 0;
    const plan = zone({ own: { render: () => `<p>${(calls += 1)}</p>` } });
    const rendered = render(new Array(10_000).fill(of('own', {})), plan);
    expect(rendered.isHeavy).toBe(true);
    expect(calls).toBeLessThan(2_100);
    expect(render(new Array(300).fill(text('a *b* [c](d)'))).isHeavy).toBe(false);
  });

  test('components within each other end at a depth', () => {
    const plan = zone({ a: { parts: [{ kind: 'component', field: 'a', component: 'a' }] } });
    let value: object = {};
    for (let depth = 0; depth < 50_000; depth += 1) value = { a: value };
    expect(render([{ __component: 'a', ...value }], plan)).toMatchObject({
      missing: [{ name: 'a' }],
    });
  });

  test('texts whose Markdown is much longer are so together as well', () => {
    const cells = `|${'|'.repeat(3_000)}\n|${'-|'.repeat(3_000)}\n|\n`;
    expect(render([text(cells)]).isHeavy).toBe(false);
    expect(render(new Array(60).fill(text(cells))).isHeavy).toBe(true);
  });

  test.each(Object.entries(HOSTILE).slice(0, 100))(
    'hostile HTML is rendered: %s',
    (_name, make) => {
      const rendered = render((make as (length: number) => string)(50_000), { kind: 'html' });
      expect(rendered.html).toEqual(expect.any(String));
    },
  );
});

test('values of any shape are rendered, or are nothing', () => {
  const uid = fc.constantFrom(
    ...Object.keys((ZONE as { components: object }).components),
    'x',
    '__proto__',
  );
  const component = fc
    .tuple(
      uid,
      fc.dictionary(
        fc.constantFrom('body', 'title', 'file', 'files', 'inner', 'url', 'label', 'caption'),
        fc.jsonValue(),
      ),
    )
    .map(([__component, values]) => ({ ...values, __component }));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.array(component)), (value) => {
      expect(html(value)).not.toMatch(/undefined|\[object/);
      expect(summary(value)).not.toMatch(/undefined|\[object/);
      expect(markdown(value)).not.toMatch(/undefined|\[object/);
      expect(structuredClone(bodySource(ZONE, value))).toEqual(bodySource(ZONE, value));
    }),
  );
});

test('a body is Markdown itself, another value with its plan, or none', () => {
  expect(toBody({ kind: 'markdown' }, 'a')).toBe('a');
  expect(toBody({ kind: 'html' }, 'a')).toEqual({ plan: { kind: 'html' }, value: 'a' });
  for (const body of [
    undefined,
    '',
    ' \n',
    toBody({ kind: 'markdown' }, 7),
    ...(['html', 'text', 'blocks', 'media'] as const).flatMap((kind) =>
      [null, undefined, ' '].map((value) => toBody({ kind }, value)),
    ),
    toBody(ZONE, []),
  ]) {
    expect(isEmpty(body)).toBe(true);
  }
});

describe('several fields', () => {
  const plan: BodyPlan = {
    kind: 'several',
    fields: [{ kind: 'markdown' }, { kind: 'text' }, { kind: 'media' }],
  };
  const file = (name: string, mime: string, more = {}) => ({
    id: 1,
    ...{ url: `/uploads/${name}`, name, mime, ...more },
  });
  const FILES = [
    file('a.pdf', 'application/pdf'),
    file('b.jpg', 'image/jpeg', { alternativeText: 'A bridge', caption: 'At <dawn>' }),
    file('c.mp3', 'audio/mpeg'),
    file('d.csv', 'text/csv', { caption: 'All numbers & more' }),
  ];
  const html = (values: unknown[]): string =>
    renderBody(bodySourceOf(toBody(plan, values)!), 'https://example.com/a/').html;

  it('are shown in their order, pictures as figures and documents as a list of downloads', () => {
    expect(html(['*One*', 'Two & three', FILES])).toBe(
      [
        '<p><em>One</em></p>\n<p>Two &amp; three</p>\n',
        '<figure><img src="https://example.com/uploads/b.jpg" alt="A bridge" />',
        '<figcaption>At &lt;dawn&gt;</figcaption></figure>\n',
        '<p><a href="https://example.com/uploads/c.mp3">c.mp3</a></p>\n',
        '<ul>\n<li><a href="https://example.com/uploads/a.pdf">a.pdf</a></li>\n',
        '<li><a href="https://example.com/uploads/d.csv">All numbers &amp; more</a></li>\n</ul>\n',
      ].join(''),
    );
  });

  it('are a body where one of them is filled, and none where none is', () => {
    expect(html([null, null, [FILES[0]]])).toContain('a.pdf');
    expect(isEmpty(toBody(plan, [null, null, undefined]))).toBe(true);
    expect(isEmpty(toBody(plan, ['', null, []]))).toBe(true);
  });
});

test('a summary of many parts has the words that it should have', () => {
  const sentence = 'Nine words that stand in a part of theirs.';
  const parts = Array.from({ length: 60 }, () => [of('section', { title: 'T' }), text(sentence)]);
  const plan = bodySource(ZONE, parts.flat());
  const words = summariseBody(plan, { summaryWords: 200, language: 'en' }).split(/\s+/).length;
  expect(words).toBeGreaterThanOrEqual(200);
});

import { renderBody } from '../../../src/content/body';
import { bodySourceOf } from '../../../src/content/body-source';
import { editorSummary, summariseBody } from '../../../src/content/body-summary';
import { mayBeMore } from '../../../src/content/problem';
import { findProblems, type Inspected } from '../../../src/content/problems';

const NOW = new Date('2026-11-20T09:00:00Z');
const DATE = new Date('2026-11-01T09:00:00Z');
const LINK = 'https://www.example.com/posts/feeds/';
const SENTENCES =
  'A feed reader asks again and again whether there is something new to be read here. It never tires.';

type Article = Inspected['article'] & { body?: string | null };

const inspect = (changes: Partial<Article>, more: Partial<Inspected> = {}) => {
  const article: Article = { title: 'Feeds', date: DATE, body: SENTENCES, ...changes };
  const body = article.body ?? '';
  const options = { summaryWords: 70, language: 'en' };
  return findProblems({
    article,
    summary: editorSummary(article) ?? summariseBody(bodySourceOf(body), options),
    body: renderBody(bodySourceOf(body), LINK),
    link: LINK,
    now: NOW,
    language: 'en',
    ...more,
  });
};

const codes = (...given: Parameters<typeof inspect>): string[] =>
  inspect(...given).map(({ code }) => code);

test('an article with a title and a few sentences has no problems', () => {
  expect(inspect({})).toEqual([]);
});

describe('the title', () => {
  test.each([
    '<b>Feeds</b>',
    'Feeds<br/>',
    'Fish &amp; chips',
    '&#34;Feeds&#34;',
    '<!-- x -->Feeds',
  ])('with markup is shown as it is typed: %s', (title) => {
    expect(codes({ title })).toEqual(['title-html']);
  });

  test.each(['a < b and c > d', 'Fish & chips', 'I <3 feeds', 'R&D; more'])(
    'may have signs that are no markup: %s',
    (title) => {
      expect(codes({ title })).toEqual([]);
    },
  );

  test('is too long over 120 characters, and no emoji counts twice', () => {
    expect(codes({ title: '🦊'.repeat(120) })).toEqual([]);
    expect(inspect({ title: 'a'.repeat(121) })).toMatchObject([
      { code: 'title-long', params: { length: 121, maximum: 120 } },
    ]);
  });
});

describe('a component of the body', () => {
  const withMissing = (missing: Inspected['body']['missing']) =>
    inspect({}, { body: { ...renderBody(bodySourceOf(SENTENCES), LINK), missing } });

  test('that nobody can render is named', () => {
    expect(withMissing([{ name: 'Map' }, { name: 'Price' }])).toEqual([
      { code: 'component-unknown', severity: 'warning', params: { component: 'Map' } },
      { code: 'component-unknown', severity: 'warning', params: { component: 'Price' } },
    ]);
  });

  test('whose function failed is named, without what it failed with', () => {
    expect(withMissing([{ name: 'Price', error: 'secret' }])).toEqual([
      { code: 'component-failed', severity: 'warning', params: { component: 'Price' } },
    ]);
  });
});

describe('what an entry leads to', () => {
  test('is missed in its address, but not of a form that was only opened', () => {
    const missingAddress = ['category'];
    expect(inspect({}, { missingAddress })).toEqual([
      { code: 'address-missing', severity: 'error', params: { field: 'category' } },
    ]);
    expect(codes({ title: ' ', body: '' }, { missingAddress })).toEqual([]);
    expect(codes({}, { missingAddress: [] })).toEqual([]);
  });

  test('is named where it is not published', () => {
    expect(inspect({}, { unpublished: ['category', 'seo.editor'] })).toEqual([
      { code: 'relation-unpublished', severity: 'warning', params: { field: 'category' } },
      { code: 'relation-unpublished', severity: 'warning', params: { field: 'seo.editor' } },
    ]);
  });
});

describe('the summary', () => {
  test('is missing when there is none and the body has no text', () => {
    expect(codes({ body: '# Only a heading' })).toEqual(['summary-empty']);
    expect(codes({ body: null })).toEqual(['summary-empty']);
    expect(codes({ body: null }, { hasAttachment: true })).toEqual([]);
  });

  test('is poor when the body begins with a few words alone', () => {
    expect(inspect({ body: 'It works.' })).toMatchObject([
      { code: 'summary-short', params: { words: 2 } },
    ]);
  });

  test('of the editor is never called poor', () => {
    expect(codes({ summary: 'Short.', body: '' })).toEqual([]);
  });

  test('is not called missing before there is a title', () => {
    expect(codes({ title: '', body: '' })).not.toContain('summary-empty');
  });
});

describe('a form', () => {
  test('that is empty has no problem', () => {
    expect(inspect({ title: ' ', body: '' })).toEqual([]);
  });

  test('that is empty lacks a title once it has been saved', () => {
    expect(codes({ title: ' ', body: '' }, { isSaved: true })).toEqual(['title-empty']);
  });

  test('with a text lacks a title', () => {
    expect(codes({ title: '' })).toEqual(['title-empty']);
    expect(codes({ title: '', body: '', summary: 'Short.' })).toEqual(['title-empty']);
  });
});

describe('images and links of the body', () => {
  const body = (markdown: string) => ({ body: `${SENTENCES}\n\n${markdown}` });

  test.each([
    '![Fox](file:///home/fox.png)',
    '![Fox](C:\\pictures\\fox.png)',
    '![Fox]()',
    '<img src="http://[" alt="Fox">',
    '<img src="data:image/png;base64,AAAA" alt="Fox">',
  ])('cannot be shown: %s', (image) => {
    expect(codes(body(image))).toEqual(['image-address']);
  });

  test.each(['[a](file:///a)', '[a](ftp://example.com/)', '<a href="javascript:alert(1)">a</a>'])(
    'lead nowhere: %s',
    (link) => {
      expect(codes(body(link))).toEqual(['link-address']);
    },
  );

  test.each([
    '![Fox](/uploads/fox.png)',
    '![Fox](//cdn.example.com/fox.png)',
    '[a](../other/)',
    '[a](#anything)',
    '[a](mailto:a@example.com)',
    '`![Fox](file:///fox.png)`',
    '    [a](file:///page.html)',
  ])('are fine: %s', (markdown) => {
    expect(codes(body(markdown))).toEqual([]);
  });

  test('without an address lead nowhere, and are named by their texts', () => {
    const links = '[empty]() [**more** of it]( ) <a href="">old</a> [![Fox](/fox.png)]() <a>b</a>';
    const found = inspect(body(links));
    expect(found.map(({ code, params }) => [code, params.address])).toEqual([
      ['link-address', '[empty]()'],
      ['link-address', '[more of it]()'],
      ['link-address', '[old]()'],
      ['link-address', '[]()'],
    ]);
  });

  test('need a description, the cover too, each address named once', () => {
    const found = inspect({
      ...body('![](/a.png) ![](/a.png)'),
      cover: { url: '/cover.png', alternativeText: ' ' },
    });
    expect(found.map(({ code, params }) => [code, params.address])).toEqual([
      ['image-alt', '/cover.png'],
      ['image-alt', '/a.png'],
    ]);
  });

  test('that are described by their file names need a description, the cover too', () => {
    const found = inspect({
      ...body('![harbour.jpg](/uploads/harbour_0a1b2c3d4e.jpg) ![Our harbour](/uploads/b.jpg)'),
      cover: { url: '/uploads/cover.png', alternativeText: 'IMG_2031' },
    });
    expect(found.map(({ code, params }) => [code, params.name])).toEqual([
      ['image-alt', 'cover.png'],
      ['image-alt', 'harbour.jpg'],
    ]);
  });

  test('are named as the media library names their files', () => {
    const found = inspect(body('![](/uploads/my_desk_0a1b2c3d4e.png) ![](https://e.com/a.svg?b)'));
    expect(found.map(({ params }) => params.name)).toEqual(['my_desk.png', 'a.svg']);
  });

  test('are named in a few characters, however long their address', () => {
    const address = `data:image/png;base64,${'A'.repeat(10_000)}`;
    const [problem] = inspect(body(`<img src="${address}" alt="Fox">`));
    expect([...String(problem?.params.address)].length).toBeLessThanOrEqual(120);
  });
});

describe('an article readers know', () => {
  const published = { date: DATE };

  test('may be published again as it is', () => {
    expect(codes({}, { published })).toEqual([]);
  });

  test('may move to a new address: the old one leads there', () => {
    const link = 'https://www.example.com/posts/feeds-again/';
    expect(codes({}, { published, link })).toEqual([]);
  });

  test('changes its place with its date', () => {
    expect(codes({ date: new Date('2026-11-02T09:00:00Z') }, { published })).toEqual([
      'date-moved',
    ]);
  });

  test('disappears with a date in the future', () => {
    expect(codes({ date: new Date('2026-12-01T09:00:00Z') }, { published })).toEqual([
      'date-postponed',
    ]);
  });
});

test('problems come worst first', () => {
  const severities = inspect({
    title: '<b>Feeds</b>',
    body: '![](/a.png)\n\n[a](file:///page.html)',
  }).map(({ severity }) => severity);
  expect(severities).toEqual(['error', 'warning', 'warning', 'warning']);
});

describe('the slug', () => {
  test.each(['How I Test', 'héron', '-a', 'a--b'])('that makes no address: %s', (slug) => {
    expect(inspect({}, { slug, hasPluginSlug: true })).toEqual([
      { code: 'slug-invalid', severity: 'error', params: { slug } },
    ]);
  });

  test.each([
    ['How I Test', ['slug-invalid']],
    ['feed.xml', ['slug-invalid']],
    ['Héron_2', []],
  ])('of a type of the site may be all that an address can have: %s', (slug, expected) => {
    expect(codes({}, { slug })).toEqual(expected);
  });

  test('that is longer than an address takes makes none, as readers find', () => {
    expect(codes({}, { slug: 'x'.repeat(200) })).toEqual([]);
    expect(codes({}, { slug: 'x'.repeat(201) })).toEqual(['slug-invalid']);
  });

  test('that is not there yet, or makes one, is no problem', () => {
    expect(codes({}, { slug: '' })).toEqual([]);
    expect(codes({}, { slug: 'how-i-test' })).toEqual([]);
  });

  test.each(['article', 'untitled', 'article-1', 'post-3'])('that says nothing: %s', (slug) => {
    expect(inspect({}, { slug })).toEqual([
      { code: 'slug-generic', severity: 'warning', params: { slug } },
    ]);
  });

  test('that another article had sends its readers here', () => {
    expect(inspect({}, { slug: 'feeds', isFormerSlug: true })).toEqual([
      { code: 'slug-former', severity: 'warning', params: { slug: 'feeds' } },
    ]);
  });

  test('that makes the address of another article leaves this one without readers', () => {
    expect(inspect({}, { slug: 'feeds', isTaken: true })).toEqual([
      { code: 'address-taken', severity: 'error', params: { address: LINK } },
    ]);
  });

  test('that makes the address of a page of the site leaves it without readers as well', () => {
    expect(inspect({}, { slug: 'archive', isReserved: true })).toEqual([
      { code: 'address-reserved', severity: 'error', params: { address: LINK } },
    ]);
  });

  test('that another article has cannot be saved', () => {
    expect(inspect({}, { slug: 'feeds', isSlugTaken: true })).toEqual([
      { code: 'slug-taken', severity: 'error', params: { slug: 'feeds' } },
    ]);
  });

  test('that says what the article is about is no problem', () => {
    expect(codes({}, { slug: 'feeds', isFormerSlug: false })).toEqual([]);
  });
});

test.each([
  [19, false],
  [25, true],
])('of %i links to nothing at most 20 are told, and whether there may be more', (count, more) => {
  const missingLinks = Array.from({ length: count }, (_, link) => `/posts/none-${link}/`);
  const problems = inspect({}, { missingLinks });
  expect(problems).toHaveLength(Math.min(count, 20));
  expect(mayBeMore(problems)).toBe(more);
});

import { findPlace, placeOf } from '../../../admin/src/shared/problem-place';
import { renderBody } from '../../../src/content/body';
import { bodySourceOf } from '../../../src/content/body-source';
import { findProblems } from '../../../src/content/problems';

const LINK = 'https://www.example.com/posts/feeds/';

/** Problems of a body, of whose links those to `gone` lead to nothing. */
const problemsOf = (markdown: string) => {
  const body = renderBody(bodySourceOf(markdown), LINK);
  const missingLinks = body.references.links.filter((link) => link.includes('gone'));
  const date = new Date('2026-11-01T09:00:00Z');
  return findProblems({
    article: { title: 'Feeds', date },
    summary: 'Long enough.',
    body,
    link: LINK,
    missingLinks,
    now: date,
    language: 'en',
  });
};

/** The body with what each problem of a link or picture leads to in marks. */
const marked = (markdown: string): string => {
  const places = problemsOf(markdown).flatMap((problem) => {
    const place = placeOf(problem);
    const found = place && findPlace(markdown, place);
    return place ? [found ?? { from: 0, to: 0 }] : [];
  });
  return places
    .sort((a, b) => b.from - a.from)
    .reduce(
      (text, { from, to }) => `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`,
      markdown,
    );
};

const LONG = `/gone/${'a'.repeat(200)}/`;

test.each([
  ['a link', 'See [this](«/gone/»).'],
  ['not what only looks so', '`/gone/` /gone/here/ [/gone/](/posts/) is [it](«/gone/»).'],
  ['a link whose address begins like another', '[a](/posts/) [b](«/gone»), /gone/far/'],
  ['a link with a title', '[a](«/gone/» "Title")'],
  ['an address in angle brackets', '[a](<«/gone/my page/»>)'],
  ['an address that Markdown encodes', '[a](«/gone/größe/»)'],
  ['an address that is encoded', '[a](«/gone/gr%C3%B6%C3%9Fe/»)'],
  ['an ampersand', '[a](«/gone/?a=1&b=2»)'],
  ['an ampersand as HTML writes it', '[a](«/gone/?a=1&amp;b=2»)'],
  ['parentheses', '[a](«/gone/a_(b)»)'],
  ['an address that the problem cuts', `[a](«${LONG}»)`],
  ['a definition', '[a][b]\n\n[b]: «/gone/»'],
  ['an element of HTML', '<a href="«/gone/»">a</a>'],
  ['an address without words', '<«https://www.example.com/gone/»>'],
  ['a link around a picture', '[![A dog](/dog.png)](«/gone/»)'],
  ['a link without an address', 'See [the **guide**](«»).'],
  ['the one of several that has those words', '[a](/b) [b](«») '],
  ['a scheme that no reader takes', '[a](«ftp://example.com/»)'],
  ['a picture of the editor’s own computer', '![A dog](«file:///dog.png»)'],
  ['a picture without words', '[/dog.png](/dog.png) ![«»](/dog.png)'],
  ['a picture with its file name for words', '![«IMG_2031.JPG»](/uploads/IMG_2031.JPG "x")'],
  ['the one of two pictures without words', '![A dog](/dog.png) ![«»](/dog.png)'],
  ['a picture of HTML', '<img src="«/dog.png»" />'],
])('%s is found where it is written', (_, text) => {
  expect(marked(text.replace(/[«»]/g, ''))).toBe(text);
});

test('what the text does not have is not found', () => {
  expect(findPlace('', { kind: 'link', address: '/gone/' })).toBeUndefined();
  expect(findPlace('[a](/b/)', { kind: 'link', address: '/gone/' })).toBeUndefined();
  expect(findPlace('[a](/b/)', { kind: 'link', address: '' })).toBeUndefined();
});

test('only a link or a picture has a place', () => {
  const problem = { code: 'title-long', severity: 'warning', params: { length: 1 } } as const;
  expect(placeOf(problem)).toBeUndefined();
});

test.each(['[', '[a](', '![', '[a]([a]((', '%'])(
  'a megabyte of nothing but %j is read to its end',
  (text) => {
    const megabyte = text.repeat(1_000_000 / text.length);
    expect(findPlace(megabyte, { kind: 'link', address: '/gone/' })).toBeUndefined();
  },
);

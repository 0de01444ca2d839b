import { renderBody } from '../../../src/content/body';
import { bodySourceOf } from '../../../src/content/body-source';

const LINK = 'https://www.example.com/posts/feeds/';

const lostIn = (markdown: string) => renderBody(bodySourceOf(markdown), LINK).references.lost;

describe('links to places within an article', () => {
  test.each([
    '## Part one\n\n[a](#part-one)',
    '[a](#part-one)\n\n# Part **one**',
    '## Errors\n\n## Errors\n\n[a](#errors-1)',
    '## 1. Errors\n\n[a](#1-errors) [b](#section-1-errors)',
    '## Größe\n\n[a](#größe) [b](#gr%C3%B6%C3%9Fe)',
    'A note.[^1]\n\n[^1]: Here. [back](#fnref-1)',
    '[a](#) [b](#top) [c](#contents) [d](#:~:text=word)',
    '## Part\n\n[a](https://www.example.com/posts/feeds#part) [b](../feeds/#part)',
    '[a](/posts/other/#nowhere) [b](https://e.com/#nowhere) [c](debug#nowhere)',
  ])('that are there: %s', (markdown) => {
    expect(lostIn(markdown)).toEqual([]);
  });

  test.each([
    ['[a](#nowhere)', '#nowhere'],
    ['## Part\n\n[a](#Part)', '#Part'],
    ['## Errors\n\n[a](#errors-1)', '#errors-1'],
    ['A note.[^1]\n\n[^1]: Here.\n\n[a](#fn-2)', '#fn-2'],
    ['<a id="here">Here</a> [a](#here)', '#here'],
    ['[a](#h%)', '#h%25'],
    ['[a](/posts/feeds/#nowhere)', '/posts/feeds/#nowhere'],
  ])('that are not there: %s', (markdown, link) => {
    expect(lostIn(markdown)).toEqual([link]);
  });

  test('of a body in parts may lead to another part', () => {
    const parts = [
      { format: 'markdown' as const, text: '[a](#second) [b](#third)' },
      { format: 'html' as const, text: '<h2>Second</h2>' },
    ];
    expect(renderBody({ parts, missing: [], isHeavy: false }, LINK).references.lost).toEqual([
      '#third',
    ]);
  });
});

import fc from 'fast-check';

import { renderBody } from '../../../src/content/body';
import { bodySourceOf } from '../../../src/content/body-source';
import { renderMarkdown } from '../../../src/content/markdown';
import { openingText, runningText, summariseBody } from '../../../src/content/body-summary';
import { fitFullTexts, type Item } from '../../../src/feed/model';
import { excerpt } from '../../../src/lib/text';
import { HOSTILE, SENTENCE } from '../../helpers/hostile';

const LINK = 'https://www.example.com/posts/a/';
const options = { summaryWords: 70, language: 'en' };

const summaryOf = (body: string): string => summariseBody(bodySourceOf(body), options);

/** The summary as the rule has it, of the whole body. */
const summaryOfWhole = (body: string): string => {
  const text = openingText(runningText(renderMarkdown(body)));
  const words = new Intl.Segmenter('en', { granularity: 'word' });
  let counted = 0;
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(
    text,
  )) {
    counted += [...words.segment(segment)].filter(({ isWordLike }) => isWordLike).length;
    if (counted >= 70) return text.slice(0, index + segment.length).trimEnd();
  }
  return text.trimEnd();
};

/** The longest text that is given to a segmenter while something is done. */
const longestSegmented = (work: () => void): number => {
  const segment = jest.spyOn(Intl.Segmenter.prototype, 'segment');
  try {
    work();
    return Math.max(0, ...segment.mock.calls.map(([text]) => text.length));
  } finally {
    segment.mockRestore();
  }
};

describe('the summary of a long body', () => {
  const word = fc.constantFrom(
    ...['request', '*answer*', '**bold**', '`code`', '[link][site]', '[a](https://e.com/b?c=d)'],
    ...['https://example.com/path', 'e.g.', 'naïve', '3.5', '&amp;', '<b>x</b>', '![a](/b.png)'],
  );
  const sentence = fc
    .array(word, { minLength: 3, maxLength: 15 })
    .map((words) => `The ${words.join(' ')}.`);
  const paragraph = fc
    .array(sentence, { minLength: 1, maxLength: 6 })
    .map((sentences) => sentences.join(' '));
  const block = fc.oneof(
    { weight: 4, arbitrary: paragraph },
    paragraph.map((text) => `- ${text}\n- ${text}`),
    paragraph.map((text) => `> ${text}`),
    sentence.map((text) => `## ${text}`),
    sentence.map((text) => `\`\`\`js\n${text}\n\`\`\``),
  );

  test('is the same as of the whole, of any ordinary article', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 5, maxLength: 40 }), (blocks) => {
        const body = `${blocks.join('\n\n')}\n\n[site]: https://www.example.com/ "Site"\n`;
        expect(summaryOf(body)).toBe(summaryOfWhole(body));
      }),
      { numRuns: 60 },
    );
  });

  test('is not lost behind an embedded picture', () => {
    const picture = `![Fox](data:image/png;base64,${'iVBORw0KGgo'.repeat(50_000)})`;
    expect(summaryOf(`${picture}\n\n${SENTENCE.repeat(100)}`)).toMatch(/^Send the request once/);
  });

  test.each(Object.entries(HOSTILE))('looks at some pages at most: %s', (_name, text) => {
    const longest = longestSegmented(() => summaryOf(text(1_000_000)));
    expect(longest).toBeLessThanOrEqual(4_200);
    expect(summaryOf(text(1_000_000)).length).toBeLessThanOrEqual(4_200);
  });

  test.each(Object.entries(HOSTILE))('looks at some more for the longest: %s', (_name, text) => {
    const body = bodySourceOf(text(1_000_000));
    const longest = longestSegmented(() =>
      summariseBody(body, { ...options, summaryWords: 1_000 }),
    );
    expect(longest).toBeLessThanOrEqual(16_384);
  });
});

test('an excerpt looks at no more than it can show', () => {
  expect(longestSegmented(() => excerpt('a '.repeat(500_000), 200))).toBeLessThanOrEqual(402);
  expect(excerpt(`e${'\u0301'.repeat(100_000)}`, 20)).toBe('…');
});

describe('a body', () => {
  test('keeps addresses with brackets as links', () => {
    const address = 'https://en.wikipedia.org/wiki/RSS_(file_format)';
    expect(renderMarkdown(`See ${address}.`)).toContain(`<a href="${address}">`);
  });

  test('has no links where their ends would be searched for too long', () => {
    const body = 'https://e.com/(('.repeat(3_750);
    expect(renderMarkdown(body).match(/<a /g)?.length ?? 0).toBeLessThan(50);
  });

  test.each([
    ['elements nested deeper than browsers show', '<b>'.repeat(501)],
    ['a table with far more cells than characters', HOSTILE['table with missing cells']!(4_000)],
    ['more parts than any article', '#\n'.repeat(200_000)],
    ['more than Strapi saves', 'word '.repeat(300_000)],
  ])('is plain text when it has %s', (_name, body) => {
    const { html, isHeavy } = renderBody(bodySourceOf(body), LINK);
    expect(isHeavy).toBe(true);
    expect(html.replaceAll(/<\/?p>|<br \/>/g, '')).not.toMatch(/[<>]/);
    expect(html.length).toBeLessThanOrEqual(2_500_000);
  });

  test('keeps its paragraphs as plain text', () => {
    const { html } = renderBody(
      bodySourceOf(`One & two\nthree\n\n*four*\n\n${'<b>'.repeat(501)}`),
      LINK,
    );
    expect(html).toMatch(/^<p>One &amp; two<br \/>three<\/p>\n<p>\*four\*<\/p>\n<p>&lt;b&gt;/);
  });

  test('names a thousand references at most', () => {
    const { references } = renderBody(bodySourceOf('[a](/b) ![](/c.png) '.repeat(5_000)), LINK);
    expect(references.links).toHaveLength(1_000);
    expect(references.images).toHaveLength(1_000);
  });
});

test('a document of a feed has full texts as long as there is room', () => {
  const item = (length: number): Item => ({
    title: 'T',
    link: LINK,
    guid: LINK,
    date: new Date(0),
    updated: new Date(0),
    summary: 'S',
    contentHtml: 'x'.repeat(length),
  });
  const fitted = fitFullTexts([item(2_000_000), item(2_000_000), item(1), item(0)]);
  expect(fitted.map(({ contentHtml }) => contentHtml?.length)).toEqual([
    2_000_000,
    2_000_000,
    undefined,
    undefined,
  ]);
});

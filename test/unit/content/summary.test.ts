import fc from 'fast-check';

import { excerpt, excerptOfSentences } from '../../../src/lib/text';
import { summarise } from '../../../src/content/body-summary';
import { editorText } from '../../helpers/editor-text';

const segments = (text: string, granularity: 'word' | 'sentence' | 'grapheme') => [
  ...new Intl.Segmenter('en', { granularity }).segment(text),
];
const countWords = (text: string) =>
  segments(text, 'word').filter(({ isWordLike }) => isWordLike).length;

const ONE = 'One two three four. ';
const LONG = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ');

describe('a summary of a body', () => {
  it('ends with the sentence in which the word count is reached', () => {
    const text = `${ONE}Five six seven. Eight nine ten.`;
    expect(summarise(text, 4, 'en')).toBe('One two three four.');
    expect(summarise(text, 5, 'en')).toBe('One two three four. Five six seven.');
    expect(summarise(text, 7, 'en')).toBe('One two three four. Five six seven.');
    expect(summarise(text, 8, 'en')).toBe(text);
  });

  it('is the whole text when that has fewer words', () => {
    expect(summarise('Short.', 70, 'en')).toBe('Short.');
    expect(summarise('No full stop', 70, 'en')).toBe('No full stop');
    expect(summarise('', 70, 'en')).toBe('');
  });

  it('is about 70 words of a text of ordinary sentences', () => {
    const text = 'Each of these sentences has exactly eight words. '.repeat(40);
    const words = countWords(summarise(text, 70, 'en'));
    expect(words).toBe(72);
  });

  it('takes a line end for the end of a sentence, so it may end in the first line of a list', () => {
    const text = 'These are the headers I read:\nContent-Type tells the format\nETag tells more';
    expect(summarise(text, 8, 'en')).toBe(
      'These are the headers I read:\nContent-Type tells the format',
    );
  });

  it('keeps line breaks', () => {
    expect(summarise('One two.\nThree four.\nFive six.', 4, 'en')).toBe('One two.\nThree four.');
  });

  it('cuts a sentence without an end behind a word, at twice the count', () => {
    expect(summarise(LONG, 5, 'en')).toBe(LONG.split(' ').slice(0, 10).join(' '));
  });

  it('knows the sentences and words of languages that write them otherwise', () => {
    expect(summarise('吾輩は猫である。名前はまだ無い。どこで生れたか。', 4, 'ja')).toBe(
      '吾輩は猫である。',
    );
  });

  it('has no byte order mark at its end', () => {
    expect(summarise('㋐Ⰰ\uFEFF&lt;', 1, 'en')).toBe('㋐Ⰰ');
  });

  it('is a prefix of the text that ends where the rule says, of any text', () => {
    fc.assert(
      fc.property(editorText(30), fc.integer({ min: 1, max: 12 }), (text, wordCount) => {
        const summary = summarise(text, wordCount, 'en');
        expect(text.startsWith(summary)).toBe(true);
        // Words are counted sentence by sentence: a word never spans two.
        let words = 0;
        let end = text;
        for (const { index, segment } of segments(text, 'sentence')) {
          const inSentence = segments(segment, 'word').filter(({ isWordLike }) => isWordLike);
          words += inSentence.length;
          if (words < wordCount) continue;
          const last = inSentence[inSentence.length - 1 - (words - 2 * wordCount)];
          const length =
            words <= 2 * wordCount ? segment.length : last!.index + last!.segment.length;
          end = text.slice(0, index + length);
          break;
        }
        expect(summary).toBe(end.trimEnd());
      }),
      { numRuns: 300 },
    );
  });
});

describe('an excerpt in a listing', () => {
  it('is the whole text when that fits', () => {
    expect(excerpt('Just right', 10)).toBe('Just right');
    expect(excerpt('  Just right\n', 10)).toBe('Just right');
    expect(excerpt('', 20)).toBe('');
  });

  it('is cut between words and ends in an ellipsis', () => {
    expect(excerpt('The quick brown fox jumps', 15)).toBe('The quick…');
    expect(excerpt('The quick brown fox jumps', 16)).toBe('The quick brown…');
  });

  it.each([
    [
      'It was late when we finally saw it. Then we slept.',
      36,
      'It was late when we finally saw it…',
    ],
    ['Readers, writers, and the rest', 10, 'Readers…'],
    ['Wait... what is that over there?', 12, 'Wait…'],
    ['Did we see it? We did, in the end.', 16, 'Did we see it?…'],
    ['ようやく見えた。それから眠った。', 9, 'ようやく見えた…'],
  ])('of %j does not end twice', (text, length, short) => {
    expect(excerpt(text, length)).toBe(short);
  });

  it('of full stops alone is still one', () => {
    expect(excerpt('. . . . . . . .', 6)).toBe('. . .…');
    expect(excerpt('。\uFEFF\uFEFF\uFEFF : Word', 5)).toBe('。…');
  });

  it('counts the ellipsis', () => {
    expect(excerpt('abcdef ghi', 7)).toBe('abcdef…');
    expect(excerpt('abcdef ghi', 6)).toBe('abcde…');
  });

  it('cuts a single longer word between graphemes', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(excerpt(family.repeat(5), 15)).toBe(`${family.repeat(2)}…`);
    expect(excerpt('e\u0301'.repeat(20), 20)).toBe(`${'e\u0301'.repeat(9)}…`);
  });

  it('counts a character outside the BMP once', () => {
    expect(excerpt('😀'.repeat(20), 20)).toBe('😀'.repeat(20));
    expect(excerpt('😀'.repeat(21), 20)).toBe(`${'😀'.repeat(19)}…`);
  });

  it('is at most the length, ends in "…" exactly when cut, and is otherwise a prefix', () => {
    fc.assert(
      fc.property(editorText(60), fc.integer({ min: 20, max: 60 }), (typed, length) => {
        const whole = typed.trim();
        const short = excerpt(typed, length);
        expect(Array.from(short).length).toBeLessThanOrEqual(length);
        if (Array.from(whole).length <= length) {
          expect(short).toBe(whole);
          return;
        }
        expect(short.endsWith('…')).toBe(true);
        const kept = short.slice(0, -1);
        expect(whole.startsWith(kept)).toBe(true);
        expect(kept).toBe(kept.trimEnd());
        const graphemeEnds = segments(whole, 'grapheme').map(({ index }) => index);
        const between = whole.slice(kept.length);
        // Behind a word, without its full stop; or within one that is too long, and then between graphemes.
        if (kept !== '' && !/^[.,;:…。、，；：،؛۔।]*\s/.test(between)) {
          expect(kept).not.toMatch(/\s/);
          expect(graphemeEnds).toContain(kept.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps as many words as fit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 20, max: 60 }),
        (words, length) => {
          const text = words.join(' ');
          fc.pre(text.length > length);
          const kept = excerpt(text, length).slice(0, -1);
          const next = words[kept.split(' ').length]!;
          expect(`${kept} ${next}…`.length).toBeGreaterThan(length);
        },
      ),
    );
  });
});

describe('an excerpt of sentences', () => {
  const TEXT =
    'A job that runs twice is heard. So is a pause! What a chart shows comes long after it.';

  it('is the text itself where that is short enough', () => {
    expect(excerptOfSentences(`  ${TEXT} `, 200, 'en')).toBe(TEXT);
  });

  it('ends with a sentence where one ends soon enough', () => {
    expect(excerptOfSentences(TEXT, 60, 'en')).toBe(
      'A job that runs twice is heard. So is a pause!…',
    );
    // The ellipsis takes the place of the full stop.
    expect(excerptOfSentences(TEXT, 40, 'en')).toBe('A job that runs twice is heard…');
  });

  it('ends with a word where the first sentence goes on for longer', () => {
    expect(excerptOfSentences(TEXT, 20, 'en')).toBe('A job that runs…');
    expect(excerptOfSentences(`Yes. ${'word '.repeat(50)}`, 60, 'en')).toBe(
      excerpt(`Yes. ${'word '.repeat(50)}`, 60),
    );
  });

  it('knows the sentences of scripts without spaces', () => {
    expect(
      excerptOfSentences('今日は晴れです。明日は雨でしょう。傘を持って出かけます。', 20, 'ja'),
    ).toBe('今日は晴れです。明日は雨でしょう…');
  });

  it('is at most the length, and ends in "…" exactly when it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('One two. ', 'Is it? ', '\n', 'word ', '文。', '👍🏽', ' ')),
        fc.integer({ min: 1, max: 60 }),
        (parts, length) => {
          const whole = parts.join('').trim();
          const cut = excerptOfSentences(whole, length, 'en');
          expect([...cut].length).toBeLessThanOrEqual(length);
          if ([...whole].length <= length) expect(cut).toBe(whole);
          else
            expect([cut.endsWith('…'), whole.startsWith(cut.slice(0, -1))]).toEqual([true, true]);
        },
      ),
    );
  });
});

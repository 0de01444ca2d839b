import { readFileSync } from 'node:fs';
import path from 'node:path';

import { isPlural, TEXT_KEYS, TEXT_VALUES, type TextKey } from '../../../src/texts/keys';
import { LANGUAGES } from '../../../src/texts/texts';

const names = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!).sort();

const formsOf = (language: string, key: TextKey): [category: string, text: string][] => {
  const text = LANGUAGES[language]![key];
  return typeof text === 'string' ? [['other', text]] : Object.entries(text);
};

/** Whether only one number is of a category, so that its text may write the number as a word. */
const isOneNumber = (language: string, category: string): boolean => {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 2_000 }, (_, number) => number);
  return numbers.filter((number) => rules.select(number) === category).length === 1;
};

it('has the languages it is said to have', () => {
  expect(Object.keys(LANGUAGES).sort()).toEqual(
    'ar de en es fr hi id it ja ko nl pl pt pt-PT tr uk zh-Hans zh-Hant'.split(' '),
  );
});

it('is documented, text by text', () => {
  const page = readFileSync(path.join(__dirname, '../../../docs/languages.md'), 'utf8');
  const listed = /^```\n(skipToContent[^`]+)/m.exec(page)?.[1] ?? '';
  expect([...listed.matchAll(/^(\w+): /gm)].map(([, name]) => name)).toEqual(TEXT_KEYS);
});

describe.each(Object.keys(LANGUAGES))('the texts of %s', (language) => {
  it('are all there, in the order of the English ones, and no others', () => {
    expect(Object.keys(LANGUAGES[language]!)).toEqual(TEXT_KEYS);
  });

  it('have the plural forms that the rules of the language ask for, and no others', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const key of TEXT_KEYS.filter(isPlural)) {
      const forms = formsOf(language, key).map(([category]) => category);
      expect([key, forms.sort()]).toEqual([key, [...pluralCategories].sort()]);
    }
  });

  it('keep every value, and have no other', () => {
    for (const key of TEXT_KEYS) {
      for (const [category, text] of formsOf(language, key)) {
        const mayBeWord = isPlural(key) && isOneNumber(language, category);
        const expected = [...TEXT_VALUES[key]].sort();
        const found = names(text);
        expect([key, category, found]).toEqual([
          key,
          category,
          mayBeWord && found.length === 0 ? [] : expected,
        ]);
      }
    }
  });

  it('are plain text in the normal form of Unicode, without space around them', () => {
    for (const key of TEXT_KEYS) {
      for (const [, text] of formsOf(language, key)) {
        expect([key, text]).toEqual([key, text.trim().normalize('NFC')]);
        expect([key, text]).not.toEqual([key, '']);
        expect([key, text]).toEqual([key, expect.not.stringMatching(/[<>&\p{Cc}]/u)]);
      }
    }
  });

  it('are translated', () => {
    if (language === 'en') return;
    const same = TEXT_KEYS.filter(
      (key) =>
        names(formsOf('en', key)[0]![1]).length < 2 &&
        JSON.stringify(LANGUAGES[language]![key]) === JSON.stringify(LANGUAGES.en![key]),
    );
    // Words that are the same in some languages.
    expect(same.filter((key) => !['tags', 'pages', 'page', 'articles'].includes(key))).toEqual([]);
  });
});

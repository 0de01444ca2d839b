import { directionOf } from '../../../src/lib/text';
import { lookupTags, createTexts } from '../../../src/texts/texts';

/** Which digits it has is for the version of Node.js to say. */
const arabic = (number: number): string => new Intl.NumberFormat('ar').format(number);

describe('the texts of a language', () => {
  it.each([
    ['en', 'Older articles'],
    ['en-GB', 'Older articles'],
    ['de', 'Ältere Artikel'],
    ['de-AT', 'Ältere Artikel'],
    ['de-Latn-DE-1996', 'Ältere Artikel'],
    ['fr-CA', 'Articles plus anciens'],
    ['zh', '较早的文章'],
    ['zh-CN', '较早的文章'],
    ['zh-TW', '較舊的文章'],
    ['zh-HK', '較舊的文章'],
    ['zh-Hant', '較舊的文章'],
    ['cmn-Hant', '較舊的文章'],
    ['in', 'Artikel lebih lama'],
  ])('are found for %s', (language, text) => {
    const texts = createTexts(language);
    expect(texts.say('olderArticles')).toBe(text);
    expect(texts.foreign('olderArticles')).toBeUndefined();
  });

  it('are those of the country where it has its own', () => {
    expect(createTexts('pt-PT').say('subscribe')).toBe('Subscrever');
    expect(createTexts('pt-BR').say('subscribe')).toBe('Assinar');
  });

  it.each(['sv', 'he', 'gsw', 'tlh', 'uk-Latn', 'sr-Latn', 'eo'])(
    'are English for %s, and say so',
    (language) => {
      const texts = createTexts(language);
      expect(texts.say('olderArticles')).toBe('Older articles');
      expect(texts.foreign('olderArticles')).toBe('en');
    },
  );

  it.each([
    ['en', ['0 articles', '1 article', '2 articles', '1,234 articles']],
    ['de', ['0 Artikel', '1 Artikel', '2 Artikel', '1.234 Artikel']],
    ['fr', ['0 article', '1 article', '2 articles', '1\u202f234 articles']],
    ['pl', ['0 artykułów', '1 artykuł', '2 artykuły', '1234 artykuły']],
    ['uk', ['0 статей', '1 стаття', '2 статті', '1\u00a0234 статті']],
    ['ar', ['لا مقالات', 'مقال واحد', 'مقالان', `${arabic(1234)} مقالًا`]],
    ['ja', ['0 件の記事', '1 件の記事', '2 件の記事', '1,234 件の記事']],
  ])('count as the language does: %s', (language, expected) => {
    const { say } = createTexts(language);
    expect([0, 1, 2, 1234].map((count) => say('articleCount', { count }))).toEqual(expected);
  });

  it.each([
    [3, 'مقالات'],
    [10, 'مقالات'],
    [11, 'مقالًا'],
    [100, 'مقال'],
  ])('count %d in Arabic by its rules', (count, expected) => {
    expect(createTexts('ar').say('articleCount', { count })).toBe(`${arabic(count)} ${expected}`);
  });

  it('count in English, with its numbers, where they are English', () => {
    expect(createTexts('sv').say('articleCount', { count: 1234 })).toBe('1,234 articles');
  });

  it('show a value as it is, whatever it looks like', () => {
    const { say } = createTexts('en');
    expect(say('tagFeedTitle', { tag: '{site} $& {x}', site: '{tag}' })).toBe(
      '{site} $& {x} on {tag}',
    );
  });

  it('are in parts around values that are more than text', () => {
    const link = { is: 'a link' };
    expect(createTexts('en').parts('allFeeds', { link })).toEqual([
      link,
      ', for a feed reader to subscribe to at once.',
    ]);
  });
});

describe('texts that a site words otherwise', () => {
  it('go before the plugin’s, in the language and its countries', () => {
    const own = { de: { tags: 'Themen' } };
    for (const language of ['de', 'de-AT', 'de-ch']) {
      expect(createTexts(language, own).say('tags')).toBe('Themen');
      expect(createTexts(language, own).say('allTags')).toBe('Alle Schlagwörter');
    }
    expect(createTexts('en', own).say('tags')).toBe('Tags');
  });

  it('are those of the country first, however its tag is written', () => {
    const own = { de: { tags: 'Themen' }, 'de-at': { tags: 'Sachen' } };
    expect(createTexts('de-AT', own).say('tags')).toBe('Sachen');
    expect(createTexts('de-CH', own).say('tags')).toBe('Themen');
  });

  it('take the script of the language into account', () => {
    expect(createTexts('zh', { zh: { tags: '主题' } }).say('tags')).toBe('主题');
    expect(createTexts('zh-CN', { 'zh-Hans': { tags: '主题' } }).say('tags')).toBe('主题');
    expect(createTexts('zh-TW', { zh: { tags: '主题' } }).say('tags')).toBe('標籤');
    expect(createTexts('zh-TW', { 'zh-Hant': { tags: '主題' } }).say('tags')).toBe('主題');
  });

  it('may be of a language the plugin has no texts in; the rest is English', () => {
    const texts = createTexts('sv-FI', {
      sv: { tags: 'Ämnen', articleCount: { one: 'en artikel', other: '{count} artiklar' } },
      en: { allTags: 'All topics' },
    });
    expect([texts.say('tags'), texts.foreign('tags')]).toEqual(['Ämnen', undefined]);
    expect([texts.say('allTags'), texts.foreign('allTags')]).toEqual(['All topics', 'en']);
    expect(texts.say('articleCount', { count: 1 })).toBe('en artikel');
    expect(texts.say('articleCount', { count: 1234 })).toBe('1\u00a0234 artiklar');
  });
});

test('a language is looked up as RFC 4647 does, with its script', () => {
  expect(lookupTags('de-Latn-AT')).toEqual(['de-Latn-AT', 'de-Latn', 'de']);
  expect(lookupTags('zh-TW')).toEqual(['zh-TW', 'zh-Hant']);
  expect(lookupTags('zh-Hant-TW')).toEqual(['zh-Hant-TW', 'zh-Hant']);
  expect(lookupTags('sr-Latn')).toEqual(['sr-Latn']);
});

test.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
  ['fa', 'rtl'],
  ['ur', 'rtl'],
  ['dv', 'rtl'],
  ['az', 'ltr'],
  ['az-Arab', 'rtl'],
  ['uz-Arab-AF', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['pa-PK', 'rtl'],
  ['zh-Hant', 'ltr'],
])('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});

import { strings } from '@strapi/utils';

import { topicList, topicOfList } from '../../../src/catalogue/catalogue-table';
import { compilePlan } from '../../../src/mapping/compile-plan';
import {
  idOfValue,
  isValueType,
  LONGEST_DIRECTORY,
  namedTopics,
  slugOfValue,
  slugOfValueId,
  topicOfValue,
  valueType,
} from '../../../src/mapping/values';
import { article, exampleWith } from '../../helpers/example-schemas';

const ARTICLE = 'api::article.article';

describe('the address of a value', () => {
  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  ADA  lovelace ', 'ada-lovelace'],
    ['Łukasz Ünlü', 'lukasz-uenlue'],
    ['Ольга Токарчук', 'olga-tokarchuk'],
    ["Flann O'Brien (jr.)", 'flann-o-brien-jr'],
    ['50 Cent', '50-cent'],
  ])('of %j is in Latin letters', (name, slug) => {
    expect(slugOfValue(name)).toBe(slug);
  });

  it('of one that has no Latin letters tells it from others, however it is spaced', () => {
    const [thai, chinese, other] = ['สมชาย ใจดี', '王小明', '王大明'].map(slugOfValue);
    expect(new Set([thai, chinese, other]).size).toBe(3);
    for (const slug of [thai, chinese, other]) expect(slug).toMatch(/^[0-9a-f]{10}$/);
    expect(slugOfValue(' สมชาย   ใจดี ')).toBe(thai);
    // The Latin part of a name is not the whole name.
    expect(slugOfValue('王小明 Wang')).toMatch(/^wang-[0-9a-f]{10}$/);
    expect(slugOfValue('王小明 Wang')).not.toBe(slugOfValue('王大明 Wang'));
  });

  it.each([
    ['Али', 'Қали'],
    ['Ли', 'Әли'],
    ['Ming', '王Ming'],
    ['王Ming', '李Ming'],
    ['Ali 3', 'Ali 3 ३'],
  ])(
    'tells %j from %j, of which one has a letter or digit that no Latin ones stand for',
    (one, other) => {
      expect(slugOfValue(one)).not.toBe(slugOfValue(other));
    },
  );

  it.each([
    ['Ильин', 'ilin'],
    ['Подъячев', 'podyachev'],
    ['محـمد', 'mh-md'],
    ['Kaʻahumanu', 'ka-ahumanu'],
  ])('of %j is the rest where a sign is no sound of its own', (name, slug) => {
    expect(slugOfValue(name)).toBe(slug);
  });

  it('is made once, however often it is asked for, and in no time of a name of many words', () => {
    const long = 'Ж я '.repeat(75).trim();
    const transliterate = jest.spyOn(strings, 'nameToSlug');
    const slug = slugOfValue(long);
    // Of the name, and of each letter.
    expect(transliterate.mock.calls.length).toBeLessThanOrEqual(3);
    transliterate.mockClear();
    for (let time = 0; time < 100; time += 1) expect(slugOfValue(` ${long}`)).toBe(slug);
    expect(transliterate).not.toHaveBeenCalled();
    transliterate.mockRestore();
  });

  it.each(['', '   ', '—', '…!?', '🦊'])('is none for %j', (name) => {
    expect(slugOfValue(name)).toBeUndefined();
  });

  it('is none for what is no name any more', () => {
    expect(slugOfValue('Ada '.repeat(75))).toBeDefined();
    expect(slugOfValue('Ada '.repeat(76))).toBeUndefined();
    expect(slugOfValue('王'.repeat(1_000_000))).toBeUndefined();
  });

  it.each([
    ['C', 'C++'],
    ['C++', 'C#'],
    ['Net', '.NET'],
    ['1.5', '15'],
    ['1.5', '1-5'],
    ['5', '-5'],
    ['News', '🦊 News'],
    ['100', '100 %'],
    ['x'.repeat(150), `${'x'.repeat(150)}y`],
  ])('tells %j from %j, which have the same letters', (one, other) => {
    expect(slugOfValue(one)).not.toBe(slugOfValue(other));
  });

  it.each([
    ['Tech News', 'tech-news'],
    ['Café', 'cafe'],
    ['UI/UX', 'UI / UX'],
    ['how_to', 'How to'],
  ])(
    'is the same for %j and %j, which differ in case, accents and what is between words',
    (one, other) => {
      expect(slugOfValue(one)).toBe(slugOfValue(other));
    },
  );

  it('fits the name of a list, however long a value is', () => {
    const type = valueType(`/${'d'.repeat(LONGEST_DIRECTORY)}/`);
    for (const value of [
      'x'.repeat(300),
      '王 '.repeat(150),
      `${'ab '.repeat(99)}王`,
      'ß'.repeat(300),
    ]) {
      const slug = slugOfValue(value)!;
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      // Before it there may be the mark of a locale, of 36 characters.
      const list = topicList(type, idOfValue(type, slug));
      expect(list.length).toBeLessThanOrEqual(220 - 36);
    }
  });
});

it('has an id that names a list, and is that of no entry and of no other directory', () => {
  const type = valueType('/blog/tags/');
  const id = idOfValue(type, 'ada');
  expect(topicOfList(topicList(type, id))).toEqual({ contentType: type, documentId: id });
  expect(slugOfValueId(type, id)).toBe('ada');
  expect(slugOfValueId(valueType('/tags/'), id)).toBeUndefined();
  expect(slugOfValueId(type, 'k3v9x1c7q2w8e4r6t5y0u1i2')).toBeUndefined();
  expect([type, ARTICLE].map(isValueType)).toEqual([true, false]);
});

describe('the topics that a field names', () => {
  const list = { path: ['tags'], contentType: 'value::tags', isList: true };

  it.each([
    ['a list in JSON', ['News', 'Food, drink'], ['News', 'Food, drink']],
    ['JSON as SQLite and MariaDB give it', '["News", "Food, drink"]', ['News', 'Food, drink']],
    ['the objects of a tags input', [{ name: 'News' }, { name: 'Art' }], ['News', 'Art']],
    ['a text with commas', ' News, Art ,', ['News', 'Art']],
    ['a text with lines', 'News\nArt', ['News', 'Art']],
    ['numbers', [2025, 2026], ['2025', '2026']],
    ['a text that could be a number', '1.10', ['1.10']],
    ['a value written twice', ['News', 'NEWS', 'news'], ['News']],
    ['nothing', null, []],
    ['what is no list', { a: 1 }, []],
    ['nested lists', [[['News']]], []],
    ['what is no value', [true, null, '—', ''], []],
    ['broken JSON', '["News"', ['["News"']],
  ])('are those of %s', (_what, held, expected) => {
    expect(namedTopics(list, [held])).toEqual(expected);
  });

  it('are one of an enumeration, with a comma or not', () => {
    expect(namedTopics({ ...list, isList: false }, ['Food, drink'])).toEqual(['Food, drink']);
  });

  it('are fifty at most, and none of a text without an end', () => {
    const many = Array.from({ length: 10_000 }, (_, place) => `t${place}`);
    expect(namedTopics(list, [many])).toHaveLength(50);
    expect(namedTopics(list, [many.join(',').slice(0, 19_000)])).toHaveLength(50);
    expect(namedTopics(list, ['a,'.repeat(100_000)])).toEqual([]);
  });
});

describe('fields whose values are topics', () => {
  const kind = { type: 'enumeration', enum: ['how-to', 'news', 'API'] };
  const typesOf = (topics: object[] | undefined, attributes: object) => {
    const schemas = exampleWith({ [ARTICLE]: article(attributes as never) });
    const plan = compilePlan({ sources: { [ARTICLE]: { topics: topics as never } } }, schemas);
    return plan.valueTypes ?? [];
  };
  const titleOf = (type: Parameters<typeof topicOfValue>[0], value: string) => {
    const topic = topicOfValue(type, value);
    return [topic?.name, topic?.title, topic?.path];
  };

  it('are called as they are written, as the words of an enumeration, or as the site says', () => {
    const [type] = typesOf([{ field: 'kind', names: { news: 'The news' } }], { kind });
    expect(titleOf(type!, 'how-to')).toEqual(['How To', 'How To', '/kind/how-to/']);
    expect(titleOf(type!, 'news')).toEqual(['The news', 'The news', '/kind/news/']);
    expect(titleOf(type!, 'API')).toEqual(['API', undefined, '/kind/api/']);
    expect(titleOf(type!, 'constructor')).toEqual(['constructor', undefined, '/kind/constructor/']);
  });

  it('take the labels of a custom field with options', () => {
    const tags = {
      type: 'json',
      customField: 'plugin::multi-select.multi-select',
      options: ['Food & drink:food'],
    };
    const [type] = typesOf([{ field: 'tags' }], { tags });
    expect(titleOf(type!, 'food')).toEqual(['Food & drink', 'Food & drink', '/tags/food/']);
  });

  it('may be below another, one of whose values then has no address', () => {
    const topics = [
      { field: 'kind', address: '/kinds/{value}/' },
      { field: 'tags', address: '/kinds/tags/{value}/' },
    ];
    const [type] = typesOf(topics, { kind, tags: { type: 'json' } });
    expect(topicOfValue(type!, 'tags')).toBeUndefined();
    expect(topicOfValue(type!, 'news')?.path).toBe('/kinds/news/');
  });

  it('are at an address without a final slash where it is written so', () => {
    const [type] = typesOf([{ field: 'kind', address: '/kinds/{value}' }], { kind });
    expect(titleOf(type!, 'news')).toEqual(['news', undefined, '/kinds/news']);
  });

  it('at one address are together', () => {
    const kinds = typesOf(
      [
        { field: 'kind', address: '/all/kinds/{value}/', names: { news: 'One' } },
        { field: 'tags', address: '/all/kinds/{value}/', names: { x: 'Two' } },
      ],
      { kind, tags: { type: 'json' } },
    );
    expect(kinds.map(({ contentType }) => contentType)).toEqual(['value::all!kinds']);
    expect(kinds[0]!.names?.get('x')).toBe('Two');
  });

  it.each([
    [
      'enumerations and lists called so',
      { category: kind, tags: { type: 'json' } },
      ['value::category', 'value::tags'],
    ],
    [
      'custom fields called so',
      { tags: { type: 'customField', customField: 'plugin::x.y' } },
      ['value::tags'],
    ],
    ['no others', { kind, data: { type: 'json' } }, []],
    ['no private ones', { tags: { type: 'json', private: true } }, []],
    ['none where the entries of a type are', { categories: kind }, []],
  ])('are guessed: %s', (_what, attributes, expected) => {
    const types = typesOf(undefined, attributes);
    expect(types.map(({ contentType }) => contentType)).toEqual(expected);
  });
});

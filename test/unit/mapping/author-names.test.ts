import { strings } from '@strapi/utils';

import {
  authorNamesOf,
  idOfName,
  pagedName,
  slugOfName,
  slugOfNameId,
  topicOfName,
} from '../../../src/mapping/author-names';
import { topicList, topicOfList } from '../../../src/catalogue/catalogue-table';
import { AUTHOR_NAME_UID } from '../../../src/constants';

describe('the address of a name', () => {
  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  ADA  lovelace ', 'ada-lovelace'],
    ['Łukasz Ünlü', 'lukasz-uenlue'],
    ['Ольга Токарчук', 'olga-tokarchuk'],
    ["Flann O'Brien (jr.)", 'flann-o-brien-jr'],
    ['50 Cent', '50-cent'],
  ])('of %j is in Latin letters', (name, slug) => {
    expect(slugOfName(name)).toBe(slug);
  });

  it('of one that has no Latin letters tells it from others, however it is spaced', () => {
    const [thai, chinese, other] = ['สมชาย ใจดี', '王小明', '王大明'].map(slugOfName);
    expect(new Set([thai, chinese, other]).size).toBe(3);
    for (const slug of [thai, chinese, other]) expect(slug).toMatch(/^author-[0-9a-f]{10}$/);
    expect(slugOfName(' สมชาย   ใจดี ')).toBe(thai);
    // The Latin part of a name is not the whole name.
    expect(slugOfName('王小明 Wang')).toMatch(/^wang-[0-9a-f]{10}$/);
    expect(slugOfName('王小明 Wang')).not.toBe(slugOfName('王大明 Wang'));
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
      expect(slugOfName(one)).not.toBe(slugOfName(other));
    },
  );

  it.each([
    ['Ильин', 'ilin'],
    ['Подъячев', 'podyachev'],
    ['محـمد', 'mh-md'],
    ['Kaʻahumanu', 'ka-ahumanu'],
  ])('of %j is the rest where a sign is no sound of its own', (name, slug) => {
    expect(slugOfName(name)).toBe(slug);
  });

  it('is made once, however often it is asked for, and in no time of a name of many words', () => {
    const long = 'Ж я '.repeat(75).trim();
    const transliterate = jest.spyOn(strings, 'nameToSlug');
    const slug = slugOfName(long);
    // Of the name, and of each letter.
    expect(transliterate.mock.calls.length).toBeLessThanOrEqual(3);
    transliterate.mockClear();
    for (let time = 0; time < 100; time += 1) expect(slugOfName(` ${long}`)).toBe(slug);
    expect(transliterate).not.toHaveBeenCalled();
    transliterate.mockRestore();
  });

  it.each(['', '   ', '—', '…!?', '🦊'])('is none for %j', (name) => {
    expect(slugOfName(name)).toBeUndefined();
  });

  it('is none for what is no name any more', () => {
    expect(slugOfName('Ada '.repeat(75))).toBeDefined();
    expect(slugOfName('Ada '.repeat(76))).toBeUndefined();
    expect(slugOfName('王'.repeat(1_000_000))).toBeUndefined();
  });

  it('fits the name of a list, however long a name is', () => {
    for (const name of [
      'x'.repeat(300),
      '王 '.repeat(150),
      `${'ab '.repeat(99)}王`,
      'ß'.repeat(300),
    ]) {
      const slug = slugOfName(name)!;
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      // Before it there may be the mark of a locale, of 36 characters.
      const list = topicList(AUTHOR_NAME_UID, idOfName(slug));
      expect(list.length).toBeLessThanOrEqual(220 - 36);
    }
  });
});

it('has an id that names a list, and is that of no entry', () => {
  const id = idOfName('ada');
  expect(topicOfList(topicList(AUTHOR_NAME_UID, id))).toEqual({
    contentType: AUTHOR_NAME_UID,
    documentId: id,
  });
  expect(slugOfNameId(id)).toBe('ada');
  expect(slugOfNameId('k3v9x1c7q2w8e4r6t5y0u1i2')).toBeUndefined();
});

describe('names with pages', () => {
  const source = { author: [['guest'], ['writer', 'name']], hasNamePages: true } as const;

  it('are there where a source asks for them', () => {
    expect(authorNamesOf([{ isLocalised: true }])).toBeUndefined();
    const sources = [{ isLocalised: true }, { isLocalised: false, hasNamePages: true } as const];
    expect(authorNamesOf(sources)).toMatchObject({ isLocalised: false, isOfAuthors: true });
  });

  it('are the first that an entry has', () => {
    const valueOf = ([field]: readonly string[]) => ({ guest: '  ', writer: 'Ada' })[field!];
    expect(pagedName(source, valueOf)).toBe('Ada');
    expect(pagedName({ ...source, hasNamePages: undefined }, valueOf)).toBeUndefined();
  });

  it('are called as they are written', () => {
    const names = authorNamesOf([{ isLocalised: false, hasNamePages: true }])!;
    expect(topicOfName(names, ' bell hooks ')).toMatchObject({
      ...{ name: 'bell hooks', title: 'bell hooks', path: '/authors/bell-hooks/' },
      isAuthor: true,
    });
    expect(topicOfName(names, '—')).toBeUndefined();
  });
});

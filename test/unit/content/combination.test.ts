import fc from 'fast-check';

import {
  combinationId,
  combinationPath,
  combinationTitle,
  createCombination,
  MAXIMUM_TAGS,
  parseCombination,
  writeCombination,
} from '../../../src/content/selection';

const slug = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,4})?$/);
const mode = fc.constantFrom('all' as const, 'any' as const);

describe('names of tag combinations', () => {
  it('are the same for the same tags, in whatever order and however often named', () => {
    fc.assert(
      fc.property(fc.array(slug, { minLength: 1, maxLength: MAXIMUM_TAGS }), mode, (slugs, how) => {
        const name = writeCombination(createCombination(slugs, how));
        const shuffled = [...slugs, ...slugs].reverse().join(how === 'all' ? '+' : ',');
        expect(writeCombination(parseCombination(shuffled)!)).toBe(name);
        expect(writeCombination(parseCombination(name)!)).toBe(name);
      }),
    );
  });

  it('are none for any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const combination = parseCombination(text);
        if (combination)
          expect(text).toMatch(/^(?:[\w\-.~@]|[^\0-\x7F])+(?:[+,](?:[\w\-.~@]|[^\0-\x7F])+)*$/u);
      }),
    );
    for (const text of [
      '',
      '+',
      'a+',
      '+a',
      'a+b,c',
      'a b',
      'a+b.xml',
      'a+b+c+d+e',
      '../a',
      'a/b',
    ]) {
      expect(parseCombination(text)).toBeUndefined();
    }
  });

  it('are encoded where an address has them', () => {
    const combination = parseCombination('größe+API')!;
    expect(combinationPath('/tags/', combination, '/')).toBe('/tags/API+gr%C3%B6%C3%9Fe/');
    expect(combinationPath('/tags/', combination, '')).toBe('/tags/API+gr%C3%B6%C3%9Fe');
  });

  it('count a tag named twice once', () => {
    expect(parseCombination('a+b+c+d+a')?.slugs).toEqual(['a', 'b', 'c', 'd']);
    expect(parseCombination('a,a')).toEqual(parseCombination('a'));
  });
});

describe('titles of tag combinations', () => {
  it('join the titles in the words of the language', () => {
    expect(combinationTitle(['Api', 'JSON'], 'all', 'en')).toBe('Api and JSON');
    expect(combinationTitle(['Api', 'JSON', 'HTTP'], 'any', 'en')).toBe('Api, JSON, or HTTP');
    expect(combinationTitle(['Api', 'JSON'], 'any', 'id')).toBe('Api atau JSON');
    expect(combinationTitle(['Api'], 'all', 'de')).toBe('Api');
  });
});

describe('ids of tag combinations', () => {
  const ids = ['https://a.example/tags/testing/', 'https://a.example/tags/api/'];

  it('do not depend on the order of the tags and tell both modes apart', () => {
    const id = combinationId(ids, 'all');
    expect(combinationId([...ids].reverse(), 'all')).toBe(id);
    expect(combinationId(ids, 'any')).not.toBe(id);
    expect(URL.canParse(id)).toBe(true);
  });

  it('are the id of the tag where there is only one', () => {
    expect(combinationId(['https://a.example/tags/api/'], 'all')).toBe(
      'https://a.example/tags/api/',
    );
  });
});

import { validateOptions } from '../../../src/options/config';
import { localeMark, localePath, publishedLocales } from '../../../src/options/locales';
import { findCollisions } from '../../../src/mapping/compile-addresses';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const message = (locales: unknown): string => {
  try {
    validateOptions({ locales });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the option "locales"', () => {
  it('is taken with what each locale has of its own', () => {
    expect(
      message({
        en: {},
        de: {
          path: '/intl/de',
          siteName: 'Notizen',
          description: '',
          language: 'de-AT',
          timeZone: 'Europe/Vienna',
          appearance: { font: 'serif', logo: null, accent: undefined },
        },
        'pt-BR': {},
      }),
    ).toBe('');
    expect(message({ en: { path: '/en' }, english: { path: '', language: 'en-GB' } })).toBe('');
  });

  it.each([
    [{}, /names no locale/],
    [{ 'e n': {} }, /"e n" is no code/],
    [{ en: 'en' }, /"en" was "en"\. Allowed: an object/],
    [{ en: { sitename: 'Notes' } }, /"en": There is no "sitename"\. Did you mean "siteName"\?/],
    [{ en: { path: 'en' } }, /"path" was "en"\. Allowed: a path/],
    [{ en: { path: '/en/' } }, /"path" was "\/en\/"/],
    [{ en: { path: '/../en' } }, /"path" was/],
    [{ en: { path: '/x/../en' } }, /"path" was/],
    [{ en: { language: 'english' } }, /"language" was "english"\. Allowed: a BCP 47/],
    [{ en: { timeZone: 'Vienna' } }, /"timeZone" was "Vienna"/],
    [{ en: { appearance: 'dark' } }, /"en": "appearance" was "dark"\. Allowed: an object such as/],
    [{ en: { appearance: { font: 'serf' } } }, /"en": "appearance\.font" was "serf"\. Allowed: "s/],
    [
      { en: { appearance: { acent: '' } } },
      /"en": There is no "appearance\.acent"\. Did you mean "accent"/,
    ],
    [{ en: {}, english: {} }, /"english" is no language tag/],
    [{ en: {}, de: { path: '/feed.css' } }, /"path" was "\/feed\.css"\. Allowed: a path/],
    [{ en: {}, 'en-GB': { language: 'EN' } }, /which "en" is in/],
  ])('is refused as %j', (locales, said) => {
    expect(message(locales)).toMatch(said);
  });

  it('has the main locale first, without a path of its own', () => {
    const locales = publishedLocales({ en: {}, 'pt-BR': {}, de: { path: '/deutsch' } });
    expect(locales).toEqual([
      { code: 'en', path: '', isMain: true },
      { code: 'pt-BR', path: '/pt-br', isMain: false },
      { code: 'de', path: '/deutsch', isMain: false },
    ]);
    expect(['en', 'de', ''].map((code) => localeMark(locales, code))).toEqual(['', 'de', '']);
    expect(['en', 'de', ''].map((code) => localePath(locales, code))).toEqual(['', '/deutsch', '']);
    expect(localeMark(undefined, 'de')).toBe('');
  });

  it('has no paths where other addresses are', () => {
    const collisions = (path: string, home?: string) =>
      findCollisions(
        { ...BUILT_IN_PLAN, locales: publishedLocales({ en: {}, de: { path } }) },
        { home },
      );
    expect(collisions('/de')).toEqual([]);
    expect(collisions('/Posts')).toHaveLength(1);
    expect(collisions('/tags/de')).toHaveLength(1);
    expect(collisions('/blog', '/blog/')).toHaveLength(1);
    expect(collisions('/de', '/de/blog/')).toHaveLength(1);
  });
});

import { APPEARANCE_NAMES, DEFAULT_APPEARANCE } from '../../../src/pages/appearance';
import {
  APPEARANCE_SCHEMA,
  fixedAppearance,
  localAppearance,
  siteAppearance,
} from '../../../src/options/appearance';
import { checkChanges, type SavedValues, usableValues } from '../../../src/options/explain';

type Given = Parameters<typeof fixedAppearance>[0];

const IN_TWO: Given = { locales: { en: {}, de: {} } };

/** How the site looks in each of its locales. */
const localAppearances = (own: object, given: Given) =>
  Object.fromEntries(
    Object.entries(given.locales ?? {}).map(([code, { appearance }]) => [
      code,
      localAppearance(siteAppearance(own, given), appearance),
    ]),
  );

const valuesOf = (given: Given) => ({
  subject: 'The appearance',
  names: APPEARANCE_NAMES,
  schema: APPEARANCE_SCHEMA,
  fixed: fixedAppearance(given),
});

const refusals = (changes: object, given: Given = {}): unknown => {
  try {
    checkChanges(valuesOf(given), changes as SavedValues);
    return [];
  } catch (error) {
    return (error as { details: { errors: unknown } }).details.errors;
  }
};

describe('how a locale looks', () => {
  it('is as the whole site does where nothing is said of it', () => {
    const saved = { footer: 'Made in Jakarta', font: 'serif' } as const;
    const look = { ...DEFAULT_APPEARANCE, ...saved };
    expect(localAppearances(saved, IN_TWO)).toEqual({ en: look, de: look });
    expect(siteAppearance(saved, IN_TWO)).toEqual(look);
  });

  it('is what the configuration says of it, before what it says of the site and editors saved', () => {
    const given: Given = {
      appearance: { footer: 'Fixed', width: 'wide' },
      locales: {
        en: { appearance: { font: 'mono' } },
        de: { appearance: { footer: 'Fest', logo: null } },
      },
    };
    const saved = { theme: 'dark', footer: 'Saved', font: 'serif' } as const;
    const { en, de } = localAppearances(saved, given);
    expect(en).toMatchObject({ footer: 'Fixed', width: 'wide', font: 'mono', theme: 'dark' });
    expect(de).toMatchObject({ footer: 'Fest', width: 'wide', font: 'serif', theme: 'dark' });
  });

  it.each([[{}], [{ font: 'serf' }], [{ colour: 'red' }]])(
    'is the default where %j is saved',
    (saved) => {
      const own = usableValues(valuesOf(IN_TWO), saved);
      expect(localAppearances(own, IN_TWO).de).toEqual(DEFAULT_APPEARANCE);
    },
  );
});

describe('what an editor may change', () => {
  const given: Given = {
    appearance: { width: 'wide' },
    locales: {
      en: { appearance: { font: 'mono', theme: 'dark' } },
      de: { appearance: { font: 'serif', footer: 'Fest' } },
    },
  };

  it('is not what is fixed for the site, or for each locale', () => {
    expect(fixedAppearance(given)).toEqual(['font', 'width']);
    expect(fixedAppearance({})).toEqual([]);
    expect(refusals({ width: 'narrow', font: 'sans' }, given)).toEqual([
      expect.objectContaining({ path: ['width'], code: 'fixed' }),
      expect.objectContaining({ path: ['font'], code: 'fixed' }),
    ]);
    expect(usableValues(valuesOf(given), { width: 'narrow', footer: 'x' })).toEqual({
      footer: 'x',
    });
  });

  it('has a name there is, and is nothing only where that can be chosen', () => {
    expect(refusals({ colour: null, constructor: null })).toHaveLength(2);
    expect(refusals({ footer: null, font: null })).toHaveLength(2);
    expect(refusals({ logo: null })).toEqual([]);
  });
});

test('no template can change what others are shown', () => {
  const { footerLinks } = siteAppearance({}, {});
  expect(() => footerLinks.push({ label: 'Mine', address: '/' })).toThrow(TypeError);
});

test('what was saved and is fixed now is in force again once it is not fixed any more', () => {
  const saved = { width: 'narrow', footer: 'Site' };
  const fixed = valuesOf({ appearance: { width: 'wide' } });
  expect(usableValues(fixed, saved)).toEqual({ footer: 'Site' });
  expect(usableValues(valuesOf({}), saved)).toEqual(saved);
});

import { APPEARANCE_NAMES, DEFAULT_APPEARANCE } from '../../../src/pages/appearance';
import { APPEARANCE_SCHEMA } from '../../../src/options/appearance-schemas';
import {
  type Changes,
  changeValues,
  checkChanges,
  editableAppearance,
  fixedAppearance,
  localAppearance,
  siteAppearance,
  usableValues,
} from '../../../src/options/saved-values';

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

const refusals = (changes: Changes, given: Given = {}): unknown => {
  try {
    checkChanges(valuesOf(given), changes);
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
    expect(refusals({ width: { value: 'narrow' }, font: null }, given)).toEqual([
      expect.objectContaining({ path: ['width'], code: 'fixed' }),
      expect.objectContaining({ path: ['font'], code: 'fixed' }),
    ]);
    expect(usableValues(valuesOf(given), { width: 'narrow', footer: 'x' })).toEqual({
      footer: 'x',
    });
  });

  it('is shown with what there is without it', () => {
    const site = editableAppearance({ footer: 'Site' }, given);
    expect(site.own).toEqual({ footer: 'Site' });
    expect(site.otherwise).toMatchObject({
      footer: '',
      width: 'wide',
      font: 'mono',
      theme: 'auto',
    });
    // Readers of the main language have another one, whatever is saved here.
    expect(site.fixedInMain).toEqual(['theme']);
  });

  it('has a name there is, also where it is given back', () => {
    expect(refusals({ footer: null, logo: null })).toEqual([]);
    expect(refusals({ colour: null, constructor: null })).toHaveLength(2);
    expect(refusals({ logo: { value: null } })).toEqual([]);
    expect(refusals({ font: { value: null } })).toHaveLength(1);
    expect(refusals({ font: { value: undefined } })).toHaveLength(1);
  });
});

test('no template can change what others are shown', () => {
  const { footerLinks } = siteAppearance({}, {});
  expect(() => footerLinks.push({ label: 'Mine', address: '/' })).toThrow(TypeError);
});

test('a change gives values back, or others, and leaves all else as it was', () => {
  const changes = { footer: null, width: { value: 'wide' } };
  expect(changeValues({ footer: 'Site', font: 'serif' }, changes)).toEqual({
    font: 'serif',
    width: 'wide',
  });
});

test('what the configuration fixes is kept as it was saved, for when it is not fixed any more', () => {
  const saved = { width: 'narrow', footer: 'Site' };
  const changed = changeValues(saved, { footer: { value: 'Other' } });
  expect(usableValues(valuesOf({ appearance: { width: 'wide' } }), changed)).toEqual({
    footer: 'Other',
  });
  expect(usableValues(valuesOf({}), changed)).toEqual({ width: 'narrow', footer: 'Other' });
});

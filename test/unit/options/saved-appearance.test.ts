import { DEFAULT_APPEARANCE } from '../../../src/pages/appearance';
import {
  appearanceErrors,
  changeAppearance,
  editableAppearance,
  fixedAppearance,
  givenAppearances,
  localAppearances,
  siteAppearance,
  usableAppearance,
} from '../../../src/options/saved-appearance';

const NOTHING = givenAppearances();
const IN_TWO = givenAppearances({}, { en: {}, de: {} });

describe('how a locale looks', () => {
  it('is as the whole site does where nothing is said of it', () => {
    const saved = { footer: 'Made in Jakarta', font: 'serif' } as const;
    const look = { ...DEFAULT_APPEARANCE, ...saved };
    expect(localAppearances(saved, IN_TWO)).toEqual({ en: look, de: look });
    expect(siteAppearance(saved, IN_TWO)).toEqual(look);
  });

  it('is what the configuration says of it, before what it says of the site and editors saved', () => {
    const given = givenAppearances(
      { footer: 'Fixed', width: 'wide' },
      { en: { appearance: { font: 'mono' } }, de: { appearance: { footer: 'Fest', logo: null } } },
    );
    const saved = { theme: 'dark', footer: 'Saved', font: 'serif' } as const;
    const { en, de } = localAppearances(saved, given);
    expect(en).toMatchObject({ footer: 'Fixed', width: 'wide', font: 'mono', theme: 'dark' });
    expect(de).toMatchObject({ footer: 'Fest', width: 'wide', font: 'serif', theme: 'dark' });
  });

  it.each([[undefined], [null], ['dark'], [[]], [{ font: 'serf' }], [{ colour: 'red' }]])(
    'is the default where %j is saved',
    (saved) => {
      const own = usableAppearance(saved, IN_TWO);
      expect(localAppearances(own, IN_TWO).de).toEqual(DEFAULT_APPEARANCE);
    },
  );
});

describe('what an editor may change', () => {
  const given = givenAppearances(
    { width: 'wide' },
    {
      en: { appearance: { font: 'mono', theme: 'dark' } },
      de: { appearance: { font: 'serif', footer: 'Fest' } },
    },
  );

  it('is not what is fixed for the site, or for each locale', () => {
    expect(fixedAppearance(given)).toEqual(['font', 'width']);
    expect(fixedAppearance(NOTHING)).toEqual([]);
    const changes = { width: { value: 'narrow' }, font: null };
    expect(appearanceErrors(changes, fixedAppearance(given))).toEqual([
      expect.objectContaining({ path: ['width'], code: 'fixed' }),
      expect.objectContaining({ path: ['font'], code: 'fixed' }),
    ]);
    expect(usableAppearance({ width: 'narrow', footer: 'x' }, given)).toEqual({ footer: 'x' });
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
    expect(appearanceErrors({ footer: null, logo: null }, [])).toEqual([]);
    expect(appearanceErrors({ colour: null, constructor: null }, [])).toHaveLength(2);
    expect(appearanceErrors({ logo: { value: null } }, [])).toEqual([]);
    expect(appearanceErrors({ font: { value: null } }, [])).toHaveLength(1);
  });
});

test('a change gives values back, or others, and leaves all else as it was', () => {
  const changes = { footer: null, width: { value: 'wide' } };
  expect(changeAppearance({ footer: 'Site', font: 'serif' }, changes)).toEqual({
    font: 'serif',
    width: 'wide',
  });
});

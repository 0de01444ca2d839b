import { DEFAULT_APPEARANCE } from '../../../src/pages/appearance';
import {
  appearanceErrors,
  changeSavedAppearances,
  editableAppearance,
  fixedAppearance,
  givenAppearances,
  localAppearances,
  siteAppearance,
  toSavedAppearances,
  usableAppearance,
} from '../../../src/options/saved-appearance';

const NOTHING = givenAppearances();
const IN_TWO = givenAppearances({}, { en: {}, de: {} });

describe('how a locale looks', () => {
  it('is as the whole site does, value by value, until something is said of it', () => {
    const saved = toSavedAppearances({
      default: { footer: 'Made in Jakarta', font: 'serif' },
      de: { footer: 'Aus Jakarta' },
    });
    expect(localAppearances(saved, IN_TWO)).toEqual({
      en: { ...DEFAULT_APPEARANCE, footer: 'Made in Jakarta', font: 'serif' },
      de: { ...DEFAULT_APPEARANCE, footer: 'Aus Jakarta', font: 'serif' },
    });
    expect(siteAppearance(saved, IN_TWO).footer).toBe('Made in Jakarta');
  });

  it('may be without what the site has', () => {
    const logo = { src: '/logo.svg' };
    const saved = toSavedAppearances({
      default: { logo, footer: 'x' },
      de: { logo: null, footer: '' },
    });
    const { de } = localAppearances(saved, IN_TWO);
    expect([de!.logo, de!.footer]).toEqual([null, '']);
  });

  it('is what the configuration says of it, before what it says of the site and editors saved', () => {
    const given = givenAppearances(
      { footer: 'Fixed', width: 'wide' },
      { en: { appearance: { font: 'mono' } }, de: { appearance: { footer: 'Fest' } } },
    );
    const saved = toSavedAppearances({
      default: { theme: 'dark', footer: 'Saved', font: 'serif' },
      de: { footer: 'Gespeichert', width: 'narrow', theme: 'light' },
    });
    const { en, de } = localAppearances(saved, given);
    expect(en).toMatchObject({ footer: 'Fixed', width: 'wide', font: 'mono', theme: 'dark' });
    expect(de).toMatchObject({ footer: 'Fest', width: 'wide', font: 'serif', theme: 'light' });
  });

  it('is the site’s in the main one, whatever was saved when it was another', () => {
    const saved = toSavedAppearances({ default: { footer: 'Site' }, en: { footer: 'Of old' } });
    expect(localAppearances(saved, IN_TWO).en!.footer).toBe('Site');
  });

  it.each([[undefined], [null], ['dark'], [[]], [{ de: 'dark' }], [{ de: { font: 'serf' } }]])(
    'is that of the site where %j is saved',
    (saved) => {
      expect(localAppearances(toSavedAppearances(saved), IN_TWO).de).toEqual(DEFAULT_APPEARANCE);
    },
  );

  it('is not taken from what every object has', () => {
    const saved = toSavedAppearances({});
    expect(usableAppearance(saved, IN_TWO, 'constructor')).toEqual({});
    expect(editableAppearance(saved, IN_TWO, 'toString').own).toEqual({});
  });
});

describe('what an editor may change', () => {
  const given = givenAppearances(
    { width: 'wide' },
    {
      en: { appearance: { font: 'mono', theme: 'dark' } },
      de: { appearance: { font: 'serif', footer: 'Fest' } },
    },
  );

  it('is not what is fixed there, for the site, or for each locale', () => {
    expect(fixedAppearance(given)).toEqual(['font', 'width']);
    expect(fixedAppearance(given, 'de')).toEqual(['font', 'width', 'footer']);
    expect(fixedAppearance(NOTHING)).toEqual([]);
    const changes = { footer: { value: 'x' }, font: null };
    expect(appearanceErrors(changes, fixedAppearance(given, 'de'))).toEqual([
      expect.objectContaining({ path: ['footer'], code: 'fixed' }),
      expect.objectContaining({ path: ['font'], code: 'fixed' }),
    ]);
  });

  it('is shown with what there is without it', () => {
    const saved = toSavedAppearances({ default: { footer: 'Site' }, de: { theme: 'light' } });
    const site = editableAppearance(saved, given);
    expect(site.own).toEqual({ footer: 'Site' });
    expect(site.otherwise).toMatchObject({
      footer: '',
      width: 'wide',
      font: 'mono',
      theme: 'auto',
    });
    // Readers of the main language have another one, whatever is saved here.
    expect(site.fixedInMain).toEqual(['theme']);
    const german = editableAppearance(saved, given, 'de');
    expect(german.fixedInMain).toEqual([]);
    expect(german.own).toEqual({ theme: 'light' });
    expect(german.otherwise).toMatchObject({ footer: 'Fest', font: 'serif', theme: 'auto' });
  });

  it('has a name there is, also where it is given back', () => {
    expect(appearanceErrors({ footer: null, logo: null }, [])).toEqual([]);
    expect(appearanceErrors({ colour: null, constructor: null }, [])).toHaveLength(2);
    expect(appearanceErrors({ logo: { value: null } }, [])).toEqual([]);
    expect(appearanceErrors({ font: { value: null } }, [])).toHaveLength(1);
  });
});

describe('what is kept of a change', () => {
  const saved = toSavedAppearances({
    default: { footer: 'Site' },
    de: { footer: 'Deutsch', font: 'serif' },
    fr: { footer: 'Plus publié' },
  });

  it('is that of one locale, with all else as it was', () => {
    const changes = { footer: null, width: { value: 'wide' } };
    expect(changeSavedAppearances(saved, IN_TWO, { changes, locale: 'de' })).toEqual({
      default: { footer: 'Site' },
      de: { font: 'serif', width: 'wide' },
      fr: { footer: 'Plus publié' },
    });
  });

  it('is that of the site, with each locale as it was', () => {
    const changes = { footer: { value: 'New' } };
    expect(changeSavedAppearances(saved, IN_TWO, { changes })).toEqual({
      ...saved,
      default: { footer: 'New' },
    });
  });
});

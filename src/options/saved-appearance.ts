import { checkAppearanceValue } from './appearance-schemas';
import type { LocalesOption } from './locales';
import {
  type Appearance,
  APPEARANCE_NAMES,
  type AppearanceName,
  DEFAULT_APPEARANCE,
} from '../pages/appearance';
import { isObject } from '../lib/is-object';

/** Values of an appearance of which the others are as they are elsewhere. */
export type AppearanceEdits = Partial<Appearance>;

/** What editors saved, by locale, as it is in the database. */
export type SavedAppearances = Readonly<Record<string, AppearanceEdits>>;

/** What an editor does to values, by name: another one, or null for what there is without. */
export type AppearanceChanges = Record<string, { value: unknown } | null>;

/** What `config/plugins.ts` fixes. */
export interface GivenAppearances {
  site: AppearanceEdits;
  /** The main locale first. */
  locales: Record<string, AppearanceEdits>;
}

/** What an editor may change: the appearance of the whole site, or of a locale. */
export interface EditableAppearance {
  /** What editors saved for it. */
  own: AppearanceEdits;
  /** What it has where they saved nothing, and what is fixed. */
  otherwise: Appearance;
  fixed: AppearanceName[];
  /** Of the whole site: what is fixed otherwise for its main locale, which shows nothing of what is saved here. */
  fixedInMain: AppearanceName[];
}

/** Something in an appearance that an editor gave and that cannot be taken. */
export interface AppearanceError {
  /** Where it is: the value's name, and the place within it. */
  path: (string | number)[];
  name: 'ValidationError';
  message: string;
  code: 'invalid' | 'fixed';
}

/** What stands for the whole site among locales: no locale is called so. */
const WHOLE_SITE = 'default';

const ownOf = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const pick = (values: AppearanceEdits, names: readonly AppearanceName[]): AppearanceEdits =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.some((one) => one === name)));

/** What the options say of appearances. */
export const givenAppearances = (
  site: AppearanceEdits = {},
  locales: LocalesOption = {},
): GivenAppearances => ({
  site,
  locales: Object.fromEntries(
    Object.entries(locales).map(([code, { appearance = {} }]) => [code, appearance]),
  ),
});

/** Names of the values that `config/plugins.ts` fixes: of the whole site's also those it gives for each locale. */
export const fixedAppearance = (
  { site, locales }: GivenAppearances,
  locale = WHOLE_SITE,
): AppearanceName[] => {
  const all = Object.values(locales);
  const isFixed = (name: AppearanceName): boolean =>
    locale === WHOLE_SITE
      ? all.length > 0 && all.every((given) => name in given)
      : name in (ownOf(locales, locale) ?? {});
  return APPEARANCE_NAMES.filter((name) => name in site || isFixed(name));
};

const check = (
  name: string,
  value: unknown,
  fixed: readonly AppearanceName[],
): AppearanceError[] => {
  if (fixed.some((one) => one === name)) {
    const message = `"appearance.${name}" is fixed in config/plugins.ts: change it there.`;
    return [{ path: [name], name: 'ValidationError', message, code: 'fixed' }];
  }
  return checkAppearanceValue(name, value).map((problem) => ({
    ...problem,
    name: 'ValidationError',
    code: 'invalid',
  }));
};

/** What is wrong with what an editor does. */
export const appearanceErrors = (
  changes: AppearanceChanges,
  fixed: readonly AppearanceName[],
): AppearanceError[] =>
  Object.entries(changes).flatMap(([name, change]) =>
    // What is given back has a value that can be taken, if there is such a name.
    check(name, change ? change.value : DEFAULT_APPEARANCE[name as AppearanceName], fixed),
  );

/** What editors saved, whatever it is. */
export const toSavedAppearances = (saved: unknown): SavedAppearances =>
  isObject(saved) ? (saved as SavedAppearances) : {};

/** What editors saved for the whole site or a locale, without what has since been fixed or is no longer allowed. */
export const usableAppearance = (
  saved: SavedAppearances,
  given: GivenAppearances,
  locale = WHOLE_SITE,
): AppearanceEdits => {
  const values: unknown = ownOf(saved, locale);
  const fixed = fixedAppearance(given, locale);
  return Object.fromEntries(
    Object.entries(isObject(values) ? values : {}).filter(
      ([name, value]) => check(name, value, fixed).length === 0,
    ),
  );
};

/** What is kept once an editor changed the appearance of the whole site or a locale: of others, what was. */
export const changeSavedAppearances = (
  saved: SavedAppearances,
  given: GivenAppearances,
  { changes, locale = WHOLE_SITE }: { changes: AppearanceChanges; locale?: string },
): SavedAppearances => {
  const before = Object.entries(usableAppearance(saved, given, locale));
  const changed = Object.entries(changes).flatMap(([name, change]) =>
    change ? [[name, change.value] as const] : [],
  );
  const values = Object.fromEntries([
    ...before.filter(([name]) => !Object.hasOwn(changes, name)),
    ...changed,
  ]);
  return { ...saved, [locale]: values };
};

/** What there is to change for the whole site or a locale. */
export const editableAppearance = (
  saved: SavedAppearances,
  given: GivenAppearances,
  locale?: string,
): EditableAppearance => {
  const fixed = fixedAppearance(given, locale);
  const own = usableAppearance(saved, given, locale);
  if (locale !== undefined) {
    const site = usableAppearance(saved, given);
    const ofLocale = ownOf(given.locales, locale);
    const otherwise = { ...DEFAULT_APPEARANCE, ...site, ...given.site, ...ofLocale };
    return { own, otherwise, fixed, fixedInMain: [] };
  }
  // What cannot be changed is what readers of the main locale have.
  const [ofMain = {}] = Object.values(given.locales);
  const otherwise = { ...DEFAULT_APPEARANCE, ...given.site, ...pick(ofMain, fixed) };
  const fixedInMain = APPEARANCE_NAMES.filter((name) => name in ofMain && !fixed.includes(name));
  return { own, otherwise, fixed, fixedInMain };
};

/** How the whole site looks. */
export const siteAppearance = (saved: SavedAppearances, given: GivenAppearances): Appearance => ({
  ...DEFAULT_APPEARANCE,
  ...usableAppearance(saved, given),
  ...given.site,
});

/** How each locale looks: the main one as the whole site, but for what `config/plugins.ts` says. */
export const localAppearances = (
  saved: SavedAppearances,
  given: GivenAppearances,
): Record<string, Appearance> =>
  Object.fromEntries(
    Object.entries(given.locales).map(([code, ofLocale], place) => {
      if (place === 0) return [code, { ...siteAppearance(saved, given), ...ofLocale }];
      const { own, otherwise } = editableAppearance(saved, given, code);
      return [code, { ...otherwise, ...own }];
    }),
  );

import { APPEARANCE_SCHEMA } from './appearance-schemas';
import { findProblems, type Problem } from './explain';
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

/** What an editor does to values, by name: another one, or null for what there is without. */
export type AppearanceChanges = Record<string, { value: unknown } | null>;

/** What `config/plugins.ts` fixes. */
export interface GivenAppearances {
  site: AppearanceEdits;
  /** The main locale first. */
  locales: Record<string, AppearanceEdits>;
}

/** What an editor may change: the appearance of the whole site. */
export interface EditableAppearance {
  /** What editors saved. */
  own: AppearanceEdits;
  /** What the site has where they saved nothing, and what is fixed. */
  otherwise: Appearance;
  fixed: AppearanceName[];
  /** What is fixed otherwise for the main locale, which shows nothing of what is saved here. */
  fixedInMain: AppearanceName[];
}

/** Something in an appearance that an editor gave and that cannot be taken. */
export interface AppearanceError extends Problem {
  name: 'ValidationError';
  code: 'invalid' | 'fixed';
}

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

/** Names of the values that `config/plugins.ts` fixes, those it gives for each locale among them. */
export const fixedAppearance = ({ site, locales }: GivenAppearances): AppearanceName[] => {
  const all = Object.values(locales);
  const isOfEach = (name: AppearanceName): boolean =>
    all.length > 0 && all.every((given) => name in given);
  return APPEARANCE_NAMES.filter((name) => name in site || isOfEach(name));
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
  // Nothing at all is no value, but for an option that is not given.
  return findProblems('The appearance', APPEARANCE_SCHEMA, { [name]: value ?? null }).map(
    (problem) => ({
      ...problem,
      name: 'ValidationError',
      code: 'invalid',
    }),
  );
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

/** What editors saved, whatever it is, without what has since been fixed or is no longer allowed. */
export const usableAppearance = (saved: unknown, given: GivenAppearances): AppearanceEdits => {
  const fixed = fixedAppearance(given);
  return Object.fromEntries(
    Object.entries(isObject(saved) ? saved : {}).filter(
      ([name, value]) => check(name, value, fixed).length === 0,
    ),
  );
};

/** What is saved once an editor changed some values. */
export const changeAppearance = (
  before: AppearanceEdits,
  changes: AppearanceChanges,
): AppearanceEdits =>
  Object.fromEntries([
    ...Object.entries(before).filter(([name]) => !Object.hasOwn(changes, name)),
    ...Object.entries(changes).flatMap(([name, change]) =>
      change ? [[name, change.value] as const] : [],
    ),
  ]);

/** What there is to change. */
export const editableAppearance = (
  own: AppearanceEdits,
  given: GivenAppearances,
): EditableAppearance => {
  const fixed = fixedAppearance(given);
  // What cannot be changed is what readers of the main locale have.
  const [ofMain = {}] = Object.values(given.locales);
  const otherwise = { ...DEFAULT_APPEARANCE, ...given.site, ...pick(ofMain, fixed) };
  const fixedInMain = APPEARANCE_NAMES.filter((name) => name in ofMain && !fixed.includes(name));
  return { own, otherwise, fixed, fixedInMain };
};

/** How the whole site looks. */
export const siteAppearance = (own: AppearanceEdits, given: GivenAppearances): Appearance => ({
  ...DEFAULT_APPEARANCE,
  ...own,
  ...given.site,
});

/** How each locale looks: as the whole site, but for what `config/plugins.ts` says. */
export const localAppearances = (
  own: AppearanceEdits,
  given: GivenAppearances,
): Record<string, Appearance> =>
  Object.fromEntries(
    Object.entries(given.locales).map(([code, ofLocale]) => [
      code,
      { ...siteAppearance(own, given), ...ofLocale },
    ]),
  );

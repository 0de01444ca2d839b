import { checkAppearanceValue } from './appearance-schemas';
import { type Appearance, APPEARANCE_NAMES, type AppearanceName } from './pages/appearance';

/** Values of an appearance of which the others are as they are elsewhere. */
export type AppearanceEdits = Partial<Appearance>;

/** What editors saved, by locale. */
type SavedAppearances = Record<string, AppearanceEdits>;

/** What stands for the whole site among locales: no locale is called so. */
const WHOLE_SITE = 'default';

/** Something in an appearance that an editor gave and that cannot be taken. */
export interface AppearanceError {
  /** Where it is: the value's name, and the place within it. */
  path: (string | number)[];
  name: 'ValidationError';
  message: string;
  code: 'invalid' | 'fixed';
}

const check = (name: string, value: unknown, given: AppearanceEdits): AppearanceError[] => {
  if (name in given) {
    const message = `"appearance.${name}" is fixed in config/plugins.ts: change it there.`;
    return [{ path: [name], name: 'ValidationError', message, code: 'fixed' }];
  }
  return checkAppearanceValue(name, value).map((problem) => ({
    ...problem,
    name: 'ValidationError',
    code: 'invalid',
  }));
};

/**
 * What is wrong with values an editor gave.
 *
 * @param given what `config/plugins.ts` fixes
 */
export const appearanceErrors = (
  values: Record<string, unknown>,
  given: AppearanceEdits,
): AppearanceError[] =>
  Object.entries(values).flatMap(([name, value]) => check(name, value, given));

/** What editors saved, without what has since been fixed or is no longer allowed. */
export const usableAppearance = (saved: unknown, given: AppearanceEdits): AppearanceEdits => {
  const values = (saved as SavedAppearances | undefined)?.[WHOLE_SITE] ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => check(name, value, given).length === 0),
  );
};

/** How what editors changed is kept. */
export const toSavedAppearances = (edits: AppearanceEdits): SavedAppearances => ({
  [WHOLE_SITE]: edits,
});

/** Names of the values that `config/plugins.ts` fixes. */
export const fixedAppearance = (given: AppearanceEdits): AppearanceName[] =>
  APPEARANCE_NAMES.filter((name) => name in given);

import { APPEARANCE_NAMES, type AppearanceName } from '../../../../src/pages/appearance';
import { problemsOf } from '../../shared/problems-of';
import type { TranslationKey } from '../../shared/use-translation';

/** What is wrong with each value, and where within those that are lists. */
export type AppearanceErrors = Partial<
  Record<AppearanceName, { message: TranslationKey; places: number[] }>
>;

const MESSAGES: Record<AppearanceName, TranslationKey> = {
  logo: 'appearance.invalid.picture',
  logoDark: 'appearance.invalid.picture',
  favicon: 'appearance.invalid.picture',
  accent: 'appearance.invalid.colour',
  accentDark: 'appearance.invalid.colour',
  font: 'appearance.invalid.choice',
  width: 'appearance.invalid.choice',
  theme: 'appearance.invalid.choice',
  headerLinks: 'appearance.invalid.links',
  footerLinks: 'appearance.invalid.links',
  footer: 'appearance.invalid.line',
  listing: 'appearance.invalid.choice',
};

/** What the server says of each value; undefined when it refused for another reason. */
export const toAppearanceErrors = (error: unknown): AppearanceErrors | undefined => {
  const problems = problemsOf(error);
  if (!problems) return undefined;
  const errors: AppearanceErrors = {};
  for (const { path, code } of problems) {
    const [first, place] = path;
    const name = APPEARANCE_NAMES.find((known) => known === first);
    if (!name) continue;
    const places = [...(errors[name]?.places ?? []), ...(typeof place === 'number' ? [place] : [])];
    errors[name] = { message: code === 'fixed' ? 'settings.fixed' : MESSAGES[name], places };
  }
  return errors;
};

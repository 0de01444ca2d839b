import { isFetchError } from '@strapi/strapi/admin';

import { APPEARANCE_NAMES, type AppearanceName } from '../../../../src/pages/appearance';
import type { TranslationKey } from '../../shared/use-translation';

/** What is wrong with each value, and where within those that are lists. */
export type AppearanceErrors = Partial<
  Record<AppearanceName, { message: TranslationKey; places: number[] }>
>;

interface Detail {
  path?: unknown;
  code?: unknown;
}

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
  if (!isFetchError(error) || error.status !== 400) return undefined;
  const details: unknown = error.response?.data.error.details;
  const problems =
    typeof details === 'object' && details !== null && 'errors' in details ? details.errors : [];
  if (!Array.isArray(problems)) return undefined;
  const errors: AppearanceErrors = {};
  for (const { path, code } of problems as Detail[]) {
    const [first, place] = Array.isArray(path) ? (path as unknown[]) : [];
    const name = APPEARANCE_NAMES.find((known) => known === first);
    if (!name) continue;
    const places = [...(errors[name]?.places ?? []), ...(typeof place === 'number' ? [place] : [])];
    errors[name] = { message: code === 'fixed' ? 'settings.fixed' : MESSAGES[name], places };
  }
  return errors;
};

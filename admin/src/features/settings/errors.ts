import type { SettingName } from '../../../../src/panel/admin-api';
import { EDITABLE_SETTINGS } from '../../../../src/constants';
import { problemsOf } from '../../shared/problems-of';
import type { TranslationKey } from '../../shared/use-translation';

export type SettingErrors = Partial<Record<SettingName, TranslationKey>>;

const toKey = (name: SettingName, code: unknown): TranslationKey => {
  if (code === 'fixed') return 'settings.fixed';
  if (name === 'baseUrl' && code === 'path') return 'settings.baseUrl.path';
  return `settings.${name}.invalid`;
};

/** What the server says of each field; undefined when it refused for another reason. */
export const toSettingErrors = (error: unknown): SettingErrors | undefined => {
  const problems = problemsOf(error);
  if (!problems) return undefined;
  const errors: SettingErrors = {};
  for (const { path, code } of problems) {
    const name = EDITABLE_SETTINGS.find((known) => known === path[0]);
    if (name) errors[name] = toKey(name, code);
  }
  return errors;
};

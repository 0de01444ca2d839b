import { isFetchError } from '@strapi/strapi/admin';

import type { SettingName } from '../../../../src/panel/admin-api';
import { EDITABLE_SETTINGS } from '../../../../src/constants';
import type { TranslationKey } from '../../shared/use-translation';

export type SettingErrors = Partial<Record<SettingName, TranslationKey>>;

interface Detail {
  path?: unknown;
  code?: unknown;
}

const toKey = (name: SettingName, code: unknown): TranslationKey => {
  if (code === 'fixed') return 'settings.fixed';
  if (name === 'baseUrl' && code === 'path') return 'settings.baseUrl.path';
  return `settings.${name}.invalid`;
};

/** What the server says of each field; undefined when it refused for another reason. */
export const toSettingErrors = (error: unknown): SettingErrors | undefined => {
  if (!isFetchError(error) || error.status !== 400) return undefined;
  const details: unknown = error.response?.data.error.details;
  const problems =
    typeof details === 'object' && details !== null && 'errors' in details ? details.errors : [];
  if (!Array.isArray(problems)) return undefined;
  const errors: SettingErrors = {};
  for (const { path, code } of problems as Detail[]) {
    const name = EDITABLE_SETTINGS.find((known) => Array.isArray(path) && path[0] === known);
    if (name) errors[name] = toKey(name, code);
  }
  return errors;
};

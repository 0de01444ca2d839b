import { errors } from '@strapi/utils';
import type { z } from 'zod';

import {
  type Appearance,
  APPEARANCE_NAMES,
  type AppearanceName,
  DEFAULT_APPEARANCE,
} from '../pages/appearance';
import { findInvalid, type InvalidValue } from './explain';
import type { SyndicationOptions } from './options';

/** Values by name, as they are stored or to be stored. */
export type SavedValues = Record<string, unknown>;

/** Values that editors change and save together: the settings, or the appearance. */
export interface EditableValues {
  /** Subject of messages: "The settings". */
  subject: string;
  names: readonly string[];
  /** Schema of an object that has some of the values. */
  schema: z.ZodType;
  /** Names of the values that `config/plugins.ts` fixes. */
  fixed: readonly string[];
  /** Says in a sentence why a value that the schema allows is refused; undefined where it is not. */
  refuse?: (name: string, value: unknown) => string | undefined;
}

/** A change that is refused: the value is invalid, the developer fixed it, or it would change the path. */
interface ValueError extends InvalidValue {
  name: 'ValidationError';
  code: 'invalid' | 'fixed' | 'path';
}

/** Names of the values that the configuration sets for the site, or for each of its locales. */
export const fixedNames = <Name extends string>(
  names: readonly Name[],
  site: object,
  locales: readonly object[],
): Name[] =>
  names.filter(
    (name) =>
      name in site || (locales.length > 0 && locales.every((given) => Object.hasOwn(given, name))),
  );

const checkValue = (
  { subject, schema, fixed, refuse }: EditableValues,
  name: string,
  value: unknown,
): ValueError[] => {
  const one = (code: ValueError['code'], message: string): ValueError[] => [
    { path: [name], name: 'ValidationError', message, code },
  ];
  if (fixed.includes(name)) {
    return one('fixed', `${subject}: "${name}" is fixed in config/plugins.ts: change it there.`);
  }
  const problems = findInvalid(subject, schema, { [name]: value });
  if (problems.length > 0) {
    return problems.map((problem) => ({ ...problem, name: 'ValidationError', code: 'invalid' }));
  }
  const refused = refuse?.(name, value);
  return refused === undefined ? [] : one('path', refused);
};

/** The saved values, without those that have been fixed since or are no longer allowed. */
export const usableValues = (of: EditableValues, saved: SavedValues): SavedValues =>
  Object.fromEntries(
    Object.entries(saved).filter(
      ([name, value]) => of.names.includes(name) && checkValue(of, name, value).length === 0,
    ),
  );

/** @throws ValidationError with one entry for each change that cannot be made. */
export const checkChanges = (of: EditableValues, changes: SavedValues): void => {
  const problems = Object.entries(changes).flatMap(([name, value]) => checkValue(of, name, value));
  if (problems.length === 0) return;
  throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
    errors: problems,
  });
};

/** Some values of an appearance; the others are inherited. */
type AppearanceEdits = Partial<Appearance>;

/** The options that fix values. */
type Given = Pick<SyndicationOptions, 'appearance' | 'locales'>;

/** The appearance of each locale, the main one first. */
const appearancesOfLocales = ({ locales = {} }: Given): AppearanceEdits[] =>
  Object.values(locales).map(({ appearance = {} }) => appearance);

/** Names of the values that `config/plugins.ts` fixes for the site, or for each of its locales. */
export const fixedAppearance = (given: Given): AppearanceName[] =>
  fixedNames(APPEARANCE_NAMES, given.appearance ?? {}, appearancesOfLocales(given));

/** Freezes an appearance and its lists: templates of the site get them and must not change them. */
const freeze = (appearance: Appearance): Appearance => {
  Object.values(appearance).filter(Array.isArray).forEach(Object.freeze);
  return Object.freeze(appearance);
};

export const siteAppearance = (own: AppearanceEdits, { appearance }: Given): Appearance =>
  freeze({ ...DEFAULT_APPEARANCE, ...own, ...appearance });

/** The appearance of a locale: that of the site, with what `config/plugins.ts` sets for the locale. */
export const localAppearance = (site: Appearance, own: AppearanceEdits = {}): Appearance =>
  freeze({ ...site, ...own });

import { errors } from '@strapi/utils';
import type { z } from 'zod';

import { hashOf } from '../lib/hash';
import {
  type Appearance,
  APPEARANCE_NAMES,
  type AppearanceName,
  DEFAULT_APPEARANCE,
} from '../pages/appearance';
import { findInvalid, type InvalidValue } from './explain';
import type { SyndicationOptions } from './options';

/** What an editor does to values, by name: another one, or null for what there is without. */
export type Changes = Record<string, { value: unknown } | null>;

export type SavedValues = Record<string, unknown>;

/** Values that editors change and save together: the settings, or the appearance. */
export interface EditableValues<Name extends string = string> {
  /** What messages call them: "The settings". */
  subject: string;
  names: readonly Name[];
  /** What an object takes of which some values are given. */
  schema: z.ZodType;
  /** Names of those that `config/plugins.ts` fixes. */
  fixed: readonly string[];
  /** What else speaks against a value that the schema takes: a sentence. */
  refuse?: (name: string, value: unknown) => string | undefined;
}

/** Something that an editor gave and that cannot be taken: not allowed, fixed by the developer, another path. */
interface ValueError extends InvalidValue {
  name: 'ValidationError';
  code: 'invalid' | 'fixed' | 'path';
}

/** Names of values that the configuration gives for the site, or for each locale of it. */
export const fixedNames = <Name extends string>(
  names: readonly Name[],
  site: object,
  locales: readonly object[],
): Name[] =>
  names.filter(
    (name) =>
      name in site || (locales.length > 0 && locales.every((given) => Object.hasOwn(given, name))),
  );

/** @param value undefined for what is given back, of which only the name can be wrong */
const check = (
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

/** What was saved, whatever it is, without what has since been fixed or is no longer allowed. */
export const usableValues = (of: EditableValues, saved: SavedValues): SavedValues =>
  Object.fromEntries(
    Object.entries(saved).filter(
      ([name, value]) => of.names.includes(name) && check(of, name, value).length === 0,
    ),
  );

/** What tells whether others have been saved. */
export const versionOf = (of: EditableValues, saved: SavedValues): string => {
  const usable = usableValues(of, saved);
  return hashOf(JSON.stringify(of.names.map((name) => usable[name])));
};

/** @throws ValidationError with one entry for each change that cannot be made. */
export const checkChanges = (of: EditableValues, changes: Changes): void => {
  const problems = Object.entries(changes).flatMap(([name, change]) =>
    // Without any value there is nothing to save.
    check(of, name, change || !of.names.includes(name) ? (change?.value ?? null) : undefined),
  );
  if (problems.length === 0) return;
  throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
    errors: problems,
  });
};

/** What is saved once some values are changed; what is not among them stays, be it out of use. */
export const changeValues = (saved: SavedValues, changes: Changes): SavedValues =>
  Object.fromEntries([
    ...Object.entries(saved).filter(([name]) => !Object.hasOwn(changes, name)),
    ...Object.entries(changes).flatMap(([name, change]) =>
      change ? [[name, change.value] as const] : [],
    ),
  ]);

/** Values of an appearance of which the others are as they are elsewhere. */
type AppearanceEdits = Partial<Appearance>;

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

/** What `config/plugins.ts` fixes. */
type Given = Pick<SyndicationOptions, 'appearance' | 'locales'>;

/** Of each locale, the main one first. */
const ofLocales = ({ locales = {} }: Given): AppearanceEdits[] =>
  Object.values(locales).map(({ appearance = {} }) => appearance);

/** Names of the values that `config/plugins.ts` fixes, those it gives for each locale among them. */
export const fixedAppearance = (given: Given): AppearanceName[] =>
  fixedNames(APPEARANCE_NAMES, given.appearance ?? {}, ofLocales(given));

/** What there is to change. */
export const editableAppearance = (own: AppearanceEdits, given: Given): EditableAppearance => {
  const fixed = fixedAppearance(given);
  // What cannot be changed is what readers of the main locale have.
  const [ofMain = {}] = ofLocales(given);
  const isFixed = ([name]: [string, unknown]): boolean => fixed.some((one) => one === name);
  const fixedOfMain = Object.fromEntries(Object.entries(ofMain).filter(isFixed));
  return {
    own,
    otherwise: { ...DEFAULT_APPEARANCE, ...given.appearance, ...fixedOfMain },
    fixed,
    fixedInMain: APPEARANCE_NAMES.filter((name) => name in ofMain && !fixed.includes(name)),
  };
};

/** Values that nobody changes, and lists of theirs: templates of the site get them. */
const freeze = (appearance: Appearance): Appearance => {
  Object.values(appearance).filter(Array.isArray).forEach(Object.freeze);
  return Object.freeze(appearance);
};

/** How the whole site looks. */
export const siteAppearance = (own: AppearanceEdits, { appearance }: Given): Appearance =>
  freeze({ ...DEFAULT_APPEARANCE, ...own, ...appearance });

/** How a locale looks: as the whole site, but for what `config/plugins.ts` says of it. */
export const localAppearance = (site: Appearance, own: AppearanceEdits = {}): Appearance =>
  freeze({ ...site, ...own });

import type { SyndicationOptions } from './options';
import { fixedNames } from './saved-values';
import {
  type Appearance,
  APPEARANCE_NAMES,
  type AppearanceName,
  DEFAULT_APPEARANCE,
} from '../pages/appearance';

/** Values of an appearance of which the others are as they are elsewhere. */
export type AppearanceEdits = Partial<Appearance>;

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

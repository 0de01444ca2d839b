import { z } from 'zod';

import { documentation } from '../lib/messages';
import {
  type Appearance,
  type AppearanceName,
  FONTS,
  LISTING_PARTS,
  MAXIMUM_LINKS,
  THEMES,
  WIDTHS,
  APPEARANCE_NAMES,
  DEFAULT_APPEARANCE,
  isColour,
} from '../pages/appearance';
import type { SyndicationOptions } from './options';
import { fixedNames } from './explain';

/** Characters of the text of a link. */
const MAXIMUM_LABEL = 60;

const MAXIMUM_ADDRESS = 2_000;
const MAXIMUM_FOOTER = 500;
const MAXIMUM_PIXELS = 10_000;

/** Base of addresses that begin with a slash, while they are checked. */
const HOST = 'http://localhost';

/** Whether an address is on the web, or begins with a slash, and can neither run a script nor hide anything. */
const isAddress = (value: string): boolean => {
  if (value.length > MAXIMUM_ADDRESS || /[\s\p{Cc}\\<>"]/u.test(value)) return false;
  if (/^\/(?!\/)/.test(value)) return new URL(value, HOST).origin === HOST;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
};

const isLine = (value: string): boolean => value.trim() !== '' && !/\p{Cc}/u.test(value);

const address = z.string().refine(isAddress);

const pixels = z.int().min(1).max(MAXIMUM_PIXELS);

const logo = z
  .strictObject({ src: address, width: pixels.optional(), height: pixels.optional() })
  .nullable()
  .describe(
    'null, or a picture such as { src: "/uploads/logo.svg", width: 320, height: 64 }: an address that begins with "https://", "http://" or "/", and its size in pixels, if it is known',
  );

const colour = z
  .string()
  .refine((value) => value === '' || isColour(value))
  .describe('a colour of six hexadecimal digits such as "#a3197e", or an empty text');

const links = z
  .array(z.strictObject({ label: z.string().max(MAXIMUM_LABEL).refine(isLine), address }))
  .max(MAXIMUM_LINKS)
  .describe(
    `at most ${MAXIMUM_LINKS} links such as { label: "Imprint", address: "/imprint/" }: labels of at most ${MAXIMUM_LABEL} characters, addresses that begin with "https://", "http://" or "/"`,
  );

const oneOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.enum(names).describe(names.map((name) => `"${name}"`).join(', '));

const APPEARANCE_SCHEMAS = {
  logo,
  logoDark: logo,
  favicon: z
    .string()
    .refine((value) => value === '' || isAddress(value))
    .describe('an address that begins with "https://", "http://" or "/", or an empty text'),
  accent: colour,
  font: oneOf(FONTS),
  width: oneOf(WIDTHS),
  theme: oneOf(THEMES),
  headerLinks: links,
  footerLinks: links,
  footer: z
    .string()
    .max(MAXIMUM_FOOTER)
    .refine((value) => value === '' || isLine(value))
    .describe(`a line of at most ${MAXIMUM_FOOTER} characters`),
  listing: z
    .array(z.enum(LISTING_PARTS))
    .refine((parts) => new Set(parts).size === parts.length)
    .describe(`a list of any of ${LISTING_PARTS.map((part) => `"${part}"`).join(', ')}, each once`),
} satisfies { [Name in AppearanceName]: z.ZodType<Appearance[Name]> };

/** Schema of an appearance that has some of its values. */
export const APPEARANCE_SCHEMA = z
  .strictObject(APPEARANCE_SCHEMAS)
  .partial()
  .describe(
    `an object such as { accent: "#a3197e", font: "serif" }; see ${documentation('appearance')}`,
  );

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

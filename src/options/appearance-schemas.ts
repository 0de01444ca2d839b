import { z } from 'zod';

import { nearest } from '../lib/messages';
import {
  type Appearance,
  APPEARANCE_NAMES,
  type AppearanceName,
  FONTS,
  LISTING_PARTS,
  MAXIMUM_LINKS,
  THEMES,
  WIDTHS,
} from '../pages/appearance';
import { isColour } from '../pages/colours';

/** Characters of what a link is called. */
const MAXIMUM_LABEL = 60;

const MAXIMUM_ADDRESS = 2_000;
const MAXIMUM_FOOTER = 500;
const MAXIMUM_PIXELS = 10_000;

/** Where addresses that begin with a slash are looked at. */
const HOST = 'http://localhost';

/** An address on the web, or one that begins at the host. Nothing in it could run or hide. */
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

/** What each value takes; the description ends the sentence "Allowed: …". */
const APPEARANCE_SCHEMAS = {
  logo,
  logoDark: logo,
  favicon: z
    .string()
    .refine((value) => value === '' || isAddress(value))
    .describe('an address that begins with "https://", "http://" or "/", or an empty text'),
  accent: colour,
  accentDark: colour,
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

/** Something in an appearance that cannot be taken. */
export interface AppearanceProblem {
  /** Where it is: the value's name, and the place within it. */
  path: (string | number)[];
  message: string;
}

/** Characters of a value that an error shows. */
const SHOWN_CHARACTERS = 100;

const show = (value: unknown): string => {
  const shown =
    typeof value === 'function' || typeof value === 'bigint'
      ? `a ${typeof value}`
      : (JSON.stringify(value) ?? 'undefined');
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
};

const at = (value: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>((found, step) => (found as Record<string, unknown> | null)?.[step], value);

const writePath = (path: (string | number)[]): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');

const isName = (name: string): name is AppearanceName => Object.hasOwn(APPEARANCE_SCHEMAS, name);

/** What is wrong with a value of an appearance; nothing where it can be taken. */
export const checkAppearanceValue = (name: string, value: unknown): AppearanceProblem[] => {
  if (!isName(name)) {
    const meant = nearest(name, APPEARANCE_NAMES);
    const hint =
      meant === undefined ? `Allowed: ${APPEARANCE_NAMES.join(', ')}.` : `Did you mean "${meant}"?`;
    return [{ path: [name], message: `There is no "appearance.${name.slice(0, 60)}". ${hint}` }];
  }
  const schema = APPEARANCE_SCHEMAS[name];
  const { error } = schema.safeParse(value);
  const paths = (error?.issues ?? []).map(({ path }) => path as (string | number)[]);
  return paths.map((path) => ({
    path: [name, ...path],
    message: `"appearance.${name}${writePath(path)}" was ${show(at(value, path))}. Allowed: ${schema.description}.`,
  }));
};

/** What is wrong with an appearance of which some values are given. */
export const checkAppearance = (values: Record<string, unknown>): AppearanceProblem[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : checkAppearanceValue(name, value),
  );

import type { Appearance } from '../pages/appearance';
import { isLanguage } from '../texts/texts';
import { show } from '../lib/messages';

/** Options that may differ in a locale. */
export interface LocaleOptions {
  /**
   * Path of the locale's addresses below `baseUrl`.
   *
   * @default none for the first locale, "/" and the code in lower case for the others
   * @example '/de'
   */
  path?: string;

  /**
   * Name of the site.
   *
   * @default the option of that name
   */
  siteName?: string;

  /**
   * What the site is about, in a sentence.
   *
   * @default the option of that name
   */
  description?: string;

  /**
   * Language of the articles, as a BCP 47 tag.
   *
   * @default the code of the locale
   * @example 'de-AT'
   */
  language?: string;

  /**
   * IANA time zone in which dates are shown.
   *
   * @default the option of that name
   */
  timeZone?: string;

  /**
   * How its pages look, where they differ from the rest of the site; see `docs/appearance.md`.
   *
   * @default {}
   * @example { footerLinks: [{ label: 'Impressum', address: '/de/impressum/' }] }
   */
  appearance?: Partial<Appearance>;
}

/** The locales that a site is published in, by their codes in Strapi. The first is the main one. */
export type LocalesOption = Readonly<Record<string, LocaleOptions>>;

/** A locale that the site is published in. */
export interface PublishedLocale {
  /** Code in Strapi's i18n. */
  code: string;
  /** Path of its addresses below the base address: `/de`, or an empty text. */
  path: string;
  /** Whether entries of types that are not localised belong to it. */
  isMain: boolean;
}

/** The locales of the option, the main one first; undefined without the option. */
export const publishedLocales = (
  locales: LocalesOption | undefined,
): PublishedLocale[] | undefined =>
  locales &&
  Object.entries(locales).map(([code, { path }], place) => ({
    code,
    path: path ?? (place === 0 ? '' : `/${code.toLowerCase()}`),
    isMain: place === 0,
  }));

/** Mark of an edition in names of lists and cache tags; empty for the main edition. */
export const editionMark = (locale: PublishedLocale | undefined): string =>
  locale && !locale.isMain ? locale.code : '';

/** Mark of a locale in names of lists and cache tags; empty for the main one, and for entries without a locale. */
export const localeMark = (
  locales: readonly PublishedLocale[] | undefined,
  code: string,
): string => {
  if (!locales) return '';
  return locales.some((locale) => locale.code === code && locale.isMain) ? '' : code;
};

/** Whether rows of a type in a locale are published. */
export const isPublishedIn = (
  locales: readonly PublishedLocale[] | undefined,
  { isLocalised }: { isLocalised: boolean },
  code: string,
): boolean => !locales || !isLocalised || locales.some((locale) => locale.code === code);

/**
 * The edition of entries of a type in a locale; undefined for a locale that is not published.
 *
 * @param code without it, and for types that are not localised, the main edition is returned
 */
export const editionOf = <Edition extends { locale: PublishedLocale | undefined }>(
  editions: readonly [Edition, ...Edition[]],
  { isLocalised }: { isLocalised: boolean },
  code: string | null | undefined,
): Edition | undefined => {
  const [main] = editions;
  return main.locale && isLocalised && code
    ? editions.find(({ locale }) => locale?.code === code)
    : main;
};

/** Path of the addresses of an entry's locale, below the base address. */
export const localePath = (locales: readonly PublishedLocale[] | undefined, code: string): string =>
  (locales?.find((locale) => locale.code === code) ?? locales?.find(({ isMain }) => isMain))
    ?.path ?? '';

/**
 * The locale in the permalinks of a type. It is null for a type that is not localised, or no longer; undefined
 * stands for permalinks of any locale.
 */
export const permalinkLocale = (
  { isLocalised }: { isLocalised: boolean },
  locale: Pick<PublishedLocale, 'code'> | undefined,
): string | null | undefined => locale && (isLocalised ? locale.code : null);

/** Code of the locale of a type's rows; undefined stands for rows of any locale. */
export const rowLocale = (
  { isLocalised }: { isLocalised: boolean },
  locale: Pick<PublishedLocale, 'code'> | undefined,
): string | undefined => (isLocalised ? locale?.code : undefined);

/** Whether a text has the form of a locale's code in Strapi: "en", "pt-BR", "zh-Hans-CN". */
const isCode = (code: string): boolean => /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(code);

/** Two locales of one language would give that language two addresses (RFC 4287, 4.1.1). */
const checkLanguages = (locales: LocalesOption): string[] => {
  const known = new Map<string, string>();
  return Object.entries(locales).flatMap(([code, { language = code }]) => {
    const other = known.get(language.toLowerCase());
    known.set(language.toLowerCase(), code);
    return other === undefined
      ? []
      : `${show(code)}: "language" is ${show(language)}, which ${show(other)} is in. Allowed: a language for each locale, for example "en-GB".`;
  });
};

/** Finds what is wrong with the option `locales`, before Strapi's locales are known. */
export const checkLocalesOption = (locales: LocalesOption): string[] => {
  if (Object.keys(locales).length === 0) return ['names no locale. Allowed: one at least.'];
  const wrong = Object.entries(locales).flatMap(([code, { language }]): string[] => {
    if (!isCode(code)) {
      return [`${show(code)} is no code of a locale. Allowed: one of Strapi's, such as "de".`];
    }
    return language === undefined && !isLanguage(code)
      ? [
          `${show(code)} is no language tag. Allowed: its "language" beside it, for example { language: "en" }.`,
        ]
      : [];
  });
  return wrong.length > 0 ? wrong : checkLanguages(locales);
};

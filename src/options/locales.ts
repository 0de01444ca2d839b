import type { Appearance } from '../pages/appearance';

/** What is another in a locale than in the rest of the site. */
export interface LocaleOptions {
  /**
   * Where the locale's addresses are, below `baseUrl`.
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
   * How its pages look, where that is another than in the rest of the site; see `docs/appearance.md`.
   *
   * @default {}
   * @example { footerLinks: [{ label: 'Impressum', address: '/de/impressum/' }] }
   */
  appearance?: Partial<Appearance>;
}

/** The locales a site is published in, by their codes in Strapi; the first is the main one. */
export type LocalesOption = Readonly<Record<string, LocaleOptions>>;

/** A locale the site is published in. */
export interface PublishedLocale {
  /** As Strapi's i18n has it. */
  code: string;
  /** Where its addresses are, below the base address: `/de`, or an empty text. */
  path: string;
  /** Whether entries of types that are not localised belong to it. */
  isMain: boolean;
}

/** The locales of the option, the main one first; undefined where it is not given. */
export const publishedLocales = (
  locales: LocalesOption | undefined,
): PublishedLocale[] | undefined =>
  locales &&
  Object.entries(locales).map(([code, { path }], place) => ({
    code,
    path: path ?? (place === 0 ? '' : `/${code.toLowerCase()}`),
    isMain: place === 0,
  }));

/** What tells lists and cache tags of an edition from those of the main one. */
export const editionMark = (locale: PublishedLocale | undefined): string =>
  locale && !locale.isMain ? locale.code : '';

/** What tells lists and cache tags of a locale from those of the main one, and of entries without any. */
export const localeMark = (
  locales: readonly PublishedLocale[] | undefined,
  code: string,
): string => {
  if (!locales) return '';
  return locales.some((locale) => locale.code === code && locale.isMain) ? '' : code;
};

/** Whether rows of a locale are published. */
export const isPublishedIn = (
  locales: readonly PublishedLocale[] | undefined,
  { isLocalised }: { isLocalised: boolean },
  code: string,
): boolean => !locales || !isLocalised || locales.some((locale) => locale.code === code);

/**
 * The edition that entries of a type in a locale are in; undefined for a locale that is not published.
 *
 * @param code without any, and for types that are not localised, the main one is meant
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

/** Where the addresses of an entry's locale are, below the base address. */
export const localePath = (locales: readonly PublishedLocale[] | undefined, code: string): string =>
  (locales?.find((locale) => locale.code === code) ?? locales?.find(({ isMain }) => isMain))
    ?.path ?? '';

/**
 * The locale that permalinks of a type say: none where it is not localised, or no more; undefined where
 * those of any locale are meant.
 */
export const permalinkLocale = (
  { isLocalised }: { isLocalised: boolean },
  locale: Pick<PublishedLocale, 'code'> | undefined,
): string | null | undefined => locale && (isLocalised ? locale.code : null);

/** Code of the locale that rows of a type are of; undefined where rows of any locale are meant. */
export const rowLocale = (
  { isLocalised }: { isLocalised: boolean },
  locale: Pick<PublishedLocale, 'code'> | undefined,
): string | undefined => (isLocalised ? locale?.code : undefined);

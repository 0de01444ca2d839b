import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../lib/constants';
import { didYouMeanOneOf, show, startError } from '../lib/messages';
import type { Plan } from './plan';
import { isLocalised, schemaOf } from './schemas';

/** Whether entries of a type exist in several locales. */
const isTypeLocalised = (strapi: Core.Strapi, uid: string): boolean =>
  isLocalised(schemaOf(strapi, uid) ?? {});

/** Whether a field of a localised type has a value of its own in each locale. */
export const isFieldLocalised = (strapi: Core.Strapi, uid: string, field = ''): boolean =>
  isLocalised(schemaOf(strapi, uid)?.attributes[field] ?? {});

/** The parts of Strapi's plugin "i18n" that are used here. */
interface Internationalisation {
  service(name: 'locales'): {
    find: () => Promise<{ code: string }[]>;
    getDefaultLocale: () => Promise<string | null>;
  };
  service(name: 'iso-locales'): { getIsoLocales: () => { code: string }[] };
}

const internationalisation = (strapi: Core.Strapi): Internationalisation | undefined =>
  strapi.plugin('i18n') as Internationalisation | undefined;

/** Code of Strapi's default locale; undefined without the plugin "i18n". */
export const defaultLocale = async (strapi: Core.Strapi): Promise<string | undefined> =>
  (await internationalisation(strapi)?.service('locales').getDefaultLocale()) ?? undefined;

/**
 * Code of the locale that the document service uses; undefined for types that are not localised.
 *
 * @param locale the requested locale; if there is none, Strapi uses its default locale
 */
export const documentLocale = async (
  strapi: Core.Strapi,
  uid: string,
  locale: unknown,
): Promise<string | undefined> => {
  if (!isTypeLocalised(strapi, uid)) return undefined;
  return typeof locale === 'string' && locale !== '' ? locale : defaultLocale(strapi);
};

/** Codes of the locales that a publication covers, possibly several; undefined for all locales. */
export const documentLocales = async (
  strapi: Core.Strapi,
  uid: string,
  locale: unknown,
): Promise<string[] | undefined> => {
  if (locale === '*' || !isTypeLocalised(strapi, uid)) return undefined;
  if (Array.isArray(locale)) return locale.map(String);
  return [(await documentLocale(strapi, uid, locale))!];
};

/** The codes of Strapi's locales, the default one first. */
const findCodes = async (strapi: Core.Strapi, i18n: Internationalisation): Promise<string[]> => {
  const codes = (await i18n.service('locales').find()).map(({ code }) => code).sort();
  const main = await defaultLocale(strapi);
  return [...codes.filter((code) => code === main), ...codes.filter((code) => code !== main)];
};

/**
 * Checks that Strapi has the locales of the option. They are rows of its database, which the plugin cannot read before
 * it starts. A missing locale that can be added in the panel only gives a warning: on a new database nobody could add
 * it otherwise. Without the option, a warning proposes it for localised sources: only the site can choose addresses of
 * languages, which last.
 *
 * @throws Error with a line for each locale that Strapi does not know
 */
export const checkLocales = async (
  strapi: Core.Strapi,
  { locales, sources }: Pick<Plan, 'locales' | 'sources'>,
): Promise<void> => {
  const heading = `Error regarding ${PLUGIN_ID} config:`;
  const i18n = internationalisation(strapi);
  if (!i18n) {
    if (!locales) return;
    throw startError(heading, ['The option "locales" needs Strapi\'s plugin "i18n".']);
  }
  const localised = sources.filter(({ isLocalised }) => isLocalised);
  if (!locales && localised.length === 0) return;
  const codes = await findCodes(strapi, i18n);
  if (!locales) {
    if (codes.length > 1) {
      strapi.log.warn(
        `Syndication: ${localised.map(({ contentType }) => contentType).join(', ')}: all languages are in the same feeds, since the option "locales" does not name them: locales: { ${codes.map((code) => `${/^\w+$/.test(code) ? code : `'${code}'`}: {}`).join(', ')} }.`,
      );
    }
    return;
  }
  const missing = locales.filter(({ code }) => !codes.includes(code));
  const offered = i18n.service('iso-locales').getIsoLocales();
  const isOffered = (code: string): boolean => offered.some((locale) => locale.code === code);
  for (const { code } of missing.filter((locale) => isOffered(locale.code))) {
    strapi.log.warn(
      `Syndication: the option "locales" names ${show(code)}, which Strapi does not have yet. Nothing is published in it until it is added in Settings > Internationalization.`,
    );
  }
  const unknown = missing.filter(({ code }) => !isOffered(code));
  if (unknown.length === 0) return;
  throw startError(
    heading,
    unknown.map(
      ({ code }) =>
        `The option "locales": Strapi has no locale ${show(code)}. Allowed: ${codes.map(show).join(', ')}.${didYouMeanOneOf(code, codes)}`,
    ),
  );
};

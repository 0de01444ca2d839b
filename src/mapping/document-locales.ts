import type { Core } from '@strapi/strapi';

import { isLocalised, schemaOf } from './schemas';

/** Whether entries of a type are there in several locales. */
const isTypeLocalised = (strapi: Core.Strapi, uid: string): boolean =>
  isLocalised(schemaOf(strapi, uid) ?? {});

/** Whether a field of a localised type says something else in each locale. */
export const isFieldLocalised = (strapi: Core.Strapi, uid: string, field = ''): boolean =>
  isLocalised(schemaOf(strapi, uid)?.attributes[field] ?? {});

/** Whether entries of a type have a slug in each locale, which one in another may have as well. */
export const areSlugsLocalised = (strapi: Core.Strapi, uid: string): boolean =>
  isTypeLocalised(strapi, uid) && isFieldLocalised(strapi, uid, 'slug');

/** Code of the locale that entries are of where none is named; undefined without Strapi's plugin for locales. */
export const defaultLocale = async (strapi: Core.Strapi): Promise<string | undefined> => {
  const i18n = strapi.plugin('i18n') as
    | { service: (name: 'locales') => { getDefaultLocale: () => Promise<string | null> } }
    | undefined;
  return (await i18n?.service('locales').getDefaultLocale()) ?? undefined;
};

/**
 * Code of the locale that the document service works in; undefined for types that are not localised.
 *
 * @param locale as it is asked; Strapi takes its default one where nothing is
 */
export const documentLocale = async (
  strapi: Core.Strapi,
  uid: string,
  locale: unknown,
): Promise<string | undefined> => {
  if (!isTypeLocalised(strapi, uid)) return undefined;
  return typeof locale === 'string' && locale !== '' ? locale : defaultLocale(strapi);
};

/** The same; undefined also where entries have one slug in all locales. */
export const slugLocale = async (
  strapi: Core.Strapi,
  uid: string,
  locale: unknown,
): Promise<string | undefined> =>
  areSlugsLocalised(strapi, uid) ? documentLocale(strapi, uid, locale) : undefined;

/** Codes of the locales that a publication is of, which may be several; undefined for all there are. */
export const documentLocales = async (
  strapi: Core.Strapi,
  uid: string,
  locale: unknown,
): Promise<string[] | undefined> => {
  if (locale === '*' || !isTypeLocalised(strapi, uid)) return undefined;
  if (Array.isArray(locale)) return locale.map(String);
  return [(await documentLocale(strapi, uid, locale))!];
};

import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';
import { didYouMeanOneOf, show } from '../show';
import { startError } from '../start-error';
import type { Plan } from './plan';

/** What of Strapi's i18n plugin tells which locales there are. */
interface Internationalisation {
  service(name: 'locales'): { find: () => Promise<{ code: string }[]> };
  service(name: 'iso-locales'): { getIsoLocales: () => { code: string }[] };
}

/**
 * Checks that Strapi has the locales of the option; they are rows of its database, which nobody can
 * read before the plugin starts. Those that are yet to be added in the panel are told alone: on a new
 * database nobody could add them otherwise.
 *
 * @throws Error with a line for each that Strapi does not know
 */
export const checkPresentLocales = async (
  strapi: Core.Strapi,
  { locales }: Pick<Plan, 'locales'>,
): Promise<void> => {
  if (!locales) return;
  const heading = `Error regarding ${PLUGIN_ID} config:`;
  const i18n = strapi.plugin('i18n') as Internationalisation | undefined;
  if (!i18n) {
    throw startError(heading, ['The option "locales" needs Strapi\'s plugin "i18n".']);
  }
  const codes = (await i18n.service('locales').find()).map(({ code }) => code);
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

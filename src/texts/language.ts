import { nearest } from '../lib/messages';

/** Longest tag RFC 5646, section 4.4.1 asks software to take. */
const MAXIMUM_LENGTH = 35;

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/**
 * Whether a text is a BCP 47 language tag of a language that exists. JavaScript takes "english" for
 * one, since a language may have five to eight letters; none was ever registered (RFC 5646, section
 * 2.2.1). Of three letters there are thousands, which it does not know by name: they pass.
 */
export const isLanguage = (value: string): boolean => {
  if (value.length > MAXIMUM_LENGTH) return false;
  try {
    const { language } = new Intl.Locale(value);
    return language.length === 3 || LANGUAGES.of(language) !== undefined;
  } catch {
    return false;
  }
};

/** A language's name in itself; its tag where nobody knows that. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Tags by the names of their languages, in English and in the language itself. */
const tagsByName = (): Map<string, string> => {
  const tags = new Map<string, string>();
  for (const tag of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = LANGUAGES.of(tag);
    if (name === undefined) continue;
    // Some have been replaced, such as "in" by "id".
    const [current = tag] = Intl.getCanonicalLocales(tag);
    tags.set(name.toLowerCase(), current);
    const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? name;
    tags.set(own.toLowerCase(), current);
  }
  return tags;
};

/** Language most people of a country speak: many write "jp" for Japanese. */
const languageOfCountry = (country: string): string | undefined =>
  COUNTRIES.of(country.toUpperCase()) === undefined
    ? undefined
    : new Intl.Locale(`und-${country}`).maximize().language;

/** The language tag somebody probably meant who wrote something else. */
export const suggestLanguage = (written: string): string | undefined => {
  if (written.length > MAXIMUM_LENGTH) return undefined;
  const hyphenated = written.trim().replaceAll('_', '-');
  if (isLanguage(hyphenated)) return Intl.getCanonicalLocales(hyphenated)[0];
  if (/^[a-z]{2}$/i.test(written)) return languageOfCountry(written);
  const tags = tagsByName();
  const name = nearest(written, tags.keys());
  return name === undefined ? undefined : tags.get(name);
};

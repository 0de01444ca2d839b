import { nearest } from '../lib/messages';
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import hi from './hi.json';
import id from './id.json';
import it from './it.json';
import ja from './ja.json';
import {
  type LanguageTexts,
  type OwnTexts,
  type PluralText,
  TEXT_KEYS,
  type TextKey,
  type ValueName,
} from './keys';
import ko from './ko.json';
import nl from './nl.json';
import pl from './pl.json';
import ptPT from './pt-PT.json';
import pt from './pt.json';
import tr from './tr.json';
import uk from './uk.json';
import zhHans from './zh-Hans.json';
import zhHant from './zh-Hant.json';

/** Longest tag RFC 5646, section 4.4.1 asks software to take. */
const MAXIMUM_LENGTH = 35;

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
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
    return language.length === 3 || LANGUAGE_NAMES.of(language) !== undefined;
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
    const name = LANGUAGE_NAMES.of(tag);
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

/**
 * The language to write dates and numbers in: for one that `Intl` does not know it would take the
 * server's own.
 */
export const formattingLanguage = (language: string): string =>
  Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en';

/** A tag, and what is left of it as its last parts are taken off: "zh-Hant-TW", "zh-Hant", "zh". */
const truncations = (tag: string): string[] => {
  const parts = tag.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
};

/**
 * The tags under which texts in a language may be, the nearest first: lookup of RFC 4647, section 3.4,
 * with the script that the tag stands for, so that "zh-TW" finds "zh-Hant" and never "zh-Hans".
 */
export const lookupTags = (language: string): string[] => {
  const given = new Intl.Locale(language);
  const { language: primary, script } = given.maximize();
  const isUsualScript = new Intl.Locale(primary).maximize().script === script;
  const tags = [
    ...truncations(given.baseName).slice(0, -1),
    ...(script === undefined ? [] : [`${primary}-${script}`]),
    ...(isUsualScript ? [primary] : []),
  ];
  return [...new Set(tags)];
};

/** The texts, by language; Chinese by its script. */
export const LANGUAGES: Record<string, LanguageTexts> = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  id,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  'pt-PT': ptPT,
  tr,
  uk,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
};

/** The language of texts where there are none in the site's. */
const FALLBACK_LANGUAGE = 'en';

type Scalar = string | number;

type Values<Key extends TextKey, Value> = [ValueName<Key>] extends [never]
  ? []
  : [values: Record<ValueName<Key>, Value>];

/** The words of the public pages and feeds, in a site's language. Plain text, to be escaped. */
export interface Texts {
  /** A text, with values in their places. */
  say: <Key extends TextKey>(key: Key, ...values: Values<Key, Scalar>) => string;
  /** The parts of a text, for values that are more than text. */
  parts: <Key extends TextKey, Value>(
    key: Key,
    ...values: Values<Key, Value>
  ) => (string | Value)[];
  /** BCP 47 tag of the language a text is in, where that is not the site's. */
  foreign: (key: TextKey) => string | undefined;
}

interface Found {
  text: string | PluralText;
  /** The rules of the language it is in. */
  numbers: ReturnType<typeof createNumbers>;
  isForeign: boolean;
}

/** Own texts under the tags as `Intl` writes them: "de-at" is "de-AT". */
const canonical = (own: OwnTexts): OwnTexts =>
  Object.fromEntries(
    Object.entries(own).map(([tag, texts]) => [Intl.getCanonicalLocales(tag)[0] ?? tag, texts]),
  );

/** Where a text may be, in the order in which it is looked for. */
const candidates = (
  language: string,
  own: OwnTexts,
): { texts: Partial<LanguageTexts>; isForeign: boolean }[] => {
  const inOrder = (tags: string[], isForeign: boolean) =>
    [own, LANGUAGES]
      .flatMap((source) =>
        tags.flatMap((tag) => (Object.hasOwn(source, tag) ? [source[tag]!] : [])),
      )
      .map((texts) => ({ texts, isForeign }));
  const tags = lookupTags(language);
  return [
    ...inOrder(tags, false),
    ...(tags.includes(FALLBACK_LANGUAGE) ? [] : inOrder([FALLBACK_LANGUAGE], true)),
  ];
};

/** The rules of numbers in a language, made once: a list of tags has a thousand counts. */
const createNumbers = (language: string) => {
  const format = new Intl.NumberFormat(formattingLanguage(language));
  const rules = new Intl.PluralRules(formattingLanguage(language));
  return {
    format: (number: number): string => format.format(number),
    formOf: (text: string | PluralText, count: unknown): string =>
      typeof text === 'string' ? text : (text[rules.select(Number(count))] ?? text.other),
  };
};

/**
 * The texts in a language: the site's own, the plugin's, and English where there are none.
 *
 * @param language BCP 47 tag
 * @param own what the site words otherwise
 */
export const createTexts = (language: string, own: OwnTexts = {}): Texts => {
  const sources = candidates(language, canonical(own));
  const numbers = createNumbers(language);
  const english = createNumbers(FALLBACK_LANGUAGE);
  const found = new Map(
    TEXT_KEYS.map((key): [TextKey, Found] => {
      const { texts, isForeign } = sources.find((source) => source.texts[key] !== undefined)!;
      return [key, { text: texts[key]!, isForeign, numbers: isForeign ? english : numbers }];
    }),
  );

  const parts = <Value>(key: TextKey, values: Record<string, Value> = {}): (string | Value)[] => {
    const { text, numbers: ofText } = found.get(key)!;
    return ofText
      .formOf(text, values.count)
      .split(/(\{\w+\})/)
      .filter((part) => part !== '')
      .map((part) => {
        const name = part.startsWith('{') ? part.slice(1, -1) : '';
        return Object.hasOwn(values, name) ? values[name]! : part;
      });
  };

  return {
    parts: (key, ...[values]) => parts(key, values),
    say(key, ...[values]) {
      const { format } = found.get(key)!.numbers;
      return parts<Scalar>(key, values)
        .map((part) => (typeof part === 'number' ? format(part) : part))
        .join('');
    },
    foreign: (key) => (found.get(key)!.isForeign ? FALLBACK_LANGUAGE : undefined),
  };
};

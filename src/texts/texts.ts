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

/** Length of the longest tag that software should accept (RFC 5646, section 4.4.1). */
const MAXIMUM_LENGTH = 35;

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * Whether a text is a BCP 47 tag of an existing language. JavaScript accepts "english", since a language may have
 * five to eight letters; no such language was ever registered (RFC 5646, section 2.2.1). Tags of three letters
 * pass, since there are thousands of languages that JavaScript cannot name.
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

/** Name of a language in that language; the tag when the name is unknown. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

/**
 * The language in which dates and numbers are written. For a language that `Intl` does not know, it would use the
 * server's own.
 */
export const formattingLanguage = (language: string): string =>
  Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en';

/** A tag, and what is left when its last parts are removed one by one: "zh-Hant-TW", "zh-Hant", "zh". */
const truncations = (tag: string): string[] => {
  const parts = tag.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
};

/**
 * Tags under which texts in a language may be, the nearest first. This is the lookup of RFC 4647, section 3.4, with
 * the script that the tag implies: "zh-TW" finds "zh-Hant" and never "zh-Hans".
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

/** The plugin's texts by language; Chinese by its script. */
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

/** Language of texts that do not exist in the site's language. */
const FALLBACK_LANGUAGE = 'en';

type Scalar = string | number;

type Values<Key extends TextKey, Value> = [ValueName<Key>] extends [never]
  ? []
  : [values: Record<ValueName<Key>, Value>];

/** Texts of the public pages and feeds in a site's language. They are plain text: escape them. */
export interface Texts {
  /** A text with its values. */
  say: <Key extends TextKey>(key: Key, ...values: Values<Key, Scalar>) => string;
  /** A text split at its values, for values that are not texts. */
  parts: <Key extends TextKey, Value>(
    key: Key,
    ...values: Values<Key, Value>
  ) => (string | Value)[];
  /** BCP 47 tag of a text's language; undefined when that is the site's language. */
  foreign: (key: TextKey) => string | undefined;
}

interface TextSource {
  texts: Partial<LanguageTexts>;
  /** Number format and plural rules of the texts' language: made once, since a list of tags has a thousand counts. */
  format: Intl.NumberFormat;
  rules: Intl.PluralRules;
  isForeign: boolean;
}

/** The site's own texts, under tags as `Intl` writes them: "de-at" becomes "de-AT". */
const withCanonicalTags = (own: OwnTexts): OwnTexts =>
  Object.fromEntries(
    Object.entries(own).map(([tag, texts]) => [Intl.getCanonicalLocales(tag)[0] ?? tag, texts]),
  );

/** Sources of texts, in the order in which a text is looked for. */
const textSources = (language: string, own: OwnTexts): TextSource[] => {
  const inOrder = (tags: string[], isForeign: boolean): TextSource[] => {
    const numbersLanguage = formattingLanguage(isForeign ? FALLBACK_LANGUAGE : language);
    const format = new Intl.NumberFormat(numbersLanguage);
    const rules = new Intl.PluralRules(numbersLanguage);
    return [own, LANGUAGES].flatMap((source) =>
      tags.flatMap((tag) =>
        Object.hasOwn(source, tag) ? { texts: source[tag]!, format, rules, isForeign } : [],
      ),
    );
  };
  const tags = lookupTags(language);
  return [
    ...inOrder(tags, false),
    ...(tags.includes(FALLBACK_LANGUAGE) ? [] : inOrder([FALLBACK_LANGUAGE], true)),
  ];
};

/**
 * The texts in a language: the site's own, then the plugin's, then English ones.
 *
 * @param language BCP 47 tag
 * @param own the site's own wording
 */
export const createTexts = (language: string, own: OwnTexts = {}): Texts => {
  const sources = textSources(language, withCanonicalTags(own));
  const textSource = (key: TextKey): TextSource =>
    sources.find(({ texts }) => texts[key] !== undefined)!;

  const parts = <Value>(key: TextKey, values: Record<string, Value> = {}): (string | Value)[] => {
    const { texts, rules } = textSource(key);
    const text: string | PluralText = texts[key]!;
    const form = typeof text === 'string' ? text : text[rules.select(Number(values.count))];
    return (form ?? (text as PluralText).other)
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
      const { format } = textSource(key);
      return parts<Scalar>(key, values)
        .map((part) => (typeof part === 'number' ? format.format(part) : part))
        .join('');
    },
    foreign: (key) => (textSource(key).isForeign ? FALLBACK_LANGUAGE : undefined),
  };
};

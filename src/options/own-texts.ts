import { isLanguage } from '../texts/texts';
import { didYouMean as ask, documentation, nearest, show } from '../lib/messages';
import { isObject } from '../lib/values';
import { isPlural, TEXT_KEYS, TEXT_VALUES, type TextKey } from '../texts/keys';

/** Characters of a text: a longer one is no label, and every page would contain it. */
const MAXIMUM_LENGTH = 1_000;

/** Asks whether a similar name was meant, or else says what is allowed. */
const suggestOrAllow = (suggestion: string | undefined, allowed: string): string =>
  ask(suggestion).trim() || `Allowed: ${allowed}.`;

const isKey = (name: string): name is TextKey => Object.hasOwn(TEXT_VALUES, name);

/** What is wrong with a text itself. */
const checkText = (path: string, key: TextKey, text: unknown): string[] => {
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAXIMUM_LENGTH) {
    return [
      `The text ${path} was ${show(text)}. Allowed: a text of 1 to ${MAXIMUM_LENGTH} characters.`,
    ];
  }
  const names: readonly string[] = TEXT_VALUES[key];
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(
    ([, name = '']) => !names.includes(name),
  );
  if (!unknown) return [];
  const allowed = names.map((name) => `{${name}}`);
  return [
    `The text ${path} has no value ${show(unknown[0])}. ${suggestOrAllow(
      nearest(unknown[0], allowed),
      allowed.join(', ') || 'a text without braces',
    )}`,
  ];
};

/** What is wrong with the plural forms of a text. */
const checkForms = (
  path: string,
  { language, key, forms }: { language: string; key: TextKey; forms: Record<string, unknown> },
): string[] => {
  const categories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const missing =
    forms.other === undefined ? [`The text ${path} lacks the form "other" for all else.`] : [];
  const wrong = Object.entries(forms).flatMap(([category, text]) =>
    categories.includes(category)
      ? checkText(`${path}.${category}`, key, text)
      : `The text ${path} has no form ${show(category)} in this language. ${suggestOrAllow(nearest(category, categories), categories.join(', '))}`,
  );
  return [...missing, ...wrong];
};

const checkKey = (language: string, name: string, text: unknown): string[] => {
  if (!isKey(name)) {
    const meant = nearest(name, TEXT_KEYS);
    return [
      `There is no text ${show(name)}. ${ask(meant).trim() || `${documentation('languages')} names them all.`}`,
    ];
  }
  const path = `"${language}.${name}"`;
  return isPlural(name) && isObject(text)
    ? checkForms(path, { language, key: name, forms: text })
    : checkText(path, name, text);
};

/** Finds what is wrong with the site's own texts, in sentences; empty when all are right. */
export const checkOwnTexts = (own: Record<string, unknown>): string[] =>
  Object.entries(own).flatMap(([language, texts]) => {
    if (!isLanguage(language)) {
      return [`There is no language ${show(language)}. Allowed: BCP 47 language tags.`];
    }
    if (!isObject(texts)) {
      return [`The texts for "${language}" were ${show(texts)}. Allowed: an object, by name.`];
    }
    return Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : checkKey(language, name, text),
    );
  });

/** How a copy is named, by language. */
const COPY: Record<string, string> = {
  de: 'Kopie',
  en: 'copy',
  es: 'copia',
  fr: 'copie',
  id: 'salinan',
};

/** Length a title may have, as the schemas have it. */
const MAXIMUM = 255;

/** The text within a length, with no half character at its end. */
const cut = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/**
 * Title of the copy of an entry: "How I Test (copy)", and "How I Test (copy 2)" for a copy of that.
 *
 * @param language BCP 47 language tag; English for a language without a word
 */
export const copyTitle = (title: string, language: string): string => {
  const word = COPY[language.split('-')[0]!.toLowerCase()] ?? COPY.en!;
  const bounded = title.slice(0, MAXIMUM).trimEnd();
  const [mark, number] = new RegExp(` \\(${word}(?: (\\d{1,9}))?\\)$`).exec(bounded) ?? [''];
  const suffix = mark === '' ? ` (${word})` : ` (${word} ${Number(number ?? 1) + 1})`;
  const original = bounded.slice(0, bounded.length - mark.length);
  return cut(original, MAXIMUM - suffix.length) + suffix;
};

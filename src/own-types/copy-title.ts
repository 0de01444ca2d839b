/** The word for a copy, by language. */
const COPY_WORDS: Record<string, string> = {
  de: 'Kopie',
  en: 'copy',
  es: 'copia',
  fr: 'copie',
  id: 'salinan',
};

/** Longest title, in characters, as in the schemas. */
const MAXIMUM_TITLE = 255;

/**
 * Title for the copy of an entry: "How I Test (copy)", and "How I Test (copy 2)" for a copy of that.
 *
 * @param language BCP 47 language tag; English if `COPY_WORDS` does not have the language
 */
export const copyTitle = (title: string, language: string): string => {
  const word = COPY_WORDS[language.split('-')[0]!.toLowerCase()] ?? COPY_WORDS.en!;
  const bounded = title.slice(0, MAXIMUM_TITLE).trimEnd();
  const [mark, number] = new RegExp(` \\(${word}(?: (\\d{1,9}))?\\)$`).exec(bounded) ?? [''];
  const suffix = mark === '' ? ` (${word})` : ` (${word} ${Number(number ?? 1) + 1})`;
  const length = Math.min(bounded.length - mark.length, MAXIMUM_TITLE - suffix.length);
  // Without half a surrogate pair at its end.
  const original = bounded.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  return original.trimEnd() + suffix;
};

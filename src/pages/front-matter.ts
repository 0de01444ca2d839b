/** Characters that YAML does not take as they are within quotes, beside those that JSON does not. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text as YAML writes it in double quotes: as JSON does (YAML 1.2.2, section 1.3). */
const writeText = (text: string): string =>
  JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What is known of a document, by name; undefined is left out. */
export type FrontMatter = Record<string, string | string[] | undefined>;

/** Front matter as it stands before a Markdown document: YAML between two lines of hyphens. */
export const renderFrontMatter = (entries: FrontMatter): string => {
  const lines = Object.entries(entries).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const written = Array.isArray(value)
      ? `[${value.map(writeText).join(', ')}]`
      : writeText(value);
    return `${name}: ${written}`;
  });
  return ['---', ...lines, '---', ''].join('\n');
};

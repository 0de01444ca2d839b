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

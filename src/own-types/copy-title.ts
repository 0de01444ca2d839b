/** Longest title, in characters, as in the schemas. */
const MAXIMUM_TITLE = 255;

/** Title for the copy of an entry: "How I Test (2)", and "How I Test (3)" for a copy of that. */
export const copyTitle = (title: string): string => {
  const bounded = title.slice(0, MAXIMUM_TITLE).trimEnd();
  // A longer number may be a year.
  const [mark, number] = / \((\d{1,2})\)$/.exec(bounded) ?? ['', 1];
  const suffix = ` (${Number(number) + 1})`;
  const length = Math.min(bounded.length - mark.length, MAXIMUM_TITLE - suffix.length);
  // Without half a surrogate pair at its end.
  const original = bounded.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  return original.trimEnd() + suffix;
};

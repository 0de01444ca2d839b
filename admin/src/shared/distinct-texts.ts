export interface TextOption {
  id: string;
  text: string;
  /** Distinguishes options of the same text: a slug. Defaults to the id. */
  mark?: string;
}

/** Options whose text another option has, too. */
const withSameText = <Option extends TextOption>(options: readonly Option[]): Set<Option> => {
  const times = new Map<string, number>();
  for (const { text } of options) times.set(text, (times.get(text) ?? 0) + 1);
  return new Set(options.filter(({ text }) => times.get(text)! > 1));
};

/**
 * Makes the texts of options distinct: a combobox identifies options by text and takes the first match.
 *
 * @param chosen keeps the text with which it was chosen
 */
export const withDistinctTexts = <Option extends TextOption>(
  options: readonly Option[],
  chosen?: Option,
): Option[] => {
  const all = options.map((option) => (chosen && option.id === chosen.id ? chosen : option));
  const alike = withSameText(all);
  const addMark = (option: Option, mark: string): Option =>
    option === chosen || !alike.has(option)
      ? option
      : { ...option, text: `${option.text} (${mark})` };
  const marked = all.map((option) => addMark(option, option.mark ?? option.id));
  const still = withSameText(marked);
  return marked.map((option, place) =>
    still.has(option) ? addMark(all[place]!, option.id) : option,
  );
};

export interface TextOption {
  id: string;
  text: string;
  /** What tells it from others of its text: a slug. Its id without one. */
  mark?: string;
}

/** Those of some options whose text another one has. */
const withSameText = <Option extends TextOption>(options: readonly Option[]): Set<Option> => {
  const times = new Map<string, number>();
  for (const { text } of options) times.set(text, (times.get(text) ?? 0) + 1);
  return new Set(options.filter(({ text }) => times.get(text)! > 1));
};

/**
 * Options that no two have one text: a combobox goes by the text in it, and takes the first that has it.
 *
 * @param chosen keeps the text that it was chosen by
 */
export const withDistinctTexts = <Option extends TextOption>(
  options: readonly Option[],
  chosen?: Option,
): Option[] => {
  const all = options.map((option) => (chosen && option.id === chosen.id ? chosen : option));
  const alike = withSameText(all);
  const tell = (option: Option, mark: string): Option =>
    option === chosen || !alike.has(option)
      ? option
      : { ...option, text: `${option.text} (${mark})` };
  const marked = all.map((option) => tell(option, option.mark ?? option.id));
  const still = withSameText(marked);
  return marked.map((option, place) => (still.has(option) ? tell(all[place]!, option.id) : option));
};

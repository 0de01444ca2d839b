interface TextOption {
  id: string;
  text: string;
}

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
  const times = new Map<string, number>();
  for (const { text } of all) times.set(text, (times.get(text) ?? 0) + 1);
  return all.map((option) =>
    option === chosen || times.get(option.text) === 1
      ? option
      : { ...option, text: `${option.text} (${option.id})` },
  );
};

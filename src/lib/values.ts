/** A visible character. */
const SEEN = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Whether nothing of a text is visible: it is empty, or all spaces, control characters and the like. */
export const isBlank = (text: string): boolean => !SEEN.test(text);

/** Whether a value is an object, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of a field that has one or several, as a list. */
export const severalOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Groups items by a key, in their order. */
export const groupBy = <Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** Most items that one statement names: databases limit its parameters. */
const NAMED_AT_ONCE = 300;

/** Splits a list into parts of at most `size`, in its order. */
export const chunk = <Item>(items: Item[], size = NAMED_AT_ONCE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** A value without undefined ones in it, if it is an object; in nested objects as well. */
export const withoutUndefined = <Value>(value: Value): Value =>
  isObject(value)
    ? (Object.fromEntries(
        Object.entries(value).flatMap(([name, part]) =>
          part === undefined ? [] : [[name, withoutUndefined(part)]],
        ),
      ) as Value)
    : value;

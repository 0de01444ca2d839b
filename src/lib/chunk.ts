/** Items to name in one statement: databases limit its parameters. */
const NAMED_AT_ONCE = 300;

/** A list in parts of at most `size`, in its order. */
export const chunk = <Item>(items: Item[], size = NAMED_AT_ONCE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

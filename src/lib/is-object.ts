/** Whether it has values by names: an object that is no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of a field that has one or several. */
export const severalOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Request body for changed values of the appearance. */
export const toChanges = (values: object): Record<string, { value: unknown }> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

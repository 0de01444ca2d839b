const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The values that differ from those before. */
export const differing = <Values extends object>(
  values: Partial<Values>,
  before: Partial<Values>,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, before[name as keyof Values])),
  ) as Partial<Values>;

interface SavedEdits<Values> {
  /** All values saved before these edits. */
  before: Values;
  /** The edits that were sent. */
  sent: Partial<Values>;
  /** All values saved now. */
  saved: Values;
}

/**
 * Edits still to be saved after a save: changes made while the request was on its way. A value that the user
 * put back to the old one meanwhile is among them, since the request saved the other one.
 */
export const unsavedEdits = <Values extends object>(
  now: Partial<Values>,
  { before, sent, saved }: SavedEdits<Values>,
): Partial<Values> =>
  differing<Values>(differing<Values>({ ...before, ...now }, { ...before, ...sent }), saved);

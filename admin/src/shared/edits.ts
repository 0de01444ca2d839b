const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Those of some values that are others than before. */
export const differing = <Values extends object>(
  values: Partial<Values>,
  before: Partial<Values>,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, before[name as keyof Values])),
  ) as Partial<Values>;

interface SavedEdits<Values> {
  /** What was saved before these edits, all of it. */
  before: Values;
  /** The edits that were sent. */
  sent: Partial<Values>;
  /** All that is saved now. */
  saved: Values;
}

/**
 * What of the edits there are now is still to be saved: what was typed while others were on their
 * way. One that was put back to what it was before is among it: the other has been saved meanwhile.
 */
export const unsavedEdits = <Values extends object>(
  now: Partial<Values>,
  { before, sent, saved }: SavedEdits<Values>,
): Partial<Values> =>
  differing<Values>(differing<Values>({ ...before, ...now }, { ...before, ...sent }), saved);

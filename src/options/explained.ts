import { z } from 'zod';

/** Marks an issue whose message says it all. */
const EXPLAINED = { explained: true };

/** An object of which a function says what is wrong, in sentences of its own. */
export const explained = (check: (value: Record<string, unknown>) => string[]) =>
  z.record(z.string(), z.unknown()).superRefine((value, { addIssue }) => {
    for (const message of check(value)) addIssue({ code: 'custom', message, params: EXPLAINED });
  });

/** Whether the message of an issue says it all. */
export const isExplained = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params === EXPLAINED;

import type { ProblemCode } from '../content/problem';
import type { FormRow } from '../entries/form-row';
import type { FieldPath, SourcePlan } from '../mapping/plan';
import type { EntryVersion } from '../entries/to-article';
import { type ReadEntry, firstText } from '../mapping/values';
import { isObject } from '../lib/is-object';

/** What the form tells nothing of. */
export interface Unknown {
  /** Whether the Content Manager left a field of a saved entry out, as it does where the user may not read it. */
  isLeftOut: (path: FieldPath) => boolean;
  /** A version with the published one's values where the form tells none. */
  fill: <Version extends EntryVersion>(version: Version, published: Version) => Version;
  /** Whether a problem follows from texts, of which some are not known. */
  isGuess: (code: ProblemCode) => boolean;
}

/** What says of an entry that it has too little text. */
const OF_TEXTS: readonly ProblemCode[] = ['summary-empty', 'summary-short', 'text-empty'];

const startsWith = (path: FieldPath, start: FieldPath): boolean =>
  start.every((name, place) => name === path[place]);

/** Whether saved values lack a field, be it of a component: one that was just added has no id yet. */
const lacks = (values: ReadEntry, [name = '', ...rest]: FieldPath): boolean => {
  if (!Object.hasOwn(values, name)) return true;
  const inner = values[name];
  return rest.length > 0 && isObject(inner) && Object.hasOwn(inner, 'id') && lacks(inner, rest);
};

/** Tells what a user may not read from what is empty. */
export const findUnknown = (
  source: SourcePlan,
  { documentId, values }: { documentId?: string; values: ReadEntry },
  { row, withheld }: Pick<FormRow, 'row' | 'withheld'>,
): Unknown => {
  const { title, summary, body, author, cover, enclosure } = source;
  // The form of a language in which nothing is saved yet begins without values.
  const isSaved = documentId !== undefined && typeof row.id === 'number';
  const isLeftOut = (path: FieldPath): boolean => isSaved && lacks(values, path);
  const isUnknown = (path: FieldPath | undefined): boolean =>
    path !== undefined &&
    (isLeftOut(path) || withheld.some((field) => startsWith(path, field.split('.'))));
  /** Of fields of which the first that is filled counts. */
  const isFirstUnknown = (paths: readonly FieldPath[]): boolean => {
    const filled = paths.findIndex((path) => firstText(row, [path]) !== undefined);
    return paths.slice(0, filled < 0 ? undefined : filled + 1).some(isUnknown);
  };
  const parts = {
    title: isUnknown(title),
    summary: isFirstUnknown(summary),
    body: isUnknown(body?.path),
    author: isFirstUnknown(author),
    cover: isUnknown(cover),
    attachment: isUnknown(enclosure),
  };
  const names = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => parts[name]);
  const isTextUnknown = parts.summary || parts.body || parts.attachment;
  return {
    isLeftOut,
    fill: (version, published) => ({
      ...version,
      ...Object.fromEntries(names.map((name) => [name, published[name]])),
      ...(parts.author && { authors: published.authors }),
    }),
    isGuess: (code) => isTextUnknown && OF_TEXTS.includes(code),
  };
};

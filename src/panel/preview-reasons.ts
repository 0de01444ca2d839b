import type { PreviewReason } from './admin-api';
import { entryPath, isAddressPart } from '../mapping/entry-path';
import type { FormRow } from '../entries/form-row';
import { addressFields } from '../mapping/address';
import type { SourcePlan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import { SLUGGED_TYPES } from '../mapping/slugged-types';
import { type ReadEntry, rowsAt, textAt, valueAt } from '../mapping/values';

/** Whether a path goes on from another. */
export const isWithin = (path: readonly string[], outer: readonly string[]): boolean =>
  outer.length < path.length && outer.every((name, place) => name === path[place]);

/** Fields of the form that the address lacks: of another entry's, the relation that leads there. */
export const missingOf = (
  { contentType, address, shows }: SourcePlan,
  { row, withheld }: FormRow,
): string[] => {
  const isMade = (path: readonly string[]): boolean =>
    path[0] === 'documentId' || (path[0] === 'slug' && contentType in SLUGGED_TYPES);
  const missing = address.parts.flatMap((path) => {
    if (typeof path === 'string' || (path.length === 1 && isMade(path))) return [];
    const value = valueAt(row, path);
    const relations = shows.filter((shown) => isWithin(path, shown.path));
    const [relation] = relations;
    const isThere = relation
      ? entryPath({ directory: '/', parts: [path] }, () => value) !== undefined
      : value !== undefined && value !== '';
    const field = (relation?.path ?? path).join('.');
    const isWithheld = [path, ...relations.map((shown) => shown.path)].some((one) =>
      withheld.includes(one.join('.')),
    );
    return isThere || isWithheld ? [] : [field];
  });
  return [...new Set(missing)];
};

/** Own fields of the form without which it has no address, or that hold a text that no address can have. */
export const toSeeTo = (
  { title, address }: SourcePlan,
  { values }: { values: ReadEntry },
): string[] => [
  ...((textAt(values, title) ?? '') === '' ? [title.join('.')] : []),
  ...addressFields(address).flatMap((path) => {
    const field = ownField(path);
    const isFine = field === undefined || field === 'documentId';
    return isFine || isAddressPart(valueAt(values, path)) ? [] : field;
  }),
];

/** Why an entry is not in the feeds yet, or not in more of them. */
export const reasonsFor = (
  source: SourcePlan,
  { row, withheld, unpublished }: FormRow,
  state: {
    /** Whether its locale is published. */
    isInLanguage: boolean;
    isPublished: boolean;
    isKeptOut: boolean;
    isPlaced: boolean;
    date?: Date;
    now: Date;
  },
): PreviewReason[] => {
  const { isInLanguage, isPublished, isKeptOut, isPlaced, date, now } = state;
  const fields = source.topics.flatMap(({ field, isOfAuthors }) => (isOfAuthors ? [] : field));
  const isGrouped = fields.some(
    (field) => [...withheld, ...unpublished].includes(field) || rowsAt(row, [field]).length > 0,
  );
  const reasons: PreviewReason[] = [];
  if (!isInLanguage) reasons.push({ code: 'not-in-language' });
  if (isKeptOut) reasons.push({ code: 'kept-out' });
  if (!isPlaced) reasons.push({ code: 'no-address' });
  if (!isPublished) reasons.push({ code: 'draft' });
  // What is kept out of feeds, no subscriber gets on its date either.
  if (date && date > now && !isKeptOut) reasons.push({ code: 'future', until: date.toISOString() });
  if (!isKeptOut && isPlaced && fields.length > 0 && !isGrouped) {
    reasons.push({ code: 'no-tags', fields });
  }
  return reasons;
};

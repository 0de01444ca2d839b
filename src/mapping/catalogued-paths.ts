import { addressFields } from './address';
import type { FieldPath, SourcePlan } from './plan';

/** The first part of what a source can take for a path: empty for a path that is not mapped. */
const given = (path: FieldPath | undefined): FieldPath[] => (path ? [path] : []);

/** Paths of what the catalogue and the permalinks of a source are made from. */
export const cataloguedPaths = ({
  title,
  date,
  keepOut,
  address,
  author,
  hasNamePages,
}: SourcePlan): FieldPath[] => [
  title,
  ...given(date),
  ...given(keepOut),
  ...(hasNamePages ? author : []),
  ...addressFields(address),
];

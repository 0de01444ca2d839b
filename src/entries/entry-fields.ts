import type { Core } from '@strapi/strapi';

import { addressFields } from '../mapping/address';
import type { FieldPath, SourcePlan } from '../mapping/plan';
import { type FindSchema, narrowFields, publicFields } from '../mapping/public-fields';

/** What is read of an entry, of what is published alone. */
export type ReadFields = ReturnType<typeof publicFields>;

/** What is read of a source's entries: whole, or where they are alone. */
export const createEntryFields = (strapi: Core.Strapi) => {
  const findSchema: FindSchema = (uid) =>
    (strapi.contentTypes[uid as keyof typeof strapi.contentTypes] ??
      strapi.components[uid as keyof typeof strapi.components]) as ReturnType<FindSchema>;

  /** What is read of a source's entries; known once Strapi knows all types. */
  const known = new Map<string, ReadFields>();
  const fieldsOf = ({ contentType, fields }: SourcePlan) => {
    const found = known.get(contentType);
    if (found) return found;
    const limited = publicFields(contentType, fields, findSchema);
    known.set(contentType, limited);
    return limited;
  };

  /** Where an entry is, and since when: what is read where it is not shown. */
  const placeOf = (source: SourcePlan, more: (FieldPath | undefined)[] = []) =>
    narrowFields(fieldsOf(source), [
      ...addressFields(source.address),
      source.title,
      ...[source.date, ...more].filter((path) => path !== undefined),
    ]);

  /** The same, and whether search engines are to find it there. */
  const indexedPlaceOf = (source: SourcePlan) =>
    placeOf(source, [source.meta.canonical, source.meta.noindex]);

  /** The same, and what it is about. */
  const describedPlaceOf = (source: SourcePlan) =>
    placeOf(source, [
      ...source.summary,
      source.meta.description,
      source.meta.canonical,
      source.meta.noindex,
    ]);

  return { findSchema, fieldsOf, placeOf, indexedPlaceOf, describedPlaceOf };
};

import { guessAuthor, type KnownTypes } from './guesses';
import { attributeOf, contentTypeOf, type Schemas } from './schemas';
import type { AnySource } from '../options/source';

type Mappings = Readonly<Record<string, AnySource>>;

/** Content types that fields lead to, of those that are relations. */
const targetsOf = (schemas: Schemas, uid: string, fields: readonly string[]): string[] => {
  const attributes = contentTypeOf(schemas, uid)?.attributes ?? {};
  return fields.flatMap((field) => {
    const attribute = attributeOf(attributes, field);
    return attribute?.type === 'relation' ? (attribute.target ?? []) : [];
  });
};

/** Content types that a source names among its topics. */
export const findGroupingTypes = (schemas: Schemas, sources: Mappings): Set<string> =>
  new Set(
    Object.entries(sources).flatMap(([uid, { topics }]) => targetsOf(schemas, uid, topics || [])),
  );

/**
 * Content types whose entries are authors with pages of their own, of any source: no other takes them
 * for topics then.
 */
export const findAuthorTypes = (
  schemas: Schemas,
  sources: Mappings,
  known: KnownTypes,
): Set<string> =>
  new Set(
    Object.entries(sources).flatMap(([uid, { author }]) => {
      const fields = author ?? guessAuthor(schemas, uid, known);
      return targetsOf(schemas, uid, [fields || []].flat());
    }),
  );

import { addressFields } from '../../sources/mapping/address';
import {
  attributeOf,
  type Attributes,
  componentOf,
  contentTypeOf,
  type Schemas,
} from '../../sources/mapping/schemas';
import type { FieldPath, SourcePlan } from '../../sources/plan';

/** A field as roles name it: those of a component one by one, a relation as a whole. */
const fieldsAt = (schemas: Schemas, attributes: Attributes, path: FieldPath): string[] => {
  const [name = '', ...rest] = path;
  const attribute = attributeOf(attributes, name);
  if (attribute?.type !== 'component') return [name];
  const inner = componentOf(schemas, attribute.component ?? '')?.attributes ?? {};
  const wanted = rest.length > 0 ? [rest] : Object.keys(inner).map((field) => [field]);
  return wanted.flatMap((way) => fieldsAt(schemas, inner, way).map((field) => `${name}.${field}`));
};

/** Fields of an entry that its item tells of, as the permissions of roles name them. */
export const shownFields = (schemas: Schemas, source: SourcePlan): string[] => {
  const attributes = contentTypeOf(schemas, source.contentType)?.attributes ?? {};
  const paths = [
    source.title,
    ...addressFields(source.address),
    ...source.summary,
    ...source.author,
    ...source.topics.map(({ field }) => [field]),
    ...[source.body?.path, source.date, source.cover, source.enclosure].filter(
      (path) => path !== undefined,
    ),
    ...(source.item ? source.selection.select.map((field) => [field]) : []),
  ];
  const fields = paths.flatMap((path) => fieldsAt(schemas, attributes, path));
  // Strapi's own columns are everybody's.
  return [...new Set(fields)].filter((field) => !['id', 'documentId', 'updatedAt'].includes(field));
};

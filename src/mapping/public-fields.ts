import type { EntryFields, FieldPath } from './plan';

/** What is asked of a schema of Strapi's, as far as it is asked here. */
export interface ReadSchema {
  attributes: Readonly<Record<string, ReadAttribute | undefined>>;
  options?: { draftAndPublish?: boolean };
}

/** An attribute of a schema, as far as it is asked here. */
export interface ReadAttribute {
  type: string;
  target?: string;
  component?: string;
  /** Of a component. */
  repeatable?: boolean;
  /** Of a media field. */
  multiple?: boolean;
  /** Kind of a relation. */
  relation?: string;
}

/** Finds the schema of a content type or a component. */
export type FindSchema = (uid: string) => ReadSchema | undefined;

/** What a query reads, to the depth that is named. */
export interface QueryFields {
  select?: readonly string[];
  populate?: Readonly<Record<string, unknown>>;
  on?: Readonly<Record<string, unknown>>;
  where?: object;
}

/** What every entry is told apart and dated by. */
const ALWAYS = ['id', 'documentId', 'updatedAt'];

/** Only what is published is public, related entries included. */
const PUBLISHED = { publishedAt: { $notNull: true } };

const withAlways = ({ select, ...rest }: QueryFields): QueryFields => ({
  ...rest,
  ...(select && { select: [...new Set([...ALWAYS, ...select])] }),
});

const limit = (given: unknown, uid: string | undefined, find: FindSchema): QueryFields => {
  const fields: QueryFields = typeof given === 'object' && given !== null ? given : {};
  const { attributes = {} } = (uid === undefined ? undefined : find(uid)) ?? {};
  const inner = (value: unknown, attribute: ReadAttribute | undefined): unknown => {
    if (attribute?.type === 'component') return limit(value, attribute.component, find);
    if (attribute?.type === 'dynamiczone') return limit(value, undefined, find);
    if (attribute?.type !== 'relation') return value;
    const related = withAlways(limit(value, attribute.target, find));
    const hasDrafts = find(attribute.target ?? '')?.options?.draftAndPublish;
    return hasDrafts ? { ...related, where: { ...related.where, ...PUBLISHED } } : related;
  };
  return {
    ...fields,
    ...(fields.populate && {
      populate: Object.fromEntries(
        Object.entries(fields.populate).map(([name, value]) => [
          name,
          inner(value, attributes[name]),
        ]),
      ),
    }),
    // Components of a dynamic zone, each by its own name.
    ...(fields.on && {
      on: Object.fromEntries(
        Object.entries(fields.on).map(([component, value]) => [
          component,
          limit(value, component, find),
        ]),
      ),
    }),
  };
};

/** Fields without the drafts of related entries, and with what entries are told apart by. */
export const publicFields = (
  contentType: string,
  fields: EntryFields,
  find: FindSchema,
): { select: string[]; populate: Record<string, unknown> } => {
  const { select, populate } = withAlways(limit(fields, contentType, find));
  return { select: [...select!, 'locale'], populate: { ...populate } };
};

/** Those of some fields that are read at the end of a path, through relations and components. */
export const fieldsAt = (fields: QueryFields, path: FieldPath): QueryFields =>
  path.reduce<QueryFields>((outer, name) => (outer.populate?.[name] ?? {}) as QueryFields, fields);

/** Those of some fields that are at some paths, or lead there: in relations and components, too. */
const narrow = (
  { select = [], populate, ...rest }: QueryFields,
  paths: readonly FieldPath[],
): QueryFields => {
  const names = new Set([...ALWAYS, 'locale', 'publishedAt', ...paths.map(([name]) => name)]);
  const inner = Object.entries(populate ?? {}).flatMap(([name, value]) => {
    const behind = paths.flatMap(([first, ...others]) => (first === name ? [others] : []));
    if (behind.length === 0) return [];
    const isWhole = behind.some((others) => others.length === 0);
    return [[name, isWhole ? value : narrow(value as QueryFields, behind)]];
  });
  return {
    ...rest,
    select: select.filter((name) => names.has(name)),
    ...(populate && { populate: Object.fromEntries(inner) as Record<string, unknown> }),
  };
};

/** Those of the fields of a type's entries that are at some paths, or lead there. */
export const narrowFields = (
  { select, populate }: EntryFields,
  paths: readonly FieldPath[],
): { select: string[]; populate: Record<string, unknown> } => {
  const own = [...new Set([...select, 'publishedAt'])];
  const narrowed = narrow({ select: own, populate }, paths);
  return { select: [...narrowed.select!], populate: { ...narrowed.populate } };
};

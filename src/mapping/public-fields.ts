import type { EntryFields, FieldPath, SourcePlan } from './plan';

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

/** What a query reads, to the depth that is named. */
export interface QueryFields {
  select?: readonly string[];
  populate?: Readonly<Record<string, unknown>>;
  on?: Readonly<Record<string, unknown>>;
  where?: object;
}

/** What every entry is told apart and dated by. */
const ALWAYS = ['id', 'documentId', 'updatedAt'];

/** What is read of an entry in a query: mutable copies, as Strapi's types take them. */
export interface ReadFields {
  select: string[];
  populate: Record<string, unknown>;
}

/**
 * What is read of a source's entries: as its plan has it, of related entries what is published alone; and
 * the locale.
 */
export const fieldsOf = ({
  fields: { select, populate },
}: Pick<SourcePlan, 'fields'>): ReadFields => ({
  select: [...new Set([...ALWAYS, ...select, 'locale'])],
  populate: { ...populate },
});

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
): ReadFields => {
  const own = [...new Set([...select, 'publishedAt'])];
  const narrowed = narrow({ select: own, populate }, paths);
  return { select: [...narrowed.select!], populate: { ...narrowed.populate } };
};

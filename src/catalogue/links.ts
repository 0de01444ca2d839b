import type { Core } from '@strapi/strapi';

import type { Transactions } from '../lib/transactions';
import { chunk } from '../lib/values';

/** A way from the rows of one type to those of another, by row id, as the database keeps it. */
export interface Link {
  /** Type that is led to: a content type or a component. */
  target: string;
  table: string;
  from: string;
  to: string;
  /** What other columns of the table hold for this way. */
  where: Readonly<Record<string, string>>;
  /** Column that says in which order an entry has what it is linked to. */
  order?: string;
  /** Whether it leads to components: no index tells who has one. */
  isToComponent?: boolean;
}

/** Two rows that a link joins. */
export interface Joined {
  from: number;
  to: number;
}

interface Column {
  name: string;
  referencedTable?: string;
}

interface Table {
  name: string;
  joinColumn: Column;
  inverseJoinColumn?: Column;
  morphColumn?: { idColumn: Column; typeColumn: Column };
  on?: Record<string, string>;
  orderColumnName?: string;
}

/** A relation, component, dynamic zone or file as Strapi's database layer describes it. */
interface Attribute {
  type: string;
  target?: string;
  components?: string[];
  owner?: boolean;
  morphBy?: string;
  joinTable?: Table;
  joinColumn?: Column;
}

const attributeOf = (strapi: Core.Strapi, uid: string, field: string): Attribute | undefined =>
  strapi.db.metadata.has(uid)
    ? (strapi.db.metadata.get(uid).attributes[field] as Attribute | undefined)
    : undefined;

/** Components that a dynamic zone takes; the database layer does not say. */
const zoneComponents = (strapi: Core.Strapi, uid: string, field: string): string[] => {
  const model = strapi.getModel(uid as never) as
    { attributes: Record<string, { components?: string[] }> } | undefined;
  return model?.attributes[field]?.components ?? [];
};

/** Of files, whose table says what they belong to. */
const fileLink = (
  strapi: Core.Strapi,
  uid: string,
  field: string,
  { target, morphBy }: Attribute,
): Link[] => {
  const { joinTable } = attributeOf(strapi, target!, morphBy!) ?? {};
  if (!joinTable?.morphColumn) return [];
  const { idColumn, typeColumn } = joinTable.morphColumn;
  return [
    {
      target: target!,
      table: joinTable.name,
      from: idColumn.name,
      to: joinTable.joinColumn.name,
      where: { [typeColumn.name]: uid, field },
      order: 'order',
    },
  ];
};

/**
 * Where a field of a type leads: nowhere for one that holds a value or does not exist, to one type for
 * a relation, a component or a file, to several for a dynamic zone.
 */
export const linksOf = (strapi: Core.Strapi, uid: string, field: string): Link[] => {
  const attribute = attributeOf(strapi, uid, field);
  if (attribute?.type !== 'relation') return [];
  const { target, joinTable, joinColumn, morphBy, owner } = attribute;
  if (morphBy !== undefined) return fileLink(strapi, uid, field, attribute);
  if (joinTable?.morphColumn) {
    const { idColumn, typeColumn } = joinTable.morphColumn;
    return zoneComponents(strapi, uid, field).map((component) => ({
      target: component,
      table: joinTable.name,
      from: joinTable.joinColumn.name,
      to: idColumn.name,
      where: { ...joinTable.on, [typeColumn.name]: component },
      order: 'order',
      isToComponent: true,
    }));
  }
  if (target === undefined || !strapi.db.metadata.has(target)) return [];
  if (joinTable?.inverseJoinColumn) {
    return [
      {
        target,
        table: joinTable.name,
        from: joinTable.joinColumn.name,
        to: joinTable.inverseJoinColumn.name,
        where: joinTable.on ?? {},
        order: joinTable.orderColumnName,
        isToComponent: target in strapi.components,
      },
    ];
  }
  if (!joinColumn) return [];
  // A column of the one table or of the other.
  return owner
    ? [
        {
          target,
          table: strapi.db.metadata.get(uid).tableName,
          from: 'id',
          to: joinColumn.name,
          where: {},
        },
      ]
    : [];
};

/** Components whose holders are looked for by their ids: each part of these reads the whole table. */
const LOOKED_UP_AT_MOST = 1_000;

/** Rows of a table that are read at once. */
const STRETCH = 10_000;

type Rows = Pick<Transactions, 'rows'>;

const read = async (
  { rows }: Rows,
  link: Link,
  ids: number[],
  known: 'from' | 'to',
): Promise<Joined[]> => {
  const found: Joined[] = [];
  const { table, from, to, where, order } = link;
  for (const some of chunk([...new Set(ids)])) {
    const query = rows(table).whereIn(link[known], some).where(where);
    void query.whereNotNull(from).whereNotNull(to).select({ from, to });
    // Rows of one entry stay together whatever the order of the ids.
    if (order !== undefined) void query.orderBy(order);
    const joined: Joined[] = await query;
    // As arguments, the hundred thousand entries of a topic would be too many.
    for (const one of joined) found.push(one);
  }
  return found;
};

/** What some rows lead to, in the order their entries have it. */
export const follow = (parts: Rows, link: Link, ids: number[]): Promise<Joined[]> =>
  read(parts, link, ids, 'from');

/** What leads to many rows for which there is no index: their table is read once, in stretches. */
const scanBack = async (
  { rows }: Rows,
  { table, from, to, where }: Link,
  ids: number[],
): Promise<Joined[]> => {
  const asked = new Set(ids);
  const found: Joined[] = [];
  let last = 0;
  for (;;) {
    const stretch: (Joined & { id: number })[] = await rows(table)
      .where('id', '>', last)
      .where(where)
      .whereNotNull(from)
      .whereNotNull(to)
      .orderBy('id')
      .limit(STRETCH)
      .select({ id: 'id', from, to });
    for (const joined of stretch) {
      if (asked.has(joined.to)) found.push({ from: joined.from, to: joined.to });
    }
    if (stretch.length < STRETCH) return found;
    last = stretch.at(-1)!.id;
  }
};

/** What leads to some rows. */
export const followBack = (parts: Rows, link: Link, ids: number[]): Promise<Joined[]> =>
  link.isToComponent && ids.length > LOOKED_UP_AT_MOST
    ? scanBack(parts, link, ids)
    : read(parts, { ...link, order: undefined }, ids, 'to');

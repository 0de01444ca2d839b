import type { Core } from '@strapi/strapi';

import { inBatches } from '../lib/database';
import { queryTable } from '../lib/transactions';
import { chunk } from '../lib/values';
import { modelAttributes } from '../mapping/schemas';

/** A relation from rows of one type to rows of another, by row id, as the database stores it. */
export interface Link {
  /** Type that it leads to: a content type or a component. */
  target: string;
  table: string;
  from: string;
  to: string;
  /** Values of other columns of the table for this relation. */
  where: Readonly<Record<string, string>>;
  /** Column with the order in which an entry has what it is linked to. */
  order?: string;
  /** Whether it leads to components: no index leads back to what has them. */
  isToComponent?: boolean;
}

/** Two rows that a link joins. */
export interface Joined {
  from: number;
  to: number;
}

interface Column {
  name: string;
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
interface StoredAttribute {
  type: string;
  target?: string;
  owner?: boolean;
  morphBy?: string;
  joinTable?: Table;
  joinColumn?: Column;
}

const storedAttribute = (
  strapi: Core.Strapi,
  uid: string,
  field: string,
): StoredAttribute | undefined =>
  strapi.db.metadata.get(uid).attributes[field] as StoredAttribute | undefined;

/** The link to files, which is stored on their side. */
const fileLink = (
  strapi: Core.Strapi,
  uid: string,
  field: string,
  { target, morphBy }: StoredAttribute,
): Link[] => {
  const { joinTable } = storedAttribute(strapi, target!, morphBy!) ?? {};
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
 * Where a field of a type leads: nowhere if it holds a value or does not exist, to one type for a relation, a component
 * or a file, to several for a dynamic zone.
 */
export const linksOf = (strapi: Core.Strapi, uid: string, field: string): Link[] => {
  const attribute = storedAttribute(strapi, uid, field);
  if (attribute?.type !== 'relation') return [];
  const { target, joinTable, joinColumn, morphBy, owner } = attribute;
  if (morphBy !== undefined) return fileLink(strapi, uid, field, attribute);
  if (joinTable?.morphColumn) {
    const { idColumn, typeColumn } = joinTable.morphColumn;
    // The database layer does not know which components a dynamic zone accepts.
    const { components = [] } = modelAttributes(strapi, uid)[field] ?? {};
    return components.map((component) => ({
      target: component,
      table: joinTable.name,
      from: joinTable.joinColumn.name,
      to: idColumn.name,
      where: { ...joinTable.on, [typeColumn.name]: component },
      order: 'order',
      isToComponent: true,
    }));
  }
  // A morph relation.
  if (target === undefined) return [];
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
  // The relation is a column of one of the two tables.
  return joinColumn && owner
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

/** Most components that are looked up by id to find what has them: each chunk of ids reads the whole table. */
const LOOKED_UP_AT_MOST = 1_000;

/** Rows of a table that are read at once. */
const ROWS_AT_ONCE = 10_000;

const read = async (
  strapi: Core.Strapi,
  link: Link,
  ids: number[],
  known: 'from' | 'to',
): Promise<Joined[]> => {
  const found: Joined[] = [];
  const { table, from, to, where, order } = link;
  // Without `findInParts`, which waits: the indexer's transaction holds locks meanwhile.
  for (const some of chunk([...new Set(ids)])) {
    const query = queryTable(strapi, table).whereIn(link[known], some).where(where);
    void query.whereNotNull(from).whereNotNull(to).select({ from, to });
    // Linked rows of an entry keep its order, whatever the order of the ids.
    if (order !== undefined) void query.orderBy(order);
    const joined: Joined[] = await query;
    // Not as arguments of one `push`: a topic may have a hundred thousand entries.
    for (const one of joined) found.push(one);
  }
  return found;
};

/** Rows that some rows lead to, in the order that their entries have. */
export const followLink = (strapi: Core.Strapi, link: Link, ids: number[]): Promise<Joined[]> =>
  read(strapi, link, ids, 'from');

/** Rows that lead to many rows without an index for it: reads their table once, in batches. */
const scanBack = async (
  strapi: Core.Strapi,
  { table, from, to, where }: Link,
  ids: number[],
): Promise<Joined[]> => {
  const asked = new Set(ids);
  const found: Joined[] = [];
  const joins = () =>
    queryTable(strapi, table)
      .where(where)
      .whereNotNull(from)
      .whereNotNull(to)
      .select({ id: 'id', from, to });
  for await (const batch of inBatches<Joined & { id: number }>(joins, ROWS_AT_ONCE)) {
    for (const joined of batch) {
      if (asked.has(joined.to)) found.push({ from: joined.from, to: joined.to });
    }
  }
  return found;
};

/** Rows that lead to some rows. */
export const followLinkBack = (
  strapi: Core.Strapi,
  link: Link,
  ids: number[],
): Promise<Joined[]> =>
  link.isToComponent && ids.length > LOOKED_UP_AT_MOST
    ? scanBack(strapi, link, ids)
    : read(strapi, { ...link, order: undefined }, ids, 'to');

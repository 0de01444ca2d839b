import { isDeepStrictEqual } from 'node:util';

import type { Core, Struct } from '@strapi/strapi';

import { followLinkBack, type Link, linksOf } from '../catalogue/links';
import type { Transactions } from '../lib/transactions';
import { cataloguedPaths, type Plan, type SourcePlan } from '../mapping/plan';
import type { FieldPath } from '../mapping/address';

/** A row of a source's entry. */
export interface SourceRow {
  contentType: string;
  id: number;
}

const rowKey = ({ contentType, id }: SourceRow): string => `${contentType} ${id}`;

/** Rows that are in only one of the two lists. */
export const difference = (one: SourceRow[], other: SourceRow[]): SourceRow[] => {
  const [ones, others] = [one, other].map((rows) => new Set(rows.map(rowKey)));
  return [
    ...one.filter((row) => !others!.has(rowKey(row))),
    ...other.filter((row) => !ones!.has(rowKey(row))),
  ];
};

/** A chain of relations from the entries of a source to those of another type. */
interface RelationPath {
  source: SourcePlan;
  links: Link[];
}

/** A content type whose entries, or files, other entries show, are grouped by or have in their addresses. */
export interface RelatedType {
  contentType: string;
  isTopic: boolean;
  /** Whether items show its entries. */
  isShown: boolean;
  /** Paths from here to the values that the catalogue and addresses are made from. */
  paths: FieldPath[];
  /** Sources whose catalogue or addresses are made from these values. */
  cataloguedIn: Set<string>;
  relationPaths: RelationPath[];
}

const addNew = <Item>(list: Item[], item: Item): void => {
  if (!list.some((known) => isDeepStrictEqual(known, item))) list.push(item);
};

/** Finds the types that a plan's sources are related to, from the schemas. Call it once these are loaded. */
export const findRelatedTypes = (strapi: Core.Strapi, plan: Plan): Map<string, RelatedType> => {
  const found = new Map<string, RelatedType>();
  const topicTypes = new Set(plan.topicTypes.map(({ contentType }) => contentType));

  const typeOf = (contentType: string): RelatedType => {
    const known = found.get(contentType);
    if (known) return known;
    const isTopic = topicTypes.has(contentType);
    const type = {
      contentType,
      isTopic,
      isShown: false,
      paths: [],
      cataloguedIn: new Set<string>(),
      relationPaths: [],
    };
    found.set(contentType, type);
    return type;
  };

  /** Notes every content type along a path. Of components, only what is behind them counts. */
  const walk = (
    source: SourcePlan,
    path: FieldPath,
    use: { isShown?: boolean; isCatalogued?: boolean },
  ): void => {
    const go = (uid: string, [field = '', ...rest]: FieldPath, links: Link[]): void => {
      for (const link of linksOf(strapi, uid, field)) {
        const way = { source, links: [...links, link] };
        if (strapi.contentTypes[link.target as keyof typeof strapi.contentTypes]) {
          const type = typeOf(link.target);
          addNew(type.relationPaths, way);
          type.isShown ||= use.isShown === true;
          if (use.isCatalogued && rest.length > 0) {
            type.cataloguedIn.add(source.contentType);
            addNew(type.paths, rest);
          }
        }
        if (rest.length > 0) go(link.target, rest, way.links);
      }
    };
    go(source.contentType, path, []);
  };

  for (const contentType of topicTypes) typeOf(contentType);
  for (const source of plan.sources) {
    for (const path of cataloguedPaths(source)) walk(source, path, { isCatalogued: true });
    for (const { field } of source.topics) walk(source, [field], {});
    for (const { path } of source.shows) walk(source, path, { isShown: true });
  }
  return found;
};

/**
 * Rows of the sources' entries that lead to these rows (by relations, directly or through other rows), by these rows'
 * ids.
 */
export const findReferringRows = async (
  transactions: Pick<Transactions, 'rows'>,
  { relationPaths }: Pick<RelatedType, 'relationPaths'>,
  ids: number[],
): Promise<Map<number, SourceRow[]>> => {
  const found = new Map<number, SourceRow[]>();
  for (const { source, links } of relationPaths) {
    /** Rows reached on the way back, each with the ids asked for that it leads to. */
    let reached = new Map(ids.map((id) => [id, [id]]));
    for (const link of [...links].reverse()) {
      const before = new Map<number, number[]>();
      for (const { from, to } of await followLinkBack(transactions, link, [...reached.keys()])) {
        before.set(from, [...(before.get(from) ?? []), ...reached.get(to)!]);
      }
      reached = before;
      if (reached.size === 0) break;
    }
    for (const [id, ends] of reached) {
      for (const end of new Set(ends)) {
        const rows = found.get(end) ?? [];
        found.set(end, rows);
        rows.push({ contentType: source.contentType, id });
      }
    }
  }
  return found;
};

/** Fields of a type that set which entries lead to it: writing them changes other entries. */
export const inverseFields = (
  strapi: Core.Strapi,
  { contentType, relationPaths }: RelatedType,
): string[] => {
  const tables = new Set(relationPaths.map(({ links }) => links.at(-1)!.table));
  const { attributes } = strapi.db.metadata.get(contentType);
  return Object.keys(attributes).filter((field) =>
    linksOf(strapi, contentType, field).some(({ table }) => tables.has(table)),
  );
};

/** A component that entries of sources show, or that the catalogue or addresses are made from. */
export interface ShownComponent {
  relationPaths: RelationPath[];
  /** Whether the catalogue or addresses are made from it. */
  isCatalogued: boolean;
}

/** The table in which a type stores its components. */
interface ComponentHolder {
  table: string;
  from: string;
  to: string;
}

/** Column of this table with the component's identifier. */
export const COMPONENT_TYPE = 'component_type';

/** Strapi's `populate` for what is behind a field. */
interface Populate {
  populate?: Readonly<Record<string, unknown>>;
  /** For a dynamic zone: by component. */
  on?: Readonly<Record<string, unknown>>;
}

/** Strapi's `populate` for the value at a path. */
const populateOf = ([field, ...rest]: FieldPath): Populate =>
  field === undefined ? {} : { populate: { [field]: populateOf(rest) } };

/** Finds the components that a plan's sources show, from the schemas. Call it once these are loaded. */
export const findShownComponents = (
  strapi: Core.Strapi,
  plan: Pick<Plan, 'sources'>,
): Map<string, ShownComponent> => {
  const found = new Map<string, ShownComponent>();

  const note = (component: string, way: RelationPath, isCatalogued: boolean): void => {
    const known = found.get(component) ?? { relationPaths: [], isCatalogued };
    found.set(component, {
      relationPaths: [...known.relationPaths, way],
      isCatalogued: known.isCatalogued || isCatalogued,
    });
  };

  const walk = (source: SourcePlan, read: Populate, isCatalogued: boolean): void => {
    const go = (uid: string, { populate = {} }: Populate, links: Link[]): void => {
      for (const [field, value] of Object.entries(populate)) {
        const { on, ...inner } = (value ?? {}) as Populate;
        for (const link of linksOf(strapi, uid, field)) {
          // A dynamic zone may have components from which nothing is read.
          if (on && !(link.target in on)) continue;
          const way = [...links, link];
          if (link.target in strapi.components)
            note(link.target, { source, links: way }, isCatalogued);
          go(link.target, on ? (on[link.target] as Populate) : inner, way);
        }
      }
    };
    go(source.contentType, read, []);
  };

  for (const source of plan.sources) {
    walk(source, source.fields, false);
    for (const path of cataloguedPaths(source)) walk(source, populateOf(path), true);
  }
  return found;
};

/** Content types and components that may have these components, by their unique identifiers. */
export const findComponentHolders = (
  strapi: Core.Strapi,
  components: ReadonlySet<string>,
): Map<string, ComponentHolder> => {
  const found = new Map<string, ComponentHolder>();
  const schemas = { ...strapi.contentTypes, ...strapi.components };
  for (const [uid, schema] of Object.entries<Struct.Schema>(schemas)) {
    const links = Object.keys(schema.attributes)
      .flatMap((field) => linksOf(strapi, uid, field))
      .filter(({ target }) => components.has(target));
    // A type stores all its components in one table.
    const [link] = links;
    if (link) found.set(uid, { table: link.table, from: link.from, to: link.to });
  }
  return found;
};

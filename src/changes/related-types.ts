import { isDeepStrictEqual } from 'node:util';

import type { Core } from '@strapi/strapi';

import { followLinkBack, type Link, linksOf } from '../catalogue/links';
import { cataloguedPaths, type Plan, type QueryFields, type SourcePlan } from '../mapping/plan';
import type { FieldPath } from '../mapping/address';

/** A row of a source's entry. */
export interface SourceRow {
  contentType: string;
  id: number;
}

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

/** Strapi's `populate` for the value at a path. */
const populateOf = ([field, ...rest]: FieldPath): QueryFields =>
  field === undefined ? {} : { populate: { [field]: populateOf(rest) } };

/** Finds the content types that a plan's sources are related to, from the schemas. */
const findRelatedTypes = (
  strapi: Core.Strapi,
  plan: Pick<Plan, 'sources' | 'topicTypes'>,
): Map<string, RelatedType> => {
  const types = new Map<string, RelatedType>();
  const topicTypes = new Set(plan.topicTypes.map(({ contentType }) => contentType));

  const typeOf = (contentType: string): RelatedType => {
    const type = types.get(contentType) ?? {
      contentType,
      isTopic: topicTypes.has(contentType),
      isShown: false,
      paths: [],
      cataloguedIn: new Set<string>(),
      relationPaths: [],
    };
    types.set(contentType, type);
    return type;
  };

  /**
   * Notes every content type that is read, also through components.
   *
   * @param catalogued path of the field, if the catalogue or addresses are made from it
   */
  const walk = (
    source: SourcePlan,
    read: QueryFields,
    { isShown = false, catalogued }: { isShown?: boolean; catalogued?: FieldPath } = {},
  ): void => {
    const note = (uid: string, way: RelationPath): void => {
      // Whoever saves a component through its entry writes the entry as well.
      if (uid in strapi.components) return;
      const type = typeOf(uid);
      addNew(type.relationPaths, way);
      type.isShown ||= isShown;
      const rest = catalogued?.slice(way.links.length) ?? [];
      if (rest.length === 0) return;
      type.cataloguedIn.add(source.contentType);
      addNew(type.paths, rest);
    };
    const go = (uid: string, { populate = {} }: QueryFields, links: Link[]): void => {
      for (const [field, { on, ...inner }] of Object.entries(populate)) {
        for (const link of linksOf(strapi, uid, field)) {
          const behind = on ? on[link.target] : inner;
          // A dynamic zone may have components from which nothing is read.
          if (!behind) continue;
          const way = { source, links: [...links, link] };
          note(link.target, way);
          go(link.target, behind, way.links);
        }
      }
    };
    go(source.contentType, read, []);
  };

  for (const contentType of topicTypes) typeOf(contentType);
  for (const source of plan.sources) {
    for (const path of cataloguedPaths(source)) {
      walk(source, populateOf(path), { catalogued: path });
    }
    for (const { field } of source.topics) walk(source, populateOf([field]));
    walk(source, source.fields, { isShown: true });
  }
  return types;
};

const known = new WeakMap<Plan, Map<string, RelatedType>>();

/** The content types that a plan's sources are related to. Ask once the schemas are loaded. */
export const relatedTypes = (strapi: Core.Strapi, plan: Plan): Map<string, RelatedType> => {
  const types = known.get(plan) ?? findRelatedTypes(strapi, plan);
  known.set(plan, types);
  return types;
};

/**
 * Rows of the sources' entries that lead to these rows (by relations, directly or through other rows), by these rows'
 * ids.
 */
export const findReferringRows = async (
  strapi: Core.Strapi,
  { relationPaths }: Pick<RelatedType, 'relationPaths'>,
  ids: number[],
): Promise<Map<number, SourceRow[]>> => {
  const found = new Map<number, SourceRow[]>();
  for (const { source, links } of relationPaths) {
    /** Rows reached on the way back, each with the ids asked for that it leads to. */
    let reached = new Map(ids.map((id) => [id, [id]]));
    for (const link of [...links].reverse()) {
      const before = new Map<number, number[]>();
      for (const { from, to } of await followLinkBack(strapi, link, [...reached.keys()])) {
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

import type { Core, Struct } from '@strapi/strapi';

import { cataloguedPaths } from '../mapping/plan-parts';
import { type Link, linksOf } from '../catalogue/links';
import type { FieldPath, Plan, SourcePlan } from '../mapping/plan';
import type { Way } from './related-types';

/** A component that entries of sources show, or are kept by. */
export interface ShownComponent {
  ways: Way[];
  /** Whether the catalogue or addresses are made from it. */
  isCatalogued: boolean;
}

/** Where a type keeps its components. */
interface ComponentHolder {
  table: string;
  from: string;
  to: string;
}

/** Column of those tables that names the component. */
export const COMPONENT_TYPE = 'component_type';

/** What is read behind a field. */
interface Read {
  populate?: Readonly<Record<string, unknown>>;
  /** Of a dynamic zone, by component. */
  on?: Readonly<Record<string, unknown>>;
}

/** What is read for the value at a path. */
const readOf = ([field, ...rest]: FieldPath): Read =>
  field === undefined ? {} : { populate: { [field]: readOf(rest) } };

/** Finds the components that the sources of a plan show, from the schemas: to be asked once these are known. */
export const findShownComponents = (
  strapi: Core.Strapi,
  plan: Pick<Plan, 'sources'>,
): Map<string, ShownComponent> => {
  const found = new Map<string, ShownComponent>();

  const note = (component: string, way: Way, isCatalogued: boolean): void => {
    const known = found.get(component) ?? { ways: [], isCatalogued };
    found.set(component, {
      ways: [...known.ways, way],
      isCatalogued: known.isCatalogued || isCatalogued,
    });
  };

  const walk = (source: SourcePlan, read: Read, isCatalogued: boolean): void => {
    const go = (uid: string, { populate = {} }: Read, links: Link[]): void => {
      for (const [field, value] of Object.entries(populate)) {
        const { on, ...inner } = (value ?? {}) as Read;
        for (const link of linksOf(strapi, uid, field)) {
          // A dynamic zone may have components of which nothing is read.
          if (on && !(link.target in on)) continue;
          const way = [...links, link];
          if (link.target in strapi.components)
            note(link.target, { source, links: way }, isCatalogued);
          go(link.target, on ? (on[link.target] as Read) : inner, way);
        }
      }
    };
    go(source.contentType, read, []);
  };

  for (const source of plan.sources) {
    walk(source, source.fields, false);
    for (const path of cataloguedPaths(source)) walk(source, readOf(path), true);
  }
  return found;
};

/** Types that may have some components, by their unique identifiers: content types and components. */
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
    // All of a type's components are in one table.
    const [link] = links;
    if (link) found.set(uid, { table: link.table, from: link.from, to: link.to });
  }
  return found;
};

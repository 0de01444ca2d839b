import type {
  BodyPlan,
  ComponentPart,
  ComponentPlan,
  ComponentRenderer,
  TextFormat,
} from '../content/body-plan';
import { nearest } from '../lib/nearest';
import { componentParts } from './component-parts';
import { type Attribute, type ComponentSchema, visibleAttributes } from './schemas';

/** What is read of a file of the media library. */
const FILE_COLUMNS = [
  'id',
  'url',
  'mime',
  'name',
  'alternativeText',
  'caption',
  'width',
  'height',
  'updatedAt',
];

/** Components within each other that are read. */
const MAXIMUM_DEPTH = 7;

/** Kinds of fields whose values are elsewhere than in the component's own row. */
const RELATIONS = ['relation', 'media', 'component', 'dynamiczone'];

/** A body as a mapping gives it, with what Strapi says of its field. */
export interface BodyMapping {
  contentType: string;
  field: string;
  attribute: Attribute;
  /** What rich text and text are written in; that of components by the editor of each field without it. */
  format?: TextFormat;
  /** The site's own functions, by the unique identifier of their component. */
  components?: Readonly<Record<string, (component: never) => string>>;
  /** All components of the project, by unique identifier. */
  componentSchemas: Readonly<Record<string, ComponentSchema>>;
}

/** A body as it is rendered and read. */
export interface CompiledBody {
  plan: BodyPlan;
  fields: { select: readonly string[]; populate: Readonly<Record<string, Reading>> };
}

/** What is read of a component, a file, or a dynamic zone. */
export interface Reading {
  select?: readonly string[];
  populate?: Readonly<Record<string, Reading>>;
  /** Of a zone, by component. */
  on?: Readonly<Record<string, Reading>>;
}

/** Components that a component may hold, with those within them, each once. */
const reachable = (
  uids: readonly string[],
  schemas: BodyMapping['componentSchemas'],
  found = new Set<string>(),
): Set<string> => {
  for (const uid of uids) {
    const schema = schemas[uid];
    if (!schema || found.has(uid)) continue;
    found.add(uid);
    reachable(
      visibleAttributes(schema).flatMap(([, { component }]) => component ?? []),
      schemas,
      found,
    );
  }
  return found;
};

/** Everything that is the component's own, for a function of the site: its fields, files and components. */
const allParts = (schema: ComponentSchema): ComponentPart[] =>
  visibleAttributes(schema).flatMap(([field, { type, component }]): ComponentPart[] => {
    if (type === 'media') return [{ kind: 'media', field }];
    if (type === 'component' && component) return [{ kind: 'component', field, component }];
    return RELATIONS.includes(type) ? [] : [{ kind: 'text', field }];
  });

/** Fields of a part that are in the component's own row. */
const columnsOf = (part: ComponentPart): string[] => {
  switch (part.kind) {
    case 'component':
      return [];
    case 'media':
      return part.caption === undefined ? [] : [part.caption];
    case 'quote':
      return [part.quoted.field, ...(part.by === undefined ? [] : [part.by])];
    case 'link':
      return [part.field, ...(part.label === undefined ? [] : [part.label])];
    default:
      return [part.field];
  }
};

/**
 * What is read of a component. Of one that a function renders, and of all within it, everything that is
 * its own.
 */
const createReader = (
  { componentSchemas, components = {} }: BodyMapping,
  plans: Readonly<Record<string, ComponentPlan>>,
) => {
  const read = (uid: string, depth: number, isWhole: boolean): Reading => {
    const select = ['id'];
    const populate: Record<string, Reading> = {};
    const takesAll = isWhole || Object.hasOwn(components, uid);
    const parts = takesAll ? allParts(componentSchemas[uid]!) : plans[uid]!.parts;
    for (const part of parts) {
      select.push(...columnsOf(part));
      if (part.kind === 'media') populate[part.field] = { select: FILE_COLUMNS };
      if (part.kind === 'component' && plans[part.component] && depth < MAXIMUM_DEPTH) {
        populate[part.field] = read(part.component, depth + 1, takesAll);
      }
    }
    return { select, populate };
  };
  return read;
};

const toPlan = (
  uid: string,
  { components = {}, componentSchemas, format }: BodyMapping,
): ComponentPlan => {
  const schema = componentSchemas[uid]!;
  return {
    name: schema.info?.displayName ?? uid,
    ...(Object.hasOwn(components, uid) ? { render: components[uid] as ComponentRenderer } : {}),
    parts: componentParts(uid, schema, format),
  };
};

/** @throws Error for functions of components that the body cannot have */
const checkComponents = (
  { field, components = {} }: BodyMapping,
  uids: readonly string[],
): void => {
  const reasons = Object.keys(components)
    .filter((uid) => !uids.includes(uid))
    .map((uid) => {
      const meant = nearest(uid, uids);
      const allowed = uids.length === 0 ? 'It has none.' : `It has ${uids.join(', ')}.`;
      const question = meant === undefined ? allowed : `Did you mean ${JSON.stringify(meant)}?`;
      return `"${uid}" is no component of the body, ${JSON.stringify(field)}. ${question}`;
    });
  if (reasons.length > 0) throw new Error(reasons.join(' '));
};

const scalarKind = ({ type }: Attribute, format: TextFormat | undefined): TextFormat | 'blocks' => {
  if (type === 'blocks') return 'blocks';
  return format ?? (type === 'richtext' ? 'markdown' : 'text');
};

/**
 * How a body is rendered, and what is read for it: named fields alone.
 *
 * @throws Error for functions of components that the body cannot have
 */
export const compileBody = (mapping: BodyMapping): CompiledBody => {
  const { field, attribute, componentSchemas } = mapping;
  const isZone = attribute.type === 'dynamiczone';
  const uids = [
    ...(attribute.component ? [attribute.component] : []),
    ...(attribute.components ?? []),
  ];
  const all = [...reachable(uids, componentSchemas)];
  checkComponents(mapping, all);
  if (!isZone && attribute.type !== 'component') {
    return {
      plan: { kind: scalarKind(attribute, mapping.format) },
      fields: { select: [field], populate: {} },
    };
  }
  const components = Object.fromEntries(all.map((uid) => [uid, toPlan(uid, mapping)]));
  const read = createReader(mapping, components);
  const known = uids.filter((uid) => Object.hasOwn(components, uid));
  const readings = known.map((uid): [string, Reading] => [uid, read(uid, 0, false)]);
  return {
    plan: {
      kind: 'components',
      ...(isZone ? {} : { component: attribute.component }),
      components,
    },
    fields: {
      select: [],
      populate: { [field]: isZone ? { on: Object.fromEntries(readings) } : readings[0]![1] },
    },
  };
};

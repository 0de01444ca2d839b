import type {
  BodyPlan,
  ComponentPart,
  ComponentPlan,
  ComponentRenderer,
  FieldPlan,
  TextFormat,
} from '../content/article';
import { didYouMeanOneOf } from '../lib/messages';
import type { EntryFields, QueryFields } from './plan';
import { type Attribute, type ComponentSchema, visibleAttributes } from './schemas';
import { findByName, plainName, WrongValue, FILE_COLUMNS, mergeFields } from './fields';
import { guessFormat } from './guesses';
import { COMPONENT_NAMES } from './keys';

const {
  heading: HEADINGS,
  text: TEXTS,
  quotation: QUOTED,
  speaker: SPEAKERS,
  caption: CAPTIONS,
  link: ADDRESSES,
  label: LABELS,
  linkText: LINK_TEXTS,
} = COMPONENT_NAMES;

/** Fields for search engines and social networks are not part of the text. */
const SEO_FIELD_NAMES = /^(?:meta|seo|og)/i;

const without = (names: string[], others: string[]): string[] =>
  names.filter((name) => !others.includes(name));

type Field = [name: string, attribute: Attribute];

const isShort = ([, { type }]: Field): boolean => type === 'string' || type === 'text';

const isNamed =
  (names: string[]) =>
  ([name]: Field): boolean =>
    names.includes(plainName(name));

/** The short field whose name comes first in the list of names. */
const findNamed = (fields: Field[], names: string[]): string | undefined =>
  findByName(
    fields.filter(isShort).map(([name]) => name),
    names,
  );

/** The type behind a custom field is unknown until its plugin is registered, so go by its name. */
const isLong = (field: Field): boolean => {
  const [, { type }] = field;
  if (type === 'customField') return isNamed([...TEXTS, ...QUOTED])(field);
  return ['richtext', 'blocks', 'text'].includes(type);
};

const isFileOrComponent = ([, { type }]: Field): boolean =>
  type === 'media' || type === 'component';

const formatOf = (attribute: Attribute, format: TextFormat | undefined): TextFormat | 'blocks' => {
  if (attribute.type === 'blocks') return 'blocks';
  const isFormatted = attribute.type === 'richtext' || attribute.type === 'customField';
  return isFormatted ? (format ?? guessFormat(attribute)) : 'text';
};

type QuotePart = Extract<ComponentPart, { kind: 'quote' }>;

/** A component's field whose text is a quotation. */
interface Quotation {
  quoted: Field;
  /** Whether the component's name says that it is a quotation: its title is then the speaker. */
  isCalledQuote: boolean;
}

/** Finds a quotation by the name of the component or of one of its fields. */
const findQuotation = (uid: string, fields: Field[]): Quotation | undefined => {
  const name = uid.slice(uid.lastIndexOf('.') + 1).toLowerCase();
  const texts = fields.filter((field) => isShort(field) || isLong(field));
  const isCalledQuote = QUOTED.some((word) => name.includes(word));
  const named = texts.find(isNamed(QUOTED));
  const quoted =
    named ?? (isCalledQuote ? (texts.find(isNamed(TEXTS)) ?? texts.find(isLong)) : undefined);
  return quoted && { quoted, isCalledQuote };
};

const quotePart = (
  { quoted: [field, attribute] }: Quotation,
  by: string | undefined,
  format: TextFormat | undefined,
): QuotePart => ({ kind: 'quote', quoted: { kind: formatOf(attribute, format), field }, by });

/** Whether the component has no text, file or component to show beside the quotation and its speaker. */
const isOnlyQuoted = (others: Field[], by: string | undefined): boolean =>
  others.every(
    (field) =>
      field[0] === by ||
      (!isFileOrComponent(field) && (!isLong(field) || isNamed(ADDRESSES)(field))),
  );

/** A link, if the component has nothing else to show. */
const linkPart = (fields: Field[]): ComponentPart[] => {
  const field = findNamed(fields, ADDRESSES);
  const others = fields.filter(([name]) => name !== field);
  if (field === undefined || others.some((other) => isLong(other) || isFileOrComponent(other)))
    return [];
  return [{ kind: 'link', field, label: findNamed(others, [...LABELS, ...LINK_TEXTS]) }];
};

/** Whether the component shows only a heading or introduction above related entries: "Related articles". */
const isRelatedEntriesTeaser = (fields: Field[], shown: readonly ComponentPart[]): boolean => {
  const introducing = fields.flatMap(([name, { type }]) => (type === 'string' ? name : []));
  return (
    fields.some(([, { type }]) => type === 'relation') &&
    shown.every((part) => part.kind === 'text' && introducing.includes(part.field))
  );
};

/** The field that names a download: the only name in a component with nothing but a file, possibly a document. */
const downloadLabel = (
  [file, { allowedTypes, multiple }]: Field,
  others: Field[],
  headings: string[],
  quotation: Quotation | undefined,
): string | undefined => {
  const mayBeDocument = !allowedTypes?.length || allowedTypes.includes('files');
  const isAlone = others.every(
    (field) => field[0] === file || (!isLong(field) && !isFileOrComponent(field)),
  );
  if (quotation || multiple || !mayBeDocument || !isAlone) return undefined;
  const names = others.filter(
    (field) => isShort(field) && isNamed([...headings, ...LABELS])(field),
  );
  return names.length === 1 ? names[0]![0] : undefined;
};

/**
 * Chooses what is shown of a component, by the kinds and names of its fields: a quotation alone; or a link; or a
 * heading, then texts, quotations, files and components, in the order of the schema. Empty if no field is recognised.
 *
 * @param format the format of rich text; by default each field's editor decides
 */
const componentParts = (
  uid: string,
  schema: ComponentSchema,
  format?: TextFormat,
): ComponentPart[] => {
  const fields: Field[] = visibleAttributes(schema).filter(([name]) => !SEO_FIELD_NAMES.test(name));
  const quotation = findQuotation(uid, fields);
  const others = fields.filter((field) => field !== quotation?.quoted);
  if (quotation) {
    const by = findNamed(others, SPEAKERS);
    if (isOnlyQuoted(others, by)) return [quotePart(quotation, by, format)];
  } else {
    const link = linkPart(fields);
    if (link.length > 0) return link;
  }

  // A field such as "title" is the speaker if the component is called a quotation, and the heading otherwise.
  const isCalledQuote = quotation?.isCalledQuote === true;
  const headings = isCalledQuote ? without(HEADINGS, SPEAKERS) : HEADINGS;
  const speakers = isCalledQuote ? SPEAKERS : without(SPEAKERS, HEADINGS);
  const quote = quotation && quotePart(quotation, findNamed(others, speakers), format);
  const file = fields.find(([, { type }]) => type === 'media');
  const files = file?.[0];
  const caption =
    file && (findNamed(others, CAPTIONS) ?? downloadLabel(file, others, headings, quotation));
  // The label of a rich text alone is its heading, as of a section to fold out; that of a number or a button is not.
  const isLabelled =
    others.some(([, { type }]) => ['richtext', 'blocks', 'customField'].includes(type)) &&
    !others.some(
      (field) => isFileOrComponent(field) || (isShort(field) && !isNamed(['label'])(field)),
    );
  const heading = findNamed(
    others.filter(([name]) => name !== caption),
    isLabelled ? [...headings, 'label'] : headings,
  );
  const shown = fields.flatMap(([field, attribute]): ComponentPart[] => {
    const { type, component } = attribute;
    if (quote && field === quote.quoted.field) return [quote];
    if ([heading, caption, quote?.by].includes(field)) return [];
    if (type === 'media') return [{ kind: 'media', field, ...(field === files && { caption }) }];
    if (type === 'component' && component) return [{ kind: 'component', field, component }];
    const isText = (type === 'string' ? isNamed(TEXTS) : isLong)([field, attribute]);
    return isText ? [{ kind: formatOf(attribute, format), field }] : [];
  });
  if (isRelatedEntriesTeaser(fields, shown)) return [];
  return [
    ...(heading === undefined ? [] : [{ kind: 'heading' as const, field: heading }]),
    ...shown,
  ];
};

/** How deep nested components are read. */
const MAXIMUM_DEPTH = 7;

/** Types of fields whose values are stored outside the component's own row. */
const RELATIONS = ['relation', 'media', 'component', 'dynamiczone'];

export interface BodyMapping {
  /** One field or several, shown in this order. */
  fields: readonly { field: string; attribute: Attribute }[];
  /** The format of rich text and text; by default each field's editor decides. */
  format?: TextFormat;
  /** The site's own functions, by the unique identifier of their component. */
  components?: Readonly<Record<string, (component: never) => string>>;
  /** All components of the project, by unique identifier. */
  componentSchemas: ComponentSchemas;
}

type ComponentSchemas = Readonly<Record<string, ComponentSchema>>;

/** The components and all components within them, each once. */
const findReachableComponents = (
  uids: readonly string[],
  schemas: ComponentSchemas,
  found = new Set<string>(),
): Set<string> => {
  for (const uid of uids) {
    const schema = schemas[uid];
    if (!schema || found.has(uid)) continue;
    found.add(uid);
    const within = visibleAttributes(schema).flatMap(([, { component }]) => component ?? []);
    findReachableComponents(within, schemas, found);
  }
  return found;
};

/** All of the component's own fields, files and components, for a render function of the site. */
const allParts = (schema: ComponentSchema): ComponentPart[] =>
  visibleAttributes(schema).flatMap(([field, { type, component }]): ComponentPart[] => {
    if (type === 'media') return [{ kind: 'media', field }];
    if (type === 'component' && component) return [{ kind: 'component', field, component }];
    return RELATIONS.includes(type) ? [] : [{ kind: 'text', field }];
  });

/** The fields of a part that are columns of the component's row. */
const columnsOf = (part: ComponentPart): string[] => {
  if (part.kind === 'component') return [];
  if (part.kind === 'media') return [part.caption ?? []].flat();
  if (part.kind === 'quote') return [part.quoted.field, part.by ?? []].flat();
  return part.kind === 'link' ? [part.field, part.label ?? []].flat() : [part.field];
};

type ComponentPlans = Readonly<Record<string, ComponentPlan>>;

/**
 * The fields to read of a component. If a function of the site renders it, everything of its own and of all components
 * within it.
 */
const readComponent = (
  uid: string,
  known: { plans: ComponentPlans; schemas: ComponentSchemas },
  { readsEverything = false, depth = 0 } = {},
): QueryFields => {
  const { parts: shown, render } = known.plans[uid]!;
  const takesAll = readsEverything || render !== undefined;
  const parts = takesAll ? allParts(known.schemas[uid]!) : shown;
  const populate: Record<string, QueryFields> = {};
  for (const part of parts) {
    if (part.kind === 'media') populate[part.field] = { select: FILE_COLUMNS };
    if (part.kind === 'component' && known.plans[part.component] && depth < MAXIMUM_DEPTH) {
      const within = { readsEverything: takesAll, depth: depth + 1 };
      populate[part.field] = readComponent(part.component, known, within);
    }
  }
  return { select: ['id', ...parts.flatMap(columnsOf)], populate };
};

const planComponent = (
  uid: string,
  { components = {}, componentSchemas, format }: BodyMapping,
): ComponentPlan => {
  const schema = componentSchemas[uid]!;
  const fields = visibleAttributes(schema);
  return {
    name: schema.info?.displayName ?? uid,
    ...(Object.hasOwn(components, uid) && { render: components[uid] as ComponentRenderer }),
    parts: componentParts(uid, schema, format),
    relations: fields.flatMap(([field, { type, target }]) =>
      type === 'relation' && target !== undefined ? { field, contentType: target } : [],
    ),
    inner: fields.flatMap(([field, { component }]) => (component ? { field, component } : [])),
  };
};

/** Components that a field may hold directly. */
const heldBy = ({ component, components = [] }: Attribute): string[] => [
  ...(component ? [component] : []),
  ...components,
];

/** @throws WrongValue for render functions of components that the body cannot hold */
const checkComponents = ({ fields, components = {}, componentSchemas }: BodyMapping): void => {
  const outer = fields.flatMap(({ attribute }) => heldBy(attribute));
  const uids = [...findReachableComponents(outer, componentSchemas)];
  const names = fields.map(({ field }) => JSON.stringify(field)).join(', ');
  const reasons = Object.keys(components)
    .filter((uid) => !uids.includes(uid))
    .map((uid) => {
      const held = uids.length === 0 ? 'It has none.' : `It has ${uids.join(', ')}.`;
      return `"${uid}" is no component of the body, ${names}. ${didYouMeanOneOf(uid, uids).trim() || held}`;
    });
  if (reasons.length > 0) throw new WrongValue(reasons.join(' '));
};

const compileField = (
  { field, attribute }: BodyMapping['fields'][number],
  mapping: BodyMapping,
): { plan: FieldPlan; fields: QueryFields } => {
  const { type, component } = attribute;
  if (type === 'media') {
    return { plan: { kind: 'media' }, fields: { populate: { [field]: { select: FILE_COLUMNS } } } };
  }
  if (type !== 'dynamiczone' && type !== 'component') {
    const kind = type === 'blocks' ? type : (mapping.format ?? guessFormat(attribute));
    return { plan: { kind }, fields: { select: [field] } };
  }
  const schemas = mapping.componentSchemas;
  const held = heldBy(attribute);
  const all = [...findReachableComponents(held, schemas)];
  const plans = Object.fromEntries(all.map((uid) => [uid, planComponent(uid, mapping)]));
  const read = (uid: string): QueryFields => readComponent(uid, { plans, schemas });
  if (type === 'dynamiczone') {
    const there = held.filter((uid) => Object.hasOwn(plans, uid));
    const on = Object.fromEntries(there.map((uid) => [uid, read(uid)]));
    return {
      plan: { kind: 'components', components: plans },
      fields: { populate: { [field]: { on } } },
    };
  }
  if (component === undefined || !Object.hasOwn(plans, component)) {
    throw new WrongValue(`There is no component "${component}".`);
  }
  return {
    plan: { kind: 'components', component, components: plans },
    fields: { populate: { [field]: read(component) } },
  };
};

/**
 * Compiles how a body is rendered and which fields are read for it; fields are always named.
 *
 * @throws WrongValue for render functions of components that the body cannot hold, and for missing components
 */
export const compileBody = (mapping: BodyMapping): { plan: BodyPlan; fields: EntryFields } => {
  checkComponents(mapping);
  const compiled = mapping.fields.map((field) => compileField(field, mapping));
  const plans = compiled.map(({ plan }) => plan);
  return {
    plan: plans.length === 1 ? plans[0]! : { kind: 'several', fields: plans },
    fields: mergeFields(compiled.map(({ fields }) => fields)),
  };
};

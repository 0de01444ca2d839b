import type { ComponentPart, TextFormat } from '../../content/body-plan';
import { type ComponentSchema, visibleAttributes } from './component-schema';

/** Names of fields, in lower case, by what they hold. */
const HEADINGS = ['title', 'heading', 'headline', 'header'];
const TEXTS = ['body', 'text', 'content', 'description', 'intro', 'lead', 'subtitle', 'message'];
const QUOTED = ['quote', 'quotation', 'testimonial', 'citation'];
const SPEAKERS = ['author', 'by', 'cite', 'source', 'attribution', 'person', 'name', 'title'];
const CAPTIONS = ['caption', 'legend'];
const ADDRESSES = ['url', 'href', 'link'];
const LABELS = ['label', 'text', 'title', 'name'];

/** What search engines and networks are told is no part of a text. */
const NOT_SHOWN = /^(?:meta|seo|og)/i;

type Field = [name: string, type: string];

const isShort = ([, type]: Field): boolean => type === 'string' || type === 'text';

const isNamed =
  (names: string[]) =>
  ([name]: Field): boolean =>
    names.includes(name.toLowerCase());

/** The field that comes first in a list of names. */
const findNamed = (fields: Field[], names: string[]): string | undefined =>
  names
    .map((wanted) => fields.find((field) => isShort(field) && isNamed([wanted])(field))?.[0])
    .find((name) => name !== undefined);

const isLong = ([, type]: Field): boolean => ['richtext', 'blocks', 'text'].includes(type);

const isWithin = ([, type]: Field): boolean => type === 'media' || type === 'component';

const kindOf = (type: string, format: TextFormat): TextFormat | 'blocks' => {
  if (type === 'blocks') return 'blocks';
  return type === 'richtext' ? format : 'text';
};

/** A quotation, where the component or one of its fields is called one. */
const quotePart = (uid: string, fields: Field[], format: TextFormat): ComponentPart[] => {
  const name = uid.slice(uid.lastIndexOf('.') + 1).toLowerCase();
  const texts = fields.filter((field) => isShort(field) || isLong(field));
  const isCalledQuote = QUOTED.some((word) => name.includes(word));
  const named = texts.find(isNamed(QUOTED));
  const quoted =
    named ?? (isCalledQuote ? (texts.find(isNamed(TEXTS)) ?? texts.find(isLong)) : undefined);
  if (!quoted) return [];
  const others = fields.filter((field) => field !== quoted);
  const [field, type] = quoted;
  return [
    {
      kind: 'quote',
      quoted: { kind: kindOf(type, format), field },
      by: findNamed(others, SPEAKERS),
    },
  ];
};

/** A link, where there is nothing else to show. */
const linkPart = (fields: Field[]): ComponentPart[] => {
  const field = findNamed(fields, ADDRESSES);
  const others = fields.filter(([name]) => name !== field);
  if (field === undefined || others.some((other) => isLong(other) || isWithin(other))) return [];
  return [{ kind: 'link', field, label: findNamed(others, LABELS) }];
};

/**
 * What is shown of a component, by the kinds and names of its fields: a quotation; or a link; or a
 * heading, then texts, files and components within it, in their order. Nothing when none of it is known.
 *
 * @param format what rich text is written in
 */
export const componentParts = (
  uid: string,
  schema: ComponentSchema,
  format: TextFormat,
): ComponentPart[] => {
  const attributes = visibleAttributes(schema).filter(([name]) => !NOT_SHOWN.test(name));
  const fields = attributes.map(([name, { type }]): Field => [name, type]);
  const whole = [quotePart(uid, fields, format), linkPart(fields)].find(({ length }) => length > 0);
  if (whole) return whole;

  const files = fields.find(([, type]) => type === 'media')?.[0];
  const caption = files === undefined ? undefined : findNamed(fields, CAPTIONS);
  const heading = fields.find((field) => isShort(field) && isNamed(HEADINGS)(field))?.[0];
  const shown = attributes.flatMap(([field, { type, component }]): ComponentPart[] => {
    if (field === heading || field === caption) return [];
    if (type === 'media') return [{ kind: 'media', field, ...(field === files && { caption }) }];
    if (type === 'component' && component) return [{ kind: 'component', field, component }];
    const isText = type === 'string' ? isNamed(TEXTS)([field, type]) : isLong([field, type]);
    return isText ? [{ kind: kindOf(type, format), field }] : [];
  });
  return [
    ...(heading === undefined ? [] : [{ kind: 'heading' as const, field: heading }]),
    ...shown,
  ];
};

import type { ComponentPart, TextFormat } from '../content/body-plan';
import { guessFormat } from './guesses';
import { type Attribute, type ComponentSchema, visibleAttributes } from './schemas';

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

const without = (names: string[], others: string[]): string[] =>
  names.filter((name) => !others.includes(name));

type Field = [name: string, attribute: Attribute];

const isShort = ([, { type }]: Field): boolean => type === 'string' || type === 'text';

const isNamed =
  (names: string[]) =>
  ([name]: Field): boolean =>
    names.includes(name.toLowerCase());

/** The field that comes first in a list of names. */
const findNamed = (fields: Field[], names: string[]): string | undefined =>
  names
    .map((wanted) => fields.find((field) => isShort(field) && isNamed([wanted])(field))?.[0])
    .find((name) => name !== undefined);

/** Of fields whose plugin is registered later it is not known yet what they hold, but what they are called. */
const isLong = (field: Field): boolean => {
  const [, { type }] = field;
  if (type === 'customField') return isNamed([...TEXTS, ...QUOTED])(field);
  return ['richtext', 'blocks', 'text'].includes(type);
};

const isWithin = ([, { type }]: Field): boolean => type === 'media' || type === 'component';

const kindOf = (attribute: Attribute, format: TextFormat | undefined): TextFormat | 'blocks' => {
  if (attribute.type === 'blocks') return 'blocks';
  const isFormatted = attribute.type === 'richtext' || attribute.type === 'customField';
  return isFormatted ? (format ?? guessFormat(attribute)) : 'text';
};

type QuotePart = Extract<ComponentPart, { kind: 'quote' }>;

/** A component's field whose text is a quotation. */
interface Quotation {
  quoted: Field;
  /** Whether the component as a whole is called one: its title is then who said it. */
  isCalledQuote: boolean;
}

/** A quotation, where the component or one of its fields is called one. */
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
): QuotePart => ({ kind: 'quote', quoted: { kind: kindOf(attribute, format), field }, by });

/** Whether there is no text, file or component to show but who said it. */
const isOnlyQuoted = (others: Field[], by: string | undefined): boolean =>
  others.every(
    (field) =>
      field[0] === by || (!isWithin(field) && (!isLong(field) || isNamed(ADDRESSES)(field))),
  );

/** A link, where there is nothing else to show. */
const linkPart = (fields: Field[]): ComponentPart[] => {
  const field = findNamed(fields, ADDRESSES);
  const others = fields.filter(([name]) => name !== field);
  if (field === undefined || others.some((other) => isLong(other) || isWithin(other))) return [];
  return [{ kind: 'link', field, label: findNamed(others, LABELS) }];
};

/**
 * What is shown of a component, by the kinds and names of its fields: a quotation alone; or a link; or a
 * heading, then texts, quotations, files and components within it, in their order. Nothing when none of it
 * is known.
 *
 * @param format what rich text is written in; without, by the editor of each field
 */
export const componentParts = (
  uid: string,
  schema: ComponentSchema,
  format?: TextFormat,
): ComponentPart[] => {
  const fields: Field[] = visibleAttributes(schema).filter(([name]) => !NOT_SHOWN.test(name));
  const quotation = findQuotation(uid, fields);
  const others = fields.filter((field) => field !== quotation?.quoted);
  if (quotation) {
    const by = findNamed(others, SPEAKERS);
    if (isOnlyQuoted(others, by)) return [quotePart(quotation, by, format)];
  } else {
    const link = linkPart(fields);
    if (link.length > 0) return link;
  }

  // What may be either is who said it in a component that is called a quotation, else the heading.
  const isCalledQuote = quotation?.isCalledQuote === true;
  const headings = isCalledQuote ? without(HEADINGS, SPEAKERS) : HEADINGS;
  const speakers = isCalledQuote ? SPEAKERS : without(SPEAKERS, HEADINGS);
  const quote = quotation && quotePart(quotation, findNamed(others, speakers), format);
  const heading = others.find((field) => isShort(field) && isNamed(headings)(field))?.[0];
  const files = fields.find(([, { type }]) => type === 'media')?.[0];
  const caption = files === undefined ? undefined : findNamed(others, CAPTIONS);
  const shown = fields.flatMap(([field, attribute]): ComponentPart[] => {
    const { type, component } = attribute;
    if (quote && field === quote.quoted.field) return [quote];
    if ([heading, caption, quote?.by].includes(field)) return [];
    if (type === 'media') return [{ kind: 'media', field, ...(field === files && { caption }) }];
    if (type === 'component' && component) return [{ kind: 'component', field, component }];
    const isText = (type === 'string' ? isNamed(TEXTS) : isLong)([field, attribute]);
    return isText ? [{ kind: kindOf(attribute, format), field }] : [];
  });
  return [
    ...(heading === undefined ? [] : [{ kind: 'heading' as const, field: heading }]),
    ...shown,
  ];
};

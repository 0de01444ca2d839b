import { escapeAttribute } from '../lib/escape';

/** HTML: nothing in it is escaped again. */
export class Html {
  /** Tells it from a text, whichever copy of the package it is from. */
  readonly isHtml = true;

  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

export const isHtml = (value: unknown): value is Html =>
  typeof value === 'object' && value !== null && (value as Partial<Html>).isHtml === true;

const toMarkup = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  if (value === undefined || value === null || typeof value === 'boolean') return '';
  return isHtml(value) ? String(value) : escapeAttribute(String(value));
};

/**
 * Writes HTML. What is put in is text and is escaped, for content and for attributes in double quotes;
 * HTML made by this function stays as it is, a list is joined, and `undefined`, `null`, `true` and
 * `false` are nothing.
 *
 * @example html`<h1>${page.title}</h1>${entries.map(({ title }) => html`<p>${title}</p>`)}`
 */
export const html = (texts: TemplateStringsArray, ...values: readonly unknown[]): Html =>
  new Html(texts.reduce((markup, text, place) => markup + toMarkup(values[place - 1]) + text));

/**
 * Takes a text for HTML as it is: of `bodyHtml`, which is sanitised, or of a site's own.
 *
 * @example raw(page.bodyHtml)
 */
export const raw = (markup: string | null | undefined): Html => new Html(markup ?? '');

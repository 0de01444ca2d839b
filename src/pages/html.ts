import { escapeAttribute } from '../lib/text';

/** HTML that is not escaped again. */
export class Html {
  /** Distinguishes it from a text, also if it comes from another copy of the package. */
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
 * Makes HTML of a template literal. Values are text and are escaped, for content and for attributes in double
 * quotes. HTML made by this function stays as it is, lists are joined, and `undefined`, `null`, `true` and `false`
 * are left out.
 *
 * @example html`<h1>${page.title}</h1>${entries.map(({ title }) => html`<p>${title}</p>`)}`
 */
export const html = (texts: TemplateStringsArray, ...values: readonly unknown[]): Html =>
  new Html(texts.reduce((markup, text, index) => markup + toMarkup(values[index - 1]) + text));

/**
 * Takes a text for HTML and does not escape it: for `bodyHtml`, which is sanitised, or HTML of the site's own.
 *
 * @example raw(page.bodyHtml)
 */
export const raw = (markup: string | null | undefined): Html => new Html(markup ?? '');

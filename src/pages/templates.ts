import type { Appearance } from './appearance';
import type {
  ListingPage,
  Page,
  PartModels,
  PolicyAdditions,
  SafeParts,
  SafeTemplate,
  SafeTemplates,
  TemplateContext,
} from './model';
import { show } from '../lib/messages';
import { escapeAttribute } from '../lib/escape';

/** HTML that is not escaped again. */
export class Html {
  /** Distinguishes it from a text, also if it comes from another copy of the package. */
  readonly isHtml = true;

  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

const isHtml = (value: unknown): value is Html =>
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

/**
 * A style sheet that cannot end its element. It has the line ends that an HTML parser makes, since the
 * Content-Security-Policy names its hash.
 */
const withinStyle = (style: string): string =>
  style.replaceAll(/\r\n?/g, '\n').replaceAll('</', '<\\/');

/**
 * Wraps the site's templates for the renderer. A template that throws or returns no HTML returns undefined here,
 * and the part is drawn without it.
 *
 * @param onError told of the first failure of each template
 */
export const createSafeTemplates = (
  { style, contentSecurityPolicy, ...templates }: Partial<Templates>,
  onError: (error: Error) => void,
): SafeTemplates => {
  const failed = new Set<string>();

  const attempt = (name: string, make: () => unknown): string | undefined => {
    try {
      const made = make();
      if (typeof made === 'string' || isHtml(made)) return String(made);
      // Nobody awaits a returned promise: its rejection would end the process.
      Promise.resolve(made).catch(() => undefined);
      throw new TypeError(`It returned no HTML but ${show(made)}.`);
    } catch (error) {
      if (!failed.has(name)) {
        const cause = error instanceof Error ? error : new Error(String(error));
        onError(new Error(`The template ${show(name)} failed: ${cause.message}`, { cause }));
      }
      failed.add(name);
      return undefined;
    }
  };

  const guarded = Object.fromEntries(
    PARTS.flatMap((name) => {
      const template = templates[name] as Template<unknown> | undefined;
      const safe: SafeTemplate<unknown> = (model, context) =>
        attempt(name, () => template!(model, context));
      return template ? [[name, safe]] : [];
    }),
  ) as SafeTemplates;

  return {
    ...guarded,
    contentSecurityPolicy,
    ...(style !== undefined && {
      style: (own, appearance) =>
        withinStyle(
          typeof style === 'string'
            ? `${own}\n${style}`
            : (attempt('style', () => style(own, appearance)) ?? own),
        ),
    }),
  };
};

/** Version of the models that templates get. Removing or changing something in them makes another version. */
export const TEMPLATE_MODEL = 1;

/** Directives of a Content-Security-Policy that sites may add sources to. */
export const POLICY_DIRECTIVES = [
  ...['child-src', 'connect-src', 'font-src', 'form-action', 'frame-src', 'img-src'],
  ...['manifest-src', 'media-src', 'script-src', 'style-src', 'worker-src'],
];

/**
 * Draws a part of a page, as HTML made with `html` or as a text that is HTML. Pure and synchronous. If it fails,
 * the part is drawn without it.
 */
export type Template<Model, Owner extends Page = Page> = (
  model: Model,
  context: TemplateContext<Model, Owner>,
) => Html | string;

/** The page that a part belongs to. */
type OwnerOf<Name extends keyof PartModels> = Name extends 'entry'
  ? ListingPage
  : PartModels[Name] & Page;

/** Names of the parts that templates draw. */
export const PARTS = [
  ...(['head', 'header', 'footer'] as const),
  ...(['listing', 'entry', 'article', 'page', 'tags', 'subscribe', 'error'] as const),
] satisfies (keyof PartModels)[];

/** The parts that a site draws itself; all other parts stay as they are. */
export type Templates = {
  [Name in keyof PartModels]?: Template<PartModels[Name], OwnerOf<Name>>;
} & {
  /** Version of the models that the templates were written for. The plugin does not start with another version. */
  model: typeof TEMPLATE_MODEL;
  /** A style sheet that follows the plugin's, or a function from that one to the whole. Pure and synchronous. */
  style?: string | ((style: string, appearance: Appearance) => string);
  /** Sources that pages may use in addition to their own. Without them, no script, font or frame is allowed. */
  contentSecurityPolicy?: PolicyAdditions;
};

/**
 * Renders a part of a page, with the site's template if it has one.
 *
 * @param draw draws the part without a template
 */
export const renderPart = <Name extends keyof PartModels>(
  name: Name,
  model: PartModels[Name],
  page: Page,
  draw: (model: PartModels[Name]) => string,
): string => {
  const templates: SafeParts = page.templates ?? {};
  const template = templates[name];
  const render = (other = model): Html => new Html(draw(other));
  return template?.(model, { page, render }) ?? draw(model);
};

/**
 * Templates for the option `templates`. Their models are checked and completed while they are typed.
 *
 * @example
 * defineTemplates({ model: 1, footer: () => html`<footer>© Example Ltd</footer>` })
 */
export const defineTemplates = (templates: Templates): Templates => templates;

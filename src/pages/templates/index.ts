import type { Appearance } from '../appearance';
import { Html } from '../html';
import type {
  ListingPage,
  Page,
  PartModels,
  PolicyAdditions,
  SafeParts,
  TemplateContext,
} from '../model';

/** Version of the models that templates get. What is taken out of them or changed makes it another. */
export const TEMPLATE_MODEL = 1;

/** Directives of a Content-Security-Policy that sites may add sources to. */
export const POLICY_DIRECTIVES = [
  ...['child-src', 'connect-src', 'font-src', 'form-action', 'frame-src', 'img-src'],
  ...['manifest-src', 'media-src', 'script-src', 'style-src', 'worker-src'],
];

/**
 * Draws a part of a page: HTML made with `html`, or a text that is HTML already. Pure and synchronous.
 * Where it fails, the part is drawn as without it.
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

/** What a site draws itself; everything else stays as it is. */
export type Templates = {
  [Name in keyof PartModels]?: Template<PartModels[Name], OwnerOf<Name>>;
} & {
  /** Version of the models that the templates were written for; the start refuses another. */
  model: typeof TEMPLATE_MODEL;
  /** A style sheet to go behind the plugin's, or a function from that to the whole. Pure and synchronous. */
  style?: string | ((style: string, appearance: Appearance) => string);
  /** Sources that pages may use beside their own; without it no script, font or frame is allowed. */
  contentSecurityPolicy?: PolicyAdditions;
};

/**
 * A part of a page as HTML: drawn by the site's template, where it has one, or as it is without.
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

/** What a text is written in. */
export type TextFormat = 'markdown' | 'html' | 'text';

/** Turns a component into HTML, which is sanitised like any other: a site's own. */
export type ComponentRenderer = (component: Record<string, unknown>) => string;

/** A part of a component that is shown, by the field it is in. */
export type ComponentPart =
  | { kind: TextFormat | 'blocks'; field: string }
  | { kind: 'heading'; field: string }
  /** Files, with the field whose text is below them instead of their own captions. */
  | { kind: 'media'; field: string; caption?: string }
  /** A link, with the fields of its address and its text. */
  | { kind: 'link'; field: string; label?: string }
  /** A quotation: the part that is quoted, and the field with who said it. */
  | { kind: 'quote'; quoted: { kind: TextFormat | 'blocks'; field: string }; by?: string }
  /** A component within, or several. */
  | { kind: 'component'; field: string; component: string };

/** How components of a kind become HTML. */
export interface ComponentPlan {
  /** What editors know it as. */
  name: string;
  /** The site's own way, before all others. */
  render?: ComponentRenderer;
  /** What is shown of it, in this order; without any, nobody can render it. */
  parts: readonly ComponentPart[];
  /** Relations, which a function of the site gets as titles and addresses, with the content types they lead to. */
  relations: readonly { field: string; contentType: string }[];
  /** Components within it. */
  inner: readonly { field: string; component: string }[];
}

/** How the value of a field becomes HTML. */
export type FieldPlan =
  | { kind: TextFormat | 'blocks' }
  /** Files of the media library: pictures as a gallery, documents as a list of downloads. */
  | { kind: 'media' }
  | {
      /** A dynamic zone, or a component, repeatable or not. */
      kind: 'components';
      /** Unique identifier of the component, where the value does not name it: in no dynamic zone. */
      component?: string;
      /** By unique identifier, those within others too. */
      components: Readonly<Record<string, ComponentPlan>>;
    };

/** How the value of a body becomes HTML: that of one field, or those of several in their order. */
export type BodyPlan = FieldPlan | { kind: 'several'; fields: readonly FieldPlan[] };

/** A body of an entry: Markdown, or a value with how it becomes HTML. */
export type Body = string | { plan: BodyPlan; value: unknown };

const isMissing = (value: unknown): boolean => value === null || value === undefined;

/**
 * The body that a value is; null when there is none.
 *
 * @param value of several fields, a list of their values
 */
export const toBody = (plan: BodyPlan, value: unknown): Body | null => {
  if (isMissing(value)) return null;
  if (plan.kind === 'several' && (value as unknown[]).every(isMissing)) return null;
  if (plan.kind !== 'markdown') return { plan, value };
  return typeof value === 'string' ? value : null;
};

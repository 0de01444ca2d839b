import type { BodyPlan } from '../../content/body-plan';
import type { Selected } from './selection';
import type { Attribute, Schemas } from './schemas';
import type { BodyFormat } from './source';

export interface BodyMapping {
  contentType: string;
  field: string;
  attribute: Attribute;
  /** How rich text and text are written; of each kind its own when not given. */
  format?: BodyFormat;
  /** The site's own HTML by component. */
  components?: Readonly<Record<string, (component: never) => string>>;
  componentSchemas: Schemas['components'];
}

/** How a field becomes the body of an item, and what is read for it. */
export const compileBody = ({
  field,
  format = 'markdown',
}: BodyMapping): { plan: BodyPlan; selection: Selected } => ({
  plan: { kind: format },
  selection: { select: [field] },
});

import { PLUGIN_ID } from '../../../../src/constants';
import { articleForm, tagForm } from '../../../../src/own-types/content-manager';

/** Name under which the panel knows the field. */
export const SLUG_FIELD = 'syndication-slug';

/** A field of an edit view, as far as it matters here. */
interface LayoutField {
  type: string;
  hint?: string;
  attribute: { maxLength?: number; pluginOptions?: object };
}

interface EditView {
  layout: { layout: LayoutField[][][] };
}

/** Descriptions that nobody chose: what the field says itself, in the user's language. */
const DEFAULT_HINTS: (string | undefined)[] = [
  articleForm.metadatas.slug.edit.description,
  tagForm.metadatas.slug.edit.description,
];

/** Content type whose slug an attribute is; undefined for any other attribute. */
export const addressedType = (pluginOptions: object | undefined): string | undefined => {
  const options = Object.entries(pluginOptions ?? {}).find(([name]) => name === PLUGIN_ID)?.[1];
  const { address } = (options ?? {}) as { address?: unknown };
  return typeof address === 'string' ? address : undefined;
};

const withAddress = (field: LayoutField): LayoutField =>
  addressedType(field.attribute.pluginOptions) === undefined
    ? field
    : {
        ...field,
        type: SLUG_FIELD,
        hint: DEFAULT_HINTS.includes(field.hint) ? undefined : field.hint,
        // Or Strapi writes "max. 200 characters" ahead of the hint.
        attribute: { ...field.attribute, maxLength: undefined },
      };

/** Shows our slugs with a field of our own. For Strapi's hook that may change an edit view. */
export const showAddresses = <View extends EditView>(view: View): View => ({
  ...view,
  layout: {
    ...view.layout,
    layout: view.layout.layout.map((part) => part.map((row) => row.map(withAddress))),
  },
});

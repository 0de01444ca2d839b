import { PLUGIN_ID } from '../../../../src/constants';

/** Name under which the panel knows the field. */
export const TAG_NAME_FIELD = 'syndication-tag-name';

interface LayoutField {
  type: string;
  attribute: { pluginOptions?: object };
}

interface EditView {
  layout: { layout: LayoutField[][][] };
}

/** Whether an attribute is the name of a tag of ours. */
const isTagName = (pluginOptions: object | undefined): boolean => {
  const options = Object.entries(pluginOptions ?? {}).find(([name]) => name === PLUGIN_ID)?.[1];
  return ((options ?? {}) as { namesTag?: unknown }).namesTag === true;
};

/** Shows the name of a tag with a field that knows other tags. For Strapi's hook of edit views. */
export const showNamesakes = <View extends EditView>(view: View): View => ({
  ...view,
  layout: {
    ...view.layout,
    layout: view.layout.layout.map((part) =>
      part.map((row) =>
        row.map((field) =>
          isTagName(field.attribute.pluginOptions) ? { ...field, type: TAG_NAME_FIELD } : field,
        ),
      ),
    ),
  },
});

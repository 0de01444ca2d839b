import { PLUGIN_ID } from '../../../../src/constants';

/** Name under which the panel knows the field. */
export const DATE_FIELD = 'syndication-date';

interface LayoutField {
  type: string;
  attribute: { pluginOptions?: object };
}

interface EditView {
  layout: { layout: LayoutField[][][] };
}

const isSiteTime = (pluginOptions: object | undefined): boolean => {
  const options = Object.entries(pluginOptions ?? {}).find(([name]) => name === PLUGIN_ID)?.[1];
  return ((options ?? {}) as { siteTime?: unknown }).siteTime === true;
};

/** Shows dates that readers see by the clock of the site. For Strapi's hook of edit views. */
export const showSiteTime = <View extends EditView>(view: View): View => ({
  ...view,
  layout: {
    ...view.layout,
    layout: view.layout.layout.map((part) =>
      part.map((row) =>
        row.map((field) =>
          isSiteTime(field.attribute.pluginOptions) ? { ...field, type: DATE_FIELD } : field,
        ),
      ),
    ),
  },
});

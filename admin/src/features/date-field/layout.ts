import { ARTICLE_UID, PLUGIN_ID } from '../../../../src/constants';
import { readDateFields } from '../schedule/date-fields';

/** Name under which the panel knows the field. */
export const DATE_FIELD = 'syndication-date';

interface LayoutField {
  name: string;
  type: string;
  attribute: { type: string; pluginOptions?: object };
}

interface EditView {
  layout: { layout: LayoutField[][][] };
}

const optionsOf = (pluginOptions: object | undefined): { siteTime?: unknown; of?: unknown } =>
  (Object.entries(pluginOptions ?? {}).find(([name]) => name === PLUGIN_ID)?.[1] ?? {}) as object;

/** Content type of the entries that a date field dates. */
export const datedType = (pluginOptions: object | undefined): string => {
  const { of } = optionsOf(pluginOptions);
  return typeof of === 'string' ? of : ARTICLE_UID;
};

/** Content type of the edit view that is open: its layout does not name it. */
const openType = (): string | undefined =>
  /\/content-manager\/(?:collection|single)-types\/([^/?]+)/.exec(window.location.pathname)?.[1];

/**
 * Shows dates that readers see by the clock of the site: those of our articles, and those of a site's own
 * types that are published. For Strapi's hook of edit views.
 */
export const showSiteTime = <View extends EditView>(view: View): View => {
  const contentType = openType();
  const dated = contentType === undefined ? undefined : readDateFields()[contentType];
  const toField = (field: LayoutField): LayoutField => {
    const { name, attribute } = field;
    if (optionsOf(attribute.pluginOptions).siteTime === true) return { ...field, type: DATE_FIELD };
    // A day without a time is the same day everywhere.
    if (name !== dated || attribute.type !== 'datetime') return field;
    const pluginOptions = { ...attribute.pluginOptions, [PLUGIN_ID]: { of: contentType } };
    return { ...field, type: DATE_FIELD, attribute: { ...attribute, pluginOptions } };
  };
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: view.layout.layout.map((part) => part.map((row) => row.map(toField))),
    },
  };
};

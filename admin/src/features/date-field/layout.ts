import { PLUGIN_ID } from '../../../../src/constants';
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

const optionsOf = (pluginOptions: object | undefined): { siteTime?: unknown } =>
  (Object.entries(pluginOptions ?? {}).find(([name]) => name === PLUGIN_ID)?.[1] ?? {}) as object;

/** Whether an attribute is the date of an article of ours. */
export const isArticleDate = (pluginOptions: object | undefined): boolean =>
  optionsOf(pluginOptions).siteTime === true;

/**
 * Shows dates that readers see by the clock of the site: those of our articles, and those of a site's own
 * types that are published. A layout does not name its type, so the field finds out whether it is one of
 * these: in a dialog it is not that of the address. For Strapi's hook of edit views.
 */
export const showSiteTime = <View extends EditView>(view: View): View => {
  const names = new Set(Object.values(readDateFields()));
  const toField = (field: LayoutField): LayoutField => {
    const { name, attribute } = field;
    const mayDate = ['date', 'datetime'].includes(attribute.type) && names.has(name);
    return mayDate || isArticleDate(attribute.pluginOptions)
      ? { ...field, type: DATE_FIELD }
      : field;
  };
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: view.layout.layout.map((part) => part.map((row) => row.map(toField))),
    },
  };
};

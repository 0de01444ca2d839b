import { unstable_useContentManagerContext } from '@strapi/strapi/admin';

import { ARTICLE_UID } from '../../../../src/constants';
import { readDateFields } from '../schedule/date-fields';
import { isArticleDate } from '../../shared/own-fields';

/** An attribute of a content type, as the panel has it. */
export interface DateAttribute {
  type?: string;
  pluginOptions?: object;
}

/**
 * Content type of the entries that a field dates; undefined where it dates none that are published. In a
 * dialog of Strapi's another type's form is open than the address names, and nothing tells it but the
 * attribute itself.
 */
export const useDatedType = (name: string, attribute: DateAttribute): string | undefined => {
  const { contentTypes } = unstable_useContentManagerContext();
  if (isArticleDate(attribute.pluginOptions)) return ARTICLE_UID;
  const dated = readDateFields();
  return contentTypes?.find(
    ({ uid, attributes }) => dated[uid] === name && attributes[name] === attribute,
  )?.uid;
};

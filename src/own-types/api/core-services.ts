import { factories } from '@strapi/strapi';

import { ARTICLE_UID, TAG_UID } from '../../constants';

/** Strapi's own services of the content types, by the names its controllers look for. */
export default {
  article: factories.createCoreService(ARTICLE_UID),
  tag: factories.createCoreService(TAG_UID),
};

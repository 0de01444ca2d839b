import { ARTICLE_UID, TAG_UID } from '../../../src/constants';

const COLLECTIONS = '/content-manager/collection-types';

/** Pages of the Content Manager, as paths of the admin panel. */
export const editArticle = (documentId: string): string =>
  `${COLLECTIONS}/${ARTICLE_UID}/${documentId}`;
export const createArticle = editArticle('create');
export const listArticles = `${COLLECTIONS}/${ARTICLE_UID}`;
export const createTag = `${COLLECTIONS}/${TAG_UID}/create`;

/** Pages of the plugin. */
export const feedPage = (id: string): string => `/plugins/syndication/${id}`;
export const feedList = '/plugins/syndication';
export const settingsPage = '/settings/syndication';

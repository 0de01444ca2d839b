import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../../constants';
import type { ArticleRights } from '../schedule';
import { type Ability, findPermitted } from './permitted-rows';

/** Fields of an article that the panel tells of. */
const TOLD = ['title', 'date'];

/** What a user may do with articles, by the Content Manager's own check. */
export const articleRights = (strapi: Core.Strapi, ability: Ability): ArticleRights => ({
  mayRead: (documentIds) =>
    findPermitted(strapi, { ability, uid: ARTICLE_UID, action: 'read', fields: TOLD }, documentIds),
  async mayEdit(documentIds) {
    // The page of an entry is there for whoever may read it, too.
    const readable = await findPermitted(
      strapi,
      { ability, uid: ARTICLE_UID, action: 'read' },
      documentIds,
    );
    return findPermitted(strapi, { ability, uid: ARTICLE_UID, action: 'update' }, [...readable]);
  },
});

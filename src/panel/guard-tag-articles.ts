import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { isObject } from '../lib/values';
import { ARTICLE_UID, TAG_UID } from '../lib/constants';
import type { Ability } from './rights';

/** A permission of a user, as Strapi's permission engine keeps it. Without fields it covers all of them. */
interface Rule {
  fields?: string[];
  conditions?: unknown;
}

interface RuledAbility extends Ability {
  rulesFor: (action: string, subject: string) => Rule[];
}

/** Parameters of the document service. */
interface TagWrite {
  data?: { articles?: unknown };
  documentId?: string;
}

/** Whether a write leaves a relation unchanged: the panel sends empty lists for a relation that nobody touched. */
const isUntouched = (relation: unknown): boolean =>
  relation === undefined ||
  (isObject(relation) &&
    Object.entries(relation).every(
      ([part, given]) => part !== 'set' && Array.isArray(given) && given.length === 0,
    ));

/** Whether a relation is emptied: a clone then takes over nothing of the original. */
const isEmptied = (relation: unknown): boolean => {
  const set: unknown = isObject(relation) ? relation.set : relation;
  return Array.isArray(set) && set.length === 0;
};

/** Whether a write changes the articles of a tag. A clone takes over those of the original. */
const changesArticles = async (
  strapi: Core.Strapi,
  action: string,
  { data, documentId }: TagWrite,
): Promise<boolean> => {
  const articles = data?.articles;
  if (action !== 'clone') return !isUntouched(articles);
  if (isEmptied(articles)) return false;
  if (!isUntouched(articles)) return true;
  return (await strapi.db.query(ARTICLE_UID).count({ where: { tags: { documentId } } })) > 0;
};

/** Whether a user may update the tags of every article, and publish every article. */
const mayTagArticles = (ability: RuledAbility): boolean => {
  const isUnconditional = (action: 'update' | 'publish', field?: string): boolean =>
    ability
      .rulesFor(`plugin::content-manager.explorer.${action}`, ARTICLE_UID)
      .some(
        ({ conditions, fields }) =>
          !conditions && (field === undefined || !fields || fields.includes(field)),
      );
  return isUnconditional('update', 'tags') && isUnconditional('publish');
};

/**
 * Requires the permission to update and publish all articles if a user of the panel tags them from the tag's side: there
 * the tag takes effect without the article being published. A permission with a condition is not enough: an article may
 * meet it by the tag that it gets. Code without a user is not checked.
 */
export const guardTagArticles = (strapi: Core.Strapi): void => {
  strapi.documents.use(async (context, next) => {
    const { uid, action } = context;
    const params = context.params as TagWrite;
    if (uid !== TAG_UID || !['create', 'update', 'clone'].includes(action)) return next();
    // Absent for requests to Strapi's MCP server: its tools do not have private fields such as this one.
    const ability = strapi.requestContext.get()?.state.userAbility as RuledAbility | undefined;
    if (!ability || !(await changesArticles(strapi, action, params)) || mayTagArticles(ability)) {
      return next();
    }
    // Strapi sends the message of a 403 to the client only for this class.
    throw new errors.PolicyError(
      'A tag shows on published articles at once, so that its list of articles may only be changed by who may update and publish all articles. Choose the tag in the article instead: it shows when the article is published.',
    );
  });
};

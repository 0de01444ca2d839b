import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { chunk } from '../lib/chunk';
import { ARTICLE_UID, TAG_UID } from '../constants';
import { articleTagLinks } from '../own-types/article-tags';
import type { Transactions } from '../lib/transactions';
import { isObject } from '../lib/is-object';
import { type Ability, permittedEntries } from './rights';

/** Whether a write leaves a relation as it is: the panel sends empty lists for one that nobody touched. */
const isUntouched = (relation: unknown): boolean =>
  relation === undefined ||
  (isObject(relation) &&
    Object.entries(relation).every(
      ([part, given]) => part !== 'set' && Array.isArray(given) && given.length === 0,
    ));

type Parts = { transactions: Pick<Transactions, 'rows'> };

/** Rows of the articles of a tag, by the rows of both: drafts and what is published of them. */
const findTagged = async (
  strapi: Core.Strapi,
  { transactions }: Parts,
  documentId: string | undefined,
): Promise<Map<string, number>> => {
  const tags: { id: number }[] = documentId
    ? await strapi.db.query(TAG_UID).findMany({ select: ['id'], where: { documentId } })
    : [];
  const { table, article, tag } = articleTagLinks(strapi);
  const tagged = new Map<string, number>();
  for (const some of chunk(tags.map(({ id }) => id))) {
    const links: { article: number; tag: number }[] = await transactions
      .rows(table)
      .whereIn(tag, some)
      .select({ article, tag });
    for (const link of links) tagged.set(`${link.tag} ${link.article}`, link.article);
  }
  return tagged;
};

const requirePermission = async (
  strapi: Core.Strapi,
  ability: Ability,
  rows: number[],
): Promise<void> => {
  for (const some of chunk(rows)) {
    const entries: { documentId: string }[] = await strapi.db
      .query(ARTICLE_UID)
      .findMany({ select: ['documentId'], where: { id: { $in: some } } });
    for (const wish of [
      { action: 'update', fields: ['tags'] },
      { action: 'publish', fields: [] },
    ] as const) {
      const asked = { ability, uid: ARTICLE_UID, ...wish };
      const isPermitted = await permittedEntries(strapi, asked, entries);
      if (entries.every(({ documentId }) => isPermitted({ documentId }))) continue;
      // Of errors with status 403, Strapi tells the message of this one alone.
      throw new errors.PolicyError(
        'A tag shows on published articles at once, so that its list of articles may only be changed by who may update and publish each of them. Choose the tag in the article instead: it shows when the article is published.',
      );
    }
  }
};

/**
 * Asks for the permission to update and publish an article where a user of the panel tags it from the
 * tag's side: there it takes effect without the article being published. Code without a user may.
 * What the write changed is seen once it is done, and undone with it for whoever may not.
 */
export const guardTagArticles = (strapi: Core.Strapi, parts: Parts): void => {
  strapi.documents.use(async (context, next) => {
    if (context.uid !== TAG_UID || !['create', 'update', 'clone'].includes(context.action)) {
      return next();
    }
    const { data, documentId } = context.params as {
      data?: { articles?: unknown };
      documentId?: string;
    };
    const isClone = context.action === 'clone';
    // A copy has the articles that it is not said to be without.
    if (!isClone && isUntouched(data?.articles)) return next();
    // None of Strapi's MCP server, whose tools have no private field.
    const ability = strapi.requestContext.get()?.state.userAbility as Ability | undefined;
    if (!ability) return next();
    return strapi.db.transaction(async () => {
      const before = await findTagged(strapi, parts, isClone ? undefined : documentId);
      const result = await next();
      const written = result as { documentId?: string } | null;
      const after = await findTagged(strapi, parts, written?.documentId);
      const changed = [
        ...[...before].filter(([link]) => !after.has(link)),
        ...[...after].filter(([link]) => !before.has(link)),
      ];
      await requirePermission(strapi, ability, [...new Set(changed.map(([, row]) => row))]);
      return result;
    });
  });
};

import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { queryTable } from '../lib/transactions';
import { isObject } from '../lib/values';
import { findInParts } from '../lib/waiting';
import { ARTICLE_UID, TAG_UID } from '../lib/constants';
import { articleTagLinks } from '../own-types/article-tags';
import { type Ability, permittedEntries } from './rights';

/** Whether a write leaves a relation unchanged: the panel sends empty lists for a relation that nobody touched. */
const isUntouched = (relation: unknown): boolean =>
  relation === undefined ||
  (isObject(relation) &&
    Object.entries(relation).every(
      ([part, given]) => part !== 'set' && Array.isArray(given) && given.length === 0,
    ));

/** Rows of the articles of a tag, draft and published ones, by the row ids of tag and article. */
const findTagged = async (
  strapi: Core.Strapi,
  documentId: string | undefined,
): Promise<Map<string, number>> => {
  if (!documentId) return new Map();
  const tags: { id: number }[] = await strapi.db
    .query(TAG_UID)
    .findMany({ select: ['id'], where: { documentId } });
  const { table, from, to } = articleTagLinks(strapi);
  const ids = tags.map(({ id }) => id);
  const links: { article: number; tag: number }[] = await queryTable(strapi, table)
    .whereIn(to, ids)
    .select({ article: from, tag: to });
  return new Map(links.map((link) => [`${link.tag} ${link.article}`, link.article]));
};

/** Ids that a relation names, of documents and of rows, in any form that Strapi accepts. */
const idsIn = (part: unknown): string[] =>
  typeof part === 'object' && part !== null
    ? Object.values(part).flatMap(idsIn)
    : typeof part === 'string' || typeof part === 'number'
      ? [String(part)]
      : [];

const findDocuments = async (strapi: Core.Strapi, rows: Iterable<number>): Promise<string[]> => {
  const found: { documentId: string }[] = await findInParts(rows, (some) =>
    strapi.db.query(ARTICLE_UID).findMany({ select: ['documentId'], where: { id: { $in: some } } }),
  );
  return [...new Set(found.map(({ documentId }) => documentId))];
};

/** Finds which of these articles the user may tag. The check reads the database now: a condition may look at tags. */
const findPermitted = async (
  strapi: Core.Strapi,
  ability: Ability,
  documentIds: string[],
): Promise<string[]> => {
  let entries = documentIds.map((documentId) => ({ documentId }));
  for (const wish of [
    { action: 'update', fields: ['tags'] },
    { action: 'publish', fields: [] },
  ] as const) {
    const asked = { ability, uid: ARTICLE_UID, ...wish };
    entries = entries.filter(await permittedEntries(strapi, asked, entries));
  }
  return entries.map(({ documentId }) => documentId);
};

/**
 * Requires the permission to update and publish an article if a user of the panel tags it from the tag's side: there
 * the tag takes effect without the article being published. Code without a user is not checked. The guard compares the
 * articles before and after the write, and rolls the write back if one of the changed articles is not permitted.
 * Permissions are checked before the write: nobody gains one by giving an article the tag that a condition requires.
 */
export const guardTagArticles = (strapi: Core.Strapi): void => {
  strapi.documents.use(async (context, next) => {
    if (context.uid !== TAG_UID || !['create', 'update', 'clone'].includes(context.action)) {
      return next();
    }
    const { data, documentId } = context.params as {
      data?: { articles?: unknown };
      documentId?: string;
    };
    const isClone = context.action === 'clone';
    // A clone takes over the articles of the original, unless the data removes them.
    if (!isClone && isUntouched(data?.articles)) return next();
    // Absent for requests to Strapi's MCP server: its tools do not have private fields such as this one.
    const ability = strapi.requestContext.get()?.state.userAbility as Ability | undefined;
    if (!ability) return next();
    const articles = data?.articles;
    const isWhole = isClone || !isObject(articles) || 'set' in articles;
    return strapi.db.transaction(async () => {
      const tagged = await findTagged(strapi, documentId);
      const before = isClone ? new Map<string, number>() : tagged;
      const named = idsIn(articles);
      const rows = named
        .map((id) => Number.parseInt(id, 10))
        // PostgreSQL fails at larger integers.
        .filter((id) => id >= 0 && id <= 2_147_483_647);
      const guardedArticles = new Set([
        ...named,
        ...(await findDocuments(strapi, [...rows, ...(isWhole ? tagged.values() : [])])),
      ]);
      const permitted = new Set(await findPermitted(strapi, ability, [...guardedArticles]));
      const result = await next();
      const written = result as { documentId?: string } | null;
      const after = await findTagged(strapi, written?.documentId);
      const changed = await findDocuments(strapi, [
        ...[...before].filter(([link]) => !after.has(link)).map(([, row]) => row),
        ...[...after].filter(([link]) => !before.has(link)).map(([, row]) => row),
      ]);
      // The comparison may also see what others wrote meanwhile.
      const others = changed.filter((id) => !guardedArticles.has(id));
      for (const id of await findPermitted(strapi, ability, others)) permitted.add(id);
      if (!changed.every((id) => permitted.has(id))) {
        // Strapi sends the message of a 403 to the client only for this class.
        throw new errors.PolicyError(
          'A tag shows on published articles at once, so that its list of articles may only be changed by who may update and publish each of them. Choose the tag in the article instead: it shows when the article is published.',
        );
      }
      return result;
    });
  });
};

import { errors } from '@strapi/utils';
import type { Knex } from 'knex';
import { z } from 'zod';

import { chunk } from '../lib/values';
import { queryTable } from '../lib/transactions';
import { localePath } from '../options/locales';
import { waitForTurn } from '../lib/waiting';
import type { MergePreview, TagNamesake } from './admin-api';
import { ARTICLE_UID, TAG_UID } from '../lib/constants';
import { CACHE_TAGS } from '../lib/cache-tags';
import { articleTagLinks } from '../own-types/article-tags';
import { listIn, topicList } from '../catalogue/catalogue-table';
import { type Link, linksOf } from '../catalogue/links';
import { moveList } from '../catalogue/catalogue';
import { findReferringRows, type RelatedType, relatedTypes } from '../changes/related-types';
import type { Attribute } from '../mapping/schemas';
import { findPermalinkRows } from '../addresses/permalink-rows';
import { entryPath } from '../mapping/address';
import { redirectToHeir } from '../addresses/permalinks';
import { addressIn, marksOf } from '../mapping/plan';
import { answerWith, documentId, type Panel } from './panel';

interface TagRow extends TagNamesake {
  id: number;
  /** Null if tags are not localised: then a tag is one row. */
  locale: string | null;
}

/** PostgreSQL's error code `unique_violation`. */
const DUPLICATE = '23505';

/** What of the panel a merge uses. */
type MergeParts = Pick<Panel, 'strapi' | 'plan' | 'settings' | 'writes' | 'changeLog'>;

const tagRows = ({ strapi }: MergeParts, documentIds: string[]) =>
  queryTable(strapi, strapi.db.metadata.get(TAG_UID).tableName)
    .whereIn('document_id', documentIds)
    // Ordered, so that two merges of the same tags lock rows in the same order (no deadlock).
    .orderBy('id')
    .select('id', 'locale', 'name', 'slug', { documentId: 'document_id' });

const byDocument = (documentIds: string[], rows: TagRow[]): TagRow[][] =>
  documentIds.map((documentId) => {
    const found = rows.filter((row) => row.documentId === documentId);
    if (found.length > 0) return found;
    throw new errors.NotFoundError(`There is no tag with the id "${documentId}".`);
  });

/** Whether entries can be saved with a locked tag: PostgreSQL has a lock for that (FOR NO KEY UPDATE). */
const hasKeyLocks = ({ strapi }: MergeParts): boolean => strapi.db.dialect.client === 'postgres';

/**
 * Locks tags and returns their rows by document id. Other merges of these tags wait for the end of the transaction.
 */
const lockTags = async (parts: MergeParts, ...documentIds: string[]): Promise<TagRow[][]> => {
  const tags = tagRows(parts, documentIds);
  const rows: TagRow[] = await (hasKeyLocks(parts) ? tags.forNoKeyUpdate() : tags.forUpdate());
  return byDocument(documentIds, rows);
};

/**
 * Pairs each row of a tag with the row of the other tag in the same locale.
 *
 * @throws ValidationError if the other tag has no row in a locale
 */
const pairRows = (from: TagRow[], into: TagRow[]): [from: TagRow, into: TagRow][] =>
  from.map((row) => {
    const successor = into.find(({ locale }) => locale === row.locale);
    if (successor) return [row, successor];
    throw new errors.ValidationError(
      `"${into[0]!.name}" is not written in the locale "${row.locale}", in which "${row.name}" is: write it there first.`,
    );
  });

/**
 * All relations to tags, of content types and components. Except bidirectional ones in which a tag belongs to one
 * entry: the other tag belongs to another entry there.
 */
const tagRelations = ({ strapi }: MergeParts): Link[] =>
  [...Object.values(strapi.contentTypes), ...Object.values(strapi.components)]
    .filter(({ uid }) => uid !== TAG_UID)
    .flatMap(({ uid, attributes }) =>
      Object.entries(attributes as Record<string, Attribute>)
        .filter(
          ([, { relation, inversedBy, mappedBy }]) =>
            !(relation?.startsWith('oneTo') && (inversedBy ?? mappedBy)),
        )
        .flatMap(([field]) => linksOf(strapi, uid, field))
        .filter(({ target }) => target === TAG_UID),
    );

/** Whether tags group the entries of a source, or are part of their addresses. */
const isListedByTags = (
  { plan }: MergeParts,
  { cataloguedIn }: RelatedType,
  contentType: string,
): boolean =>
  cataloguedIn.has(contentType) ||
  plan.sources.some(
    (source) =>
      source.contentType === contentType &&
      source.topics.some((topic) => topic.contentType === TAG_UID),
  );

/**
 * Records the entries that are about to have another tag in their address, by whichever relations. Leaves out
 * articles that carry the tag directly: `moveList` handles these.
 */
const noteMoved = async (parts: MergeParts, from: TagRow): Promise<void> => {
  const { strapi, plan, writes } = parts;
  const type = relatedTypes(strapi, plan).get(TAG_UID);
  if (!type) return;
  const relationPaths = type.relationPaths.filter(
    ({ links }) => !(links.length === 1 && links[0]!.table === articleTagLinks(strapi).table),
  );
  const leading = await findReferringRows(strapi, { ...type, relationPaths }, [from.id]);
  const rows = [...leading.values()].flat();
  // For entries that only show the tag it is enough that the merge purges everything.
  await writes.noteRows(
    rows.filter(({ contentType }) => isListedByTags(parts, type, contentType)),
    { isMoved: true },
  );
};

/**
 * Counts the articles that have a tag: the draft and the published row of an article count once.
 *
 * @param also rows of another tag that the articles must have, too
 */
const countArticles = async (
  { strapi }: MergeParts,
  rows: TagRow[],
  also?: TagRow[],
): Promise<number> => {
  const { table, from, to } = articleTagLinks(strapi);
  const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
  const idsOf = (tags: TagRow[]): number[] => tags.map(({ id }) => id);
  const query = queryTable(strapi, { links: table })
    .join({ articles: tableName }, 'articles.id', `links.${from}`)
    .whereIn(`links.${to}`, idsOf(rows))
    .countDistinct({ articles: 'articles.document_id' });
  if (also) {
    query
      .join({ others: table }, `others.${from}`, `links.${from}`)
      .whereIn(`others.${to}`, idsOf(also));
  }
  const [row] = await query;
  return Number(row.articles);
};

/** Counts the present and former addresses of a tag; 0 if tags are not published. */
const countAddresses = async (
  { strapi, plan }: MergeParts,
  documentId: string,
): Promise<number> => {
  if (!plan.topicTypes.some(({ contentType }) => contentType === TAG_UID)) return 0;
  const rows = [...(await findPermalinkRows(strapi, TAG_UID, [documentId])).values()].flat();
  return new Set(rows.map(({ locale, slug }) => `${locale ?? ''} ${slug}`)).size;
};

/**
 * Replaces a tag by another in some rows. Updates the link rows: for inserted ones the database would check the
 * linked rows, and so wait for a transaction that publishes or deletes one of them and in turn waits for its link.
 */
const moveSome = async (
  parts: MergeParts,
  link: Link,
  from: TagRow,
  into: TagRow,
  some: number[],
): Promise<void> => {
  const { strapi } = parts;
  const { table, from: article, to: tag, where } = link;
  const links = (id: number) =>
    queryTable(strapi, table)
      .where({ ...where, [tag]: id })
      .whereIn(article, some);
  const present: number[] = await links(into.id).pluck(article);
  const missing = some.filter((id) => !present.includes(id));
  try {
    // A savepoint: after an error, PostgreSQL refuses all further statements of a transaction.
    await strapi.db.transaction(({ trx }) =>
      trx.transaction(async (part: Knex) =>
        part(table)
          .where({ ...where, [tag]: from.id })
          .whereIn(article, missing)
          .update({ [tag]: into.id }),
      ),
    );
  } catch (error) {
    // Another transaction has just given one of them the other tag, which is visible now: retry.
    if ((error as { code?: unknown }).code === DUPLICATE)
      return moveSome(parts, link, from, into, some);
    throw error;
  }
};

/**
 * Replaces a tag by another wherever it is carried, in drafts and published rows. Bypasses the document service:
 * nothing is edited, so no dates change.
 */
const moveLinks = async (parts: MergeParts, from: TagRow, into: TagRow): Promise<void> => {
  await noteMoved(parts, from);
  for (const link of tagRelations(parts)) {
    const rows: number[] = await queryTable(strapi, link.table)
      .where({ ...link.where, [link.to]: from.id })
      .orderBy(link.from)
      .pluck(link.from);
    for (const some of chunk(rows)) {
      await waitForTurn();
      await moveSome(parts, link, from, into, some);
    }
  }
};

/** Moves the articles of a tag to another, in the links and in the catalogue. */
const moveArticles = async (
  parts: MergeParts,
  pairs: [from: TagRow, into: TagRow][],
): Promise<void> => {
  const [[from, into]] = pairs as [[TagRow, TagRow]];
  for (const [row, heir] of pairs) await moveLinks(parts, row, heir);
  if (hasKeyLocks(parts)) {
    // Waits for transactions that save entries with the tag; later ones wait for the end of this transaction. Moves
    // what they saved meanwhile: deleting the tag would delete their links.
    await tagRows(parts, [from.documentId]).forUpdate();
    for (const [row, heir] of pairs) await moveLinks(parts, row, heir);
  }
  for (const mark of marksOf(parts.plan)) {
    const listOf = ({ documentId }: TagRow) => listIn(mark, topicList(TAG_UID, documentId));
    await moveList(parts.strapi, listOf(from), listOf(into));
  }
};

/** Makes the addresses of a tag redirect to the other's; there are none if tags are not published. */
const inherit = async (
  { strapi, plan, settings, writes }: MergeParts,
  fromId: string,
  { documentId, locale, slug }: TagRow,
): Promise<void> => {
  const type = plan.topicTypes.find(({ contentType }) => contentType === TAG_UID);
  const path = type && entryPath(addressIn(type, locale), () => slug);
  if (path === undefined) return;
  const url = (await settings.get()).addresses.listing(
    localePath(plan.locales, locale ?? '') + path,
  );
  const heir = { contentType: TAG_UID, entry: documentId, locale, slug, url };
  await writes.note({ scopes: await redirectToHeir(strapi, plan, fromId, heir) });
};

const refuseItself = (from: string, into: string): void => {
  if (from !== into) return;
  throw new errors.ValidationError('A tag cannot be merged into itself: choose another.');
};

/**
 * Tells what a merge would do.
 *
 * @throws as `mergeTags`
 */
const previewMerge = async (
  parts: MergeParts,
  fromId: string,
  intoId: string,
): Promise<MergePreview> => {
  refuseItself(fromId, intoId);
  const ids = [fromId, intoId];
  const [from, into] = byDocument(ids, await tagRows(parts, ids)) as [TagRow[], TagRow[]];
  pairRows(from, into);
  return {
    articles: await countArticles(parts, from),
    both: await countArticles(parts, from, into),
    addresses: await countAddresses(parts, fromId),
  };
};

/**
 * Merges a tag into another, in one transaction: articles get the other tag, addresses redirect to the other's, and
 * the tag is deleted.
 *
 * @throws NotFoundError if one of the tags does not exist; ValidationError if both are the same, or the other is
 * not written in a locale of the tag
 */
export const mergeTags = async (
  parts: MergeParts,
  fromId: string,
  intoId: string,
): Promise<TagNamesake> =>
  // Nobody indexes meanwhile what the merge moves.
  parts.changeLog.runExclusively(async () => {
    refuseItself(fromId, intoId);
    const [from, heirs] = (await lockTags(parts, fromId, intoId)) as [
      TagRow[],
      [TagRow, ...TagRow[]],
    ];
    const pairs = pairRows(from, heirs);
    await moveArticles(parts, pairs);
    for (const [, heir] of pairs) await inherit(parts, fromId, heir);
    await parts.strapi.documents(TAG_UID).delete({ documentId: fromId, locale: '*' });
    const [into] = heirs;
    // The pages and feeds of all these articles show another tag. There may be too many to name.
    await parts.writes.note({ scopes: [CACHE_TAGS.everything] });
    const { documentId, name, slug } = into;
    return { documentId, name, slug };
  });

const mergeSchema = z.object({
  documentId,
  into: z.string('the document id of the tag that stays').pipe(documentId.min(1)),
});

export const tags = {
  /** Tells what merging the tag of the path into another would do. */
  previewMerge: answerWith(mergeSchema, (panel, { documentId, into }) =>
    previewMerge(panel, documentId, into),
  ),

  /** Merges the tag of the path into another. Returns the other. */
  merge: answerWith(mergeSchema, (panel, { documentId, into }) =>
    mergeTags(panel, documentId, into),
  ),
};

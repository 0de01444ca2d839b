import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';

import { type BulkChange, PLANNED_AT_ONCE, type PlannedChange, type SavedOnly } from './admin-api';
import type { RelatedEntry } from '../entries/drafts';
import { isOfAddress, ownField, type SourcePlan } from '../mapping/plan';
import { documentLocale } from '../mapping/document-locales';
import { dateAt, type ReadEntry, rowsAt, textAt } from '../mapping/values';
import { answerWith, contentType, documentId, locale, name, type Panel } from './panel';
import { type PanelUser, permittedEntries } from './rights';

const planSchema = z.object({
  contentType,
  locale,
  documentIds: z.array(documentId.min(1)).min(1).max(PLANNED_AT_ONCE),
  change: z.object({
    kind: z.enum(['add-topic', 'remove-topic']),
    field: name(200),
    topic: documentId.min(1),
  }),
});

/** Entries of a source, and the change to make to each. */
type AskedChange = z.output<typeof planSchema>;

/** The rows of an entry in the locale. */
interface VersionRows {
  draft?: ReadEntry;
  published?: ReadEntry;
}

/** Field that a change writes. Never one that the address is made of: all addresses would change or vanish. */
const fieldOf = (source: SourcePlan, change: BulkChange): string | undefined => {
  const field = source.topics.find((topic) => topic.field === change.field)?.field;
  return field === undefined || isOfAddress(source, field) ? undefined : field;
};

const hasResult = (row: ReadEntry, field: string, { kind }: BulkChange): boolean =>
  rowsAt(row, [field]).length > 0 === (kind === 'add-topic');

/** The Content Manager's rule for "Modified". */
const hasUnpublishedChanges = ({ draft, published }: VersionRows): boolean =>
  Number(dateAt(draft, ['updatedAt'])) > Number(dateAt(published, ['updatedAt']));

type BulkParts = Pick<Panel, 'strapi' | 'plan'>;

/** Rows of entries by document id, with no other topic than the one of the change. */
const findRows = async (
  strapi: Core.Strapi,
  { contentType, hasDrafts, title }: SourcePlan,
  { documentIds, change }: AskedChange,
  { locale, field }: { locale: string | undefined; field: string },
): Promise<Map<string, VersionRows>> => {
  const own = [ownField(title)].filter((name) => name !== undefined);
  const rows: ReadEntry[] = await strapi.db.query(contentType).findMany({
    select: [...new Set(['documentId', 'updatedAt', 'publishedAt', ...own])],
    populate: { [field]: { select: ['documentId'], where: { documentId: change.topic } } },
    where: { documentId: { $in: documentIds }, ...(locale && { locale }) },
  });
  const found = new Map<string, VersionRows>();
  for (const row of rows) {
    const documentId = String(row.documentId);
    const kind = hasDrafts && row.publishedAt !== null ? 'published' : 'draft';
    found.set(documentId, { ...found.get(documentId), [kind]: row });
  }
  return found;
};

/**
 * Whether readers would see the topic if an entry with it were published now: an entry in a locale leads to the topic's
 * row of that locale.
 */
const isTopicPublished = async (
  { strapi, plan }: BulkParts,
  source: SourcePlan,
  change: BulkChange,
  locale: string | undefined,
): Promise<boolean> => {
  if (change.kind !== 'add-topic') return true;
  const { contentType } = source.topics.find(({ field }) => field === change.field)!;
  const type = plan.topicTypes.find((topic) => topic.contentType === contentType);
  if (!type?.hasDrafts) return true;
  const where = {
    documentId: change.topic,
    publishedAt: { $notNull: true },
    ...(type.isLocalised && source.isLocalised && locale && { locale }),
  };
  return (await strapi.db.query(contentType).findOne({ select: ['id'], where })) !== null;
};

/**
 * Tells what a change would do to each of these entries, in their order. The Content Manager's own requests make the
 * change later.
 *
 * @throws ValidationError if entries of the type have no such field
 */
export const planBulkChange = async (
  parts: BulkParts,
  asked: AskedChange,
  { ability }: Pick<PanelUser, 'ability'>,
): Promise<PlannedChange[]> => {
  const { strapi, plan } = parts;
  const { contentType, documentIds, change } = asked;
  const source = plan.sources.find((one) => one.contentType === contentType);
  const field = source && fieldOf(source, change);
  if (!source || field === undefined) {
    throw new errors.ValidationError('Entries of this content type have no such field.');
  }
  const locale = await documentLocale(strapi, contentType, asked.locale);
  const entries = documentIds.map((documentId) => ({ documentId, locale }));
  const permit = (action: 'read' | 'update' | 'publish', fields: string[]) =>
    permittedEntries(strapi, { ability, uid: contentType, action, fields }, entries);
  const title = ownField(source.title);
  const [mayUpdate, mayRead, mayPublish, mayReadTitle] = [
    await permit('update', [field]),
    await permit('read', [field]),
    await permit('publish', []),
    await permit('read', title === undefined ? [] : [title]),
  ];
  const isPublicTopic = await isTopicPublished(parts, source, change, locale);
  const rows = await findRows(strapi, source, asked, { locale, field });

  const reasonOf = (entry: RelatedEntry, found: VersionRows): SavedOnly | undefined => {
    if (hasUnpublishedChanges(found)) return 'unpublished-changes';
    if (!mayPublish(entry)) return 'may-not-publish';
    return isPublicTopic ? undefined : 'unpublished-topic';
  };

  return entries.map((entry): PlannedChange => {
    const { documentId } = entry;
    const found = rows.get(documentId);
    if (!found?.draft || !mayUpdate(entry) || !mayRead(entry)) {
      return { documentId, title: null, step: 'refused' };
    }
    const named = title !== undefined && mayReadTitle(entry);
    const planned = { documentId, title: (named && textAt(found.draft, [title])) || null };
    if (hasResult(found.draft, field, change)) return { ...planned, step: 'none' };
    if (!found.published) return { ...planned, step: 'save' };
    const reason = reasonOf(entry, found);
    return reason ? { ...planned, step: 'save', reason } : { ...planned, step: 'publish' };
  });
};

export const bulkChanges = {
  /** Tells what a change would do to these entries; changes nothing. */
  plan: answerWith(planSchema, planBulkChange),
};

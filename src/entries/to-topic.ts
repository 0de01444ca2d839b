import type { ArticleTopic, Cover, ItemContent, Topic } from '../content/article';
import { entryPath } from '../mapping/entry-path';
import type { TopicPlan } from '../mapping/plan';
import { dateAt, nameAt, pictureAt, type ReadEntry, textAt, valueAt } from '../mapping/values';

/** Whether readers may not know of a topic. */
export const isHidden = ({ hidden }: TopicPlan, row: ReadEntry): boolean =>
  hidden !== undefined && Boolean(valueAt(row, hidden));

/** A topic, as its articles name it; undefined for one without a name or an address. */
export const toArticleTopic = (plan: TopicPlan, row: ReadEntry): ArticleTopic | undefined => {
  const path = entryPath(plan.address, (field) => valueAt(row, field));
  const name = nameAt(row, plan);
  const slug = textAt(row, plan.slug);
  const title = plan.title && textAt(row, plan.title);
  // What has no address here is linked nowhere: rows may come from an import.
  if (path === undefined || name === undefined || slug === undefined) return undefined;
  return {
    contentType: plan.contentType,
    ...(plan.isOfAuthors && { isAuthor: true }),
    documentId: String(row.documentId),
    name,
    slug,
    // People are called as they write themselves, where topics may be given capital initials.
    title: title?.trim() || !plan.isOfAuthors ? title : name,
    directory: plan.address.directory,
    path,
  };
};

/** A number that is none, or none at all, says nothing. */
const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

const toContent = (value: unknown): ItemContent | undefined =>
  value === 'full' || value === 'summary' ? value : undefined;

/** A topic of a row; undefined like `toArticleTopic`. */
export const toTopic = (plan: TopicPlan, row: ReadEntry): Topic | undefined => {
  const named = toArticleTopic(plan, row);
  if (!named) return undefined;
  return {
    ...named,
    id: Number(row.id),
    hidden: isHidden(plan, row),
    description: plan.description && textAt(row, plan.description),
    updatedAt: dateAt(row, ['updatedAt']) ?? new Date(0),
    image: plan.image && (pictureAt(row, [plan.image]) as Cover | undefined),
    itemsPerFeed: plan.itemsPerFeed && toNumber(valueAt(row, plan.itemsPerFeed)),
    content: plan.content && toContent(valueAt(row, plan.content)),
  };
};

import { keptForStrapi } from '../../lib/kept-for-strapi';
import type { Core } from '@strapi/strapi';
import { pagination } from '@strapi/utils';

import { chunk } from '../../lib/values';
import { TAG_UID } from '../../lib/constants';
import { listIn, topicList } from '../../catalogue/catalogue-table';
import type { Counts } from '../../catalogue/counts';
import { isLocalised } from '../../mapping/schemas';
import { markIn, marksOf, type Plan } from '../../mapping/plan';
import { localeMark } from '../../options/locales';

type Query = Record<string, unknown>;

/** A part of the list of tags. */
interface Page {
  results: Query[];
  /** Where it starts. */
  start: number;
  limit: number;
  total: number;
}

interface Limits {
  defaultLimit: number;
  /** None without one. */
  maxLimit?: number;
}

/** A tag that is asked for, in one of its locales where it has several. */
interface Row {
  id: number;
  documentId: string;
  locale?: string | null;
}

/** Marks of the locales that are asked for, where tags are the same in all of them. */
const marksAsked = (plan: Plan, asked: unknown): string[] => {
  const isOne = typeof asked === 'string' && asked !== '*' && asked !== '';
  return isOne ? [localeMark(plan.locales, asked)] : marksOf(plan);
};

interface PublishedTagsParts {
  counts: Counts;
  plan: Plan;
}

/** What is kept for the controller of tags, which Strapi makes. */
export const publishedTagsParts = keptForStrapi<PublishedTagsParts>();

/**
 * The tags of a query under which something is published: a tag nobody has published under is in no
 * list. Numbers of articles are kept in memory, so that this reads tags alone, however many articles
 * there are.
 *
 * @param query sanitised already
 */
export const findPublishedTags = async (
  strapi: Core.Strapi,
  { counts, plan }: PublishedTagsParts,
  { pagination: page, start: from, limit: length, fields, populate, ...query }: Query,
  { defaultLimit, maxLimit }: Limits,
): Promise<Page> => {
  const tags = strapi.documents(TAG_UID);
  const isInLocales = isLocalised(strapi.contentType(TAG_UID));
  const asked = ['documentId', ...(isInLocales ? ['locale'] : [])];
  // Rows, not documents: one of a tag is hidden in one locale alone.
  const matching = (await tags.findMany({ ...query, fields: asked } as never)) as Row[];
  const marks = marksAsked(plan, query.locale);
  const listsOf = ({ documentId, locale }: Row) =>
    (isInLocales ? [markIn(plan, TAG_UID, locale ?? '')] : marks).map((mark) =>
      listIn(mark, topicList(TAG_UID, documentId)),
    );
  const numbers = await counts.due(matching.flatMap(listsOf), new Date());
  const published = matching.filter((row) =>
    listsOf(row).some((list) => (numbers.get(list) ?? 0) > 0),
  );

  const { start, limit } = pagination.withDefaultPagination(
    (page ?? {
      ...(from !== undefined && { start: from }),
      ...(length !== undefined && { limit: length }),
    }) as object,
    {
      defaults: { offset: { limit: defaultLimit }, page: { pageSize: defaultLimit } },
      maxLimit: maxLimit ?? -1,
    },
  ) as { start: number; limit: number };
  const shown = published
    .slice(start, limit === -1 ? undefined : start + limit)
    .map(({ id }) => id);
  const found = new Map<unknown, Query>();
  for (const some of chunk(shown)) {
    const rows = (await tags.findMany({
      filters: { id: { $in: some } },
      fields,
      populate,
      ...(isInLocales && { locale: '*' }),
    } as never)) as Query[];
    rows.forEach((row) => found.set(row.id, row));
  }
  return {
    results: shown.map((id) => found.get(id)).filter((row) => row !== undefined),
    start,
    limit,
    total: published.length,
  };
};

import { keptForStrapi } from '../../lib/kept-for-strapi';
import type { Core } from '@strapi/strapi';
import { pagination } from '@strapi/utils';

import { chunk } from '../../lib/chunk';
import { TAG_UID } from '../../constants';
import { listIn, topicList } from '../../catalogue/catalogue-table';
import type { Counts } from '../../catalogue/counts';
import { documentLocale } from '../../mapping/slugs';
import type { Plan } from '../../mapping/plan';
import { localeMark } from '../../options/locales';
import { markIn, marksOf } from '../../mapping/plan-parts';

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

/**
 * Marks of the locales in one of which something has to be published under a tag.
 *
 * @param code of the locale that tags are read in; undefined where they are the same in all
 */
const marksAsked = (plan: Plan, code: string | undefined, asked: unknown): string[] => {
  if (code !== undefined && code !== '*') return [markIn(plan, TAG_UID, code)];
  const isOne = code === undefined && typeof asked === 'string' && asked !== '*' && asked !== '';
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
  const matching = (await tags.findMany({ ...query, fields: ['documentId'] } as never)) as {
    documentId: string;
  }[];
  const ids = [...new Set(matching.map(({ documentId }) => documentId))];
  const code = await documentLocale(strapi, TAG_UID, query.locale);
  const marks = marksAsked(plan, code, query.locale);
  const listsOf = (documentId: string) =>
    marks.map((mark) => listIn(mark, topicList(TAG_UID, documentId)));
  const numbers = await counts.due(ids.flatMap(listsOf), new Date());
  const published = ids.filter((id) => listsOf(id).some((list) => (numbers.get(list) ?? 0) > 0));

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
  const shown = published.slice(start, limit === -1 ? undefined : start + limit);
  const found = new Map<string, Query>();
  for (const some of chunk(shown)) {
    const filters = { documentId: { $in: some } };
    const rows = (await tags.findMany({
      filters,
      fields,
      populate,
      ...(code !== undefined && { locale: code }),
    } as never)) as Query[];
    rows.forEach((row) => found.set(String(row.documentId), row));
  }
  return {
    results: shown.map((id) => found.get(id)).filter((row) => row !== undefined),
    start,
    limit,
    total: published.length,
  };
};

import type { Core } from '@strapi/strapi';
import { pagination } from '@strapi/utils';

import { chunk } from '../chunk';
import { TAG_UID } from '../constants';
import { getService } from '../get-service';

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
 * The tags of a query under which something is published: a tag nobody has published under is in no
 * list. Numbers of articles are kept in memory, so that this reads tags alone, however many articles
 * there are.
 *
 * @param query sanitised already
 */
export const findPublishedTags = async (
  strapi: Core.Strapi,
  { pagination: page, start: from, limit: length, fields, populate, ...query }: Query,
  { defaultLimit, maxLimit }: Limits,
): Promise<Page> => {
  const tags = strapi.documents(TAG_UID);
  const matching = (await tags.findMany({ ...query, fields: ['id'] } as never)) as { id: number }[];
  const ids = [...new Set(matching.map(({ id }) => Number(id)))];
  const counts = await getService(strapi, 'counts').due(ids, new Date());
  const published = ids.filter((id) => (counts.get(id) ?? 0) > 0);

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
  const found = new Map<number, Query>();
  for (const some of chunk(shown)) {
    const filters = { id: { $in: some } };
    const rows = (await tags.findMany({ filters, fields, populate } as never)) as Query[];
    rows.forEach((row) => found.set(Number(row.id), row));
  }
  return {
    results: shown.map((id) => found.get(id)).filter((row) => row !== undefined),
    start,
    limit,
    total: published.length,
  };
};

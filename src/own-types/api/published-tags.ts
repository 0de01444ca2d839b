import { keptForStrapi } from '../../lib/kept-for-strapi';
import type { Core } from '@strapi/strapi';
import { pagination } from '@strapi/utils';

import { findInParts } from '../../lib/waiting';
import { TAG_UID } from '../../lib/constants';
import { listIn, topicList } from '../../catalogue/catalogue-table';
import type { Counts } from '../../catalogue/counts';
import { isLocalised } from '../../mapping/schemas';
import { markIn, marksOf, type Plan } from '../../mapping/plan';
import { localeMark } from '../../options/locales';

type TagQuery = Record<string, unknown>;

/** A page of the list of tags. */
interface TagPage {
  results: TagQuery[];
  /** Position of the first result. */
  start: number;
  limit: number;
  total: number;
}

interface Limits {
  defaultLimit: number;
  /** -1 for no limit. */
  maxLimit: number;
}

/** A requested tag, in one of its locales if it has several. */
interface Row {
  id: number;
  documentId: string;
  locale?: string | null;
}

/** Marks of the requested locales, for tags that are the same in all locales. */
const requestedMarks = (plan: Plan, asked: unknown): string[] => {
  const isOne = typeof asked === 'string' && asked !== '*' && asked !== '';
  return isOne ? [localeMark(plan.locales, asked)] : marksOf(plan);
};

/** Parts for the controller of tags, which Strapi creates, and for GraphQL. */
export const publishedTagsParts = keptForStrapi<{ counts: Counts; plan: Plan }>();

/**
 * Finds the tags of a query under which something is published; no list contains the others. Counts of articles are
 * cached, so that this reads only tags, however many articles there are.
 *
 * @param query already sanitised
 */
export const findPublishedTags = async (
  strapi: Core.Strapi,
  { pagination: page, start: from, limit: length, fields, populate, ...query }: TagQuery,
  { defaultLimit, maxLimit }: Limits,
): Promise<TagPage> => {
  const { counts, plan } = publishedTagsParts.of(strapi);
  const tags = strapi.documents(TAG_UID);
  const isInLocales = isLocalised(strapi.contentType(TAG_UID));
  const asked = ['documentId', ...(isInLocales ? ['locale'] : [])];
  // Read rows, not documents: a tag may be hidden in one locale alone.
  const matching = (await tags.findMany({ ...query, fields: asked } as never)) as Row[];
  const marks = requestedMarks(plan, query.locale);
  const listsOf = ({ documentId, locale }: Row) =>
    (isInLocales ? [markIn(plan, TAG_UID, locale ?? '')] : marks).map((mark) =>
      listIn(mark, topicList(TAG_UID, documentId)),
    );
  const numbers = await counts.countDue(matching.flatMap(listsOf), new Date());
  const published = matching.filter((row) =>
    listsOf(row).some((list) => (numbers.get(list) ?? 0) > 0),
  );

  const { start, limit } = pagination.withDefaultPagination(
    (page ?? { start: from, limit: length }) as object,
    {
      defaults: { offset: { limit: defaultLimit }, page: { pageSize: defaultLimit } },
      maxLimit,
    },
  ) as { start: number; limit: number };
  const shown = published
    .slice(start, limit === -1 ? undefined : start + limit)
    .map(({ id }) => id);
  const rows = await findInParts(
    shown,
    (some) =>
      tags.findMany({
        filters: { id: { $in: some } },
        fields,
        populate,
        ...(isInLocales && { locale: '*' }),
      } as never) as Promise<TagQuery[]>,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return {
    results: shown.map((id) => found.get(id)).filter((row) => row !== undefined),
    start,
    limit,
    total: published.length,
  };
};

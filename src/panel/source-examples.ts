import type { Core } from '@strapi/strapi';

import type { MissingPart, SourceExample } from './admin-api';
import { type Renderings, renderingDeadline } from '../cache/renderings';
import type { Article } from '../content/article';
import { findProblems } from '../content/problems';
import type { Feeds } from '../public/feeds';
import type { SettingsStore } from '../settings';
import { adjustment } from '../sources/adjustment';
import { addressKey } from '../sources/entry-path';
import { contentTypeOf, hasDrafts, type Schemas } from '../sources/mapping/schemas';
import type { AddressPattern, Plan, SourcePlan } from '../sources/plan';
import { sourceOf } from '../sources/plan-parts';
import { publicSelection } from '../sources/public-selection';
import { dateOf, pathOf, toArticle } from '../sources/to-article';
import { type EntryRow, rowsAt, textAt } from '../sources/values';

/** Rows that are looked through for an entry that is published, and that the user may read. */
const LOOKED_AT = 50;

/** Where an example without an address is shown to be. */
const NOWHERE: AddressPattern = { directory: '/', parts: ['/'] };

/** What a user may read and change. */
export interface ExampleRights {
  /** Those of some entries whose shown fields the user may read. */
  mayRead: (source: SourcePlan, documentIds: string[]) => Promise<Set<string>>;
  mayEdit: (source: SourcePlan, documentIds: string[]) => Promise<Set<string>>;
  /** Those of some entries of another type that the user may read. */
  mayReadRelated: (uid: string, documentIds: string[]) => Promise<Set<string>>;
}

interface SourceExamplesParts {
  schemas: Schemas;
  settings: SettingsStore;
  feeds: Pick<Feeds, 'toItems'>;
  renderings: Renderings;
}

/** A selection that drafts of related entries are in: a draft is joined with drafts. */
const withDrafts = (populate: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(populate).map(([name, value]) => {
      if (typeof value !== 'object' || value === null) return [name, value];
      const { where: _, ...rest } = value as Record<string, Record<string, unknown>>;
      const inner = ['populate', 'on'].flatMap((key) =>
        rest[key] ? [[key, withDrafts(rest[key])]] : [],
      );
      return [name, { ...rest, ...Object.fromEntries(inner) }];
    }),
  );

/** Shows what becomes of real entries: those of a source, and those of a type that could be one. */
export const createSourceExamples = (
  strapi: Core.Strapi,
  { schemas, settings, feeds, renderings }: SourceExamplesParts,
) => {
  /** The entry written last that the user may read, a published one before a draft. */
  const findNewest = async (
    source: SourcePlan,
    { mayRead }: ExampleRights,
  ): Promise<{ id: number; documentId: string; isPublished: boolean } | undefined> => {
    const rows: { id: number; documentId: string; publishedAt?: unknown }[] = await strapi.db
      .query(source.contentType)
      .findMany({
        select: ['id', 'documentId', ...(source.hasDrafts ? ['publishedAt'] : [])],
        orderBy: { id: 'desc' },
        limit: LOOKED_AT,
      });
    const readable = await mayRead(
      source,
      rows.map(({ documentId }) => documentId),
    );
    const known = rows
      .filter(({ documentId }) => readable.has(documentId))
      .map(({ id, documentId, publishedAt }) => ({
        id,
        documentId,
        isPublished: !source.hasDrafts || Boolean(publishedAt),
      }));
    return known.find(({ isPublished }) => isPublished) ?? known[0];
  };

  const readRow = async (
    source: SourcePlan,
    { id, isPublished }: { id: number; isPublished: boolean },
    { mayReadRelated }: ExampleRights,
  ): Promise<EntryRow | null> => {
    const { select, populate } = publicSelection(source.contentType, source.selection, (uid) =>
      strapi.getModel(uid as never),
    );
    const read = (populated: Record<string, unknown>): Promise<EntryRow | null> =>
      strapi.db
        .query(source.contentType)
        .findOne({ select, populate: populated as never, where: { id } });
    if (isPublished) return read(populate);
    const row = await read(withDrafts(populate));
    for (const { path, contentType } of source.shows) {
      const schema = contentTypeOf(schemas, contentType);
      if (!schema || !hasDrafts(schema)) continue;
      const documentIds = rowsAt(row, path).map(({ documentId }) => String(documentId));
      const readable = await mayReadRelated(contentType, documentIds);
      if (documentIds.some((documentId) => !readable.has(documentId))) return read(populate);
    }
    return row;
  };

  const toExampleArticle = (
    source: SourcePlan,
    plan: Plan,
    row: EntryRow,
    now: Date,
  ): { article?: Article; missing: MissingPart[] } => {
    const path = pathOf(source, row);
    const hasTitle = textAt(row, source.title) !== undefined;
    const missing: MissingPart[] = [
      ...(hasTitle ? [] : (['title'] as const)),
      ...(path === undefined ? (['address'] as const) : []),
    ];
    const placed = path === undefined ? { ...source, address: NOWHERE } : source;
    const article = toArticle(placed, plan, row, now);
    // Where the site's own function fails, readers get the item without it, and so does the example.
    const adjust = adjustment(source, row, () => {});
    return { article: article && { ...article, adjust }, missing };
  };

  const inspect = async (source: SourcePlan, article: Article, summary: string, now: Date) => {
    const { addresses, language } = await settings.get();
    const link = addresses.entry(article.path);
    const body = await renderings.body(article.body ?? '', link, renderingDeadline());
    return body
      ? findProblems({
          article,
          hasAttachment: Boolean(article.attachment),
          summary,
          body,
          link,
          slug: addressKey(source.address, article.path).split('/').at(-1),
          now,
          language,
        })
      : [];
  };

  return {
    /**
     * The newest entry of a content type as the item it becomes; null when the user may read none.
     *
     * @param plan that the content type is a source of
     */
    async find(
      plan: Plan,
      contentType: string,
      now: Date,
      rights: ExampleRights,
    ): Promise<SourceExample | null> {
      const source = sourceOf(plan, contentType);
      const newest = await findNewest(source, rights);
      const row = newest && (await readRow(source, newest, rights));
      if (!newest || !row) return null;
      const { documentId, isPublished } = newest;
      const { timeZone } = await settings.get();
      const { article, missing } = toExampleArticle(source, plan, row, now);
      const [item] = article
        ? await feeds.toItems([article], { content: 'summary', detailed: true })
        : [];
      const editable = await rights.mayEdit(source, [documentId]);
      return {
        documentId,
        isPublished,
        mayEdit: editable.has(documentId),
        timeZone,
        missing,
        item: item
          ? {
              title: item.title,
              link: missing.includes('address') ? null : item.link,
              date: dateOf(source, row)?.toISOString() ?? null,
              summary: item.summary,
              author: item.author ?? null,
              image: item.image?.url ?? null,
              topics: item.categories?.map(({ label }) => label) ?? [],
            }
          : null,
        problems:
          article && item
            ? (await inspect(source, article, item.summary, now)).filter(
                ({ code }) => !missing.includes('address') || !code.startsWith('slug-'),
              )
            : [],
      };
    },
  };
};

export type SourceExamples = ReturnType<typeof createSourceExamples>;

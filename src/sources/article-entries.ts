import type { Core } from '@strapi/strapi';

import { type ListName, topicList, SITE_LIST } from '../catalogue/catalogue-table';
import type { CataloguedEntry, CataloguedType } from '../catalogue/entry';
import { chunk } from '../chunk';
import { ARTICLE_UID, TAG_UID } from '../constants';
import { MAXIMUM_SLUG } from '../content/slug';
import { SLUG_PATTERN } from '../feed/addresses';
import type { Transactions } from '../transactions';
import { articleTagLinks } from './article-tags';

type Column = string | number | Date | null;

/** A row of an article, draft or published. Rows may come from an import, with anything missing. */
interface Row {
  id: number;
  documentId: string;
  locale: string | null;
  published: Column;
  title: string | null;
  slug: string | null;
  date: Column;
  updated: Column;
  keepOut: boolean | number | null;
}

const toDate = (column: Column): Date | null => (column === null ? null : new Date(column));

/** Whether a published row may be listed, once it is due: what has no address here is never linked. */
const isComplete = ({ title, slug, date }: Row): boolean =>
  title !== null &&
  date !== null &&
  slug !== null &&
  slug.length <= MAXIMUM_SLUG &&
  SLUG_PATTERN.test(slug);

/** The plugin's own articles, as the catalogue lists them: by tag, and of the whole site. */
export const createArticleEntries = (
  strapi: Core.Strapi,
  { transactions }: { transactions: Pick<Transactions, 'rows'> },
): CataloguedType => {
  const tableName = (): string => strapi.db.metadata.get(ARTICLE_UID).tableName;

  const findRows = (documentIds: string[]): Promise<Row[]> =>
    transactions.rows(tableName()).whereIn('document_id', documentIds).select({
      id: 'id',
      documentId: 'document_id',
      locale: 'locale',
      published: 'published_at',
      title: 'title',
      slug: 'slug',
      date: 'date',
      updated: 'updated_at',
      keepOut: 'keep_out_of_feeds',
    });

  /**
   * Lists of the tags that some rows carry. Two statements: of one that joins both tables, MariaDB
   * reads all links of a tag as long as its statistics are older than the articles.
   */
  const findLists = async (rows: Row[]): Promise<Map<number, ListName[]>> => {
    const { table, article, tag } = articleTagLinks(strapi);
    const links: { row: number; tag: number }[] = [];
    for (const some of chunk(rows.map(({ id }) => id))) {
      const part = transactions.rows(table).whereIn(article, some);
      links.push(...(await part.select({ row: article, tag })));
    }
    const documents = new Map<number, string>();
    for (const some of chunk([...new Set(links.map((link) => link.tag))])) {
      const tags: { id: number; document_id: string }[] = await transactions
        .rows(strapi.db.metadata.get(TAG_UID).tableName)
        .whereIn('id', some)
        .select('id', 'document_id');
      tags.forEach(({ id, document_id: documentId }) => documents.set(id, documentId));
    }
    const lists = new Map<number, ListName[]>();
    for (const link of links) {
      const topic = documents.get(link.tag);
      if (topic === undefined) continue;
      lists.set(link.row, [...(lists.get(link.row) ?? []), topicList(TAG_UID, topic)]);
    }
    return lists;
  };

  return {
    contentType: ARTICLE_UID,
    tableName,
    tableNames: () => [tableName(), articleTagLinks(strapi).table],

    async read(documentIds: string[]): Promise<CataloguedEntry[]> {
      const rows = await findRows(documentIds);
      const keyOf = ({ documentId, locale }: Row): string => `${documentId} ${locale ?? ''}`;
      const published = new Set(rows.filter((row) => row.published !== null).map(keyOf));
      const shown = rows.filter(
        (row) =>
          !row.keepOut && (row.published === null ? !published.has(keyOf(row)) : isComplete(row)),
      );
      const lists = await findLists(shown);
      return shown.map((row) => ({
        contentType: ARTICLE_UID,
        documentId: row.documentId,
        locale: row.locale ?? '',
        state: row.published === null ? 'waiting' : 'listed',
        title: row.title ?? '',
        date: toDate(row.date),
        updated: toDate(row.updated),
        lists: [...new Set([SITE_LIST, ...(lists.get(row.id) ?? [])])],
      }));
    },
  };
};

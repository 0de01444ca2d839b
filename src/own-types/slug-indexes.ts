import type { Core } from '@strapi/strapi';

import type { Plan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';

/** What is read of a table that is to be, and added to it. */
interface Table {
  tableName: string;
  attributes: Record<string, { type: string; columnName?: string; columnType?: unknown }>;
  indexes?: { name: string; columns: readonly string[]; type?: null }[];
}

/** Types of columns that every database indexes whole. MySQL takes no index of a text without a length. */
const INDEXED_TYPES = new Set(['uid', 'string']);

/**
 * Has the fields that addresses are made of indexed in the tables of the site's own types, as the
 * plugin's types have theirs: Strapi indexes no slug, and each request for an address that is not there
 * would read the whole table. Goes as it came, when a type is no source any more.
 */
export const indexSlugs = (
  strapi: Core.Strapi,
  { sources, topicTypes }: Pick<Plan, 'sources' | 'topicTypes'>,
): void => {
  strapi.hook('strapi::content-types.beforeSync').register(() => {
    const { metadata } = strapi.db;
    for (const { contentType, address } of [...sources, ...topicTypes]) {
      const table = metadata.get(contentType) as unknown as Table;
      const { tableName, attributes, indexes = [] } = table;
      for (const path of address.parts) {
        const field = typeof path === 'string' ? undefined : ownField(path);
        const attribute = field === undefined ? undefined : attributes[field];
        if (field === undefined || !attribute || attribute.columnType) continue;
        if (!INDEXED_TYPES.has(attribute.type)) continue;
        const { columnName = field } = attribute;
        if (indexes.some(({ columns }) => columns[0] === columnName)) continue;
        const name = metadata.identifiers.getIndexName(['syndication', tableName, columnName]);
        indexes.push({ name, columns: [columnName], type: null });
      }
      table.indexes = indexes;
    }
  });
};

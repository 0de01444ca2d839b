import type { Core } from '@strapi/strapi';

import type { Plan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import { TAG_UID, FILE_UID } from '../constants';

/**
 * Lets the media library keep the exact size of its files: an enclosure states it in bytes (RSS 2.0,
 * "enclosure"), and `size` is rounded. The upload service hands `sizeInBytes` over with each file;
 * the column is all that is missing. Private: no file of the site's API says more than before.
 */
export const keepFileSizes = (strapi: Core.Strapi): void => {
  const file = strapi.contentTypes['plugin::upload.file'];
  if (file)
    file.attributes.sizeInBytes ??= {
      type: 'biginteger',
      configurable: false,
      private: true,
    };
};

/**
 * Lets files of the media library be found by the name in their addresses: addresses themselves are
 * texts, which MySQL does not index.
 */
export const indexFileHashes = (strapi: Core.Strapi): void => {
  const file = strapi.contentTypes[FILE_UID] as { indexes?: object[] } | undefined;
  if (!file) return;
  const index = { name: 'syndication_files_hash_index', columns: ['hash'], type: null };
  file.indexes = [...(file.indexes ?? []), index];
};

interface Index {
  name: string;
  columns: readonly string[];
}

interface Schema {
  pluginOptions?: { i18n?: { localized?: boolean } };
  indexes?: Index[];
}

/**
 * Lets tags that an extension of the site has localised have one slug in several locales: there is a
 * row of a tag for each. Under a name of its own, by which Strapi sees that it is another index.
 */
export const keepSlugsByLocale = (strapi: Core.Strapi): void => {
  const tag = strapi.contentTypes[TAG_UID] as unknown as Schema;
  if (tag.pluginOptions?.i18n?.localized !== true) return;
  tag.indexes = tag.indexes?.map((index) =>
    index.name === 'syndication_tags_slug_unique'
      ? { ...index, name: 'syndication_tags_slug_locale_unique', columns: ['slug', 'locale'] }
      : index,
  );
};

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

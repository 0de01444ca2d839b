import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, FILE_UID, TAG_UID } from '../lib/constants';
import type { Plan } from '../mapping/plan';
import { type Attribute, isLocalised } from '../mapping/schemas';
import { articleTagLinks } from './article-tags';

interface TableIndex {
  name: string;
  columns: readonly string[];
  type?: null;
}

/** The part of a content type's schema that is read and changed. */
interface Schema {
  uid: string;
  attributes: Record<string, Attribute>;
  pluginOptions?: Record<string, object>;
  indexes?: TableIndex[];
}

/** The part of a future table that is read and changed. */
interface Table {
  attributes: Record<string, Attribute>;
  indexes?: TableIndex[];
}

const schemasOf = (strapi: Core.Strapi) =>
  strapi.contentTypes as unknown as Record<string, Schema | undefined>;

/**
 * Lets the media library store the exact size of its files: an enclosure states it in bytes (RSS 2.0, "enclosure"), and
 * `size` is rounded. The upload service passes `sizeInBytes` with each file; only the column is missing. It is private,
 * so that the site's API returns nothing new.
 *
 * Also indexes `hash`: the plugin finds files by the name in their addresses, since MySQL cannot index the addresses,
 * which are long texts.
 */
const completeFiles = (strapi: Core.Strapi): void => {
  const file = schemasOf(strapi)[FILE_UID];
  if (!file) return;
  file.attributes.sizeInBytes ??= {
    type: 'biginteger',
    ...{ configurable: false, private: true },
  };
  const index = { name: 'syndication_files_hash_index', columns: ['hash'], type: null };
  file.indexes = [...(file.indexes ?? []), index];
};

/**
 * Lets tags that an extension of the site has localised use the same slug in several locales: a tag has a row in each.
 * The index gets a name of its own, by which Strapi notices that it differs.
 */
const makeSlugsUniqueByLocale = (strapi: Core.Strapi): void => {
  const tag = schemasOf(strapi)[TAG_UID]!;
  if (!isLocalised(tag)) return;
  tag.indexes = tag.indexes?.map((index) =>
    index.name === 'syndication_tags_slug_unique'
      ? { ...index, name: 'syndication_tags_slug_locale_unique', columns: ['slug', 'locale'] }
      : index,
  );
};

/** Indexes of the schema that contain every column the content API filters articles by. */
const COVERING_INDEX = /^syndication_articles_by_/;

/** Adds indexes for the content API's queries of articles that their schema cannot declare. */
const indexArticles = (strapi: Core.Strapi): void => {
  const { dialect, metadata } = strapi.db;
  const articles = metadata.get(ARTICLE_UID) as unknown as Table;
  const { title } = articles.attributes;
  // A site may have made the title a long text, which MySQL does not index.
  const isTitleLong = title?.type === 'text' || title?.type === 'richtext';
  const toCovering = ({ columns, ...index }: TableIndex): TableIndex => ({
    ...index,
    columns: [
      ...columns.filter((column) => column !== 'title' || !isTitleLong),
      // MySQL limits keys to 3,072 bytes: two texts of 255 characters fit, a third does not.
      ...(dialect.client === 'mysql' ? [] : ['locale']),
    ],
  });
  articles.indexes = articles.indexes
    ?.filter(({ columns: [first] }) => first !== 'title' || !isTitleLong)
    .map((index) => (COVERING_INDEX.test(index.name) ? toCovering(index) : index));
  const { table, from, to } = articleTagLinks(strapi);
  const links = metadata.get(table) as unknown as Table;
  links.indexes = [
    // The unique index begins with the article, too: another one would slow down saves and the deletion of a tag.
    ...(links.indexes ?? []).filter(({ columns }) => columns.join() !== from),
    {
      name: 'syndication_articles_of_tags',
      columns: [to, from],
      type: null,
    },
  ];
};

/** Adds what the plugin needs to the site's schemas, before Strapi creates tables from them. */
export const completeSchemas = (strapi: Core.Strapi): void => {
  completeFiles(strapi);
  makeSlugsUniqueByLocale(strapi);
  strapi.hook('strapi::content-types.beforeSync').register(() => indexArticles(strapi));
};

/**
 * Hides the plugin's own Article and Tag in the panel if the site publishes its own types instead. They stay
 * registered, since Strapi drops the tables of types that disappear. A type stays visible if it is published, or if a
 * type in the panel has a relation to it.
 *
 * Call it before the Content Manager starts, which reads these options then.
 *
 * @returns uids of the hidden types
 */
export const hideUnusedTypes = (strapi: Core.Strapi, { plan }: { plan: Plan }): string[] => {
  const types = Object.values(schemasOf(strapi)).filter((type) => type !== undefined);
  const published = [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType);
  const unpublished = types.filter(
    ({ uid }) => (uid === ARTICLE_UID || uid === TAG_UID) && !published.includes(uid),
  );
  const inPanel = types.filter((type) => !unpublished.includes(type));
  const isRelated = (uid: string): boolean =>
    inPanel.some(({ attributes }) =>
      Object.values(attributes).some(({ target }) => target === uid),
    );
  const hidden = unpublished.filter(({ uid }) => !isRelated(uid));
  for (const type of hidden) {
    type.pluginOptions = {
      ...type.pluginOptions,
      'content-manager': { ...type.pluginOptions?.['content-manager'], visible: false },
      'content-type-builder': { ...type.pluginOptions?.['content-type-builder'], visible: false },
    };
  }
  return hidden.map(({ uid }) => uid);
};

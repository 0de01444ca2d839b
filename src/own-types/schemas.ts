import { permalink } from '../addresses/permalink-rows';
import { ARTICLE_UID, PLUGIN_ID, TAG_UID } from '../lib/constants';
import { ITEM_CONTENTS } from '../options/options';
import { MAXIMUM_SLUG } from '../lib/url-paths';
import { articleForm, tagForm } from './content-manager';

export const article = {
  kind: 'collectionType',
  collectionName: 'syndication_articles',
  info: {
    singularName: 'article',
    pluralName: 'articles',
    displayName: 'Article',
    description: 'An article that is published on its own page and in the feeds of its tags',
  },
  options: { draftAndPublish: true },
  // The Content Manager reads this when it first sees the type; changes by editors stay.
  config: articleForm,
  attributes: {
    // For Strapi an empty text is a value, which `required` alone accepts.
    title: { type: 'string', required: true, minLength: 1, maxLength: 255 },
    // Not `required`: the Content Manager would fill a required slug from the empty form. See `automatic-slugs.ts`.
    slug: {
      type: 'uid',
      targetField: 'title',
      maxLength: MAXIMUM_SLUG,
      pluginOptions: { [PLUGIN_ID]: { address: ARTICLE_UID } },
    },
    date: { type: 'datetime', pluginOptions: { [PLUGIN_ID]: { siteTime: true } } },
    tags: {
      type: 'relation',
      relation: 'manyToMany',
      target: TAG_UID,
      inversedBy: 'articles',
    },
    summary: { type: 'text', maxLength: 1000 },
    body: { type: 'richtext' },
    cover: { type: 'media', multiple: false, required: false, allowedTypes: ['images'] },
    attachment: {
      type: 'media',
      multiple: false,
      required: false,
      allowedTypes: ['audios', 'videos'],
    },
    author: { type: 'string', maxLength: 255 },
    keepOutOfFeeds: { type: 'boolean', default: false, required: true },
  },
  indexes: [
    // With all columns that decide what is public, so that the content API counts articles, and skips those before a
    // page, without reading their bodies. `id` comes second, as in the sort order.
    {
      name: 'syndication_articles_by_date',
      columns: ['date', 'id', 'published_at', 'keep_out_of_feeds', 'slug', 'title'],
    },
    {
      name: 'syndication_articles_by_title',
      columns: ['title', 'id', 'published_at', 'keep_out_of_feeds', 'date', 'slug'],
    },
    { name: 'syndication_articles_slug_index', columns: ['slug'] },
  ],
} as const;

export const tag = {
  kind: 'collectionType',
  collectionName: 'syndication_tags',
  info: {
    singularName: 'tag',
    pluralName: 'tags',
    displayName: 'Tag',
    description: 'A subject with a listing page and a feed of its own',
  },
  // No drafts: a tag linked while an article is a draft would be missing on the published article
  // (strapi/strapi issues 23913 and 24438).
  options: { draftAndPublish: false },
  config: tagForm,
  attributes: {
    // For Strapi an empty text is a value, which `required` alone accepts.
    name: {
      type: 'string',
      required: true,
      minLength: 1,
      maxLength: 255,
      // The panel reports other tags with the same name.
      pluginOptions: { [PLUGIN_ID]: { namesTag: true } },
    },
    // Not `required`: the Content Manager would fill a required slug from the empty form. See `automatic-slugs.ts`.
    slug: {
      type: 'uid',
      targetField: 'name',
      maxLength: MAXIMUM_SLUG,
      pluginOptions: { [PLUGIN_ID]: { address: TAG_UID } },
    },
    title: { type: 'string', maxLength: 255 },
    description: { type: 'text', maxLength: 1000 },
    image: { type: 'media', multiple: false, required: false, allowedTypes: ['images'] },
    itemsPerFeed: { type: 'integer', min: 0, max: 10_000 },
    content: {
      type: 'enumeration',
      enum: [...ITEM_CONTENTS],
      // The panel shows the choices in the user's language.
      pluginOptions: { [PLUGIN_ID]: { choices: true } },
    },
    // The public API omits the field, and returns no hidden tags.
    hidden: { type: 'boolean', default: false, required: true, private: true },
    articles: {
      type: 'relation',
      relation: 'manyToMany',
      target: ARTICLE_UID,
      mappedBy: 'tags',
      // Through this relation the public API would reach drafts and articles dated in the future.
      private: true,
    },
  },
  // Strapi checks for duplicates before it writes; only the index prevents them when two editors save at once.
  indexes: [{ name: 'syndication_tags_slug_unique', columns: ['slug'], type: 'unique' }],
} as const;

/** The plugin's content types, as Strapi takes them. */
export default {
  article: { schema: article },
  permalink: { schema: permalink },
  tag: { schema: tag },
};

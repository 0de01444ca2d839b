import { ARTICLE_UID, PLUGIN_ID, TAG_UID } from '../constants';
import { MAXIMUM_SLUG } from '../content/slug';
import { articleForm } from './content-manager';

export default {
  kind: 'collectionType',
  collectionName: 'syndication_articles',
  info: {
    singularName: 'article',
    pluralName: 'articles',
    displayName: 'Article',
    description: 'An article that is published on its own page and in the feeds of its tags',
  },
  options: { draftAndPublish: true },
  // Read by the Content Manager when it first sees the type; an editor's changes to it stay.
  config: articleForm,
  attributes: {
    // To Strapi an empty text is a value: `required` alone lets it through.
    title: { type: 'string', required: true, minLength: 1, maxLength: 255 },
    // Not `required`: the Content Manager fills that from the empty form. See `own-types/slugs.ts`.
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
    // With all that tells what is public, so that the content API counts articles, and passes over those
    // before a page, without reading their bodies. The id stands second, as it does in the order.
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

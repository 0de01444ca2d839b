import { ARTICLE_UID, PLUGIN_ID, TAG_UID } from '../constants';
import { ITEM_CONTENTS } from '../content/item-content';
import { MAXIMUM_SLUG } from '../content/slug';
import { tagForm } from './content-manager';

export default {
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
    // To Strapi an empty text is a value: `required` alone lets it through.
    name: {
      type: 'string',
      required: true,
      minLength: 1,
      maxLength: 255,
      // The panel tells of other tags of the name.
      pluginOptions: { [PLUGIN_ID]: { namesTag: true } },
    },
    // Not `required`: the Content Manager fills that from the empty form. See `own-types/slugs.ts`.
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
      // The panel says them in the user's words.
      pluginOptions: { [PLUGIN_ID]: { choices: true } },
    },
    // The public API leaves it out, and whoever asks about hidden tags hears of none.
    hidden: { type: 'boolean', default: false, required: true, private: true },
    articles: {
      type: 'relation',
      relation: 'manyToMany',
      target: ARTICLE_UID,
      mappedBy: 'tags',
      // By this way the public API would reach drafts and articles dated in the future.
      private: true,
    },
  },
  // Strapi looks for a double before it writes; only the index holds when two editors save at once.
  indexes: [{ name: 'syndication_tags_slug_unique', columns: ['slug'], type: 'unique' }],
} as const;

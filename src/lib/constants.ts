/** Name under which Strapi knows the plugin; also the key in `config/plugins.ts`. */
export const PLUGIN_ID = 'syndication';

/** Content types of the plugin, as Strapi's unique identifiers. */
export const ARTICLE_UID = 'plugin::syndication.article';
export const TAG_UID = 'plugin::syndication.tag';
export const PERMALINK_UID = 'plugin::syndication.permalink';

/** Content types whose entries have an address made from a slug, each with the field that slugs are made from. */
export const SLUGGED_TYPES: Record<string, 'title' | 'name'> = {
  [ARTICLE_UID]: 'title',
  [TAG_UID]: 'name',
};

/**
 * Content type of the permalinks that are ids of feeds: the entry is a source's content type, or this for the whole
 * site.
 */
export const SITE_UID = 'plugin::syndication.site';

/** Files of the media library. */
export const FILE_UID = 'plugin::upload.file';

/** Where Strapi and its plugins keep settings. */
export const CORE_STORE_UID = 'strapi::core-store';

/** Key in that store of the options that editors changed. */
export const SETTINGS_KEY = `plugin_${PLUGIN_ID}_settings`;

/** Name of the publishing tool in feeds and pages. */
export const GENERATOR = 'strapi-plugin-syndication';

/** Permission actions of the admin panel, as Strapi identifies them. */
export const PERMISSIONS = {
  readFeeds: 'plugin::syndication.feeds.read',
  readProblems: 'plugin::syndication.problems.read',
  updateSettings: 'plugin::syndication.settings.update',
  mergeTags: 'plugin::syndication.tags.merge',
  sharePreviews: 'plugin::syndication.previews.share',
  resetIds: 'plugin::syndication.ids.reset',
} as const;

/**
 * Query parameter of the Content Manager's publish requests: which value of the option `republishing` the user chose.
 */
export const REPUBLISHING_PARAMETER = 'syndicationRepublishing';

/** Options an editor may change at run time, in the order the panel shows them. */
export const EDITABLE_SETTINGS = [
  'siteName',
  'description',
  'baseUrl',
  'language',
  'timeZone',
  'itemsPerFeed',
  'content',
  'entriesPerPage',
  'republishing',
] as const;
export type SettingName = (typeof EDITABLE_SETTINGS)[number];

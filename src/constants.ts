/** Name under which Strapi knows the plugin; also the key in `config/plugins.ts`. */
export const PLUGIN_ID = 'syndication';

/** Content types of the plugin, as Strapi's unique identifiers. */
export const ARTICLE_UID = 'plugin::syndication.article';
export const TAG_UID = 'plugin::syndication.tag';
export const PERMALINK_UID = 'plugin::syndication.permalink';

/** Files of the media library. */
export const FILE_UID = 'plugin::upload.file';

/** Where Strapi and its plugins keep settings. */
export const CORE_STORE_UID = 'strapi::core-store';

/** Name of the publishing tool, as feeds and pages give it. */
export const GENERATOR = 'strapi-plugin-syndication';

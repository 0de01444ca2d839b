import { PLUGIN_ID } from '../constants';

/** Path of a page of the documentation in a project that has the plugin: the package contains `docs/`. */
export const documentation = (page: string): string =>
  `node_modules/strapi-plugin-${PLUGIN_ID}/docs/${page}.md`;

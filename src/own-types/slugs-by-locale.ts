import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';

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

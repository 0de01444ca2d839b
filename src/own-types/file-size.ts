import type { Core } from '@strapi/strapi';

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

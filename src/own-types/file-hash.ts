import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../constants';

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

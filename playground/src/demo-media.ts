import { stat } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

const MEDIA_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
};

/** A file of the media library. */
export interface MediaFile {
  id: number;
  url: string;
}

/**
 * Puts files of a folder into the media library, each once, as an editor does.
 *
 * @param folder where the files are
 */
export const createMedia = (strapi: Core.Strapi, folder: string) => {
  const uploaded = new Map<string, Promise<MediaFile>>();
  const upload = async (name: string, alternativeText?: string): Promise<MediaFile> => {
    const filepath = path.join(folder, name);
    const [file] = (await strapi
      .plugin('upload')
      .service('upload')
      .upload({
        data: { fileInfo: { name, alternativeText } },
        files: {
          filepath,
          originalFilename: name,
          mimetype: MEDIA_TYPES[path.extname(name)],
          size: (await stat(filepath)).size,
        },
      })) as MediaFile[];
    return file!;
  };
  return (name: string, alternativeText?: string): Promise<MediaFile> => {
    const found = uploaded.get(name) ?? upload(name, alternativeText);
    uploaded.set(name, found);
    return found;
  };
};

export type Media = ReturnType<typeof createMedia>;

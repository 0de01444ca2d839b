import type { Enclosure, Image } from '../feed/model';
import type { Attachment, Cover } from './article';

/** @param baseUrl address of the site, for a file that the media library keeps on this host */
export const toImage = (cover: Cover, baseUrl: string): Image => ({
  url: new URL(cover.url, baseUrl).href,
  alt: cover.alternativeText?.trim() ?? '',
  type: cover.mime ?? undefined,
  width: cover.width ?? undefined,
  height: cover.height ?? undefined,
});

/** @param baseUrl address of the site, for a file that the media library keeps on this host */
export const toEnclosure = (attachment: Attachment, baseUrl: string): Enclosure => ({
  url: new URL(attachment.url, baseUrl).href,
  // A file from before the plugin has its rounded size only. BIGINT and DECIMAL come as strings.
  length: Number(attachment.sizeInBytes ?? Math.round(Number(attachment.size) * 1000)),
  type: attachment.mime,
});

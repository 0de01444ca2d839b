import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn, noteChange } from '../lib/cache-tags';
import { FILE_UID } from '../lib/constants';
import { isWebAddress, toAbsolute } from '../lib/web-address';
import type { KnownPicture, KnownPictures } from '../content/page/media';

/** Most pictures of one article that are looked up. */
const MAXIMUM_PICTURES = 200;

/** Widest original that is offered beside smaller sizes, in pixels: a camera's original is ten times as heavy. */
const MAXIMUM_WIDTH = 2_000;

/** Narrowest size that is offered, in pixels: thumbnails would be blurred on any page. */
const MINIMUM_WIDTH = 300;

interface Format {
  url?: unknown;
  width?: unknown;
}

interface Row {
  id: number;
  url: string;
  width?: number | null;
  height?: number | null;
  formats?: Record<string, Format | null> | null;
  updatedAt: string | Date;
}

/** Hash by which the media library would know the file at this address. */
const libraryHashOf = (address: string): string =>
  new URL(address).pathname
    .split('/')
    .at(-1)!
    .replace(/\.[^.]*$/, '');

const toKnownPictures = ({ url, width, height, formats }: Row, baseUrl: string): KnownPicture[] => {
  if (!width || !height) return [];
  const smaller = Object.values(formats ?? {}).flatMap((format) =>
    typeof format?.url === 'string' && typeof format.width === 'number' ? [format] : [],
  ) as { url: string; width: number }[];
  const offered = [...smaller, ...(width <= MAXIMUM_WIDTH ? [{ url, width }] : [])]
    .map((size) => ({ src: toAbsolute(size.url, baseUrl), width: size.width }))
    // In a `srcset`, a comma at the end of an address separates it from the next.
    .filter(({ src, width: of }) => of >= MINIMUM_WIDTH && isWebAddress(src) && !src.includes(','))
    .sort((a, b) => a.width - b.width);
  return [{ width, height, sizes: offered }];
};

/**
 * Reads what the media library knows of the pictures at these addresses, in one query for all.
 *
 * @param baseUrl address of the site, for files that the media library stores on this host
 */
export const findPictures = async (
  strapi: Core.Strapi,
  addresses: string[],
  baseUrl: string,
): Promise<KnownPictures> => {
  const asked = [...new Set(addresses.filter(isWebAddress))].slice(0, MAXIMUM_PICTURES);
  const hashes = [...new Set(asked.map(libraryHashOf))];
  if (hashes.length === 0) return {};
  const rows: Row[] = await strapi.db.query(FILE_UID).findMany({
    select: ['id', 'url', 'width', 'height', 'formats', 'updatedAt'],
    where: { hash: { $in: hashes } },
    limit: 2 * MAXIMUM_PICTURES,
  });
  const found = rows.flatMap((row): [string, KnownPicture][] => {
    const address = toAbsolute(row.url, baseUrl);
    if (!asked.includes(address)) return [];
    dependOn(CACHE_TAGS.file(row.id));
    noteChange(new Date(row.updatedAt));
    return toKnownPictures(row, baseUrl).map((picture) => [address, picture]);
  });
  return Object.fromEntries(found);
};

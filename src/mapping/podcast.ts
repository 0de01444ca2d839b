import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { isPodcastPicture } from '../content/item';
import { FILE_UID } from '../lib/constants';
import type { PodcastMapping } from '../options/mapping-fields';
import type { SettingsStore } from '../options/settings';
import { findFields, type FoundField, foundPaths, type Reject } from './fields';
import { PODCAST_KEYS } from './keys';
import type { MappedPart, Plan, PodcastPlan } from './plan';
import type { Schemas } from './schemas';

/** Compiles what a podcast says of itself, and the fields with details of its episodes. */
export const compilePodcast = (
  schemas: Schemas,
  {
    contentType,
    podcast,
    reject,
  }: { contentType: string; podcast: PodcastMapping; reject: Reject },
): { plan: PodcastPlan; part: MappedPart; found: FoundField[]; files: FoundField[] } => {
  const { found, parts } = findFields(schemas, {
    contentType,
    mapping: podcast,
    keys: PODCAST_KEYS,
    reject: (key, value, reason) => reject(`podcast.${key}`, value, reason),
  });
  const { author, image, category = [], explicit = false, type, owner, guid, locked } = podcast;
  return {
    plan: {
      ...foundPaths(found),
      show: {
        categories: [category].flat().map((written) => {
          const [name = '', below] = written.split('>').map((part) => part.trim());
          return [name, below];
        }),
        isExplicit: explicit,
        ...(type === 'serial' && { isSerial: true }),
        ...(author !== undefined && { author }),
        ...(image !== undefined && { imageUrl: image }),
        ...(owner && { owner }),
        ...(guid !== undefined && { guid: guid.toLowerCase() }),
        ...(locked !== undefined && { isLocked: locked }),
      },
    },
    part: {
      key: 'podcast',
      from: parts.flatMap(({ from }) => from),
      isGuessed: parts.some(({ isGuessed }) => isGuessed),
    },
    found: Object.values(found).flat(),
    files: [...found.transcript, ...found.chapters],
  };
};

/** Namespace UUID of podcast guids (podcastindex.org, "guid"). */
const GUID_NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/** Derives the podcast's guid from the feed's address: a UUID of version 5, without protocol and final slashes. */
export const podcastGuid = (feedUrl: string): string => {
  const name = feedUrl.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/\/+$/, '');
  const bytes = createHash('sha1').update(GUID_NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** What is wrong with the picture of a podcast, if the media library knows its size. */
const findWrongPicture = async (
  strapi: Core.Strapi,
  imageUrl: string,
): Promise<string | undefined> => {
  if (!URL.canParse(imageUrl)) return undefined;
  const { href, pathname } = new URL(imageUrl);
  const file = await strapi.db.query(FILE_UID).findOne({
    select: ['width', 'height'],
    where: { url: { $in: [href, pathname] } },
  });
  if (!file || isPodcastPicture(file)) return undefined;
  return `its picture has ${file.width} by ${file.height} pixels, and directories take squares of 1,400 to 3,000`;
};

/** Warns at start of what podcasts lack for Apple and Spotify. */
export const reportPodcasts = async (
  strapi: Core.Strapi,
  { plan, settings }: { plan: Plan; settings: Pick<SettingsStore, 'get'> },
): Promise<void> => {
  for (const { contentType, podcast } of plan.sources) {
    if (!podcast) continue;
    const { show, duration } = podcast;
    const imageUrl = show.imageUrl ?? (await settings.get()).imageUrl;
    const wrong = [
      show.categories.length === 0 && 'it has no "category"',
      imageUrl === '' && 'it has no "image"',
      await findWrongPicture(strapi, imageUrl),
      !show.owner && 'it has no "owner", whose address Spotify writes to when you claim the show',
      !duration && 'no field says the "duration" of episodes',
    ].filter(Boolean);
    if (wrong.length > 0) {
      strapi.log.warn(
        `Syndication: the podcast of ${contentType} is not what Apple and Spotify ask for: ${wrong.join('; ')}. See the key "podcast" of the option "sources".`,
      );
    }
  }
};

import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../lib/constants';
import { isPodcastPicture } from '../content/item';
import type { Plan } from './plan';
import type { SettingsStore } from '../options/settings';

/** What is wrong with the picture of a podcast, as far as the media library knows it. */
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

/** Says at start what Apple and Spotify would miss of podcasts. */
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

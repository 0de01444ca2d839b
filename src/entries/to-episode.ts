import type { Attachment, Episode } from '../content/article';
import { EPISODE_TYPES } from '../feed/podcast';
import type { FieldPath, PodcastPlan } from '../mapping/plan';
import { type ReadEntry, rowsAt, textAt } from '../mapping/values';

/** Characters of a length that is looked at, and seconds that an episode may have: a week. */
const LONGEST_TEXT = 20;
const LONGEST = 7 * 24 * 3_600;

/** Files with what is said that are named: one for each form. */
const MOST_TRANSCRIPTS = 10;

/** Seconds of a number of them, or of a text such as "1:02:03" or "62:03"; undefined for anything else. */
export const toSeconds = (text: string): number | undefined => {
  const parts =
    text.length > LONGEST_TEXT ? null : /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)$/.exec(text.trim());
  if (!parts) return undefined;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const all = Math.round(hours! * 3_600 + minutes! * 60 + seconds!);
  return all > 0 && all <= LONGEST ? all : undefined;
};

/** A number of an episode or a season, which begins at 1. */
const toCount = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;

/** What an entry says of itself as an episode of a podcast. */
export const toEpisode = (
  { duration, episode, season, episodeType, transcript, chapters }: PodcastPlan,
  row: ReadEntry,
): Episode => {
  const text = (path: FieldPath | undefined): string | undefined =>
    path && textAt(row, path)?.trim();
  const type = text(episodeType)?.toLowerCase();
  const files = (path: FieldPath | undefined): Attachment[] =>
    path ? (rowsAt(row, path) as unknown as Attachment[]).slice(0, MOST_TRANSCRIPTS) : [];
  return {
    duration: toSeconds(text(duration) ?? ''),
    number: toCount(text(episode)),
    season: toCount(text(season)),
    type: EPISODE_TYPES.find((one) => one === type),
    transcripts: files(transcript),
    chapters: files(chapters)[0],
  };
};

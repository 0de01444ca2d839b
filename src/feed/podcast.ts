import { element, type Optional, type XmlElement } from './xml';

/** What a podcast's feed tells about the show, for Apple, Spotify and the Podcasting 2.0 namespace. */
export interface PodcastShow {
  /** Name of who makes it, plain text. */
  author: string;
  /** Absolute address of its square picture. */
  imageUrl?: string;
  /** Categories of Apple's list, each alone or with one of its subcategories. */
  categories: readonly (readonly [category: string, below?: string])[];
  isExplicit: boolean;
  /** Whether people should hear the episodes from the first one on. */
  isSerial?: boolean;
  /** Who is responsible. Directories write there to ask whether they may list the show. */
  owner?: { name?: string; email: string };
  /** Permanent id. It stays the same wherever the feed moves. */
  guid: string;
  /** Whether other hosts are forbidden to import it. */
  isLocked?: boolean;
}

export const EPISODE_TYPES = ['full', 'trailer', 'bonus'] as const;
type EpisodeType = (typeof EPISODE_TYPES)[number];

/** A file beside an episode. */
export interface EpisodeFile {
  /** Absolute address. */
  url: string;
  /** Media type. */
  type: string;
}

/** What the item of an episode has in addition to other items. */
export interface PodcastEpisode {
  /** Seconds. */
  duration?: number;
  number?: number;
  season?: number;
  type?: EpisodeType;
  /** Absolute address of the episode's own square picture. */
  imageUrl?: string;
  transcripts: readonly EpisodeFile[];
  chapters?: EpisodeFile;
}

const text = (name: string, value: string | number | undefined): Optional =>
  value !== undefined && element(name, String(value));

const picture = (url: string | undefined): Optional =>
  url !== undefined && element('itunes:image', [], { href: url });

const category = ([name, below]: PodcastShow['categories'][number]): XmlElement =>
  element(
    'itunes:category',
    below === undefined ? [] : [element('itunes:category', [], { text: below })],
    { text: name },
  );

export const showElements = (show: PodcastShow): Optional[] => [
  element('itunes:author', show.author),
  picture(show.imageUrl),
  ...show.categories.map(category),
  element('itunes:explicit', String(show.isExplicit)),
  element('itunes:type', show.isSerial ? 'serial' : 'episodic'),
  show.owner &&
    element('itunes:owner', [
      text('itunes:name', show.owner.name),
      element('itunes:email', show.owner.email),
    ]),
  element('podcast:guid', show.guid),
  show.isLocked !== undefined &&
    element(
      'podcast:locked',
      show.isLocked ? 'yes' : 'no',
      show.owner ? { owner: show.owner.email } : {},
    ),
];

export const episodeElements = (
  { duration, number, season, type, imageUrl, transcripts, chapters }: PodcastEpisode,
  language: string,
): Optional[] => [
  text('itunes:duration', duration),
  text('itunes:episode', number),
  text('itunes:season', season),
  text('itunes:episodeType', type),
  picture(imageUrl),
  text('podcast:season', season),
  text('podcast:episode', number),
  ...transcripts.map((file) =>
    element('podcast:transcript', [], { url: file.url, type: file.type, language }),
  ),
  chapters && element('podcast:chapters', [], { url: chapters.url, type: chapters.type }),
];

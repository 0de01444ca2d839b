import type { FieldThrough, OneOrMore, OwnField, Text } from './mapping-fields';

/** What directories of podcasts are told. Fields that are left out are guessed; `false` switches one off. */
export interface PodcastMapping<U extends string = string> {
  /**
   * Who makes the podcast.
   *
   * @default the name of the site
   */
  author?: string;

  /**
   * Absolute address of its picture: a square JPEG or PNG of 1,400 to 3,000 pixels.
   *
   * @default the option `imageUrl`
   * @example 'https://www.example.com/uploads/show.jpg'
   */
  image?: string;

  /**
   * Categories of Apple Podcasts, the most important first.
   *
   * @example ['Society & Culture > Documentary', 'History']
   */
  category?: OneOrMore<string>;

  /**
   * Whether any episode has words that are not for children.
   *
   * @default false
   */
  explicit?: boolean;

  /**
   * Whether people hear the newest episode first, or the first one.
   *
   * @default 'episodic'
   */
  type?: 'episodic' | 'serial';

  /** Who answers for it. The address is public: Spotify and others write to it when somebody claims the show. */
  owner?: { name?: string; email: string };

  /**
   * Its id in all directories, where it has one already.
   *
   * @default a UUID that follows from the first address of the feed
   */
  guid?: string;

  /** Whether other hosts may not import it. */
  locked?: boolean;

  /**
   * Field with the length of an episode: seconds, or a text such as `1:02:03`.
   *
   * @default the field called duration, length or runtime
   */
  duration?:
    FieldThrough<U, Text | 'integer' | 'biginteger' | 'decimal' | 'float' | 'time'> | false;

  /**
   * Field with the number of an episode.
   *
   * @default the field called episode, episodeNumber or number
   */
  episode?: OwnField<U, 'integer' | 'biginteger' | 'string'> | false;

  /**
   * Field with the number of its season.
   *
   * @default the field called season or seasonNumber
   */
  season?: OwnField<U, 'integer' | 'biginteger' | 'string'> | false;

  /**
   * Field that says `full`, `trailer` or `bonus`.
   *
   * @default the field called episodeType
   */
  episodeType?: OwnField<U, 'enumeration' | 'string'> | false;

  /**
   * Files with what is said: VTT, SRT, HTML, plain text or JSON.
   *
   * @default the field called transcript
   */
  transcript?: FieldThrough<U, 'media'> | false;

  /**
   * File with chapters, in the JSON of Podcasting 2.0.
   *
   * @default the field called chapters
   */
  chapters?: FieldThrough<U, 'media'> | false;
}

/** As it is compiled: names of fields are texts there. */
export type AnyPodcast = PodcastMapping;

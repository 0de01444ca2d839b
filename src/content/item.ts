import { tagTitle } from './selection';
import { isLaterDay, latest } from '../lib/dates';
import type { Author, Category, Item, Enclosure, Image } from '../feed/model';
import type { EpisodeFile, PodcastEpisode } from '../feed/podcast';
import type { Article, Attachment, Cover, Episode } from './article';

/** @param baseUrl address of the site, for files that the media library keeps on this host */
export const toImage = (cover: Cover, baseUrl: string): Image => ({
  url: new URL(cover.url, baseUrl).href,
  alt: cover.alternativeText?.trim() ?? '',
  type: cover.mime ?? undefined,
  width: cover.width ?? undefined,
  height: cover.height ?? undefined,
});

/** Pixels of the sides of a square picture that podcast directories accept. */
const SQUARE = { least: 1_400, most: 3_000 };

/** Whether podcast directories accept a picture of this size. */
export const isPodcastPicture = ({ width, height }: Pick<Cover, 'width' | 'height'>): boolean =>
  typeof width === 'number' && width === height && width >= SQUARE.least && width <= SQUARE.most;

/** Media types by file ending, where the ending says more than the media library. */
const BY_ENDING: Record<string, string> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  html: 'text/html',
  txt: 'text/plain',
  json: 'application/json',
};

const toEpisodeFile = ({ url, mime }: Attachment, baseUrl: string): EpisodeFile => ({
  url: new URL(url, baseUrl).href,
  type: BY_ENDING[/\.(\w+)$/.exec(url)?.[1]?.toLowerCase() ?? ''] ?? mime,
});

const toPodcastEpisode = (
  { transcripts, chapters, ...episode }: Episode,
  cover: Cover | null | undefined,
  baseUrl: string,
): PodcastEpisode => ({
  ...episode,
  imageUrl: cover && isPodcastPicture(cover) ? toImage(cover, baseUrl).url : undefined,
  transcripts: transcripts.map((file) => toEpisodeFile(file, baseUrl)),
  chapters: chapters && {
    ...toEpisodeFile(chapters, baseUrl),
    type: 'application/json+chapters',
  },
});

/** @param baseUrl address of the site, for files that the media library keeps on this host */
export const toEnclosure = (attachment: Attachment, baseUrl: string): Enclosure => ({
  url: new URL(attachment.url, baseUrl).href,
  // A file that is older than the plugin has only its rounded size. BIGINT and DECIMAL columns are read as strings.
  length: Number(attachment.sizeInBytes ?? Math.round(Number(attachment.size) * 1000)),
  type: attachment.mime,
});

export interface ItemOptions {
  /** Absolute address of the article as it is now. */
  link: string;
  /** Permalink at first publication. */
  guid: string;
  /** Plain text. */
  summary: string;
  /** HTML of the article, safe to publish; undefined where the item has only the summary. */
  contentHtml?: string;
  /** BCP 47 language tag. */
  language: string;
  /** Whether the item names its author and tags and shows its cover. */
  detailed: boolean;
  /** Base of the addresses of media files. */
  baseUrl: string;
  /** Makes an absolute address of a path below the base address. */
  toAddress: (path: string) => string;
}

/** The last change of what readers see. An article that was written before its date is news on that date. */
export const lastChange = ({ date, updatedAt }: Pick<Article, 'date' | 'updatedAt'>): Date =>
  latest([date, updatedAt])!;

/**
 * Moment at which subscribers were last told of a change. Undefined where there was none, or only on the day of the
 * article's date or publication: the same day tells readers nothing.
 */
export const lastToldUpdate = (
  { date, updatedAt, publicSince }: Pick<Article, 'date' | 'updatedAt' | 'publicSince'>,
  timeZone: string,
): Date | undefined =>
  publicSince && [date, publicSince].every((moment) => isLaterDay(updatedAt, moment, timeZone))
    ? updatedAt
    : undefined;

const details = (
  { author, authors, topics, cover }: Article,
  { language, baseUrl, toAddress }: ItemOptions,
): Pick<Item, 'author' | 'authors' | 'categories' | 'image'> => ({
  author: author?.trim() || undefined,
  authors: authors?.map(({ name, topic }): Author =>
    topic ? { name, url: toAddress(topic.path) } : { name },
  ),
  categories: topics.map((topic): Category => ({
    label: tagTitle(topic, language),
    term: topic.slug,
    scheme: toAddress(topic.directory),
  })),
  image: cover ? toImage(cover, baseUrl) : undefined,
});

/** The feed item of a published article. */
export const toItem = (article: Article, options: ItemOptions): Item => {
  const { attachment, episode } = article;
  const item: Item = {
    title: article.title,
    link: options.link,
    guid: options.guid,
    date: article.date,
    updated: lastChange(article),
    summary: options.summary,
    contentHtml: options.contentHtml,
    ...(attachment && {
      enclosure: toEnclosure(attachment, options.baseUrl),
      episode: episode && toPodcastEpisode(episode, article.cover, options.baseUrl),
    }),
    ...(options.detailed && details(article, options)),
  };
  return article.adjust ? article.adjust(item) : item;
};

import type { Texts } from '../texts/texts';
import { latest } from './dates';
import type { Channel, FeedTranslation, History, Item } from './model';

/** What a channel takes from the site it belongs to. */
export interface Site {
  name: string;
  /** Plain text; empty for a standard sentence. */
  description?: string;
  /** BCP 47 language tag. */
  language: string;
  /** IANA time zone. */
  timeZone: string;
  /** The words of feeds and pages in the language. */
  texts: Texts;
}

/** What a channel takes from its tag. */
export interface TagNames {
  name: string;
  title?: string | null;
}

/**
 * Title of a tag: the editor's own; without one, the name with the first letter of each word
 * capitalised. A name that carries capitals already ("macOS", "gRPC") is left alone.
 */
export const tagTitle = ({ name, title }: TagNames, language: string): string => {
  if (title?.trim()) return title;
  if (/\p{Lu}/u.test(name)) return name;
  return name.replace(
    /(^|\s)([^\s\p{L}]*)(\p{L})/gu,
    (_, space: string, before: string, letter: string) =>
      space + before + letter.toLocaleUpperCase(language),
  );
};

/** Title of a tag's feed, or an author's; in English as section 2.1 of the contract words it. */
export const tagFeedTitle = (
  { texts, name }: Site,
  title: string,
  { isOfAuthors = false } = {},
): string =>
  isOfAuthors
    ? texts.say('authorFeedTitle', { author: title, site: name })
    : texts.say('tagFeedTitle', { tag: title, site: name });

/** What a tag's feed, an author's or the whole site's has; in English as section 2.1 of the contract words it. */
export const channelDescription = (
  { texts, name, description }: Site,
  title?: string,
  { isOfAuthors = false } = {},
): string => {
  if (title === undefined)
    return description?.trim() || texts.say('siteFeedDescription', { site: name });
  return isOfAuthors
    ? texts.say('authorFeedDescription', { author: title, site: name })
    : texts.say('tagFeedDescription', { tag: title, site: name });
};

interface ChannelParts {
  site: Site;
  /** Title of the tag; none for the feed of the whole site. */
  tag?: string;
  /** Whether it is an author's name. */
  isOfAuthors?: boolean;
  /** Address of the page at first publication. */
  id: string;
  link: string;
  feedUrl: string;
  items: Item[];
  /** `updated` of a channel without items. */
  changed: Date;
  generator: string;
}

/** What a channel may say beside what every channel says; left out where empty. */
interface ChannelExtras {
  /** The editor's own description of the tag. */
  subtitle?: string | null;
  imageUrl?: string;
  copyright?: string;
  /** Minutes; 0 for none. */
  ttl?: number;
  stylesheetUrl?: string;
  hubs?: string[];
  history?: History;
  translations?: FeedTranslation[];
  podcast?: Channel['podcast'];
  /** Title and description of a podcast, which is no feed of something else. */
  ownTitle?: string;
  ownDescription?: string;
}

/** The channel of a tag's feed, or of the whole site's. */
export const createChannel = (parts: ChannelParts & ChannelExtras): Channel => {
  const { site, tag, isOfAuthors, id, link, feedUrl, items, changed, generator } = parts;
  return {
    id,
    title:
      parts.ownTitle ?? (tag === undefined ? site.name : tagFeedTitle(site, tag, { isOfAuthors })),
    link,
    description: parts.ownDescription ?? channelDescription(site, tag, { isOfAuthors }),
    subtitle: parts.subtitle?.trim() || undefined,
    siteName: site.name,
    feedUrl,
    language: site.language,
    timeZone: site.timeZone,
    updated: latest(items.map((item) => item.updated)) ?? changed,
    generator,
    imageUrl: parts.imageUrl || undefined,
    copyright: parts.copyright?.trim() || undefined,
    ttl: parts.ttl || undefined,
    stylesheetUrl: parts.stylesheetUrl,
    hubs: parts.hubs?.length ? parts.hubs : undefined,
    history: parts.history,
    translations: parts.translations,
    ...(parts.podcast && { podcast: parts.podcast }),
  };
};

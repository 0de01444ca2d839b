import { latest } from './dates';
import type { Channel, Item } from './model';

/** What a channel takes from the site it belongs to. */
export interface Site {
  name: string;
  /** Plain text; empty for a standard sentence. */
  description?: string;
  /** BCP 47 language tag. */
  language: string;
  /** IANA time zone. */
  timeZone: string;
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

/** Title of a tag's feed, as section 2.1 of the contract words it. */
export const tagFeedTitle = (site: Site, title: string): string => `${title} on ${site.name}`;

interface ChannelParts {
  site: Site;
  /** Title of the tag; none for the feed of the whole site. */
  tag?: string;
  link: string;
  feedUrl: string;
  items: Item[];
  /** `updated` of a channel without items. */
  changed: Date;
  generator: string;
}

/** The channel of a tag's feed, or of the whole site's. */
export const createChannel = (parts: ChannelParts): Channel => {
  const { site, tag, link, feedUrl, items, changed, generator } = parts;
  return {
    title: tag === undefined ? site.name : tagFeedTitle(site, tag),
    link,
    description:
      tag === undefined
        ? site.description?.trim() || `Recent content on ${site.name}`
        : `Recent content in ${tagFeedTitle(site, tag)}`,
    feedUrl,
    language: site.language,
    timeZone: site.timeZone,
    updated: latest(items.map((item) => item.updated)) ?? changed,
    generator,
  };
};

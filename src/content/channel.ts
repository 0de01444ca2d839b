import type { Texts } from '../texts/texts';

/** What a channel takes from the site it belongs to. */
export interface SiteOfChannel {
  siteName: string;
  /** Plain text; empty for a standard sentence. */
  description?: string;
  /** The words of feeds and pages in the language. */
  texts: Texts;
}

/** What a channel takes from its tag. */
interface TagNames {
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

/** Title of the feed of a tag, of an author or of the whole site; in English as section 2.1 of the contract words it. */
export const feedTitle = (
  { texts, siteName: site }: SiteOfChannel,
  title?: string,
  { isOfAuthors = false } = {},
): string => {
  if (title === undefined) return site;
  return isOfAuthors
    ? texts.say('authorFeedTitle', { author: title, site })
    : texts.say('tagFeedTitle', { tag: title, site });
};

/** What a tag's feed, an author's or the whole site's has; in English as section 2.1 of the contract words it. */
export const channelDescription = (
  { texts, siteName: site, description }: SiteOfChannel,
  title?: string,
  { isOfAuthors = false } = {},
): string => {
  if (title === undefined) return description?.trim() || texts.say('siteFeedDescription', { site });
  return isOfAuthors
    ? texts.say('authorFeedDescription', { author: title, site })
    : texts.say('tagFeedDescription', { tag: title, site });
};

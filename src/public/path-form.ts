import { DEFAULT_FEED_FILES } from '../feed/addresses';
import { MARKDOWN_FILE, withoutSlash } from '../lib/url-paths';
import type { CompleteOptions } from '../options/options';

/** What is asked for at an address where something was, and in which form. */
export interface PathForm {
  /** The path below the mount, encoded. */
  path: string;
  /** The same without a final slash and the name of a feed or of Markdown. */
  whole: string;
  /** The same without the number of a page or archive as well. */
  base: string;
  isMarkdown: boolean;
  isFeed: boolean;
}

/**
 * Tells what a path names from the form in which it asks for that. As in Strapi's router, what is fixed
 * may be in capitals.
 */
export const readPathForm = (
  path: string,
  { feedFiles }: Pick<CompleteOptions, 'feedFiles'>,
): PathForm => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  // Or what it was called before the site called it otherwise.
  const files = [feedFiles, DEFAULT_FEED_FILES].flatMap((names): string[] => Object.values(names));
  const isFeed = files.some((file) => file.toLowerCase() === name);
  const isMarkdown = name === MARKDOWN_FILE;
  const whole = withoutSlash(isFeed || isMarkdown ? path.slice(0, -name.length) : path);
  // The archive of a year is a page of its own.
  const part = isFeed ? /\/(?:page|archive)\/[1-9]\d{0,6}$/i : /\/page\/[1-9]\d{0,6}$/i;
  return { path, whole, base: whole.replace(part, ''), isMarkdown, isFeed };
};

/** What is behind the beginning of a path; undefined where it begins otherwise. */
export const below = (start: string, path: string): string | undefined =>
  path.slice(0, start.length).toLowerCase() === start.toLowerCase()
    ? path.slice(start.length)
    : undefined;

/** Whether it is a feed, or belongs to feeds: it may be served by another host than pages. */
export const isOfFeeds = ({ isFeed, whole }: PathForm): boolean =>
  isFeed || /\/feed(?:s\.opml|\.css)$/i.test(whole);

/** Whether it is a file beside pages and feeds: a list of all there is. */
export const isOtherFile = ({ isFeed, isMarkdown, whole }: PathForm): boolean =>
  !isFeed && !isMarkdown && /\.(?:opml|css|xml|txt)$/i.test(whole);

/** Whether it is a page. */
export const isPage = (asked: PathForm): boolean =>
  !asked.isFeed && !asked.isMarkdown && !isOtherFile(asked);

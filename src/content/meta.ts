import type { Meta } from './article';

/** The page's own address leads to the page without its final slash, too. */
const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/**
 * Where search engines are told to look instead of at a page; undefined where that is the page itself, and
 * for what is no address of the web.
 *
 * @param page absolute address
 */
export const originalAddress = (
  meta: Pick<Meta, 'canonical'> | undefined,
  page: string,
): string | undefined => {
  const given = meta?.canonical;
  // Anything else, such as "www.example.com" or "none", would be an address below the page.
  if (given === undefined || !/^(?:https?:\/\/|\/)/i.test(given)) return undefined;
  if (!URL.canParse(given, page)) return undefined;
  const { origin, pathname, search } = new URL(given, page);
  const found = origin + pathname + search;
  return withoutSlash(found) === withoutSlash(page) ? undefined : found;
};

/** Whether search engines are to find an article at its page. */
export const isToBeFound = (meta: Pick<Meta, 'canonical' | 'isNoindex'>, page: string): boolean =>
  !meta.isNoindex && originalAddress(meta, page) === undefined;

import type { Meta } from './article';

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
  if (given === undefined || !URL.canParse(given, page)) return undefined;
  const { protocol, href } = new URL(given, page);
  return ['http:', 'https:'].includes(protocol) && href !== page ? href : undefined;
};

/** Whether search engines are to find an article at its page. */
export const isToBeFound = (meta: Pick<Meta, 'canonical' | 'isNoindex'>, page: string): boolean =>
  !meta.isNoindex && originalAddress(meta, page) === undefined;

import type { References } from '../content/body';
import { isAtRoot, matchPath } from '../mapping/address';
import { groupTypes, type TopicPlan } from '../mapping/plan';
import type { Panel, PanelEdition } from './panel';

/** Most links of an article that are checked. */
const MAXIMUM_CHECKED_LINKS = 100;

/** Most pages of the site that are checked for all articles together. */
const MAXIMUM_PAGES = 2_000;

/** Most pages with nothing public that are looked up one by one, since what was there may have moved. */
const MAXIMUM_LOOKUPS = 200;

/** The links of an article. */
export interface LinksOfArticle {
  /** As the author wrote them. */
  links: readonly string[];
  lost?: References['lost'];
  /** Absolute address of the article. */
  link: string;
  /** Whether it is a page, such as the home page: the site may have other pages below it. */
  isPage?: boolean;
}

/** A page of the site: its absolute address, and its path below the base address of its edition. */
interface LinkTarget {
  href: string;
  edition: PanelEdition;
  path: string;
}

/** Whether a path fits the addresses of entries or topics. Addresses at the root do not count: other pages may fit. */
const fitsAddress = ({ plan }: PanelEdition, path: string): boolean =>
  [...plan.sources, ...groupTypes(plan)].some(
    ({ address }) => !isAtRoot(address) && matchPath(address, path),
  );

/** The slug of a topic of this type in a path; undefined if the path is none of its addresses. */
const slugIn = (type: TopicPlan, path: string): string | undefined =>
  Object.values(matchPath(type.address, path) ?? {})[0];

/** Whether a path leads to something public, now or by a redirect. */
const leadsToPublic = async (
  { plan, entryAddresses, selections }: PanelEdition,
  path: string,
  now: Date,
): Promise<boolean> => {
  const sources = plan.sources.filter(({ address }) => matchPath(address, path));
  for (const source of sources) {
    const { kind } = await entryAddresses.find(source, path, now);
    if (kind === 'article' || kind === 'moved') return true;
  }
  for (const type of groupTypes(plan)) {
    const slug = slugIn(type, path);
    if (slug === undefined) continue;
    const { kind } = await selections.find(type, slug);
    if (kind === 'selection' || kind === 'moved') return true;
  }
  return false;
};

/** Finds the paths at which an entry or a topic is public, with one query for many paths of a type. */
const findPublicPaths = async (
  { plan, entries, topics }: PanelEdition,
  paths: readonly string[],
  now: Date,
): Promise<Set<string>> => {
  const present = new Set<string>();
  for (const source of plan.sources) {
    const own = paths.filter((path) => !present.has(path) && matchPath(source.address, path));
    if (own.length === 0) continue;
    for (const { path } of await entries.findAllAt(source, own, now)) present.add(path);
  }
  for (const type of groupTypes(plan)) {
    const slugs = paths.flatMap((path) => slugIn(type, path) ?? []);
    if (slugs.length === 0) continue;
    for (const { path } of await topics.findVisibleAt(type, slugs, now)) present.add(path);
  }
  return present;
};

/** Finds the pages of the site that links lead to. Links to other sites are left out. */
const findPages = (editions: readonly PanelEdition[], hrefs: readonly string[]): LinkTarget[] => {
  // The base address of one edition may begin with that of another: the longest one that fits is right.
  const bases = editions
    .map((edition) => [edition, `${edition.inForce.addresses.entry('')}/`] as const)
    .sort(([, one], [, other]) => other.length - one.length);
  return hrefs.flatMap((href) => {
    const [edition, base = ''] = bases.find(([, start]) => href.startsWith(start)) ?? [];
    const path = href.slice(base.length - 1);
    return edition && fitsAddress(edition, path) ? [{ href, edition, path }] : [];
  });
};

/** Finds the pages that do not exist; `isWhole` is false if not all could be looked up. */
const findMissing = async (
  pages: readonly LinkTarget[],
  now: Date,
): Promise<{ missing: Set<string>; isWhole: boolean }> => {
  const missing = new Set<string>();
  let lookupsLeft = MAXIMUM_LOOKUPS;
  for (const edition of new Set(pages.map((page) => page.edition))) {
    const own = pages.filter((page) => page.edition === edition);
    const present = await findPublicPaths(
      edition,
      own.map(({ path }) => path),
      now,
    );
    for (const { href, path } of own.filter((page) => !present.has(page.path))) {
      lookupsLeft -= 1;
      if (lookupsLeft >= 0 && !(await leadsToPublic(edition, path, now))) missing.add(href);
    }
  }
  return { missing, isWhole: lookupsLeft >= 0 };
};

/** The absolute address that a link leads to, with a final slash; undefined for the article itself and for no URL. */
const toHref = (written: string, link: string): string | undefined => {
  if (!URL.canParse(written, link)) return undefined;
  const { origin, pathname } = new URL(written, link);
  // An address without its final slash redirects to the one with it.
  const href = `${origin}${pathname}`.replace(/\/?$/, '/');
  return href === link ? undefined : href;
};

/**
 * Whether a relative link leads below the address of its article, where nothing exists: `[guide](guide)` in
 * `/posts/first/` is `/posts/first/guide/`. An address with an extension may be a file.
 */
const isBelowArticle = (written: string, href: string, link: string): boolean =>
  !/^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(written.trim()) &&
  href.startsWith(link.replace(/\/?$/, '/')) &&
  !/\.[^/]*\/$/.test(href);

/**
 * Finds links to articles and topics of the site that lead to nothing public. The number of queries does not grow with
 * the site. If there are very many links, only the first ones are checked.
 *
 * @returns the missing links of each article, as its author wrote them, and whether all links were checked
 */
export const findMissingLinks = async (
  { editions, drawnPages }: Pick<Panel, 'editions' | 'drawnPages'>,
  articles: readonly LinksOfArticle[],
  now: Date,
): Promise<{ links: string[][]; isWhole: boolean }> => {
  const written = articles.map(({ links }) => [...new Set(links)]);
  const asked = articles.map(({ link }, place) =>
    written[place]!.slice(0, MAXIMUM_CHECKED_LINKS).map((one) => ({
      written: one,
      href: toHref(one, link),
    })),
  );
  const hrefs = new Set(asked.flat().flatMap(({ href }) => href ?? []));
  const pages = findPages(editions, [...hrefs]);
  const { missing, isWhole } = await findMissing(pages.slice(0, MAXIMUM_PAGES), now);
  const pageAddresses = new Set(pages.map(({ href }) => href));
  return {
    links: asked.map((ofArticle, place) => {
      const { lost = [], link, isPage = false } = articles[place]!;
      const isMissing = (one: string, href: string): boolean =>
        pageAddresses.has(href)
          ? missing.has(href)
          : drawnPages.pages && !isPage && isBelowArticle(one, href, link);
      const missingLinks = ofArticle.flatMap((one) =>
        one.href !== undefined && isMissing(one.written, one.href) ? [one.written] : [],
      );
      return drawnPages.anchors ? [...missingLinks, ...lost] : missingLinks;
    }),
    isWhole:
      isWhole &&
      pages.length <= MAXIMUM_PAGES &&
      written.every(({ length }) => length <= MAXIMUM_CHECKED_LINKS),
  };
};

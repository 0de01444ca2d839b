import type { References } from '../content/body';
import type { Settings } from '../options/settings';
import type { Entries } from '../entries/entries';
import type { EntryAddresses } from '../entries/entry-addresses';
import { isAtRoot, matchPath } from '../mapping/address';
import { groupTypes, type Plan, type TopicPlan } from '../mapping/plan';
import type { Selections, Topics } from '../entries/topics';

/** Links of an article that are looked at. */
const LOOKED_AT = 100;

/** Pages of the site that the links of many articles are followed to. */
const PAGES = 2_000;

/** Of these, those where nothing public is now, which are asked for one by one: what was there may have moved. */
const ASKED_FOR = 200;

/** What of the site in a locale tells where its addresses lead. */
export interface LinkedEdition {
  plan: Plan;
  inForce: Pick<Settings, 'addresses'>;
  entries: Pick<Entries, 'findAllAt'>;
  entryAddresses: Pick<EntryAddresses, 'find'>;
  topics: Pick<Topics, 'findVisibleAt'>;
  selections: Pick<Selections, 'find'>;
}

/** The links of an article as it has them, and its absolute address. */
export interface LinksOfArticle {
  links: readonly string[];
  lost?: References['lost'];
  link: string;
  /** Whether it is a page of its own, such as the home page, below which the site has others. */
  isPage?: boolean;
}

/** What the plugin alone draws, so that it knows what is there and what is not. */
export interface Drawn {
  /** Whether it draws the pages of articles, and nothing is below their addresses. */
  pages: boolean;
  /** Whether it draws all of them, so that the places that links may lead to are known. */
  anchors: boolean;
}

/** Links that lead to nothing. */
interface MissingLinks {
  /** Those of each article, as it has them. */
  links: string[][];
  /** Whether all links were followed. */
  isWhole: boolean;
}

/** A page of the site: its absolute address, and where it is below that of its locale. */
interface LinkedPage {
  href: string;
  edition: LinkedEdition;
  path: string;
}

/** Whether a path may be that of an entry or a topic; of others, such as any at the root, only the site knows. */
const isOurs = ({ plan }: LinkedEdition, path: string): boolean =>
  [...plan.sources, ...groupTypes(plan)].some(
    ({ address }) => !isAtRoot(address) && matchPath(address, path),
  );

/** Whether a path leads to something public, now or by a redirect. */
const leadsOn = async (
  { plan, entryAddresses, selections }: LinkedEdition,
  path: string,
  now: Date,
): Promise<boolean> => {
  const sources = plan.sources.filter(({ address }) => matchPath(address, path));
  for (const source of sources) {
    const { kind } = await entryAddresses.find(source, path, now);
    if (kind === 'article' || kind === 'moved') return true;
  }
  const types = groupTypes(plan).filter(({ address }) => matchPath(address, path));
  for (const type of types) {
    const { kind } = await selections.find(type, nameIn(type, path)!);
    if (kind === 'selection' || kind === 'moved') return true;
  }
  return false;
};

/** Those of some paths of which a statement for many tells that something public is there. */
const findPresent = async (
  { plan, entries, topics }: LinkedEdition,
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
    const slugs = paths.flatMap((path) => nameIn(type, path) ?? []);
    if (slugs.length === 0) continue;
    for (const { path } of await topics.findVisibleAt(type, slugs, now)) present.add(path);
  }
  return present;
};

/** What a path names of a topic type; undefined for a path of anything else. */
const nameIn = (type: TopicPlan, path: string): string | undefined =>
  Object.values(matchPath(type.address, path) ?? {})[0];

/** Where the pages are that some articles link to, each once; none for what is elsewhere on the web. */
const findPages = (editions: readonly LinkedEdition[], hrefs: readonly string[]): LinkedPage[] => {
  // The address of one locale may begin with that of another: the path that is left is shorter then.
  const bases = editions
    .map((edition) => [edition, `${edition.inForce.addresses.entry('')}/`] as const)
    .sort(([, one], [, other]) => other.length - one.length);
  return hrefs.flatMap((href) => {
    const [edition, base = ''] = bases.find(([, start]) => href.startsWith(start)) ?? [];
    const path = href.slice(base.length - 1);
    return edition && isOurs(edition, path) ? [{ href, edition, path }] : [];
  });
};

/** Those of some pages that are not there, and whether all were asked for. */
const findMissing = async (
  pages: readonly LinkedPage[],
  now: Date,
): Promise<{ missing: Set<string>; isWhole: boolean }> => {
  const missing = new Set<string>();
  let left = ASKED_FOR;
  for (const edition of new Set(pages.map((page) => page.edition))) {
    const own = pages.filter((page) => page.edition === edition);
    const present = await findPresent(
      edition,
      own.map(({ path }) => path),
      now,
    );
    for (const { href, path } of own.filter((page) => !present.has(page.path))) {
      left -= 1;
      if (left >= 0 && !(await leadsOn(edition, path, now))) missing.add(href);
    }
  }
  return { missing, isWhole: left >= 0 };
};

/** A link as the absolute address it leads to; undefined for one to the article itself. */
const toHref = (written: string, link: string): string | undefined => {
  if (!URL.canParse(written, link)) return undefined;
  const { origin, pathname } = new URL(written, link);
  // Without its final slash an address leads to the one that has it.
  const href = `${origin}${pathname}`.replace(/\/?$/, '/');
  return href === link ? undefined : href;
};

/**
 * Whether a link without a slash at its start leads below the address of its article, where nothing
 * is: `[guide](guide)` in `/posts/first/` is `/posts/first/guide/`. What has an extension may be a file.
 */
const isBelow = (written: string, href: string, link: string): boolean =>
  !/^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(written.trim()) &&
  href.startsWith(link.replace(/\/?$/, '/')) &&
  !/\.[^/]*\/$/.test(href);

/**
 * Finds links to articles and topics of the site that lead to nothing readers can see. How many
 * statements that takes does not grow with the site; of very many links the first are followed.
 *
 * @param editions the site in each of its locales
 */
export const findMissingLinks = async (
  editions: readonly LinkedEdition[],
  articles: readonly LinksOfArticle[],
  now: Date,
  drawn: Drawn = { pages: true, anchors: true },
): Promise<MissingLinks> => {
  const written = articles.map(({ links }) => [...new Set(links)]);
  const asked = articles.map(({ link }, place) =>
    written[place]!.slice(0, LOOKED_AT).map((one) => ({ written: one, href: toHref(one, link) })),
  );
  const hrefs = new Set(asked.flat().flatMap(({ href }) => href ?? []));
  const pages = findPages(editions, [...hrefs]);
  const { missing, isWhole } = await findMissing(pages.slice(0, PAGES), now);
  const ours = new Set(pages.map(({ href }) => href));
  return {
    links: asked.map((ofArticle, place) => {
      const { lost = [], link, isPage = false } = articles[place]!;
      const isMissing = (one: string, href: string): boolean =>
        ours.has(href) ? missing.has(href) : drawn.pages && !isPage && isBelow(one, href, link);
      const away = ofArticle.flatMap((one) =>
        one.href !== undefined && isMissing(one.written, one.href) ? [one.written] : [],
      );
      return drawn.anchors ? [...away, ...lost] : away;
    }),
    isWhole: isWhole && pages.length <= PAGES && written.every(({ length }) => length <= LOOKED_AT),
  };
};

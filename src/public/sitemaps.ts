import { DateTime } from 'luxon';

import { PAGE_LIST, SITE_LIST } from '../catalogue/catalogue-table';
import { isWebAddress, toAbsolute } from '../lib/web-address';
import { chunk } from '../lib/values';
import { lastChange } from '../content/item';
import { asShown, isIndexable } from '../content/article';
import { ofSource, WHOLE_SITE } from '../content/selection';
import { SITEMAP_SIZE, type SitemapEntry } from '../pages/sitemap';
import type { Settings } from '../options/settings';
import { listingPath } from '../mapping/address';
import { groupTypes } from '../mapping/plan';
import { waitForTurn } from '../lib/waiting';
import { expireAt } from '../lib/cache-tags';
import { listYears } from '../entries/entries';
import { toPageDate } from '../pages/model';
import type { Edition, Site } from './editions';
import { listSources, listTopics } from './pages';
import { shownTitle } from './page-parts';
import {
  translateEntries,
  translateIndex,
  translateSelection,
  translateSite,
  translateTopics,
  translateYear,
} from './translations';

/** A page of a sitemap. Its translations are looked up only when a part shows it. */
interface ListedPage {
  href: string;
  translate: () => Promise<SitemapEntry['translations']>;
}

type Addressed = Pick<SitemapEntry, 'href'>;

const compareAddresses = (a: Addressed, b: Addressed): number =>
  a.href < b.href ? -1 : a.href > b.href ? 1 : 0;

/** Addresses described in one turn of the event loop. */
const SHOWN_AT_ONCE = 250;

/** Number of parts that a number of addresses fills. */
const sitemapPartsOf = (addresses: number): number => Math.ceil(addresses / SITEMAP_SIZE);

/** Parts that listings fill at most: no site has a quarter of a million topics. */
const PARTS_OF_LISTINGS = 100;

/** Google News takes articles of the last two days, and at most a thousand of them. */
const NEWS_DAYS = 2;
const MAXIMUM_NEWS = 1_000;

/** The latest moment that a date can hold. */
const LATEST_DATE = new Date(8_640_000_000_000_000);

/** The list of years and the listing of each, if there are any. */
const listYearPages = async (site: Site, now: Date): Promise<ListedPage[]> => {
  const { addresses, archive, timeZone } = site.inForce;
  const counted = archive ? await listYears(site, timeZone, now) : [];
  if (counted.length === 0) return [];
  return [
    {
      href: addresses.archive(),
      translate: () => translateSite(site, now, (its) => its.addresses.archive()),
    },
    ...counted.map(({ year }) => ({
      href: addresses.archive(year),
      translate: () => translateYear(site, year, now),
    })),
  ];
};

/** The home, the years, the listings of sources, the lists of topics, and the listings of topics. */
const listListings = async (site: Site, now: Date): Promise<ListedPage[]> => {
  const types = groupTypes(site.plan);
  const { addresses, hasHome } = site.inForce;
  const sources = await listSources(site, now);
  const listed = await listTopics(site, now);
  await waitForTurn();
  let translated: ReturnType<typeof translateTopics> | undefined;
  const translateTopic = async (topic: (typeof listed)[number]) => {
    translated ??= translateTopics(site, types, now);
    return (await translated)(topic);
  };
  const ofHome = {
    href: addresses.home(),
    translate: () => translateSelection(site, WHOLE_SITE, now),
  };
  return [
    ...(hasHome && (await site.entries.count({ now })) > 0 ? [ofHome] : []),
    ...(await listYearPages(site, now)),
    ...sources.map((source) => ({
      href: addresses.listing(source.directory),
      translate: () => translateSelection(site, ofSource(source), now),
    })),
    ...types.map((type) => ({
      href: addresses.listing(listingPath(type.address)),
      translate: () => translateIndex(site, type, now),
    })),
    ...listed
      .map((topic) => ({
        href: addresses.listing(topic.path),
        translate: () => translateTopic(topic),
      }))
      .sort(compareAddresses),
  ];
};

const toSitemapEntries = async (listed: ListedPage[]): Promise<SitemapEntry[]> => {
  const shown: SitemapEntry[] = [];
  for (const some of chunk(listed, SHOWN_AT_ONCE)) {
    await waitForTurn();
    const described = some.map(async ({ href, translate }) => ({
      href,
      translations: await translate(),
    }));
    shown.push(...(await Promise.all(described)));
  }
  await waitForTurn();
  return shown;
};

/** A sitemap needs an address (sitemaps.org's schema), even when search engines are to find no entry of this part. */
const ensureNotEmpty = ({ sitePage }: Settings, pages: SitemapEntry[]): SitemapEntry[] =>
  pages.length > 0 ? pages : [{ href: sitePage }];

const countPages = ({ plan, entries }: Edition, now: Date): Promise<number> =>
  plan.sources.some(({ isPage }) => isPage)
    ? entries.count({ now, lists: [PAGE_LIST] })
    : Promise.resolve(0);

const listEntries = async (
  site: Site,
  now: Date,
  start: number,
  list: typeof SITE_LIST | typeof PAGE_LIST = SITE_LIST,
): Promise<SitemapEntry[]> => {
  const { addresses, baseUrl } = site.inForce;
  const range = { now, start, limit: SITEMAP_SIZE };
  const shown: SitemapEntry[] = [];
  for (const some of chunk(await site.entries.listAddressed(range, list), SHOWN_AT_ONCE)) {
    await waitForTurn();
    const translate = await translateEntries(site, some, now, list);
    for (const article of some) {
      const href = addresses.entry(article.path);
      if (!isIndexable(article.searchMeta, href)) continue;
      const image = article.image && toAbsolute(article.image, baseUrl);
      shown.push({
        href,
        modified: lastChange(article),
        translations: translate(article),
        image: image && isWebAddress(image) ? image : undefined,
      });
    }
  }
  await waitForTurn();
  return shown.sort(compareAddresses);
};

/** All public pages; or the number of parts, when one sitemap cannot hold all pages. */
export const listSitemap = async (site: Site, now: Date): Promise<SitemapEntry[] | number> => {
  const articlePages = await site.entries.count({ now });
  const listings = await listListings(site, now);
  const pages = await countPages(site, now);
  return listings.length + pages + articlePages <= SITEMAP_SIZE
    ? [
        ...(await toSitemapEntries(listings)),
        ...(pages > 0 ? await listEntries(site, now, 0, PAGE_LIST) : []),
        ...(await listEntries(site, now, 0)),
      ]
    : sitemapPartsOf(listings.length) + sitemapPartsOf(pages) + sitemapPartsOf(articlePages);
};

/**
 * The pages of a part, counted from 1: articles from the oldest on, then pages of their own, then listings. Null
 * when there is no such part.
 */
export const listSitemapPart = async (
  site: Site,
  number: number,
  now: Date,
): Promise<SitemapEntry[] | null> => {
  const start = (number - 1) * SITEMAP_SIZE;
  const articlePages = await site.entries.count({ now });
  const pages = await countPages(site, now);
  const beforePages = sitemapPartsOf(articlePages);
  const beforeListings = beforePages + sitemapPartsOf(pages);
  // Anybody can ask for any number: do not list all listings for each.
  if (number > beforeListings + PARTS_OF_LISTINGS) return null;
  if (number > beforeListings || pages + articlePages <= SITEMAP_SIZE) {
    const listings = await listListings(site, now);
    const isThere =
      listings.length + pages + articlePages > SITEMAP_SIZE &&
      number <= beforeListings + sitemapPartsOf(listings.length);
    const first = start - beforeListings * SITEMAP_SIZE;
    if (!isThere) return null;
    if (first >= 0) return toSitemapEntries(listings.slice(first, first + SITEMAP_SIZE));
  }
  return ensureNotEmpty(
    site.inForce,
    number <= beforePages
      ? await listEntries(site, now, start)
      : await listEntries(site, now, start - beforePages * SITEMAP_SIZE, PAGE_LIST),
  );
};

/** The articles of the last two days, the newest first. */
export const listNews = async (site: Site, now: Date): Promise<SitemapEntry[]> => {
  const { inForce: settings } = site;
  const { addresses, siteName, language, timeZone } = settings;
  const since = DateTime.fromJSDate(now).minus({ days: NEWS_DAYS }).toJSDate();
  const { articles: listed } = await site.entries.list({
    now,
    // What comes after `now` changes it as well.
    span: { from: since, to: LATEST_DATE },
    limit: MAXIMUM_NEWS,
  });
  const oldest = listed.at(-1)?.date;
  if (oldest) expireAt(DateTime.fromJSDate(oldest).plus({ days: NEWS_DAYS }).toJSDate());
  await waitForTurn();
  const pages = listed.map(asShown).flatMap(({ path, title, date, meta }): SitemapEntry[] => {
    const href = addresses.entry(path);
    if (!isIndexable(meta, href)) return [];
    const { iso } = toPageDate(date, language, timeZone);
    return [
      {
        href,
        news: { name: siteName, language, title: shownTitle({ title, path }), date: iso },
      },
    ];
  });
  return ensureNotEmpty(settings, pages);
};

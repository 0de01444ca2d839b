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
import type { EditionParts } from './editions';
import { listSources, listTopics } from './subscriptions';
import { shownTitle } from './page-parts';
import type { Translations } from './translations';

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

/** Makes the lists of addresses that sitemaps have. */
export const createSitemaps = (edition: EditionParts) => {
  const { plan, entries, translations, settings: store } = edition;

  /** The list of years and the listing of each, if there are any. */
  const listYearPages = async (
    { addresses, archive, timeZone }: Settings,
    now: Date,
  ): Promise<ListedPage[]> => {
    const counted = archive ? await listYears(edition, timeZone, now) : [];
    if (counted.length === 0) return [];
    return [
      {
        href: addresses.archive(),
        translate: () => translations.ofSite(now, (its) => its.addresses.archive()),
      },
      ...counted.map(({ year }) => ({
        href: addresses.archive(year),
        translate: () => translations.ofYear(year, now),
      })),
    ];
  };

  /** The home, the years, the listings of sources, the lists of topics, and the listings of topics. */
  const listListings = async (settings: Settings, now: Date): Promise<ListedPage[]> => {
    const { addresses, hasHome } = settings;
    const sources = await listSources(edition, settings, now);
    const listed = await listTopics(edition, now);
    await waitForTurn();
    let translated: ReturnType<Translations['ofTopics']> | undefined;
    const translateTopic = async (topic: (typeof listed)[number]) => {
      translated ??= translations.ofTopics(groupTypes(plan), now);
      return (await translated)(topic);
    };
    const ofHome = {
      href: addresses.home(),
      translate: () => translations.ofSelection(WHOLE_SITE, now),
    };
    return [
      ...(hasHome && (await entries.count({ now })) > 0 ? [ofHome] : []),
      ...(await listYearPages(settings, now)),
      ...sources.map((source) => ({
        href: addresses.listing(source.directory),
        translate: () => translations.ofSelection(ofSource(source), now),
      })),
      ...groupTypes(plan).map((type) => ({
        href: addresses.listing(listingPath(type.address)),
        translate: () => translations.ofIndex(type, now),
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

  const countPages = (now: Date): Promise<number> =>
    plan.sources.some(({ isPage }) => isPage)
      ? entries.count({ now, lists: [PAGE_LIST] })
      : Promise.resolve(0);

  const listEntries = async (
    { addresses, baseUrl }: Settings,
    now: Date,
    start: number,
    list: typeof SITE_LIST | typeof PAGE_LIST = SITE_LIST,
  ): Promise<SitemapEntry[]> => {
    const stretch = { now, start, limit: SITEMAP_SIZE };
    const shown: SitemapEntry[] = [];
    for (const some of chunk(await entries.listAddressed(stretch, list), SHOWN_AT_ONCE)) {
      await waitForTurn();
      const translate = await translations.ofEntries(some, now, list);
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

  return {
    /** All public pages; or the number of parts, when one sitemap cannot hold all pages. */
    async pages(now: Date): Promise<SitemapEntry[] | number> {
      const settings = await store.get();
      const articlePages = await entries.count({ now });
      const listings = await listListings(settings, now);
      const pages = await countPages(now);
      return listings.length + pages + articlePages <= SITEMAP_SIZE
        ? [
            ...(await toSitemapEntries(listings)),
            ...(pages > 0 ? await listEntries(settings, now, 0, PAGE_LIST) : []),
            ...(await listEntries(settings, now, 0)),
          ]
        : sitemapPartsOf(listings.length) + sitemapPartsOf(pages) + sitemapPartsOf(articlePages);
    },

    /**
     * The pages of a part, counted from 1: articles from the oldest on, then pages of their own, then listings. Null
     * when there is no such part.
     */
    async part(number: number, now: Date): Promise<SitemapEntry[] | null> {
      const settings = await store.get();
      const start = (number - 1) * SITEMAP_SIZE;
      const articlePages = await entries.count({ now });
      const pages = await countPages(now);
      const beforePages = sitemapPartsOf(articlePages);
      const beforeListings = beforePages + sitemapPartsOf(pages);
      // Anybody can ask for any number: do not list all listings for each.
      if (number > beforeListings + PARTS_OF_LISTINGS) return null;
      if (number > beforeListings || pages + articlePages <= SITEMAP_SIZE) {
        const listings = await listListings(settings, now);
        const isThere =
          listings.length + pages + articlePages > SITEMAP_SIZE &&
          number <= beforeListings + sitemapPartsOf(listings.length);
        const place = start - beforeListings * SITEMAP_SIZE;
        if (!isThere) return null;
        if (place >= 0) return toSitemapEntries(listings.slice(place, place + SITEMAP_SIZE));
      }
      return ensureNotEmpty(
        settings,
        number <= beforePages
          ? await listEntries(settings, now, start)
          : await listEntries(settings, now, start - beforePages * SITEMAP_SIZE, PAGE_LIST),
      );
    },

    /** The articles of the last two days, the newest first. */
    async news(now: Date): Promise<SitemapEntry[]> {
      const settings = await store.get();
      const { addresses, siteName, language, timeZone } = settings;
      const since = DateTime.fromJSDate(now).minus({ days: NEWS_DAYS }).toJSDate();
      const listed = await entries.list({
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
    },
  };
};

export type Sitemaps = ReturnType<typeof createSitemaps>;

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CATALOGUE_TABLE, PAGE_LIST, SITE_LIST, unmarked } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { Topic } from '../content/article';
import { selectionPath } from '../content/selection';
import { type Span, spanOfYear, yearOf } from '../feed/dates';
import { FEED_FORMATS } from '../feed/formats';
import { toColumn } from '../lib/column';
import type { Transactions } from '../lib/transactions';
import { listingPath } from '../mapping/address';
import { groupTypes } from '../mapping/plan-parts';
import { editionOf } from '../options/locales';
import type { Settings } from '../options/settings-in-force';
import type { Edition } from '../public/editions';
import { editionOfList, findSelections } from '../public/list-feeds';
import type { EntryEvent } from './entry-events';
import type { PublicEntries } from './public-entries';

/** Paths that a message names; of more it says that all may have changed. */
const PATHS_AT_MOST = 200;

/** Entries that are counted to tell on which page of a listing one is: of one further back all pages are meant. */
const COUNTED_AT_MOST = 20_000;

/** Public paths whose content may be another; undefined where these are too many to name. */
type ChangedPaths = string[] | undefined;

class TooMany extends Error {}

/** Gathers paths of one host, up to a number. */
class Paths {
  private readonly found = new Set<string>();
  constructor(private readonly origin: string) {}

  add(...addresses: (string | undefined)[]): void {
    for (const address of addresses) {
      if (address === undefined) continue;
      const url = new URL(address);
      // What another host serves is none of the front end's.
      if (url.origin === this.origin) this.found.add(url.pathname);
    }
    if (this.found.size > PATHS_AT_MOST) throw new TooMany();
  }

  list = (): string[] => [...this.found].sort();
}

/** The lists that an entry was in, and those it is in. */
const listsOf = ({ former, present }: EntryEvent): string[] => [
  ...new Set([...(former?.lists ?? []), ...(present?.lists ?? [])]),
];

interface PathParts {
  editions: readonly [Edition, ...Edition[]];
  counts: Pick<Counts, 'due'>;
  publicEntries: PublicEntries;
  transactions: Pick<Transactions, 'rows'>;
}

/** Finds the public paths whose content may be another after a change, as a front end has them. */
export const createChangedPaths = (
  strapi: Core.Strapi,
  { editions, counts, publicEntries, transactions }: PathParts,
) => {
  /** Entries of a list after a date, up to a number. */
  const countNewer = async (list: string, date: Date, until: Date): Promise<number> => {
    const some: Knex.QueryBuilder = transactions
      .rows(CATALOGUE_TABLE)
      .where({ list, state: 'listed' })
      .where('date', '>', toColumn(strapi, date))
      .where('date', '<=', toColumn(strapi, until))
      .select('id')
      .limit(COUNTED_AT_MOST + 1);
    const [row] = await strapi.db.connection
      .from(some.as('newer'))
      .count<{ number: number | string }[]>({ number: '*' });
    const number = Number(row?.number);
    if (number > COUNTED_AT_MOST) throw new TooMany();
    return number;
  };

  /** Pages of a listing from those of some dates on; where nothing came or went, that of the date and the next. */
  const pagesOf = async (
    list: string,
    dates: Date[],
    { hasMoved, perPage, now }: { hasMoved: boolean; perPage: number; now: Date },
  ): Promise<number[]> => {
    const newest = new Date(Math.max(...dates.map((date) => date.getTime())));
    const first = Math.floor((await countNewer(list, newest, now)) / perPage) + 1;
    // Those of one date are in the order of their titles.
    if (!hasMoved) return [first, first + 1];
    const entries = (await counts.due([list], now)).get(list) ?? 0;
    // The last page may be gone.
    const last = Math.max(first, Math.ceil((entries + 1) / perPage));
    if (last - first > PATHS_AT_MOST) throw new TooMany();
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  };

  const addNeighbours = async (
    paths: Paths,
    { beside, entries }: Edition,
    { addresses }: Settings,
    event: EntryEvent,
    now: Date,
  ): Promise<void> => {
    const { contentType, documentId, locale } = event;
    const key = { contentType, documentId, locale };
    const dates = new Set([event.former, event.present].flatMap((one) => one?.date ?? []));
    for (const date of dates) {
      const placed = (await beside.findListed(key)) ?? { ...key, title: '', date: new Date(date) };
      const { newer, older } = await beside.findNeighbours({ ...placed, date: new Date(date) });
      const found = [newer.entry, older.entry].filter(
        (entry) => entry !== undefined && entry.date <= now,
      );
      const linked = await entries.findPaths(found as NonNullable<(typeof found)[number]>[]);
      paths.add(...linked.map(({ path }) => addresses.entry(path)));
    }
  };

  const addYears = async (
    paths: Paths,
    list: string,
    { addresses, timeZone, entriesPerPage }: Settings,
    dates: Date[],
    now: Date,
  ): Promise<void> => {
    paths.add(addresses.archive());
    for (const date of dates) {
      const year = yearOf(date, timeZone);
      const span: Span = spanOfYear(year, timeZone);
      const entries = await countNewer(
        list,
        new Date(span.from.getTime() - 1),
        new Date(Math.min(span.to.getTime(), now.getTime())),
      );
      const pages = Math.max(1, Math.ceil((entries + 1) / entriesPerPage));
      if (pages > PATHS_AT_MOST) throw new TooMany();
      for (let page = 1; page <= pages; page += 1) paths.add(addresses.archive(year, page));
    }
  };

  const addEntry = async (paths: Paths, event: EntryEvent, now: Date): Promise<void> => {
    const { former, present, contentType, documentId, locale } = event;
    paths.add(former?.url, present?.url);
    // Its translations link to it.
    const translations = await publicEntries.find(contentType, [documentId], now.getTime());
    paths.add(...[...translations.values()].map((entry) => entry.present?.url));
    const lists = listsOf(event);
    const source = editions[0].plan.sources.find((one) => one.contentType === contentType);
    const edition = (source && editionOf(editions, source, locale)) ?? editions[0];
    const settings = await edition.settings.get();
    const { addresses, entriesPerPage: perPage, archive, home, sitemap, llmsTxt } = settings;
    if (sitemap) paths.add(addresses.sitemap());
    if (lists.some((list) => unmarked(list) === PAGE_LIST)) return;
    const dates = [former, present].flatMap((one) =>
      typeof one?.date === 'number' ? [new Date(one.date)] : [],
    );
    if (dates.length === 0) return;
    const hasMoved =
      !former ||
      !present ||
      former.date !== present.date ||
      `${former.lists}` !== `${present.lists}`;
    if (llmsTxt) paths.add(addresses.llms());
    await addNeighbours(paths, edition, settings, event, now);
    for (const list of lists) {
      const places = (await findSelections(edition, settings, list, now)).map(selectionPath);
      // Without a home, the page at the root is the site's own, and the feeds are there all the same.
      const listings = places.filter((path) => path !== undefined || home !== false);
      const pages =
        listings.length > 0 ? await pagesOf(list, dates, { hasMoved, perPage, now }) : [];
      for (const path of listings) {
        paths.add(
          ...pages.map((page) =>
            path === undefined ? addresses.home(page) : addresses.listing(path, page),
          ),
        );
      }
      // Further documents of feeds are for readers that go back: no front end draws them.
      for (const path of places) {
        paths.add(...FEED_FORMATS.map(({ name }) => addresses.feed(name, path)));
      }
    }
    const [siteList = SITE_LIST] = lists.filter((list) => unmarked(list) === SITE_LIST);
    if (archive && hasMoved) await addYears(paths, siteList, settings, dates, now);
    if (!hasMoved) return;
    for (const { address } of groupTypes(edition.plan))
      paths.add(addresses.listing(listingPath(address)));
  };

  return {
    /** The topics of an entry, before and now, that readers may know of. */
    async findTopics(event: EntryEvent, now: Date): Promise<Topic[]> {
      const found: Topic[] = [];
      for (const list of listsOf(event)) {
        const edition = editionOfList(editions, list);
        if (!edition) continue;
        const settings = await edition.settings.get();
        const selections = await findSelections(edition, settings, list, now);
        found.push(...selections.flatMap(({ topics }) => topics));
      }
      return found;
    },

    /** Paths that an event of an entry concerns. */
    async find(event: EntryEvent, now: Date): Promise<ChangedPaths> {
      const { baseUrl } = await editions[0].settings.get();
      const paths = new Paths(new URL(baseUrl).origin);
      try {
        await addEntry(paths, event, now);
      } catch (error) {
        if (error instanceof TooMany) return undefined;
        throw error;
      }
      return paths.list();
    },
  };
};

export type ChangedPathFinder = ReturnType<typeof createChangedPaths>;

import type { AnyFeed, AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith';

import { decodePath } from '../lib/url-paths';
import { groupBy } from '../lib/values';

/** An item of a feed from another system. */
export interface EarlierItem {
  /** The id that subscribers know. */
  id: string;
  /** Absolute address of its page. */
  link?: string;
  /** The id, if it is an address and the link is on another host, such as one that counts clicks. */
  permalink?: string;
  /** As written, possibly HTML. */
  title?: string;
  date?: Date;
}

/** Longest id, in characters; a longer text is not taken as an id. */
const LONGEST_ID = 2_000;

/** Databases do not store dates far beyond. */
const LATEST = Date.UTC(9999, 0);

/** Whether a text can be an id: databases reject U+0000, and no system writes other control characters. */
export const isKnownId = (id: string): boolean =>
  id !== '' && id.length <= LONGEST_ID && !/[\p{Cc}\p{Cs}]/u.test(id);

/** Whether a date can be that of an item: systems without a date write one before 1970. */
export const isKnownDate = (date: Date): boolean => date.getTime() >= 0 && date.getTime() <= LATEST;

type Written = Omit<EarlierItem, 'id' | 'date'> & { id?: string; date?: string };

const hostOf = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:/i.test(address) && URL.canParse(address)
    ? new URL(address).host
    : undefined;

/** Without a `link`, the guid is the link, unless it says that it is no permalink (RSS 2.0). */
const ofRss = ({ title, link, guid, pubDate, dc }: RssFeed.Item<string>): Written => {
  const permalink = guid?.isPermaLink === false ? undefined : guid?.value;
  const host = hostOf(permalink);
  const isElsewhere = link !== undefined && host !== undefined && host !== hostOf(link);
  return {
    id: guid?.value ?? link,
    link: link ?? permalink,
    ...(isElsewhere && { permalink }),
    title,
    date: pubDate ?? dc?.dates?.[0],
  };
};

const ofRdf = ({ title, link, rdf, dc }: RdfFeed.Item<string>): Written => ({
  id: rdf?.about ?? link,
  link,
  title,
  date: dc?.dates?.[0],
});

/** A link without `rel` leads to the page (RFC 4287, section 4.2.7.2). */
const ofAtom = ({
  id,
  title,
  links = [],
  published,
  updated,
}: AtomFeed.Entry<string>): Written => ({
  id,
  link: links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href,
  title: title?.value,
  date: published ?? updated,
});

const ofJson = ({ id, url, title, date_published: date }: JsonFeed.Item<string>): Written => ({
  id,
  link: url,
  title,
  date,
});

const readWritten = (parsed: AnyFeed<string>): Written[] => {
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map(ofRss);
    case 'rdf':
      return (parsed.feed.items ?? []).map(ofRdf);
    case 'atom':
      return (parsed.feed.entries ?? []).map(ofAtom);
    case 'json':
      return (parsed.feed.items ?? []).map(ofJson);
  }
};

const toDate = (written: string | undefined): Date | undefined => {
  const date = new Date(written ?? Number.NaN);
  return isKnownDate(date) ? date : undefined;
};

/**
 * The items of some documents of a feed, each once. In RSS and RDF an item without an id is known by its link. Items
 * without anything to know them by are left out.
 *
 * @param documents the newest one first
 */
export const toEarlierItems = (documents: readonly AnyFeed<string>[]): EarlierItem[] => {
  const items = new Map<string, EarlierItem>();
  for (const { id, date, ...written } of documents.flatMap(readWritten)) {
    if (!id || !isKnownId(id) || items.has(id)) continue;
    items.set(id, { id, ...written, date: toDate(date) });
  }
  return [...items.values()];
};

/** An entry that may match an item of an earlier feed. */
export interface MatchableEntry {
  documentId: string;
  /** Path of its page on the host; `formerPaths` has the earlier ones. */
  path: string;
  formerPaths: readonly string[];
  slug: string;
  title: string;
  date: Date;
}

/** What an item was matched by, the most certain first. */
const MATCHED_BY = ['link', 'former', 'slug', 'title'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

/** An item, and the entry that matches it. */
interface ItemMatch<Entry> {
  item: EarlierItem;
  /** Undefined if no entry matches, or several might. */
  entry?: Entry;
  by?: MatchedBy;
}

/** A path for comparison: decoded, without a final slash, index file and file ending. */
const comparable = (path: string): string =>
  decodePath(path)
    .toLowerCase()
    .replace(/(?:\/index)?\.(?:html?|php|aspx?)$/, '')
    .replace(/\/+$/, '');

/** Addresses of an item's page. */
export const linksOfItem = ({ link, permalink }: EarlierItem): URL[] =>
  [link, permalink].flatMap((one) =>
    one !== undefined && URL.canParse(one) ? [new URL(one)] : [],
  );

/** Paths of an item's links for comparison; none for the root, where a query such as "?p=123" names the page. */
const pathsOf = (item: EarlierItem): string[] =>
  linksOfItem(item).flatMap(({ pathname }) => comparable(pathname) || []);

const lastPart = (path: string | undefined): string | undefined => path?.split('/').at(-1);

/** Letters and digits of a title: quotes, dashes and spaces differ between systems. */
const lettersOf = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&(?:#\w+|\w+);/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A title with its day; undefined for a title without letters. */
const titleKey = (title: string | undefined, day: string): string | undefined => {
  const letters = lettersOf(title ?? '');
  return letters === '' ? undefined : `${letters} ${day}`;
};

const A_DAY = 86_400_000;

/** The day, and those before and after it: another system may have used another time zone. */
const daysAround = (date: Date): string[] =>
  [0, -A_DAY, A_DAY].map((difference) => dayOf(new Date(date.getTime() + difference)));

/** Keys by which items and entries are compared, for each way of matching. */
const KEYS: Record<
  MatchedBy,
  {
    ofItem: (item: EarlierItem) => (string | undefined)[];
    ofEntry: (entry: MatchableEntry) => (string | undefined)[];
  }
> = {
  link: {
    ofItem: pathsOf,
    ofEntry: ({ path }) => [comparable(path)],
  },
  former: {
    ofItem: pathsOf,
    ofEntry: ({ formerPaths }) => formerPaths.map(comparable),
  },
  slug: {
    ofItem: (item) => pathsOf(item).map(lastPart),
    ofEntry: ({ slug, formerPaths }) => [
      comparable(slug),
      ...formerPaths.map((path) => lastPart(comparable(path))),
    ],
  },
  title: {
    ofItem: ({ title, date }) => (date ? daysAround(date).map((day) => titleKey(title, day)) : []),
    ofEntry: ({ title, date }) => [titleKey(title, dayOf(date))],
  },
};

/**
 * Matches the items of an earlier feed to entries: by the path of the link, by a former address, by slug, or by title
 * and day. An item that could be several entries matches none, and an entry matches one item only: with a wrong id,
 * subscribers would get an old item as new.
 *
 * @returns one match for each item, in the same order
 */
export const matchItems = <Entry extends MatchableEntry>(
  items: readonly EarlierItem[],
  entries: readonly Entry[],
): ItemMatch<Entry>[] => {
  const matches = new Map<EarlierItem, ItemMatch<Entry>>(items.map((item) => [item, { item }]));
  const taken = new Set<Entry>();
  for (const by of MATCHED_BY) {
    const { ofItem, ofEntry } = KEYS[by];
    const entriesByKey = groupBy(
      entries
        .filter((entry) => !taken.has(entry))
        .flatMap((entry) => ofEntry(entry).map((key) => ({ key, entry }))),
      ({ key }) => key,
    );
    const found = items
      .filter((item) => !matches.get(item)!.entry)
      .flatMap((item) => {
        const keys = ofItem(item).filter((key) => key);
        const [entry, ...others] = new Set(
          keys.flatMap((key) => entriesByKey.get(key) ?? []).map((one) => one.entry),
        );
        return entry && others.length === 0 ? [{ item, entry }] : [];
      });
    for (const [entry, [first, ...others]] of groupBy(found, (one) => one.entry)) {
      if (others.length > 0) continue;
      matches.set(first!.item, { item: first!.item, entry, by });
      taken.add(entry);
    }
  }
  return [...matches.values()];
};

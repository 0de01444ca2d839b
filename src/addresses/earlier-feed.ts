import type { AnyFeed, AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith';

import { decodePath } from '../lib/url-paths';

/** An item of a feed that subscribers have from another system. */
export interface EarlierItem {
  /** As subscribers know it. */
  id: string;
  /** Absolute address of its page. */
  link?: string;
  /** What an id says that is an address, where the link is on another host: one that counts clicks, for example. */
  permalink?: string;
  /** As it is written, be it HTML. */
  title?: string;
  date?: Date;
}

/** Characters of an id; longer ones are none. */
const LONGEST_ID = 2_000;

/** Databases have no dates far beyond. */
const LATEST = Date.UTC(9999, 0);

/** Whether a text can be an id: databases keep no U+0000, and no system writes other controls. */
export const isKnownId = (id: string): boolean =>
  id !== '' && id.length <= LONGEST_ID && !/[\p{Cc}\p{Cs}]/u.test(id);

/** Whether a date can be that of an item: before 1970, it is what a system writes that knows none. */
export const isKnownDate = (date: Date): boolean => date.getTime() >= 0 && date.getTime() <= LATEST;

type Written = Omit<EarlierItem, 'id' | 'date'> & { id?: string; date?: string };

const hostOf = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:/i.test(address) && URL.canParse(address)
    ? new URL(address).host
    : undefined;

/** A guid is the link where nothing else says where the page is, unless it says that it is none (RSS 2.0). */
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

/** A link without a relation is the page's (RFC 4287, section 4.2.7.2). */
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
 * The items of some documents of a feed, each once. What has no id is known by its link; what has
 * neither, subscribers know by nothing that could be kept.
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

/** An entry that an item of an earlier feed may be. */
export interface MatchableEntry {
  documentId: string;
  /** Path of its page on the host, as it is and as it was before. */
  path: string;
  formerPaths: readonly string[];
  slug: string;
  title: string;
  date: Date;
}

/** What an item was found by, the surest first. */
const MATCHED_BY = ['link', 'former', 'slug', 'title'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

/** An item, and the entry that it is. */
interface ItemMatch<Entry> {
  item: EarlierItem;
  /** Undefined where it is none, or could be several. */
  entry?: Entry;
  by?: MatchedBy;
}

/** A path as it is compared: no final slash, no index or ending of a file, decoded. */
const comparable = (path: string): string =>
  decodePath(path)
    .toLowerCase()
    .replace(/(?:\/index)?\.(?:html?|php|aspx?)$/, '')
    .replace(/\/+$/, '');

/** Where an item says that its page is. */
export const linksOf = ({ link, permalink }: EarlierItem): URL[] =>
  [link, permalink].flatMap((one) =>
    one !== undefined && URL.canParse(one) ? [new URL(one)] : [],
  );

/** What paths of links are compared by; nothing for the root, where "?p=123" tells pages apart. */
const pathsOf = (item: EarlierItem): string[] =>
  linksOf(item).flatMap(({ pathname }) => comparable(pathname) || []);

const lastPart = (path: string | undefined): string | undefined => path?.split('/').at(-1);

/** The letters and digits of a title: quotes, dashes and spaces differ from system to system. */
const lettersOf = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&(?:#\w+|\w+);/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A title and its day; nothing for a title without letters. */
const titleKey = (title: string | undefined, day: string): string | undefined => {
  const letters = lettersOf(title ?? '');
  return letters === '' ? undefined : `${letters} ${day}`;
};

const A_DAY = 86_400_000;

/** The day and those beside it: another system may have been in another time zone. */
const daysAround = (date: Date): string[] =>
  [0, -A_DAY, A_DAY].map((difference) => dayOf(new Date(date.getTime() + difference)));

/** What an item and an entry are compared by in each way. */
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

const addTo = <Value>(map: Map<string, Set<Value>>, key: string, value: Value): void => {
  const values = map.get(key) ?? new Set<Value>();
  map.set(key, values.add(value));
};

/**
 * Finds which entries the items of an earlier feed are: by the path of the link, by a former address, by
 * the slug, by title and day. What could be several is none, and no entry is two items: whoever took over
 * the wrong id would show subscribers an old item as new.
 *
 * @returns a line for each item, in their order
 */
export const matchItems = <Entry extends MatchableEntry>(
  items: readonly EarlierItem[],
  entries: readonly Entry[],
): ItemMatch<Entry>[] => {
  const matches = new Map<EarlierItem, ItemMatch<Entry>>(items.map((item) => [item, { item }]));
  const taken = new Set<Entry>();
  for (const by of MATCHED_BY) {
    const { ofItem, ofEntry } = KEYS[by];
    const entriesByKey = new Map<string, Set<Entry>>();
    for (const entry of entries.filter((one) => !taken.has(one))) {
      for (const key of ofEntry(entry)) if (key) addTo(entriesByKey, key, entry);
    }
    const itemsOf = new Map<Entry, EarlierItem[]>();
    for (const item of items.filter((one) => !matches.get(one)!.entry)) {
      const found = new Set(
        ofItem(item).flatMap((key) => [...((key && entriesByKey.get(key)) || [])]),
      );
      const [entry, ...others] = found;
      if (entry && others.length === 0) itemsOf.set(entry, [...(itemsOf.get(entry) ?? []), item]);
    }
    for (const [entry, [item, ...others]] of itemsOf) {
      if (!item || others.length > 0) continue;
      matches.set(item, { item, entry, by });
      taken.add(entry);
    }
  }
  return [...matches.values()];
};

import type { AnyFeed, AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith';

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

import type { EntryFeed, EntryInFeeds, ShownStatus } from './admin-api';
import {
  entryKeyOf,
  listIn,
  type ListName,
  SITE_LIST,
  unmarked,
} from '../catalogue/catalogue-table';
import { findListsOf, type StatedEntry } from '../catalogue/entry-states';
import type { ListedEntry } from '../catalogue/published-rows';
import { WHOLE_SITE } from '../content/selection';
import { optionalNameSchema, type Panel, type PanelEdition, type PanelEditions } from './panel';
import type { PanelUser } from './rights';
import { type EditionList, findFeed, findFeeds, type NamedFeed, nameFeed } from './feed-list';

/** Filters entries by the id of a feed, or by the code of a locale. */
export const entryFilter = { feed: optionalNameSchema(300), locale: optionalNameSchema(50) };

/** Finds the feeds whose entries are wanted; undefined for a feed that the user may not know of. */
export const findAskedLists = async (
  editions: PanelEditions,
  { feed, locale }: { feed?: string; locale?: string },
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<NamedFeed[] | undefined> => {
  if (feed !== undefined) {
    const found = await findFeed(editions, feed, user);
    return found && [found];
  }
  return editions
    .filter((edition) => locale === undefined || edition.locale?.code === locale)
    .map((edition) => nameFeed(edition, WHOLE_SITE));
};

/** An entry that was found, and what readers have of it. */
export interface FoundEntry extends StatedEntry {
  edition: PanelEdition;
  status: ShownStatus;
}

/** The newest published entries of a list. */
export const findNewestEntries = async (
  { edition, list }: EditionList,
  range: { start?: number; limit: number },
  now: Date,
): Promise<(ListedEntry & FoundEntry)[]> => {
  const lists = list === listIn(edition.mark, SITE_LIST) ? [] : [unmarked(list)];
  const found = await edition.queries.findWindow({ lists, now, ...range });
  return found.map((entry) => ({ ...entry, edition, status: 'live' }));
};

/** Finds the feeds that entries are in, or will be in, by `entryKeyOf`. */
const findFeedsOf = async (
  strapi: Panel['strapi'],
  entries: readonly FoundEntry[],
  user: PanelUser,
): Promise<Map<string, EntryFeed[]>> => {
  const lists = await findListsOf(strapi, entries);
  const feeds = new Map<string, EntryFeed[]>();
  for (const edition of new Set(entries.map((entry) => entry.edition))) {
    const shown = entries.filter((entry) => entry.edition === edition);
    const listsOf = (entry: FoundEntry): ListName[] =>
      (lists.get(entryKeyOf(entry)) ?? []).filter((list) => unmarked(list) !== SITE_LIST);
    const named = await findFeeds(edition, shown.flatMap(listsOf), user);
    const titles = new Map(named.map(({ list, id, title }) => [list, { id, title }]));
    const { compare } = new Intl.Collator(edition.inForce.language);
    for (const entry of shown) {
      const found = listsOf(entry).flatMap((list) => titles.get(list) ?? []);
      feeds.set(
        entryKeyOf(entry),
        found.sort((one, other) => compare(one.title, other.title)),
      );
    }
  }
  return feeds;
};

/** Names an entry among those of all types and languages. */
export const nameEntry = ({
  edition,
  contentType,
  documentId,
  locale,
  title,
}: Omit<FoundEntry, 'status' | 'date' | 'updated'>) => ({
  contentType,
  typeName: edition.panelTypes.names.get(contentType) ?? contentType,
  documentId,
  locale: locale || null,
  language: edition.shownLanguage,
  title,
});

/** Describes entries for the panel's lists: public ones, and those that the user may read. */
export const describeEntries = async (
  { strapi }: Pick<Panel, 'strapi'>,
  entries: readonly FoundEntry[],
  user: PanelUser,
): Promise<EntryInFeeds[]> => {
  const listed = entries.filter(({ status }) => status !== 'nowhere');
  const feeds = await findFeedsOf(strapi, listed, user);
  const isEditable = await user.mayEdit(entries);
  return entries.map((entry) => {
    const { edition, status, date, updated } = entry;
    return {
      ...nameEntry(entry),
      status,
      date: date?.toISOString() ?? null,
      changed: updated?.toISOString() ?? null,
      timeZone: edition.inForce.timeZone,
      feeds: feeds.get(entryKeyOf(entry)) ?? [],
      mayEdit: isEditable(entry),
    };
  });
};

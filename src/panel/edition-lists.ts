import {
  listIn,
  type ListName,
  markOf,
  SITE_LIST,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import { findFeedList } from './feed-details';
import type { PanelEdition, PanelEditions } from './panel';
import type { PanelUser } from './permissions/entry-rights';

/** A list of entries, and the site in the locale that it is of. */
export interface EditionList {
  edition: PanelEdition;
  list: ListName;
}

/** Which entries are looked at. */
export interface EntryFilter {
  /** Id of a feed; without any, all feeds. */
  feed?: string;
  /** Code of a locale; without any, all locales. */
  locale?: string;
}

/** Whether a list has the entries of a topic. */
export const isOfTopic = ({ list }: EditionList): boolean =>
  topicOfList(unmarked(list)) !== undefined;

/** Finds the lists that are looked at; undefined for a feed that the user may not know of. */
export const findLists = async (
  editions: PanelEditions,
  { feed, locale }: EntryFilter,
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<EditionList[] | undefined> => {
  if (feed !== undefined) {
    const list = await findFeedList(editions, feed, user);
    const edition = editions.find(({ mark }) => mark === markOf(feed));
    return list === undefined || !edition ? undefined : [{ edition, list }];
  }
  return editions
    .filter((edition) => locale === undefined || edition.locale?.code === locale)
    .map((edition) => ({ edition, list: listIn(edition.mark, SITE_LIST) }));
};

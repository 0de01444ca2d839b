import type { Edition } from '../public/editions';
import {
  listIn,
  type ListName,
  markOf,
  SITE_LIST,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import type { PublishedLocale } from '../options/locales';
import type { FeedDetails } from './feed-details';
import type { ListedEdition } from './feed-list';

/** The site in one of its locales, as those see it who look after its entries. */
export type ViewedEdition = ListedEdition & Pick<Edition, 'queries' | 'entries'>;

export type ViewedEditions = readonly [main: ViewedEdition, ...others: ViewedEdition[]];

/** A list of entries, and the site in the locale that it is of. */
export interface EditionList {
  edition: ViewedEdition;
  list: ListName;
}

/** Which entries are looked at. */
export interface EntryFilter {
  /** Id of a feed; without any, all feeds. */
  feed?: string;
  /** Code of a locale; without any, all locales. */
  locale?: string;
}

interface ScopeParts {
  editions: ViewedEditions;
  feedDetails: Pick<FeedDetails, 'findList'>;
}

/** Whether a list has the entries of a topic. */
export const isOfTopic = ({ list }: EditionList): boolean =>
  topicOfList(unmarked(list)) !== undefined;

/** Code of an edition's locale; none where locales are not told apart. */
export const codeOf = ({ locale }: { locale: PublishedLocale | undefined }): string | undefined =>
  locale?.code;

/** Finds the lists that are looked at. */
export const createEditionLists = ({ editions, feedDetails }: ScopeParts) => ({
  editions,

  /** Undefined for a feed that the user may not know of. */
  async find(
    { feed, locale }: EntryFilter,
    user: Parameters<FeedDetails['findList']>[1],
  ): Promise<EditionList[] | undefined> {
    if (feed !== undefined) {
      const list = await feedDetails.findList(feed, user);
      const edition = editions.find(({ mark }) => mark === markOf(feed));
      return list === undefined || !edition ? undefined : [{ edition, list }];
    }
    return editions
      .filter((edition) => locale === undefined || codeOf(edition) === locale)
      .map((edition) => ({ edition, list: listIn(edition.mark, SITE_LIST) }));
  },
});

export type EditionLists = ReturnType<typeof createEditionLists>;

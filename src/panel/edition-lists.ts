import type { Edition } from '../editions';
import {
  listIn,
  type ListName,
  markOf,
  SITE_LIST,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import type { PublishedLocale } from '../locales';
import type { FeedDetails } from './feed-details';
import type { ListedEdition } from './feed-list';

/** The site in one of its locales, as those see it who look after its entries. */
export type ViewedEdition = ListedEdition & Pick<Edition, 'queries' | 'entries'>;

export type ViewedEditions = readonly [main: ViewedEdition, ...others: ViewedEdition[]];

/** A list of entries, and the site in the locale that it is of. */
export interface EditionList {
  site: ViewedEdition;
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
  sites: ViewedEditions;
  feedDetails: Pick<FeedDetails, 'findList'>;
}

/** Whether a list has the entries of a topic. */
export const isOfTopic = ({ list }: EditionList): boolean =>
  topicOfList(unmarked(list)) !== undefined;

/** Code of a site's locale; none where locales are not told apart. */
export const codeOf = ({ locale }: { locale: PublishedLocale | undefined }): string | undefined =>
  locale?.code;

/** Finds the lists that are looked at. */
export const createEditionLists = ({ sites, feedDetails }: ScopeParts) => ({
  sites,

  /** Undefined for a feed that the user may not know of. */
  async find(
    { feed, locale }: EntryFilter,
    user: Parameters<FeedDetails['findList']>[1],
  ): Promise<EditionList[] | undefined> {
    if (feed !== undefined) {
      const list = await feedDetails.findList(feed, user);
      const site = sites.find(({ mark }) => mark === markOf(feed));
      return list === undefined || !site ? undefined : [{ site, list }];
    }
    return sites
      .filter((site) => locale === undefined || codeOf(site) === locale)
      .map((site) => ({ site, list: listIn(site.mark, SITE_LIST) }));
  },
});

export type EditionLists = ReturnType<typeof createEditionLists>;

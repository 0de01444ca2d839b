import type { EntryKey } from '../catalogue/catalogue-table';
import type { NeighbourFinder } from '../catalogue/queries';
import type { Indexing, Topic } from '../content/article';
import type { Selection } from '../content/selection';
import type { FeedFormat } from '../feed/formats';
import type { Feed } from '../feed/model';
import type { Plan, TopicPlan } from '../mapping/plan';
import type { PublishedLocale } from '../options/locales';
import type { Settings, SettingsStore } from '../options/settings';

/** The site in a locale, as far as others are told of it. */
export interface Edition {
  /** None where locales are not told apart. */
  locale: PublishedLocale | undefined;
  plan: Plan;
  settings: Pick<SettingsStore, 'get'>;
  beside: Pick<NeighbourFinder, 'findListed' | 'findNeighbours'>;
  entries: {
    findPaths: <Entry extends EntryKey>(
      listed: Entry[],
    ) => Promise<(Entry & { path: string; indexing: Indexing })[]>;
  };
  topics: { findVisible: (type: TopicPlan, documentIds: string[], now: Date) => Promise<Topic[]> };
  feeds: {
    findFirst: (
      settings: Settings,
      selection: Selection,
      format: FeedFormat,
      now: Date,
    ) => Promise<Feed>;
  };
  renderings: { document: (format: FeedFormat, feed: Feed) => Promise<string> };
}

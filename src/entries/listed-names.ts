import { CACHE_TAGS } from '../lib/cache-tags';
import { dependOn, expireAt } from '../lib/dependency-tracking';
import { listIn, topicList, topicOfList } from '../catalogue/catalogue-table';
import type { CatalogueQueries } from '../catalogue/queries';
import type { Topic } from '../content/article';
import { topicOfName } from '../mapping/author-names';
import type { Entries } from './entries';
import type { TopicPlan } from '../mapping/plan';

/** Where authors are found of whom a name alone is known: those that something public names. */
export interface ListedNames {
  catalogue: Pick<CatalogueQueries, 'findLists' | 'findNewestEntries' | 'findNext'>;
  entries: Pick<Entries, 'findAuthorNames'>;
  /** Mark of the locale whose entries are meant; empty for the main one. */
  mark: string;
}

/** Ids of all names that entries have, be they public or not. */
export const listNames = async (
  { catalogue }: ListedNames,
  { contentType }: TopicPlan,
): Promise<string[]> => {
  const lists = await catalogue.findLists(topicList(contentType, ''));
  return lists.flatMap((list) => topicOfList(list)?.documentId ?? []);
};

/**
 * Those of some names that are public, each called as its newest entry has it. Whoever asks notes which
 * entries they have.
 */
export const findNames = async (
  { catalogue, entries }: ListedNames,
  type: TopicPlan,
  ids: string[],
  now: Date,
): Promise<Topic[]> => {
  const idOf = new Map(ids.map((id) => [topicList(type.contentType, id), id]));
  const newest = await catalogue.findNewestEntries([...idOf.keys()], now);
  const listed = [...newest].map(([list, entry]) => ({ ...entry, list }));
  const named = await entries.findAuthorNames(listed);
  return named.flatMap(({ list, name, changed }): Topic[] => {
    const topic = topicOfName(type, name);
    // What is catalogued anew just now may be of another name already.
    return topic && topic.documentId === idOf.get(list)
      ? [{ ...topic, id: 0, hidden: false, updatedAt: changed }]
      : [];
  });
};

/** Notes which entries some names have, and when there are others. */
export const noteNames = async (
  { catalogue, mark }: ListedNames,
  { contentType }: TopicPlan,
  ids: string[],
  now: Date,
): Promise<void> => {
  const lists = ids.map((id) => listIn(mark, topicList(contentType, id)));
  dependOn(...lists.map(CACHE_TAGS.listing));
  for (const date of (await catalogue.findNext(lists, now)).values()) expireAt(date);
};

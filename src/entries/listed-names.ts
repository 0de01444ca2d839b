import { CACHE_TAGS } from '../lib/cache-tags';
import { dependOn, expireAt } from '../lib/dependency-tracking';
import { listIn, topicList, topicOfList } from '../catalogue/catalogue-table';
import type { CatalogueQueries } from '../catalogue/queries';
import type { Topic } from '../content/article';
import { topicOfName } from '../mapping/author-names';
import type { Entries } from './entries';
import type { TopicPlan } from '../mapping/plan';

interface ListedNameParts {
  catalogue: Pick<CatalogueQueries, 'findLists' | 'findNewestEntries' | 'findNext'>;
  entries: Pick<Entries, 'findAuthorNames'>;
  /** Mark of the locale whose entries are meant; empty for the main one. */
  mark: string;
}

/**
 * Finds authors of whom a name alone is known: those that something public names. They are called as their
 * newest entry has it.
 */
export const createListedNames = ({ catalogue, entries, mark }: ListedNameParts) => ({
  /** Ids of all names that entries have, be they public or not. */
  async list({ contentType }: TopicPlan): Promise<string[]> {
    const lists = await catalogue.findLists(topicList(contentType, ''));
    return lists.flatMap((list) => topicOfList(list)?.documentId ?? []);
  },

  /** Those of some names that are public. Whoever asks notes which entries they have. */
  async find(type: TopicPlan, ids: string[], now: Date): Promise<Topic[]> {
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
  },

  /** Notes which entries some names have, and when there are others. */
  async note({ contentType }: TopicPlan, ids: string[], now: Date): Promise<void> {
    const lists = ids.map((id) => listIn(mark, topicList(contentType, id)));
    dependOn(...lists.map(CACHE_TAGS.listing));
    for (const date of (await catalogue.findNext(lists, now)).values()) expireAt(date);
  },
});

export type ListedNames = ReturnType<typeof createListedNames>;

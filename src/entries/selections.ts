import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import { topicList } from '../catalogue/catalogue-table';
import type { EntryQuery } from '../catalogue/published-rows';
import type { Topic } from '../content/article';
import {
  type Combination,
  combinationPath,
  parseCombination,
  type Selection,
  selectionPath,
} from '../content/selection';
import { editionMark, permalinkLocale, type PublishedLocale } from '../options/locales';
import type { Transactions } from '../lib/database';
import {
  type AddressedType,
  type AddressHolders,
  findAddressHolders,
} from '../addresses/address-holders';
import { endOf } from '../mapping/address';
import { idOfValue } from '../mapping/value-topics';
import type { TopicPlan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import type { Topics } from './topics';

/** The articles of a selection. */
export const selectionQuery = ({ topics, mode, source }: Selection, now: Date): EntryQuery => {
  // A source that has all there are has the list of the site.
  const lists = source && !source.isAlone ? [source.contentType] : [];
  const ofTopics = topics.map(({ contentType, documentId }) => topicList(contentType, documentId));
  return { lists: topics.length > 0 ? ofTopics : lists, mode, now };
};

/** What the address of a listing leads to. */
export type FoundSelection =
  | { kind: 'selection'; selection: Selection }
  /** Named by a slug that a topic had before; where the listing is now. */
  | { kind: 'moved'; path: string }
  /** A topic was there and has been deleted. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** Finds what addresses that name topics are about. */
export const createSelections = (
  strapi: Core.Strapi,
  {
    transactions,
    topics,
    locale,
  }: { transactions: Transactions; topics: Topics; locale?: PublishedLocale },
) => {
  /** The topic that a slug leads to; none when it was deleted; undefined when it is hidden. */
  const findTopic = async (
    type: TopicPlan,
    slug: string,
    { present = [], tenures }: AddressHolders,
  ): Promise<Topic | 'deleted' | undefined> => {
    const visible = (topic: Topic) => (topic.hidden ? undefined : topic);
    // A slug that another topic took over belongs to that one; only then do its former holders count.
    const topic = present.length > 0 ? await topics.findBySlug(type, slug) : undefined;
    // Nobody is to know of a hidden one: what was there before leads on.
    if (topic && !topic.hidden) return topic;
    // Its holders may be shown again without a change of who had the address.
    const mark = type.isLocalised ? editionMark(locale) : '';
    const holders = [...tenures.keys()];
    dependOn(
      CACHE_TAGS.address(type.contentType, slug),
      ...holders.map((holder) => CACHE_TAGS.topic(type.contentType, holder, mark)),
    );
    const moved = await topics.findFirst(type, holders);
    if (moved) return visible(moved);
    return topic && holders.length === 0 ? undefined : 'deleted';
  };

  /** Values have the address they make, and no other: there is none that they had before. */
  const findValues = async (
    type: TopicPlan,
    { slugs, mode }: Combination,
  ): Promise<FoundSelection> => {
    const ids = slugs.map((slug) => idOfValue(type.contentType, slug));
    const found = await topics.findVisible(type, ids);
    const named = slugs.flatMap((slug) => found.find((topic) => topic.slug === slug) ?? []);
    return named.length === slugs.length
      ? { kind: 'selection', selection: { topics: named, mode } }
      : { kind: 'unknown' };
  };

  const askedOf = (type: TopicPlan): AddressedType => ({
    contentType: type.contentType,
    field: ownField(type.slug),
    hasDrafts: type.hasDrafts,
    locale: permalinkLocale(type, locale),
  });

  return {
    /**
     * @param type of all topics that are named: combinations stay within one
     * @param name part of an address: `api`, `api+testing`, `api,testing`
     */
    async find(type: TopicPlan, name: string): Promise<FoundSelection> {
      const combination = parseCombination(name);
      if (!combination) return { kind: 'unknown' };
      const { slugs, mode } = combination;
      if (type.isOfValues) return findValues(type, combination);
      const { contentType } = type;
      const known = await findAddressHolders(strapi, transactions, askedOf(type), slugs);
      const unknown = slugs.filter((slug) => !known.has(slug));
      dependOn(...unknown.map((slug) => CACHE_TAGS.address(contentType, slug)));
      if (unknown.length > 0) return { kind: 'unknown' };
      const found = await Promise.all(slugs.map((slug) => findTopic(type, slug, known.get(slug)!)));
      if (found.includes(undefined)) return { kind: 'unknown' };
      const present = found.filter((topic): topic is Topic => typeof topic === 'object');
      if (present.length < found.length) return { kind: 'gone' };
      const selection: Selection = { topics: present, mode };
      const now = selectionPath(selection)!;
      return now === combinationPath(type.address.directory, combination, endOf(type.address))
        ? { kind: 'selection', selection }
        : { kind: 'moved', path: now };
    },
  };
};

export type Selections = ReturnType<typeof createSelections>;

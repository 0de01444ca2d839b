import type { EntryInFeeds, EntryNumber, EntryNumbers, EntryPage, EntryStatus } from './admin-api';
import { listIn, SITE_LIST, unmarked } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { EntryStates } from '../catalogue/entry-states';
import { createOrder, mergeInOrder } from '../feed/order';
import {
  type EntryCircumstances,
  type EntryDescriptions,
  findFeeds,
  type FoundEntry,
} from './entry-descriptions';
import {
  codeOf,
  type EntryFilter,
  type EditionLists,
  isOfTopic,
  type EditionList,
} from './edition-lists';
import type { IsAllowed } from './permissions/entry-rights';

/** Published entries of a list that are searched, or merged with those of other lists. */
const LIVE_LOOKED_AT = 5_000;

/** Entries of a list that will come that are looked at: roles may tell each from the other. */
const WAITING_LOOKED_AT = 1_000;

/** What of the entries is asked for. */
export interface EntryViewQuery extends EntryFilter {
  /** Part of a title; empty for all entries. */
  search: string;
}

export interface EntryPageQuery extends EntryViewQuery {
  status: EntryStatus;
  /** Counts from 1. */
  page: number;
  pageSize: number;
}

interface EntryViewParts {
  scopes: EditionLists;
  states: EntryStates;
  counts: Pick<Counts, 'due'>;
  descriptions: EntryDescriptions;
}

/** Entries of a status, as far as they were looked at. */
interface Found {
  /** Those that the user may read and that match the search, in their order. */
  entries: FoundEntry[];
  number: EntryNumber;
  /** Those that the user may not read. */
  others: number;
  lookedAt: number | null;
}

interface Asked {
  scopes: EditionList[];
  search: string;
}

/** Whether a title has what is searched for, as the list of feeds has it. */
const matcher = (search: string): ((entry: FoundEntry) => boolean) => {
  const wanted = search.trim().toLowerCase();
  return ({ title }) => title.toLowerCase().includes(wanted);
};

const momentOf = (date: Date | null): number => date?.getTime() ?? 0;

const compareKeys = (one: FoundEntry, other: FoundEntry): number =>
  one.documentId < other.documentId ? -1 : Number(one.documentId > other.documentId);

/** The entries of feeds by what readers have of them, over all feeds or those of one. */
export const createEntryViews = ({ scopes, states, counts, descriptions }: EntryViewParts) => {
  const countLive = async ({ scopes }: Asked, now: Date): Promise<number[]> => {
    const lists = scopes.map(({ list }) => list);
    const numbers = await counts.due(lists, now);
    return lists.map((list) => numbers.get(list) ?? 0);
  };

  /** The newest published entries of a list. */
  const findNewest = async (
    { edition, list }: EditionList,
    stretch: { start?: number; limit: number },
    now: Date,
  ): Promise<FoundEntry[]> => {
    const lists = list === listIn(edition.mark, SITE_LIST) ? [] : [unmarked(list)];
    const found = await edition.queries.findWindow({ lists, now, ...stretch });
    return found.map((entry) => ({ ...entry, edition, status: 'live' }));
  };

  /** Published entries of several lists in one order, or those of them whose titles match. */
  const mergeNewest = async (asked: Asked, limit: number, now: Date): Promise<FoundEntry[]> => {
    const found = await Promise.all(asked.scopes.map((scope) => findNewest(scope, { limit }, now)));
    const matching = found.map((entries) => entries.filter(matcher(asked.search)));
    const { language } = await scopes.editions[0].settings.get();
    const compare = createOrder(language);
    return mergeInOrder(matching, (one, other) =>
      compare({ ...one, date: one.date! }, { ...other, date: other.date! }),
    );
  };

  /** @param stretch of all that there are; without one, these are only counted */
  const findLive = async (
    asked: Asked,
    now: Date,
    stretch: { start: number; limit: number } = { start: 0, limit: 0 },
  ): Promise<Found> => {
    const totals = await countLive(asked, now);
    const total = totals.reduce((sum, number) => sum + number, 0);
    const { start, limit } = stretch;
    const isSearched = asked.search.trim() !== '';
    const [only, ...further] = asked.scopes;
    if (!isSearched) {
      const isMerged = further.length > 0;
      const isReached = !isMerged || start < LIVE_LOOKED_AT;
      const entries =
        limit === 0 || !isReached || !only
          ? []
          : isMerged
            ? (await mergeNewest(asked, start + limit, now)).slice(start, start + limit)
            : await findNewest(only, stretch, now);
      return {
        entries,
        number: { count: total, isWhole: true },
        others: 0,
        lookedAt: isMerged && total > LIVE_LOOKED_AT ? LIVE_LOOKED_AT : null,
      };
    }
    const matching = await mergeNewest(asked, LIVE_LOOKED_AT, now);
    const isWhole = totals.every((number) => number <= LIVE_LOOKED_AT);
    return {
      entries: matching.slice(start, start + limit),
      number: { count: matching.length, isWhole },
      others: 0,
      lookedAt: isWhole ? null : LIVE_LOOKED_AT,
    };
  };

  /** Entries that are to come, of those that the user may read. */
  const findWaiting = async (
    status: Exclude<EntryStatus, 'live'>,
    asked: Asked,
    user: EntryCircumstances,
  ): Promise<Found> => {
    const limit = WAITING_LOOKED_AT + 1;
    const found = await Promise.all(
      asked.scopes.map(async ({ edition, list }) => {
        const entries =
          status === 'scheduled'
            ? await states.findScheduled(list, user.now, limit)
            : await states.findDrafts(list, limit);
        return entries.map((entry): FoundEntry => ({ ...entry, edition, status }));
      }),
    );
    const isWhole = found.every(({ length }) => length < limit);
    const entries = found.flatMap((some) => some.slice(0, WAITING_LOOKED_AT));
    // What a feed of a topic has says what the entry is grouped by.
    const isReadable: IsAllowed = await (asked.scopes.some(isOfTopic)
      ? user.mayReadTopics(entries)
      : user.mayRead(entries));
    const readable = entries.filter(isReadable);
    const shown = readable
      .filter(matcher(asked.search))
      .sort((one, other) =>
        status === 'scheduled'
          ? momentOf(one.date) - momentOf(other.date) || compareKeys(one, other)
          : momentOf(other.updated) - momentOf(one.updated) || compareKeys(one, other),
      );
    return {
      entries: shown,
      number: { count: shown.length, isWhole },
      others: entries.length - readable.length,
      lookedAt: isWhole ? null : WAITING_LOOKED_AT,
    };
  };

  const isInSeveral = scopes.editions.length > 1;

  const describe = (entries: FoundEntry[], user: EntryCircumstances): Promise<EntryInFeeds[]> =>
    descriptions.describe(entries, user, { isInSeveral });

  return {
    /** A page of the entries of a status; undefined for a feed that the user may not know of. */
    async find(
      { status, search, page, pageSize, ...filter }: EntryPageQuery,
      user: EntryCircumstances,
    ): Promise<EntryPage | undefined> {
      const found = await scopes.find(filter, user);
      if (!found) return undefined;
      const asked = { scopes: found, search };
      const start = (page - 1) * pageSize;
      const isLive = status === 'live';
      const { entries, number, others, lookedAt } = isLive
        ? await findLive(asked, user.now, { start, limit: pageSize })
        : await findWaiting(status, asked, user);
      const shown = isLive ? entries : entries.slice(start, start + pageSize);
      const total = Math.min(number.count, isLive ? (lookedAt ?? Infinity) : Infinity);
      return {
        results: await describe(shown, user),
        pagination: { page, pageSize, pageCount: Math.max(1, Math.ceil(total / pageSize)), total },
        number,
        others,
        lookedAt,
      };
    },

    /** How many entries there are of each status; undefined like `find`. */
    async findNumbers(
      { search, ...filter }: EntryViewQuery,
      user: EntryCircumstances,
    ): Promise<EntryNumbers | undefined> {
      const found = await scopes.find(filter, user);
      if (!found) return undefined;
      const asked = { scopes: found, search };
      const [live, scheduled, draft] = [
        await findLive(asked, user.now),
        await findWaiting('scheduled', asked, user),
        await findWaiting('draft', asked, user),
      ];
      const [scope] = found;
      const feeds =
        filter.feed === undefined || !scope
          ? undefined
          : await findFeeds(scope.edition, [scope.list], user);
      return {
        live: live.number,
        scheduled: scheduled.number,
        draft: draft.number,
        feed: (scope && feeds?.get(scope.list)) ?? null,
        locales: isInSeveral
          ? await Promise.all(
              scopes.editions.map(async (edition) => ({
                code: codeOf(edition) ?? '',
                language: (await edition.settings.get()).language,
              })),
            )
          : [],
      };
    },
  };
};

export type EntryViews = ReturnType<typeof createEntryViews>;

import type { Attention, TroubledEntry } from './admin-api';
import { SITE_LIST, topicList, topicOfList, unmarked } from '../catalogue/catalogue-table';
import {
  type DatedEntry,
  entryKeyOf,
  type EntryStates,
  type StatedEntry,
} from '../catalogue/entry-states';
import { createOrder } from '../feed/order';
import type { Article } from '../content/article';
import { type Problem, type Severity } from '../content/problem';
import { documentSize } from '../feed/history';
import type { Renderings } from '../cache/renderings';
import { sourceOf } from '../sources/plan-parts';
import type { EntryCircumstances, EntryDescriptions, FoundEntry } from './entry-descriptions';
import { type EntryFilter, type EntryScopes, type Scope, type ViewedSite } from './entry-scopes';
import type { FeedExtent } from './feed-statistics';
import { createInspection, type Inspect } from './inspection';

/** Feeds of topics in each locale whose articles are looked at, those with the newest article first. */
const FEEDS = 25;

/** Published articles in each locale that are looked at, the newest first. */
const LIVE = 1_000;

/** Scheduled entries and drafts in each locale that are looked at: each draft takes statements of its own. */
const WAITING = 20;

/** Entries among which these are found: roles may tell each from the other. */
const CANDIDATES = 100;

export interface AttentionQuery extends EntryFilter {
  /** Part of a title; empty for all entries. */
  search: string;
  /** Counts from 1. */
  page: number;
  pageSize: number;
}

interface AttentionParts {
  scopes: EntryScopes;
  states: EntryStates;
  descriptions: EntryDescriptions;
  renderings: Renderings;
}

/** Feeds that are looked at, and whether there are no others. */
interface Extents {
  extents: FeedExtent[];
  isWhole: boolean;
}

interface Troubled {
  entry: FoundEntry;
  problems: Problem[];
}

/** What a look at a list came to. */
interface Look {
  troubled: Troubled[];
  live: number;
  waiting: number;
  late: number;
  isWhole: boolean;
}

const RANKS: Record<Severity, number> = { error: 0, warning: 1, notice: 2 };
const STATUSES: Record<FoundEntry['status'], number> = { live: 0, scheduled: 1, draft: 2 };

const rankOf = ({ problems }: Troubled): number =>
  Math.min(...problems.map(({ severity }) => RANKS[severity]));

/** Finds what is wrong with entries that feeds show, and with those that come next. */
export const createAttention = ({ scopes, states, descriptions, renderings }: AttentionParts) => {
  const inspections = new Map<ViewedSite, Inspect>(
    scopes.sites.map((site) => [site, createInspection({ ...site, renderings })]),
  );

  /** Feeds of a site, with how many articles each shows: its own, those of types, and of topics the newest. */
  const findExtents = async (
    { plan, panelTypes, settings, topics, statistics }: ViewedSite,
    now: Date,
  ): Promise<Extents> => {
    const { itemsPerFeed } = await settings.get();
    const limit = documentSize(itemsPerFeed);
    const listed = await Promise.all(plan.topicTypes.map((type) => topics.listVisible(type)));
    const ofTopics = listed.flat().map((topic) => ({
      list: topicList(topic.contentType, topic.documentId),
      limit: documentSize(topic.itemsPerFeed ?? itemsPerFeed),
    }));
    const newest = await statistics.findNewest(
      ofTopics.map(({ list }) => list),
      now,
    );
    const dateOf = ({ list }: FeedExtent): number => newest.get(list)?.getTime() ?? 0;
    const filled = ofTopics.filter(({ list }) => newest.has(list));
    return {
      extents: [
        { list: SITE_LIST, limit },
        ...panelTypes.listings.map(({ contentType }) => ({ list: contentType, limit })),
        ...filled.sort((one, other) => dateOf(other) - dateOf(one)).slice(0, FEEDS),
      ],
      isWhole: filled.length <= FEEDS,
    };
  };

  /** A feed that was asked for, with how many articles it shows. */
  const findExtent = async ({ site, list }: Scope): Promise<Extents> => {
    const { itemsPerFeed } = await site.settings.get();
    const named = topicOfList(unmarked(list));
    const type =
      named && site.plan.topicTypes.find(({ contentType }) => contentType === named.contentType);
    const [topic] = type ? await site.topics.findVisible(type, [named.documentId]) : [];
    const limit = documentSize(topic?.itemsPerFeed ?? itemsPerFeed);
    return { extents: [{ list: unmarked(list), limit }], isWhole: true };
  };

  /** The articles that feeds show, each once, the newest first. */
  const findShown = async (site: ViewedSite, extents: FeedExtent[], now: Date) => {
    const { language } = await site.settings.get();
    const shown = await site.statistics.findShown(extents, now);
    const entries = new Map([...shown.values()].flat().map((entry) => [entryKeyOf(entry), entry]));
    return [...entries.values()].sort(createOrder(language));
  };

  /** What comes next of a list, of what the user may read all that an item shows. */
  const findNext = async (
    scope: Scope,
    user: EntryCircumstances,
  ): Promise<{ scheduled: DatedEntry[]; drafts: StatedEntry[]; isWhole: boolean }> => {
    const { list } = scope;
    const scheduled = await states.findScheduled(list, user.now, CANDIDATES);
    const drafts = await states.findDrafts(list, CANDIDATES);
    const entries = [...scheduled, ...drafts];
    const isReadable = await user.mayReadWhole(entries);
    const readable = { scheduled: scheduled.filter(isReadable), drafts: drafts.filter(isReadable) };
    return {
      scheduled: readable.scheduled.slice(0, WAITING),
      drafts: readable.drafts.slice(0, WAITING),
      isWhole:
        Math.max(scheduled.length, drafts.length) < CANDIDATES &&
        Math.max(readable.scheduled.length, readable.drafts.length) <= WAITING,
    };
  };

  /** A draft as the article it will be; none of one that has no title or no address yet. */
  const readDraft = async (
    site: ViewedSite,
    { contentType, documentId, locale }: StatedEntry,
    now: Date,
  ): Promise<Article | undefined> => {
    const source = sourceOf(site.plan, contentType);
    const asked = { documentId, locale: locale || null, status: 'draft' } as const;
    const version = await site.entries.findVersion(source, asked);
    if (!version) return undefined;
    const { title, path, date = now, updatedAt = now } = version;
    return title === undefined || path === undefined
      ? undefined
      : { ...version, title, path, date, updatedAt };
  };

  const look = async (
    { site, list }: Scope,
    { extents, isWhole }: Extents,
    user: EntryCircumstances,
  ): Promise<Look> => {
    const { now } = user;
    const inspect = inspections.get(site)!;
    const all = await findShown(site, extents, now);
    const shown = all.slice(0, LIVE);
    const { scheduled, drafts, ...next } = await findNext({ site, list }, user);
    const found: FoundEntry[] = [
      ...shown.map((entry): FoundEntry => ({ ...entry, site, status: 'live' })),
      ...scheduled.map((entry): FoundEntry => ({ ...entry, site, status: 'scheduled' })),
      ...drafts.map((entry): FoundEntry => ({ ...entry, site, status: 'draft' })),
    ];
    const articles = [
      ...(await site.entries.findPublic(shown, now)),
      ...(await site.entries.findListed(scheduled)),
    ];
    let drafted = 0;
    for (const draft of drafts) {
      const article = await readDraft(site, draft, now);
      if (!article) continue;
      articles.push(article);
      drafted += 1;
    }
    const inspected = await inspect(articles, now);
    const problems = new Map(inspected.map((one) => [entryKeyOf(one), one.problems]));
    return {
      troubled: found.flatMap((entry) => {
        const known = problems.get(entryKeyOf(entry)) ?? [];
        return known.length > 0 ? [{ entry, problems: known }] : [];
      }),
      live: shown.length,
      // A draft that lacks its title or its address was not looked at.
      waiting: scheduled.length + drafted,
      late: articles.length - inspected.length,
      isWhole: isWhole && next.isWhole && all.length <= LIVE,
    };
  };

  return {
    /** A page of the entries with problems; undefined for a feed that the user may not know of. */
    async find(
      { search, page, pageSize, ...filter }: AttentionQuery,
      user: EntryCircumstances,
    ): Promise<Attention | undefined> {
      const found = await scopes.find(filter, user);
      if (!found) return undefined;
      const looks = await Promise.all(
        found.map(async (scope) => {
          const extents =
            filter.feed === undefined
              ? await findExtents(scope.site, user.now)
              : await findExtent(scope);
          return look(scope, extents, user);
        }),
      );
      const wanted = search.trim().toLowerCase();
      const troubled = looks
        .flatMap((one) => one.troubled)
        .filter(({ entry }) => entry.title.toLowerCase().includes(wanted))
        .sort(
          (one, other) =>
            rankOf(one) - rankOf(other) ||
            STATUSES[one.entry.status] - STATUSES[other.entry.status],
        );
      const shown = troubled.slice((page - 1) * pageSize, page * pageSize);
      const described = await descriptions.describe(
        shown.map(({ entry }) => entry),
        user,
        { isInSeveral: scopes.sites.length > 1 },
      );
      const sum = (of: (look: Look) => number): number =>
        looks.reduce((total, one) => total + of(one), 0);
      return {
        results: described.map((entry, place): TroubledEntry => ({
          ...entry,
          problems: shown[place]!.problems,
        })),
        pagination: {
          page,
          pageSize,
          pageCount: Math.max(1, Math.ceil(troubled.length / pageSize)),
          total: troubled.length,
        },
        lookedAt: { live: sum(({ live }) => live), waiting: sum(({ waiting }) => waiting) },
        isWhole: looks.every(({ isWhole }) => isWhole),
        late: sum(({ late }) => late),
      };
    },
  };
};

export type AttentionOfSite = ReturnType<typeof createAttention>;

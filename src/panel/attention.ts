import { LRUCache } from 'lru-cache';

import type { Attention, AttentionCut, TroubledEntry } from './admin-api';
import {
  listIn,
  type ListName,
  PAGE_LIST,
  SITE_LIST,
  topicList,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import { entryKeyOf } from '../catalogue/entry';
import type { DatedEntry, StatedEntry } from '../catalogue/entry-states';
import { createOrder } from '../feed/order';
import type { Article } from '../content/article';
import { type Problem, PROBLEM_SEVERITIES, type Severity } from '../content/problem';
import type { ListedEntry } from '../catalogue/windows';
import { documentSize } from '../feed/history';
import { renderingDeadline } from '../cache/renderings';
import { chunk } from '../lib/chunk';
import { excerpt } from '../feed/summary';
import { groupTypes, sourceOf } from '../mapping/plan-parts';
import type { WithoutAddress } from '../addresses/without-address';
import { findUntold } from './delivery-states';
import {
  describeEntries,
  type FoundEntry,
  type EditionList,
  type EntryFilter,
  findLists,
} from './entry-descriptions';
import { type FeedExtent, findShown } from './feed-list';
import { judge, readArticles, type ReadArticle, findKnownProblems } from './inspection';
import type { Panel, PanelEdition } from './panel';
import type { PanelUser } from './permissions/entry-rights';
import { toPagination } from './requests';

/** Feeds of topics in each locale whose articles are looked at, those with the newest article first. */
const FEEDS = 25;

/** Published articles in each locale that are looked at, the newest first. */
const LIVE = 1_000;

/** Published pages in each locale that are looked at, which no feed shows, the newest first. */
const PAGES = 100;

/** Published entries in each list that are looked at since another entry keeps their address. */
const DISPLACED = 50;

/** Scheduled entries and drafts in each locale that are looked at: each draft takes statements of its own. */
const WAITING = 20;

/** Published entries without an address in each locale that are told of, the ones last changed. */
const NOWHERE = 20;

/** Characters of an editor's text that a problem repeats. */
const SHOWN_TEXT = 120;

/** Entries among which these are found: roles may tell each from the other. */
const CANDIDATES = 100;

/**
 * Articles that are inspected together, and how many such parts at once: few are in the queue that nobody
 * waits for at the end, and one that takes long holds up its own part alone.
 */
const PART = 10;
const PARTS_AT_ONCE = 5;

/** Milliseconds for which what was found in a list that readers have is kept, and how many lists. */
const KEPT_FOR = 30_000;
const KEPT_LISTS = 50;

interface AttentionQuery extends EntryFilter {
  /** Part of a title; empty for all entries. */
  search: string;
  /** Counts from 1. */
  page: number;
  pageSize: number;
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

/** What comes next of a list. */
interface Next {
  scheduled: DatedEntry[];
  drafts: StatedEntry[];
  isWhole: boolean;
}

/** What a look at entries of a list came to. */
interface Look {
  troubled: Troubled[];
  lookedAt: number;
  /** Of these, pages, which no feed shows. */
  pages: number;
  late: number;
  cut: AttentionCut[];
}

const RANKS: Record<Severity, number> = { error: 0, warning: 1 };
const STATUSES: Record<FoundEntry['status'], number> = {
  nowhere: 0,
  live: 1,
  scheduled: 2,
  draft: 3,
};

const rankOf = ({ problems }: Troubled): number =>
  Math.min(...problems.map(({ severity }) => RANKS[severity]));

/** What has to be filled in, or written otherwise, so that readers find an entry. */
const toMissing = ({ missing, invalid }: WithoutAddress): Problem[] => [
  ...invalid.map(({ field, text }): Problem => {
    const params = { slug: excerpt(text, SHOWN_TEXT) };
    return { code: 'slug-invalid', severity: PROBLEM_SEVERITIES['slug-invalid'], params, field };
  }),
  ...missing.map((field): Problem => {
    const severity = PROBLEM_SEVERITIES['address-missing'];
    return { code: 'address-missing', severity, params: { field }, field };
  }),
];

/** What was found of what is public, which is the same for every user. */
export type LiveLooks = LRUCache<string, Promise<Look>>;

/** @param onChange has a function called at each change of what is published */
export const createLiveLooks = (onChange: (act: () => void) => void): LiveLooks => {
  const kept: LiveLooks = new LRUCache({ max: KEPT_LISTS, ttl: KEPT_FOR });
  onChange(() => kept.clear());
  return kept;
};

/** Feeds of an edition, with the articles each shows: its own, those of types, and of topics the newest. */
const findExtents = async (
  { mark, plan, panelTypes, inForce: { itemsPerFeed }, topics, queries }: PanelEdition,
  now: Date,
): Promise<Extents> => {
  const limit = documentSize(itemsPerFeed);
  const listed = await Promise.all(groupTypes(plan).map((type) => topics.listVisible(type, now)));
  const ofTopics = listed.flat().map((topic) => ({
    list: listIn(mark, topicList(topic.contentType, topic.documentId)),
    limit: documentSize(topic.itemsPerFeed ?? itemsPerFeed),
  }));
  const newest = await queries.findNewest(
    ofTopics.map(({ list }) => list),
    now,
  );
  const dateOf = ({ list }: FeedExtent): number => newest.get(list)?.getTime() ?? 0;
  const filled = ofTopics.filter(({ list }) => newest.has(list));
  return {
    extents: [
      { list: listIn(mark, SITE_LIST), limit },
      ...panelTypes.listings.map(({ contentType }) => ({
        list: listIn(mark, contentType),
        limit,
      })),
      ...filled.sort((one, other) => dateOf(other) - dateOf(one)).slice(0, FEEDS),
    ],
    isWhole: filled.length <= FEEDS,
  };
};

/** A feed that was asked for, with how many articles it shows. */
const findExtent = async ({ edition, list }: EditionList): Promise<Extents> => {
  const { itemsPerFeed } = edition.inForce;
  const named = topicOfList(unmarked(list));
  const type =
    named && groupTypes(edition.plan).find(({ contentType }) => contentType === named.contentType);
  const [topic] = type ? await edition.topics.findVisible(type, [named.documentId]) : [];
  const limit = documentSize(topic?.itemsPerFeed ?? itemsPerFeed);
  return { extents: [{ list, limit }], isWhole: true };
};

/** Pages that readers have, the newest first. */
const findPages = async (edition: PanelEdition, now: Date): Promise<ListedEntry[]> => {
  if (!edition.plan.sources.some(({ isPage }) => isPage)) return [];
  return edition.queries.findWindow({ lists: [PAGE_LIST], limit: PAGES + 1, now });
};

/** The list that is looked at, and that of all pages beside the whole site's. */
const listsOf = ({ edition, list }: EditionList, isOneFeed: boolean): ListName[] =>
  isOneFeed || !edition.plan.sources.some(({ isPage }) => isPage)
    ? [list]
    : [list, listIn(edition.mark, PAGE_LIST)];

/** Entries that are published at an address which another entry keeps: no list has them. */
const findDisplaced = async (states: Panel['states'], lists: ListName[]): Promise<DatedEntry[]> => {
  const found: DatedEntry[] = [];
  for (const list of lists) found.push(...(await states.findDisplaced(list, DISPLACED + 1)));
  return found;
};

/** The articles that feeds show, each once, the newest first. */
const findArticles = async (edition: PanelEdition, extents: FeedExtent[], now: Date) => {
  const shown = await findShown(edition, extents, now);
  const entries = new Map([...shown.values()].flat().map((entry) => [entryKeyOf(entry), entry]));
  return [...entries.values()].sort(createOrder(edition.inForce.language));
};

/** What comes next of a list, of what the user may read all that an item shows. */
const findNext = async (
  states: Panel['states'],
  list: ListName,
  user: PanelUser,
): Promise<Next> => {
  const displaced = await states.findDisplaced(list, CANDIDATES);
  const scheduled = [
    ...displaced.filter(({ date }) => date > user.now),
    ...(await states.findScheduled(list, user.now, CANDIDATES)),
  ];
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
  edition: PanelEdition,
  { contentType, documentId, locale }: StatedEntry,
  now: Date,
): Promise<Article | undefined> => {
  const source = sourceOf(edition.plan, contentType);
  const asked = { documentId, locale: locale || null, status: 'draft' } as const;
  const version = await edition.entries.findVersion(source, asked);
  if (!version) return undefined;
  const { title, path, date = now, updatedAt = now } = version;
  return title === undefined || path === undefined
    ? undefined
    : { ...version, title, path, date, updatedAt };
};

/** What is wrong with articles, as far as that is found in time. */
const inspectInTime = async (
  panel: Panel,
  edition: PanelEdition,
  articles: Article[],
  now: Date,
): ReturnType<typeof judge> => {
  const deadline = renderingDeadline();
  const found: ReadArticle[] = [];
  const parts = chunk(articles, PART);
  const readNext = async (): Promise<void> => {
    for (let part = parts.shift(); part && Date.now() < deadline; part = parts.shift()) {
      found.push(...(await readArticles(panel.renderings, edition, part, deadline)));
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, readNext));
  return judge(panel, edition, found, now);
};

const toLook = async (
  panel: Panel,
  edition: PanelEdition,
  found: FoundEntry[],
  { articles, now, cut }: { articles: Article[]; now: Date; cut: AttentionCut[] },
): Promise<Look> => {
  const inspected = await inspectInTime(panel, edition, articles, now);
  const problems = new Map(inspected.articles.map((one) => [entryKeyOf(one), one.problems]));
  return {
    troubled: found.flatMap((entry) => {
      const known = problems.get(entryKeyOf(entry)) ?? [];
      return known.length > 0 ? [{ entry, problems: known }] : [];
    }),
    lookedAt: articles.length,
    pages: articles.filter(({ contentType }) => sourceOf(edition.plan, contentType).isPage).length,
    late: articles.length - inspected.articles.length,
    cut: inspected.isWhole ? cut : [...cut, 'others'],
  };
};

/** What readers have in the feeds of an edition, or in the one that is asked for. */
const lookAtLive = async (
  panel: Panel,
  scope: EditionList,
  isOneFeed: boolean,
  now: Date,
): Promise<Look> => {
  const { edition } = scope;
  const { extents, isWhole } = isOneFeed
    ? await findExtent(scope)
    : await findExtents(edition, now);
  const all = await findArticles(edition, extents, now);
  const pages = isOneFeed ? [] : await findPages(edition, now);
  const displaced = (await findDisplaced(panel.states, listsOf(scope, isOneFeed))).filter(
    ({ date }) => date <= now,
  );
  const shown = [...displaced.slice(0, DISPLACED), ...all.slice(0, LIVE), ...pages.slice(0, PAGES)];
  return toLook(
    panel,
    edition,
    shown.map((entry): FoundEntry => ({ ...entry, edition, status: 'live' })),
    {
      articles: await edition.entries.findPublic(shown, now),
      now,
      cut: [
        ...(isWhole && all.length <= LIVE && displaced.length <= DISPLACED
          ? []
          : (['feeds'] as const)),
        ...(pages.length <= PAGES ? [] : (['pages'] as const)),
      ],
    },
  );
};

/** The same, kept for a while: the widget of every user asks for it. */
const findLive = (
  panel: Panel,
  scope: EditionList,
  isOneFeed: boolean,
  now: Date,
): Promise<Look> => {
  const { liveLooks: kept } = panel;
  const key = `${scope.edition.mark} ${scope.list} ${isOneFeed}`;
  const known = kept.get(key);
  if (known) return known;
  const look = lookAtLive(panel, scope, isOneFeed, now);
  const forget = (): void => {
    if (kept.peek(key) === look) kept.delete(key);
  };
  kept.set(key, look);
  // What was late is there soon, and whoever comes after a failure asks anew.
  look.then(({ late }) => (late > 0 ? forget() : undefined), forget);
  return look;
};

/** What comes next of a list, as far as the user may read it. */
const lookAtNext = async (
  panel: Panel,
  scope: EditionList,
  isOneFeed: boolean,
  user: PanelUser,
): Promise<Look> => {
  const { edition } = scope;
  const { now } = user;
  const next: Next[] = [];
  for (const one of listsOf(scope, isOneFeed)) next.push(await findNext(panel.states, one, user));
  const scheduled = next.flatMap((one) => one.scheduled);
  const drafts = next.flatMap((one) => one.drafts);
  const found = [
    ...scheduled.map((entry): FoundEntry => ({ ...entry, edition, status: 'scheduled' })),
    ...drafts.map((entry): FoundEntry => ({ ...entry, edition, status: 'draft' })),
  ];
  // A draft that lacks its title or its address is not looked at.
  const articles = await edition.entries.findListed(scheduled);
  for (const draft of drafts) {
    const article = await readDraft(edition, draft, now);
    if (article) articles.push(article);
  }
  const isWhole = next.every((one) => one.isWhole);
  return toLook(panel, edition, found, { articles, now, cut: isWhole ? [] : ['waiting'] });
};

/**
 * What is published and yet nowhere, as far as the user may read it: it is in no list, so that nothing else
 * tells of it. Topics are looked at like entries: those of a topic without an address do not show it.
 */
const lookAtNowhere = async (
  { withoutAddress }: Panel,
  { edition }: EditionList,
  user: PanelUser,
): Promise<Look> => {
  const found = await withoutAddress.find(edition.locale, CANDIDATES);
  const topics = found.entries.filter(({ isTopic }) => isTopic);
  const known = new Set(await user.filterTopics(topics, edition.mark, true));
  const entries = found.entries.filter(({ isTopic }) => !isTopic);
  const isReadable = await user.mayReadWhole(entries);
  const readable = [...entries.filter(isReadable), ...topics.filter((topic) => known.has(topic))];
  return {
    troubled: readable.slice(0, NOWHERE).map((one) => ({
      entry: { ...one, date: null, edition, status: 'nowhere' },
      problems: toMissing(one),
    })),
    lookedAt: 0,
    pages: 0,
    late: 0,
    cut: found.isWhole && readable.length <= NOWHERE ? [] : ['nowhere'],
  };
};

/** What of a look a user may know of. */
const findKnown = async (
  { edition }: EditionList,
  looks: Look[],
  user: PanelUser,
): Promise<Troubled[]> => {
  const troubled = looks.flatMap((look) => look.troubled);
  const problems = await findKnownProblems(
    troubled.map(({ entry, problems }) => ({ ...entry, problems })),
    user,
    edition.mark,
  );
  // What was kept is of an earlier request, and so are the settings it had.
  return troubled.flatMap(({ entry }, place) =>
    problems[place]!.length > 0
      ? [{ entry: { ...entry, edition }, problems: problems[place]! }]
      : [],
  );
};

/** A page of the entries with problems; undefined for a feed that the user may not know of. */
export const findAttention = async (
  panel: Panel,
  { search, page, pageSize, ...filter }: AttentionQuery,
  user: PanelUser,
): Promise<Attention | undefined> => {
  const found = await findLists(panel.editions, filter, user);
  if (!found) return undefined;
  const isOneFeed = filter.feed !== undefined;
  const looks: { nowhere: Look[]; live: Look; next: Look; known: Troubled[] }[] = [];
  // One locale after the other, so that the rendering queue has what is waited for.
  for (const scope of found) {
    const live = await findLive(panel, scope, isOneFeed, user.now);
    const next = await lookAtNext(panel, scope, isOneFeed, user);
    // No feed has it.
    const nowhere = isOneFeed ? [] : [await lookAtNowhere(panel, scope, user)];
    const known = await findKnown(scope, [...nowhere, live, next], user);
    looks.push({ nowhere, live, next, known });
  }
  const wanted = search.trim().toLowerCase();
  const troubled = looks
    .flatMap(({ known }) => known)
    .filter(({ entry }) => entry.title.toLowerCase().includes(wanted))
    .sort(
      (one, other) =>
        rankOf(one) - rankOf(other) || STATUSES[one.entry.status] - STATUSES[other.entry.status],
    );
  const shown = troubled.slice((page - 1) * pageSize, page * pageSize);
  const described = await describeEntries(
    panel,
    shown.map(({ entry }) => entry),
    user,
  );
  const sum = (part: 'live' | 'next', of: 'lookedAt' | 'pages' | 'late'): number =>
    looks.reduce((total, look) => total + look[part][of], 0);
  return {
    results: described.map((entry, place): TroubledEntry => ({
      ...entry,
      problems: shown[place]!.problems,
    })),
    pagination: toPagination(page, pageSize, troubled.length),
    lookedAt: {
      live: sum('live', 'lookedAt') - sum('live', 'pages'),
      pages: sum('live', 'pages'),
      waiting: sum('next', 'lookedAt'),
    },
    cut: [
      ...new Set(
        looks.flatMap(({ nowhere, live, next }) =>
          [...nowhere, live, next].flatMap((look) => look.cut),
        ),
      ),
    ],
    late: sum('live', 'late') + sum('next', 'late'),
    isBehind: panel.log.isBehind(),
    untold: await findUntold(panel, user.mayChangeSettings),
  };
};

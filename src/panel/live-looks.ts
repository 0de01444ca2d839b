import { LRUCache } from 'lru-cache';

import type { AttentionCut } from './admin-api';
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
import type { DatedEntry } from '../catalogue/entry-states';
import { createOrder } from '../feed/order';
import type { Article } from '../content/article';
import type { Problem } from '../content/problem';
import type { ListedEntry } from '../catalogue/windows';
import { documentSize } from '../feed/history';
import { renderingDeadline } from '../cache/renderings';
import { chunk } from '../lib/chunk';
import { groupTypes, sourceOf } from '../mapping/plan-parts';
import type { EditionList, FoundEntry } from './entry-descriptions';
import { type FeedExtent, findShown } from './feed-list';
import { judge, type ReadArticle, readArticles } from './inspection';
import type { Panel, PanelEdition } from './panel';

/** Feeds of topics in each locale whose articles are looked at, those with the newest article first. */
const FEEDS = 25;

/** Published articles in each locale that are looked at, the newest first. */
const LIVE = 1_000;

/** Published pages in each locale that are looked at, which no feed shows, the newest first. */
const PAGES = 100;

/** Published entries in each list that are looked at since another entry keeps their address. */
const DISPLACED = 50;

/**
 * Articles that are inspected together, and how many such parts at once: few are in the queue that nobody
 * waits for at the end, and one that takes long holds up its own part alone.
 */
const PART = 10;
const PARTS_AT_ONCE = 5;

/** Milliseconds for which what was found in a list that readers have is kept, and how many lists. */
const KEPT_FOR = 30_000;
const KEPT_LISTS = 50;

/** Feeds that are looked at, and whether there are no others. */
interface Extents {
  extents: FeedExtent[];
  isWhole: boolean;
}

/** An entry with what is wrong with it. */
export interface Troubled {
  entry: FoundEntry;
  problems: Problem[];
}

/** What a look at entries of a list came to. */
export interface Look {
  troubled: Troubled[];
  lookedAt: number;
  /** Of these, pages, which no feed shows. */
  pages: number;
  late: number;
  cut: AttentionCut[];
}

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
export const listsOf = ({ edition, list }: EditionList, isOneFeed: boolean): ListName[] =>
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

export const toLook = async (
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
export const findLive = (
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

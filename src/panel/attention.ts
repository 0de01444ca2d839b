import type { Attention, TroubledEntry } from './admin-api';
import type { ListName } from '../catalogue/catalogue-table';
import type { DatedEntry, StatedEntry } from '../catalogue/entry-states';
import type { Article } from '../content/article';
import { type Problem, PROBLEM_SEVERITIES, type Severity } from '../content/problem';
import { excerpt } from '../feed/summary';
import { sourceOf } from '../mapping/plan-parts';
import type { WithoutAddress } from '../addresses/without-address';
import { findUntold } from './delivery-states';
import {
  describeEntries,
  type FoundEntry,
  type EditionList,
  type EntryFilter,
  findLists,
} from './entry-descriptions';
import { findKnownProblems } from './inspection';
import { findLive, listsOf, type Look, toLook, type Troubled } from './live-looks';
import type { Panel, PanelEdition } from './panel';
import type { PanelUser } from './permissions/entry-rights';
import { toPagination } from './requests';

/** Scheduled entries and drafts in each locale that are looked at: each draft takes statements of its own. */
const WAITING = 20;

/** Published entries without an address in each locale that are told of, the ones last changed. */
const NOWHERE = 20;

/** Characters of an editor's text that a problem repeats. */
const SHOWN_TEXT = 120;

/** Entries among which these are found: roles may tell each from the other. */
const CANDIDATES = 100;

interface AttentionQuery extends EntryFilter {
  /** Part of a title; empty for all entries. */
  search: string;
  /** Counts from 1. */
  page: number;
  pageSize: number;
}

/** What comes next of a list. */
interface Next {
  scheduled: DatedEntry[];
  drafts: StatedEntry[];
  isWhole: boolean;
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

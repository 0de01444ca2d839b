import { z } from 'zod';

import { entryKeyOf, listIn, PAGE_LIST } from '../catalogue/catalogue-table';
import { PERMISSIONS } from '../lib/constants';
import type { StatedEntry } from '../catalogue/entry-states';
import type { Article } from '../content/article';
import { type Problem, PROBLEM_SEVERITIES } from '../content/problem';
import { excerpt } from '../lib/text';
import { sourceOf } from '../mapping/plan';
import type { WithoutAddress } from '../addresses/without-address';
import type { Attention, AttentionCut, TroubledEntry } from './admin-api';
import { findUntold } from './deliveries';
import {
  describeEntries,
  type FoundEntry,
  entryFilter,
  findLists,
  findNewestEntries,
} from './entry-descriptions';
import type { EditionList } from './feed-list';
import { inspect } from './inspection';
import { paging, type Panel, type PanelEdition, search, toPagination } from './panel';
import type { PanelUser } from './rights';

/**
 * Published articles of each list that are looked at together, and as many pages of their own, the newest first.
 * Tests make it less.
 */
export const AT_ONCE = { live: 300 };

/** Scheduled entries and drafts in each locale that are looked at: each draft takes statements of its own. */
const WAITING = 20;

/** Published entries without an address in each locale that are told of, the ones last changed. */
const NOWHERE = 20;

/** Characters of an editor's text that a problem repeats. */
const SHOWN_TEXT = 120;

/** Entries among which these are found: roles may tell each from the other. */
const CANDIDATES = 100;

export const attentionQuery = z.object({
  ...entryFilter,
  ...paging,
  _q: search,
  /** How many stretches of a list are left out: 0 looks at the newest, and at what comes next. */
  older: z.coerce.number().int().min(0).max(100_000).default(0),
});

/** An entry with what is wrong with it. */
interface Troubled {
  entry: FoundEntry;
  problems: Problem[];
}

/** Entries that are looked at, and what there was too much of. */
interface Candidates {
  entries: FoundEntry[];
  cut: AttentionCut[];
}

/** What a look at entries of a list came to. */
interface Look {
  troubled: Troubled[];
  live: number;
  waiting: number;
  late: number;
  cut: AttentionCut[];
}

/** What comes first, among what is equally bad. */
const STATUSES: FoundEntry['status'][] = ['nowhere', 'live', 'scheduled', 'draft'];

const rankOf = ({ entry, problems }: Troubled): number =>
  (problems.some(({ severity }) => severity === 'error') ? 0 : STATUSES.length) +
  STATUSES.indexOf(entry.status);

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

/**
 * What readers have of a stretch of a list; with the newest, what comes next, too, as far as the user may read
 * all that an item shows of it.
 */
const findCandidates = async (
  { states }: Pick<Panel, 'states'>,
  scope: EditionList,
  older: number,
  user: PanelUser,
): Promise<Candidates> => {
  const { edition, list } = scope;
  const { now } = user;
  const { live } = AT_ONCE;
  const stretch = { start: older * live, limit: live + 1 };
  const listed = await findNewestEntries(scope, stretch, now);
  const entries = listed.slice(0, live);
  const cut: AttentionCut[] = listed.length > live ? ['live'] : [];
  if (older > 0) return { entries, cut };
  const as =
    (status: FoundEntry['status']) =>
    (entry: StatedEntry): FoundEntry => ({ ...entry, edition, status });
  // Published at an address which another entry keeps: no list has them.
  const displaced = await states.findDisplaced(list, CANDIDATES);
  if (displaced.length === CANDIDATES) cut.push('others');
  entries.unshift(...displaced.filter(({ date }) => date <= now).map(as('live')));
  const scheduled = [
    ...displaced.filter(({ date }) => date > now),
    ...(await states.findScheduled(list, now, CANDIDATES)),
  ];
  const drafts = await states.findDrafts(list, CANDIDATES);
  const isReadable = await user.mayReadWhole([...scheduled, ...drafts]);
  for (const [status, found] of [['scheduled', scheduled] as const, ['draft', drafts] as const]) {
    const readable = found.filter(isReadable);
    if (found.length >= CANDIDATES || readable.length > WAITING) cut.push('waiting');
    entries.push(...readable.slice(0, WAITING).map(as(status)));
  }
  return { entries, cut };
};

/** A draft as the article it will be; none of one that has no title or no address yet. */
const readDraft = async (
  edition: PanelEdition,
  { contentType, documentId, locale }: FoundEntry,
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

/** What is wrong with entries of a list that readers have, and with those that come next. */
const lookAtList = async (
  panel: Panel,
  scope: EditionList,
  older: number,
  user: PanelUser,
): Promise<Look> => {
  const { edition } = scope;
  const { entries, cut } = await findCandidates(panel, scope, older, user);
  const published = entries.filter(({ status }) => status !== 'draft');
  const listed = await edition.entries.findListed(
    published.map((entry) => ({ ...entry, date: entry.date! })),
  );
  const isLive = ({ date }: Article): boolean => date <= user.now;
  // What comes next first: it is little, and time may be over before all the rest is rendered.
  const articles = listed.filter((article) => !isLive(article));
  for (const draft of entries.filter(({ status }) => status === 'draft')) {
    // One that lacks its title or its address is not looked at.
    const article = await readDraft(edition, draft, user.now);
    if (article) articles.push(article);
  }
  const waiting = articles.length;
  articles.push(...listed.filter(isLive));
  const inspected = await inspect(panel, edition, articles, user);
  const problems = new Map(inspected.articles.map((one) => [entryKeyOf(one), one.problems]));
  return {
    troubled: entries.flatMap((entry) => {
      const known = problems.get(entryKeyOf(entry)) ?? [];
      return known.length > 0 ? [{ entry, problems: known }] : [];
    }),
    live: articles.length - waiting,
    waiting,
    late: articles.length - inspected.articles.length,
    cut: inspected.isWhole ? cut : [...cut, 'others'],
  };
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
    live: 0,
    waiting: 0,
    late: 0,
    cut: found.isWhole && readable.length <= NOWHERE ? [] : ['nowhere'],
  };
};

/** A page of the entries with problems; undefined for a feed that the user may not know of. */
export const findAttention = async (
  panel: Panel,
  { _q, older, page, pageSize, ...filter }: z.output<typeof attentionQuery>,
  user: PanelUser,
): Promise<Attention | undefined> => {
  const found = await findLists(panel.editions, filter, user);
  if (!found) return undefined;
  const looks: Look[] = [];
  // One locale after the other, so that the rendering queue has what is waited for.
  for (const scope of found) {
    looks.push(await lookAtList(panel, scope, older, user));
    // No feed has these.
    if (filter.feed !== undefined) continue;
    const { edition } = scope;
    if (edition.plan.sources.some(({ isPage }) => isPage)) {
      const pages = { edition, list: listIn(edition.mark, PAGE_LIST) };
      looks.push(await lookAtList(panel, pages, older, user));
    }
    if (older === 0) looks.push(await lookAtNowhere(panel, scope, user));
  }
  const wanted = _q.trim().toLowerCase();
  const troubled = looks
    .flatMap((look) => look.troubled)
    .filter(({ entry }) => entry.title.toLowerCase().includes(wanted))
    .sort((one, other) => rankOf(one) - rankOf(other));
  const shown = troubled.slice((page - 1) * pageSize, page * pageSize);
  const described = await describeEntries(
    panel,
    shown.map(({ entry }) => entry),
    user,
  );
  const sum = (of: 'live' | 'waiting' | 'late'): number =>
    looks.reduce((total, look) => total + look[of], 0);
  return {
    results: described.map((entry, place): TroubledEntry => ({
      ...entry,
      problems: shown[place]!.problems,
    })),
    pagination: toPagination(page, pageSize, troubled.length),
    lookedAt: { live: sum('live'), waiting: sum('waiting') },
    cut: [...new Set(looks.flatMap(({ cut }) => cut))],
    late: sum('late'),
    isBehind: panel.changeLog.isBehind(),
    untold: await findUntold(panel, user.ability.can(PERMISSIONS.updateSettings)),
  };
};

import { z } from 'zod';

import { entryKeyOf, listIn, PAGE_LIST } from '../catalogue/catalogue-table';
import { findDisplaced, findUpcoming, type StatedEntry } from '../catalogue/entry-states';
import type { Article } from '../content/article';
import { type Problem, PROBLEM_SEVERITIES } from '../content/problem';
import { excerpt } from '../lib/text';
import { patternOf } from '../mapping/plan';
import { type EntryWithoutAddress, findWithoutAddress } from '../addresses/without-address';
import type { Attention, AttentionCut, TroubledEntry } from './admin-api';
import { findUntold } from './deliveries';
import {
  describeEntries,
  entryFilter,
  findAskedLists,
  findNewestEntries,
  type FoundEntry,
} from './entry-views';
import type { EditionList } from './feed-list';
import { inspect, slugPathOf } from './inspection';
import {
  answerWith,
  pagingParameters,
  type Panel,
  type PanelEdition,
  search,
  paginationOf,
} from './panel';
import type { PanelUser } from './rights';

/**
 * Most published entries of each list that one request inspects, the newest first; pages of their own count as one more
 * list. Tests lower it. No list of problems is stored: they depend on settings, on what entries link to and on the
 * user's permissions, so it would be made anew at every change of these.
 */
export const INSPECTED_AT_ONCE = { live: 300 };

/** Most scheduled entries of each list that one request inspects. */
const MAXIMUM_WAITING = 20;

/** Most published entries without an address that are shown for each locale: those changed last. */
const MAXIMUM_NOWHERE = 20;

/** Most characters of an editor's text that a problem repeats. */
const MAXIMUM_TEXT = 120;

/** Most entries of each kind that are read before permissions are checked: roles may permit each one separately. */
const MAXIMUM_CANDIDATES = 100;

const attentionQuery = z.object({
  ...entryFilter,
  ...pagingParameters,
  _q: search,
  /**
   * How many parts of `INSPECTED_AT_ONCE.live` published entries to skip. Only 0 also inspects scheduled entries and
   * entries without an address.
   */
  older: z.coerce.number().int().min(0).max(100_000).default(0),
});

/** Result of inspecting entries of a list. */
interface Inspection {
  troubled: (FoundEntry & { problems: Problem[] })[];
  live: number;
  waiting: number;
  late: number;
  cut: AttentionCut[];
}

/** Order of entries whose problems are equally severe. */
const STATUSES: FoundEntry['status'][] = ['nowhere', 'live', 'scheduled'];

const rankOf = ({ status, problems }: Inspection['troubled'][number]): number =>
  (problems.some(({ severity }) => severity === 'error') ? 0 : STATUSES.length) +
  STATUSES.indexOf(status);

const toProblem = (
  code: 'slug-invalid' | 'address-missing' | 'address-reserved',
  params: Problem['params'],
  field?: string,
): Problem => ({ code, severity: PROBLEM_SEVERITIES[code], params, ...(field && { field }) });

/** Problems that name the fields an editor has to fill in or change before readers find the entry. */
const toAddressProblems = (
  { plan, inForce: { addresses } }: PanelEdition,
  { contentType, missing, invalid, reserved }: EntryWithoutAddress,
): Problem[] => [
  ...(reserved === undefined
    ? []
    : [
        toProblem(
          'address-reserved',
          { address: addresses.entry(reserved) },
          slugPathOf(patternOf(plan, contentType))?.join('.'),
        ),
      ]),
  ...invalid.map(({ field, text }) =>
    toProblem('slug-invalid', { slug: excerpt(text, MAXIMUM_TEXT) }, field),
  ),
  ...missing.map((field) => toProblem('address-missing', { field }, field)),
];

/**
 * Finds a range of the published entries of a list. The newest range also has those displaced and scheduled entries
 * that the user may read. Also tells of which kinds there were too many.
 */
const findCandidates = async (
  { strapi }: Pick<Panel, 'strapi'>,
  scope: EditionList,
  older: number,
  user: PanelUser,
): Promise<{ entries: FoundEntry[]; displaced: StatedEntry[]; cut: AttentionCut[] }> => {
  const { edition, list } = scope;
  const { now } = user;
  const { live } = INSPECTED_AT_ONCE;
  const range = { start: older * live, limit: live + 1 };
  const listed = await findNewestEntries(scope, range, now);
  const entries: FoundEntry[] = listed.slice(0, live);
  const cut: AttentionCut[] = listed.length > live ? ['live'] : [];
  if (older > 0) return { entries, displaced: [], cut };
  const withStatus =
    (status: FoundEntry['status']) =>
    (entry: StatedEntry): FoundEntry => ({ ...entry, edition, status });
  // Displaced entries are published at an address that another entry keeps: no list has them.
  const displaced = await findDisplaced(strapi, list, MAXIMUM_CANDIDATES);
  if (displaced.length === MAXIMUM_CANDIDATES) cut.push('others');
  const scheduled = [
    ...displaced.filter(({ date }) => date > now),
    ...(await findUpcoming(strapi, list, now, MAXIMUM_CANDIDATES)),
  ];
  const isReadable = await user.mayRead([...displaced, ...scheduled]);
  const nowhere = displaced.filter((entry) => entry.date <= now && isReadable(entry));
  entries.unshift(...nowhere.map(withStatus('nowhere')));
  const readable = scheduled.filter(isReadable);
  if (scheduled.length >= MAXIMUM_CANDIDATES || readable.length > MAXIMUM_WAITING) {
    cut.push('waiting');
  }
  entries.push(...readable.slice(0, MAXIMUM_WAITING).map(withStatus('scheduled')));
  return { entries, displaced, cut };
};

/** Finds problems of published entries of a list, and of its scheduled entries. */
const inspectList = async (
  panel: Panel,
  scope: EditionList,
  older: number,
  user: PanelUser,
): Promise<Inspection> => {
  const { edition } = scope;
  const { entries, displaced, cut } = await findCandidates(panel, scope, older, user);
  const listed = await edition.entries.findListed(
    entries.map((entry) => ({ ...entry, date: entry.date! })),
  );
  const isLive = ({ date }: Article): boolean => date <= user.now;
  // Scheduled entries go first: they are few, and the deadline may pass before all others are rendered.
  const scheduled = listed.filter((article) => !isLive(article));
  const articles = [...scheduled, ...listed.filter(isLive)];
  const keys = new Set(displaced.map(entryKeyOf));
  const isDisplaced = (article: Article) => keys.has(entryKeyOf(article));
  const inspected = await inspect(panel, edition, articles, user, isDisplaced);
  const problems = new Map(inspected.articles.map((one) => [entryKeyOf(one), one.problems]));
  return {
    troubled: entries.flatMap((entry) => {
      const known = problems.get(entryKeyOf(entry)) ?? [];
      return known.length > 0 ? [{ ...entry, problems: known }] : [];
    }),
    live: articles.length - scheduled.length,
    waiting: scheduled.length,
    late: articles.length - inspected.articles.length,
    cut: inspected.isWhole ? cut : [...cut, 'others'],
  };
};

/**
 * Finds entries that are published but have no address, as far as the user may read them. They are in no list, so
 * nothing else reports them. Topics are included: entries do not show a topic without an address.
 */
const inspectNowhere = async (
  panel: Panel,
  { edition }: EditionList,
  user: PanelUser,
): Promise<Inspection> => {
  const found = await findWithoutAddress(panel.strapi, panel, edition.locale, MAXIMUM_CANDIDATES);
  const topics = found.entries.filter(({ isTopic }) => isTopic);
  const known = new Set(await user.filterTopics(topics, edition.mark, true));
  const entries = found.entries.filter(({ isTopic }) => !isTopic);
  const isReadable = await user.mayRead(entries);
  const readable = [...entries.filter(isReadable), ...topics.filter((topic) => known.has(topic))];
  return {
    troubled: readable.slice(0, MAXIMUM_NOWHERE).map((one) => ({
      ...one,
      ...{ date: null, edition, status: 'nowhere' },
      problems: toAddressProblems(edition, one),
    })),
    live: 0,
    waiting: 0,
    late: 0,
    cut: found.isWhole && readable.length <= MAXIMUM_NOWHERE ? [] : ['nowhere'],
  };
};

/** A page of the entries with problems; undefined for a feed that the user may not know of. */
const findAttention = async (
  panel: Panel,
  { _q, older, page, pageSize, ...filter }: z.output<typeof attentionQuery>,
  user: PanelUser,
): Promise<Attention | undefined> => {
  const found = await findAskedLists(panel.editions, filter, user);
  if (!found) return undefined;
  const inspections: Inspection[] = [];
  // One locale after the other, so that the rendering queue holds only what is waited for.
  for (const scope of found) {
    inspections.push(await inspectList(panel, scope, older, user));
    // A feed has neither pages nor entries without an address.
    if (filter.feed !== undefined) continue;
    const { edition } = scope;
    if (edition.plan.sources.some(({ isPage }) => isPage)) {
      const pages = { edition, list: listIn(edition.mark, PAGE_LIST) };
      inspections.push(await inspectList(panel, pages, older, user));
    }
    if (older === 0) inspections.push(await inspectNowhere(panel, scope, user));
  }
  const wanted = _q.trim().toLowerCase();
  const troubled = inspections
    .flatMap((look) => look.troubled)
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .sort((one, other) => rankOf(one) - rankOf(other));
  const shown = troubled.slice((page - 1) * pageSize, page * pageSize);
  const described = await describeEntries(panel, shown, user);
  const sum = (of: 'live' | 'waiting' | 'late'): number =>
    inspections.reduce((total, look) => total + look[of], 0);
  return {
    results: described.map((entry, place): TroubledEntry => ({
      ...entry,
      problems: shown[place]!.problems,
    })),
    pagination: paginationOf(page, pageSize, troubled.length),
    lookedAt: { live: sum('live'), waiting: sum('waiting') },
    cut: [...new Set(inspections.flatMap(({ cut }) => cut))],
    late: sum('late'),
    isBehind: panel.changeLog.isBehind(),
    untold: await findUntold(panel),
  };
};

export const attention = { find: answerWith(attentionQuery, findAttention) };

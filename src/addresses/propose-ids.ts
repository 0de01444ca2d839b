import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { type AnyFeed, parseFeed } from 'feedsmith';

import {
  CATALOGUE_TABLE,
  type EntryKey,
  keyInType,
  listIn,
  SITE_LIST,
} from '../catalogue/catalogue-table';
import { readListed } from '../catalogue/published-rows';
import { queryTable } from '../lib/transactions';
import { decodePath } from '../lib/url-paths';
import {
  type EarlierItem,
  linksOfItem,
  type MatchableEntry,
  type MatchedBy,
  matchItems,
  toEarlierItems,
} from './earlier-feed';
import { chunk, groupBy } from '../lib/values';
import { toColumn } from '../lib/database';
import { show } from '../lib/messages';
import { waitForTurn } from '../lib/waiting';
import { listedSources, marksOf, type Plan, sourceOf } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import { findPermalinkRows, findRowsAt, type PermalinkRow } from './permalink-rows';
import { absoluteAddress } from './record-addresses';

/** Most items that are taken over at once. */
export const ITEMS_AT_MOST = 1_000;

/** Most entries that are compared for the days around an item's date: an import may date thousands alike. */
const MAXIMUM_PER_DAY = 500;

const A_DAY = 86_400_000;

/** An entry that an item may match. */
interface Candidate extends MatchableEntry, EntryKey {}

/** An item of an earlier feed, and the entry that matches it. */
export interface ProposedItem extends Omit<EarlierItem, 'permalink'> {
  /** What the item was matched by; undefined if no entry matches, or several might. */
  by?: MatchedBy;
  entry?: EntryKey & { title: string; path: string; date: Date };
}

/** Keys that may match a link's path: "2019/05/a-day" and "a-day" among those of "/2019/05/a-day.html". */
const pathEndings = (item: EarlierItem): string[] => {
  const ends = linksOfItem(item).flatMap(({ pathname }) => {
    const parts = decodePath(pathname)
      .replace(/(?:\/index)?\.(?:html?|php|aspx?)$/i, '')
      .replace(/\/+$/, '')
      .split('/')
      .slice(-5);
    return parts.map((_, place) => parts.slice(place).join('/')).filter(Boolean);
  });
  // No address has control characters, and PostgreSQL refuses U+0000.
  const possible = ends.filter((end) => !/\p{Cc}/u.test(end));
  return [...new Set([...possible, ...possible.map((end) => end.toLowerCase())])];
};

/** The path of a permalink's address; undefined for an id that is no address. */
const pathOfRow = ({ url }: PermalinkRow): string | undefined => {
  if (url.startsWith('/')) return url.replace(/#.*$/, '');
  return URL.canParse(url) && /^https?:/.test(url) ? new URL(url).pathname : undefined;
};

/**
 * Parses documents of a feed in any format.
 *
 * @param documents each with its name, the newest one first
 * @throws ValidationError that names the document that is no feed
 */
export const readEarlierItems = (
  documents: readonly { name: string; text: string }[],
): EarlierItem[] => {
  // Scripts of the site call this, too.
  const isDocument = (one: Partial<(typeof documents)[number]> | null) =>
    typeof one?.text === 'string';
  if (!Array.isArray(documents) || !documents.every(isDocument)) {
    throw new errors.ValidationError('Give the texts of a feed: [{ name: "rss.xml", text }].');
  }
  const parsed = documents.map(({ name, text }): AnyFeed<string> => {
    try {
      return parseFeed(text);
    } catch {
      throw new errors.ValidationError(
        `${show(name)} is no feed. Give a document of RSS, Atom, RDF or JSON Feed.`,
      );
    }
  });
  const items = toEarlierItems(parsed);
  if (items.length <= ITEMS_AT_MOST) return items;
  throw new errors.ValidationError(
    `These have ${items.length} items. Allowed: at most 1,000 at once. Give a part of them, and then the others.`,
  );
};

/** Types whose entries can take over ids: those without a field for ids, whose values feeds would use instead. */
export const typesWithoutIds = (plan: Pick<Plan, 'sources'>): string[] =>
  listedSources(plan).flatMap(({ contentType, guid }) => (guid ? [] : [contentType]));

/** Rows of the catalogue for published entries that can take over ids. */
export const listedEntries = (strapi: Core.Strapi, plan: Plan) =>
  queryTable(strapi, CATALOGUE_TABLE)
    .whereIn(
      'list',
      marksOf(plan).map((mark) => listIn(mark, SITE_LIST)),
    )
    .whereIn('content_type', typesWithoutIds(plan))
    .where('state', 'listed');

interface ProposalParts {
  plan: Plan;
  settings: Pick<SettingsStore, 'get'>;
}

/** Documents dated around the days of some items. */
const findByDay = async (
  strapi: Core.Strapi,
  { plan }: ProposalParts,
  items: EarlierItem[],
): Promise<Set<string>> => {
  const found = new Set<string>();
  const days = new Set(
    items.flatMap(({ date }) => (date ? [Math.floor(date.getTime() / A_DAY)] : [])),
  );
  for (const day of days) {
    await waitForTurn();
    const [from, to] = [day - 1, day + 2].map((other) => toColumn(strapi, new Date(other * A_DAY)));
    const ids: string[] = await listedEntries(strapi, plan)
      .whereBetween('date', [from, to] as never)
      .limit(MAXIMUM_PER_DAY)
      .pluck('document_id');
    ids.forEach((id) => found.add(id));
  }
  return found;
};

const toCandidates = async (
  strapi: Core.Strapi,
  { plan, settings }: ProposalParts,
  documentIds: string[],
): Promise<Candidate[]> => {
  const present = await settings.get();
  const candidates: Candidate[] = [];
  for (const some of chunk(documentIds)) {
    await waitForTurn();
    const rows = await readListed(listedEntries(strapi, plan).whereIn('document_id', some));
    for (const [contentType, own] of groupBy(rows, (row) => row.contentType)) {
      const source = sourceOf(plan, contentType);
      const permalinks = await findPermalinkRows(
        strapi,
        contentType,
        own.map(({ documentId }) => documentId),
      );
      for (const { documentId, locale, title, date } of own) {
        const known = permalinks.get(keyInType(documentId, locale)) ?? [];
        const newest = known.at(-1);
        if (!newest) continue;
        const addressOf = ({ slug }: PermalinkRow): string =>
          new URL(absoluteAddress(present, plan.locales, source, { key: slug, locale })).pathname;
        candidates.push({
          contentType,
          documentId,
          locale,
          title,
          date,
          slug: newest.slug.split('/').at(-1)!,
          path: addressOf(newest),
          formerPaths: known.flatMap((row) => [addressOf(row), pathOfRow(row) ?? []].flat()),
        });
      }
    }
  }
  return candidates;
};

/** Finds which entries match the items of an earlier feed. Writes nothing. */
export const proposeIds = async (
  strapi: Core.Strapi,
  parts: ProposalParts,
  items: EarlierItem[],
): Promise<ProposedItem[]> => {
  // Documents that were ever published at the links, or below another directory.
  const rows = await findRowsAt(strapi, typesWithoutIds(parts.plan), items.flatMap(pathEndings));
  const documentIds = await findByDay(strapi, parts, items);
  for (const { entry } of rows) documentIds.add(entry);
  const candidates = await toCandidates(strapi, parts, [...documentIds]);
  return matchItems(items, candidates).map(({ item: { permalink: _, ...item }, entry, by }) => {
    if (!entry) return item;
    const { slug: _slug, formerPaths: _formerPaths, ...found } = entry;
    return { ...item, by, entry: found };
  });
};

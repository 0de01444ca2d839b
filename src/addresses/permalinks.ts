import type { Core } from '@strapi/strapi';

import { type EntryKey, entryKeyOf, keyInType } from '../catalogue/catalogue-table';
import { CACHE_TAGS } from '../lib/cache-tags';
import { toCompared } from '../lib/database';
import { chunk, groupBy } from '../lib/values';
import { PERMALINK_UID } from '../lib/constants';
import type { Settings } from '../options/settings';
import { readEntryRows } from '../catalogue/entry-rows';
import { findClaimed, findIdConflicts } from './taken-ids';
import type { AddressLayouts } from './address-layouts';
import {
  findPermalinkRows,
  findRowsOfEntries,
  keyOfRow,
  firstPublicationOf,
  lastToldOf,
  ownFragment,
  type Permalink,
  type PermalinkRow,
  mayCoincide,
  type RecordedAddress,
  fromRecorded,
  toRecorded,
} from './permalink-rows';
import { isAtRoot } from '../mapping/address';
import type { Plan } from '../mapping/plan';
import { isFieldLocalised } from '../mapping/schemas';

/** An entry as published at an address, with its moments if they are known more exactly than "now". */
export interface Publication extends Permalink {
  published?: Date;
  /** Since when readers can see the entry; possibly in the future. */
  visible?: Date;
}

/** `visibleFrom` of an entry that was withdrawn before anybody could see it. */
const NEVER_VISIBLE = new Date('9999-01-01T00:00:00.000Z');

/** Later than any moment, in milliseconds. */
const LATEST_TIME = Number.MAX_SAFE_INTEGER;

/** Longest id in a field of the site, in characters; a longer text is not taken as an id. */
const MAXIMUM_GUID = 2_000;

/** A row to be added after the known rows of its entry. */
interface Addition {
  publication: Publication;
  address: RecordedAddress;
  newest?: PermalinkRow;
}

/** A new row gets a later moment than all rows of its entry, even if the clock was set back. */
const toData = ({ publication, address, newest }: Addition) => {
  const { contentType, entry, locale, slug, published = new Date() } = publication;
  const earliest = newest ? new Date(newest.createdAt).getTime() + 1 : 0;
  const createdAt = new Date(Math.max(published.getTime(), earliest));
  const { visible = published } = publication;
  return {
    contentType,
    entry,
    // `locale` is Strapi's own column, empty in types that are not localised.
    locale: locale || null,
    slug,
    ...address,
    createdAt,
    visibleFrom: !newest && visible > createdAt ? visible : null,
  };
};

type Sources = Pick<Plan, 'sources'>;

const permalinks = (strapi: Core.Strapi) => strapi.db.query(PERMALINK_UID);

/**
 * Content types whose entries may share addresses with this one: directories separate all except those at the root.
 */
const typesBeside = ({ sources }: Sources, contentType: string): string[] => {
  const atRoot = sources.filter(({ address }) => isAtRoot(address));
  const names = atRoot.map((source) => source.contentType);
  return names.includes(contentType) ? names : [contentType];
};

/** Adds a fragment to the ids of new entries whose address is another entry's id. */
const makeUnique = async (
  strapi: Core.Strapi,
  plan: Sources,
  contentType: string,
  firsts: Addition[],
): Promise<void> => {
  const rivalled = await findIdConflicts(strapi, typesBeside(plan, contentType), firsts);
  const claimed = await findClaimed(strapi, firsts);
  const given = new Map<string, RecordedAddress[]>();
  for (const addition of firsts) {
    const { publication, address } = addition;
    const others = given.get(publication.slug) ?? [];
    const isGiven = others.some((other) => mayCoincide(other, address));
    given.set(publication.slug, [...others, { ...address }]);
    if (isGiven || rivalled.has(addition) || claimed.has(addition))
      address.url += ownFragment(publication);
  }
};

const append = async (strapi: Core.Strapi, additions: Addition[]): Promise<string[]> => {
  for (const some of chunk(additions))
    await permalinks(strapi).createMany({ data: some.map(toData) });
  // These addresses led to another entry before, or answered that nothing is there.
  return additions.map(({ publication: { contentType, slug } }) =>
    CACHE_TAGS.address(contentType, slug),
  );
};

/** Updates the moment from which readers can see entries, if it has not come yet: be it by a clock that was wrong. */
const setVisible = async (
  strapi: Core.Strapi,
  publications: Publication[],
  rows: Map<string, PermalinkRow[]>,
): Promise<void> => {
  for (const publication of publications) {
    const first = rows.get(keyOfRow(publication))?.[0];
    const { visible, published = visible } = publication;
    if (!visible || !published || !first) continue;
    const now = new Date();
    const known = new Date(first.visibleFrom ?? first.createdAt);
    if (known <= now || known.getTime() === visible.getTime()) continue;
    const made = new Date(first.createdAt);
    const wasAhead = made > now && published < made;
    await permalinks(strapi).updateMany({
      where: { id: first.id },
      data: wasAhead
        ? { createdAt: published, visibleFrom: visible > published ? visible : null }
        : { visibleFrom: visible },
    });
  }
};

/** Records where some hundreds of entries of one type are published, unless they were there already. */
const recordSome = async (
  strapi: Core.Strapi,
  plan: Sources,
  publications: Publication[],
): Promise<string[]> => {
  const { contentType } = publications[0]!;
  const rows = await findPermalinkRows(
    strapi,
    contentType,
    publications.map(({ entry }) => entry),
  );
  await setVisible(strapi, publications, rows);
  const additions = publications.flatMap((publication): Addition[] => {
    const newest = rows.get(keyOfRow(publication))?.at(-1);
    if (newest?.slug === publication.slug) return [];
    return [{ publication, address: toRecorded(publication.url), newest }];
  });
  const firsts = additions.filter(({ newest }) => !newest);
  if (firsts.length > 0) await makeUnique(strapi, plan, contentType, firsts);
  return append(strapi, additions);
};

/**
 * Records that entries of one type are published at addresses, unless they were there already: a few statements for
 * some hundreds of entries. A public host is stored; any other host is provisional, and follows the base address.
 *
 * @returns cache tags of addresses that lead elsewhere now
 */
export const recordPublications = async (
  strapi: Core.Strapi,
  plan: Sources,
  publications: Publication[],
): Promise<string[]> => {
  const timeOf = ({ published }: Publication): number => published?.getTime() ?? LATEST_TIME;
  // If two entries have one address, the one published first gets it as its id.
  const inOrder = publications.sort((one, other) => timeOf(one) - timeOf(other));
  const cacheTags: string[] = [];
  for (const part of chunk(inOrder)) cacheTags.push(...(await recordSome(strapi, plan, part)));
  return cacheTags;
};

/** Id of the first row; undefined if there is none. */
export const findFirstPermalink = async (strapi: Core.Strapi): Promise<number | undefined> => {
  const first: { id: number } | null = await permalinks(strapi).findOne({
    select: ['id'],
    orderBy: { id: 'asc' },
  });
  return first?.id;
};

/**
 * Makes the addresses of an entry that is about to be deleted lead to another one, the heir, which keeps its own.
 *
 * @param heir present address of the other entry
 * @returns cache tags of addresses that lead elsewhere now
 */
export const redirectToHeir = async (
  strapi: Core.Strapi,
  plan: Sources,
  from: string,
  heir: Permalink,
): Promise<string[]> => {
  const { contentType, entry, locale } = heir;
  const key = keyInType(from, locale);
  const inherited = (await findPermalinkRows(strapi, contentType, [from])).get(key) ?? [];
  // Record the heir first, since an entry's first row is its guid, and again last, since its newest is its address.
  const cacheTags = await recordPublications(strapi, plan, [heir]);
  const own = (await findPermalinkRows(strapi, contentType, [entry])).get(keyOfRow(heir));
  let newest = own?.at(-1);
  for (const { slug, url, provisional } of inherited) {
    const addition = {
      publication: { contentType, entry, locale, slug, url },
      address: { url, provisional },
      newest,
    };
    cacheTags.push(...(await append(strapi, [addition])));
    const { createdAt } = toData(addition);
    newest = { ...newest!, createdAt };
  }
  return [...cacheTags, ...(await recordPublications(strapi, plan, [heir]))];
};

/** What ids come from: permalinks, and fields of the entries themselves. */
interface IdSources {
  strapi: Core.Strapi;
  plan: Sources;
  layouts: Pick<AddressLayouts, 'idMark'>;
}

/** Ids from a field of the entries themselves, by document. */
const findOwnGuids = async (
  { strapi, plan, layouts }: IdSources,
  contentType: string,
  entries: string[],
  locale: string,
): Promise<Map<string, string>> => {
  const source = plan.sources.find((candidate) => candidate.contentType === contentType);
  const { guid } = source ?? {};
  if (!source || !guid) return new Map();
  // In Strapi, all translations share a field that is not localised, but each is an entry with its own id.
  const mark =
    source.isLocalised && !isFieldLocalised(strapi, contentType, guid[0])
      ? layouts.idMark(locale)
      : '';
  const rows = await readEntryRows(strapi, contentType, entries, [guid]);
  return new Map(
    rows.flatMap((row) => {
      if (!row.isPublic || (source.isLocalised && row.locale !== locale)) return [];
      const value = row.valueOf(guid);
      const text = typeof value === 'number' ? String(value) : value;
      const isId = typeof text === 'string' && text.trim() && text.length <= MAXIMUM_GUID;
      return isId ? [[row.documentId, text.trim() + (mark && `#${mark}`)]] : [];
    }),
  );
};

/**
 * Guids by `entryKeyOf`: the value of the mapping's field, or the address at which the entry was first published,
 * with the present base address if its host is provisional.
 */
export const findGuids = async (
  sources: IdSources,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  entries: EntryKey[],
): Promise<Map<string, string>> => {
  const { origin } = new URL(baseUrl);
  const rows = await findRowsOfEntries(sources.strapi, entries);
  const guids = new Map<string, string>();
  for (const key of entries.map(entryKeyOf)) {
    const first = rows.get(key)?.[0];
    if (first) guids.set(key, fromRecorded(first, origin));
  }
  const kinds = groupBy(entries, ({ contentType, locale }) => `${contentType} ${locale}`);
  for (const ofKind of kinds.values()) {
    const { contentType, locale } = ofKind[0]!;
    const ids = ofKind.map(({ documentId }) => documentId);
    const own = await findOwnGuids(sources, contentType, ids, locale);
    own.forEach((guid, documentId) =>
      guids.set(entryKeyOf({ contentType, documentId, locale }), guid),
    );
  }
  return guids;
};

/**
 * Records that entries are no longer published. This changes only entries that nobody could see yet.
 *
 * @param published keys of entries that are still published, in some locale
 */
export const withdrawPublications = async (
  strapi: Core.Strapi,
  contentType: string,
  entries: string[],
  published: ReadonlySet<string>,
): Promise<void> => {
  const visibleFrom = { $gt: toCompared(strapi, new Date()), $ne: NEVER_VISIBLE };
  for (const some of chunk([...new Set(entries)])) {
    const rows: Pick<PermalinkRow, 'id' | 'entry' | 'locale'>[] = await permalinks(strapi).findMany(
      {
        select: ['id', 'entry', 'locale'],
        where: { contentType, entry: { $in: some }, visibleFrom },
      },
    );
    const ids = rows.filter((row) => !published.has(keyOfRow(row))).map(({ id }) => id);
    if (ids.length === 0) continue;
    await permalinks(strapi).updateMany({
      where: { id: { $in: ids } },
      data: { visibleFrom: NEVER_VISIBLE },
    });
  }
};

/** Since when readers can see an entry, if they ever could; and when subscribers were last told of it. */
export const findMoments = async (
  strapi: Core.Strapi,
  contentType: string,
  entry: string,
  locale = '',
): Promise<{ published?: Date; told?: Date }> => {
  const rows = await findPermalinkRows(strapi, contentType, [entry]);
  const first = rows.get(keyInType(entry, locale))?.[0];
  return { published: firstPublicationOf(first), told: lastToldOf(first) };
};

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn, expireAt } from '../lib/cache-tags';
import type { Article } from '../content/article';
import type { PublishedLocale } from '../options/locales';
import { findOwners, type Owners } from '../addresses/address-owners';
import type { Entries } from './entries';
import { addressKey } from '../mapping/address';
import type { SourcePlan } from '../mapping/plan';

/** Where the address of an entry leads. */
type FoundAddress =
  | { kind: 'article'; article: Article }
  /** The entry is at another path now. */
  | { kind: 'moved'; path: string }
  /** The entry was deleted or withdrawn. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** How long a withdrawn entry is known to be gone, in milliseconds: changes of its draft are not announced. */
const GONE_FOR = 1_000;

/** Finds where addresses of entries lead. */
export const createEntryAddresses = (
  strapi: Core.Strapi,
  {
    entries,
    locale,
  }: {
    entries: Pick<Entries, 'findAt' | 'findPlaces' | 'markOf'>;
    locale?: PublishedLocale;
  },
) => {
  /**
   * What became of the entries that had an address.
   */
  const findFormer = async (
    source: SourcePlan,
    owners: Owners,
    now: Date,
  ): Promise<FoundAddress> => {
    const documentIds = [...owners.keys()];
    const mark = entries.markOf(source);
    dependOn(...documentIds.map((id) => CACHE_TAGS.entry(source.contentType, id, mark)));
    const places = await entries.findPlaces(source, documentIds);
    const isLater = (date: Date | undefined): boolean => date !== undefined && date > now;
    const published = places.filter(({ isPublished }) => isPublished);
    for (const { date } of published) if (date && isLater(date)) expireAt(date);
    const present = published.filter(({ path, date }) => path !== undefined && !isLater(date));
    const first = documentIds
      .map((id) => present.find(({ documentId }) => documentId === id)?.path)
      .find((path) => path !== undefined);
    if (first !== undefined) return { kind: 'moved', path: first };
    // Nobody may learn of an entry that waits for its date, nor that it was there before.
    const waiting = new Set(
      places
        .filter(({ isPublished, date }) => isPublished || isLater(date))
        .map(({ documentId }) => documentId),
    );
    const isGone = (id: string): boolean => owners.get(id)!.seen <= now && !waiting.has(id);
    if (!documentIds.some(isGone)) return { kind: 'unknown' };
    if (places.length > 0) expireAt(new Date(now.getTime() + GONE_FOR));
    return { kind: 'gone' };
  };

  /** Present and former owners of an entry's address. Notes that they are shown. */
  const findOwnersOf = async (source: SourcePlan, path: string): Promise<Owners> => {
    const key = addressKey(source.address, path);
    const { contentType } = source;
    dependOn(CACHE_TAGS.address(contentType, key), CACHE_TAGS.keeper(contentType, key));
    const asked = { part: source, locale };
    return (await findOwners(strapi, asked, [key])).get(key)!;
  };

  /** If another entry took over an address, the address belongs to that one; only otherwise former owners count. */
  const find = async (
    source: SourcePlan,
    path: string,
    now: Date,
    known?: Owners,
  ): Promise<FoundAddress> => {
    known ??= await findOwnersOf(source, path);
    if (known.size === 0) return { kind: 'unknown' };
    const article = await entries.findAt(source, path, now, known);
    if (article) return { kind: 'article', article };
    const former = await findFormer(source, known, now);
    // An entry was published between the two queries.
    return former.kind === 'moved' && former.path === path ? { kind: 'unknown' } : former;
  };

  return {
    findFormer,

    /** Whether readers find an entry at its path: of several that are published at one address, the first keeps it. */
    async isFound(
      source: SourcePlan,
      { documentId, path }: { documentId: string; path: string },
      now: Date,
    ): Promise<boolean> {
      const known = await findOwnersOf(source, path);
      if ([...known.keys()].every((id) => id === documentId)) return true;
      const found = await find(source, path, now, known);
      return found.kind === 'article' && found.article.documentId === documentId;
    },

    find,
  };
};

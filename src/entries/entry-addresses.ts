import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn, expireAt } from '../lib/cache-tags';
import type { Article } from '../content/article';
import type { Transactions } from '../lib/transactions';
import { permalinkLocale, type PublishedLocale } from '../options/locales';
import {
  type AddressedType,
  type AddressHolders,
  findAddressHolders,
} from '../addresses/address-holders';
import type { Entries } from './entries';
import { addressKey, isWhole } from '../mapping/address';
import { ownField, type SourcePlan } from '../mapping/plan';

/** What the address of an entry leads to. */
export type FoundEntry =
  | { kind: 'article'; article: Article }
  /** The entry is at another path now. */
  | { kind: 'moved'; path: string }
  /** The entry was deleted or withdrawn. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** How long a withdrawn entry is known to be gone, in milliseconds: nobody is told of its draft. */
const GONE_FOR = 1_000;

/** The field of an entry that holds the key of its address; undefined where no single one does. */
const keyField = ({ address: { directory, parts } }: SourcePlan): string | undefined => {
  const [start, field, end, ...others] = parts;
  const isPlain = start === directory && (end ?? '/') === '/' && others.length === 0;
  return isPlain && typeof field === 'object' ? ownField(field) : undefined;
};

/** Finds what addresses of entries lead to. */
export const createEntryAddresses = (
  strapi: Core.Strapi,
  {
    transactions,
    entries,
    locale,
  }: {
    transactions: Transactions;
    entries: Pick<Entries, 'findAt' | 'findPlaces' | 'markOf'>;
    locale?: PublishedLocale;
  },
) => {
  /**
   * What became of the entries that had an address.
   *
   * @param seen since when readers could see each of them there; who had it last first
   */
  const findFormer = async (
    source: SourcePlan,
    seen: ReadonlyMap<string, Date>,
    now: Date,
  ): Promise<FoundEntry> => {
    const holders = [...seen.keys()];
    const mark = entries.markOf(source);
    dependOn(...holders.map((holder) => CACHE_TAGS.entry(source.contentType, holder, mark)));
    const places = await entries.findPlaces(source, holders);
    const isLater = (date: Date | undefined): boolean => date !== undefined && date > now;
    const published = places.filter(({ isPublished }) => isPublished);
    for (const { date } of published) if (date && isLater(date)) expireAt(date);
    const present = published.filter(({ path, date }) => path !== undefined && !isLater(date));
    const first = holders
      .map((holder) => present.find(({ documentId }) => documentId === holder)?.path)
      .find((path) => path !== undefined);
    if (first !== undefined) return { kind: 'moved', path: first };
    // Of an entry that waits for its date nobody hears before, nor that there was one which went before.
    const waiting = new Set(
      places
        .filter(({ isPublished, date }) => isPublished || isLater(date))
        .map(({ documentId }) => documentId),
    );
    const isGone = (holder: string): boolean => seen.get(holder)! <= now && !waiting.has(holder);
    if (!holders.some(isGone)) return { kind: 'unknown' };
    if (places.length > 0) expireAt(new Date(now.getTime() + GONE_FOR));
    return { kind: 'gone' };
  };

  const askedOf = (source: SourcePlan): AddressedType => ({
    contentType: source.contentType,
    field: keyField(source),
    isWhole: isWhole(source.address),
    date: source.date && ownField(source.date),
    hasDrafts: source.hasDrafts,
    locale: permalinkLocale(source, locale),
  });

  /** Whether there may be a public entry; where its own table tells, it is not read for nothing. */
  const mayBePublic = ({ present }: AddressHolders, now: Date): boolean => {
    if (present === undefined) return true;
    for (const date of present) if (date && date > now) expireAt(date);
    return present.some((date) => date === null || date <= now);
  };

  /** Who has or had the address of an entry. Notes that it is shown. */
  const findHolders = async (source: SourcePlan, path: string): Promise<AddressHolders> => {
    const key = addressKey(source.address, path);
    const { contentType } = source;
    dependOn(CACHE_TAGS.address(contentType, key), CACHE_TAGS.keeper(contentType, key));
    const asked = askedOf(source);
    const found = await findAddressHolders(strapi, transactions, asked, [key]);
    const present = asked.field === undefined ? undefined : [];
    return found.get(key) ?? { present, tenures: new Map(), seen: new Map() };
  };

  /** An address that another entry took over belongs to that one; only then do former holders count. */
  const find = async (
    source: SourcePlan,
    path: string,
    now: Date,
    known?: AddressHolders,
  ): Promise<FoundEntry> => {
    known ??= await findHolders(source, path);
    const { tenures, seen } = known;
    const article = mayBePublic(known, now) ? await entries.findAt(source, path, now, known) : null;
    if (article) return { kind: 'article', article };
    if (tenures.size === 0) return { kind: 'unknown' };
    const former = await findFormer(source, seen, now);
    // Published between the two questions.
    return former.kind === 'moved' && former.path === path ? { kind: 'unknown' } : former;
  };

  return {
    findFormer,

    /** Whether readers find an entry where it is: of several that are published at one address the first keeps it. */
    async isFound(
      source: SourcePlan,
      { documentId, path }: { documentId: string; path: string },
      now: Date,
    ): Promise<boolean> {
      const known = await findHolders(source, path);
      if ([...known.tenures.keys()].every((holder) => holder === documentId)) return true;
      const found = await find(source, path, now, known);
      return found.kind === 'article' && found.article.documentId === documentId;
    },

    find,
  };
};

export type EntryAddresses = ReturnType<typeof createEntryAddresses>;

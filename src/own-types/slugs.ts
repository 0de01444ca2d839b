import { randomInt } from 'node:crypto';

import type { Core, UID } from '@strapi/strapi';
import { DateTime } from 'luxon';

import { chunk, isBlank } from '../lib/values';
import { PERMALINK_UID } from '../lib/constants';
import { fitSlug, isNumberOf, numberSlug } from '../lib/slug';
import type { SettingsStore } from '../options/settings';
import { findRowsAt, NEWEST_FIRST } from '../addresses/permalink-rows';
import { slugOfHeading } from '../mapping/address';

/** An entry as the database has it. */
export interface SavedSlug {
  documentId: string;
  slug: string;
  heading: string;
}

/** An entry as it is about to be saved. */
export interface WantedSlug {
  contentType: string;
  /** Empty for one made from the heading. */
  slug: string;
  heading: string;
  /** Code of the locale whose entries it is among; without any, all of the type. */
  locale?: string;
  /** The entry before; none for a new one. */
  saved?: SavedSlug;
  claims?: Claims;
}

/** Who decides a slug: its heading, the editor, or readers, who know it already. */
export type SlugOrigin = 'heading' | 'editor' | 'publication';

export interface ResolvedSlug {
  /** Empty when there is nothing to make it from. */
  slug: string;
  origin: SlugOrigin;
}

/** A save that is about to write slugs. */
export type Claims = symbol;

/** An entry, and the locale whose entries have slugs of their own. */
export interface Own {
  own?: string;
  locale?: string;
  /** The save that writes the slug; undefined for one that is only shown. */
  claims?: Claims;
}

/** An entry that is to have a slug made, among others of its type. */
interface Numbered extends Own {
  /** Field that has the slug: `slug`, unless it is of a type of the site. */
  field?: string;
  /** Characters that a slug may have. */
  longest?: number;
}

/** A `uid` field of the site that addresses are made of, and the text that it is made from. */
export interface UidField {
  field: string;
  /** Strapi's `targetField`. */
  heading: string;
  /** Characters that it may have. */
  longest: number;
  /** Whether the field takes a text by its other rules; a draft would be refused only at its publication. */
  accepts: (slug: string) => boolean;
}

/** Numbers that are tried, the second time only when all of the first are taken. */
const ATTEMPTS = [20, 300];

const DATED = /^\d{4}-\d{2}-\d{2}$/;

/** Decides which slugs entries get. */
export const createSlugs = (strapi: Core.Strapi, { settings }: { settings: SettingsStore }) => {
  /** Slugs that saves under way are about to write, which nobody else can read yet, by `claimKey`. */
  const claimed = new Map<string, Claims>();

  /**
   * Of each save under way, the slugs of others that ended since it began: it may not see them, by a question that
   * was asked before, or in a transaction that MySQL shows what there was at its beginning.
   */
  const endedSince = new Map<Claims, Set<string>>();

  const claimKey = (contentType: string, { field = 'slug', locale = '' }: Numbered, slug: string) =>
    [contentType, field, locale, slug].join(' ');

  /** What Strapi calls a type: the slug it gave entries without a heading. */
  const nameOf = (contentType: string): string =>
    strapi.contentType(contentType as UID.ContentType).info.singularName;

  /** Those of some slugs that other entries have, drafts included. */
  const findUsed = async (
    contentType: string,
    slugs: string[],
    { own, locale, field = 'slug' }: Numbered,
  ): Promise<string[]> => {
    const rows: Record<string, string>[] = await strapi.db.query(contentType).findMany({
      select: [field],
      where: {
        [field]: { $in: slugs },
        ...(own !== undefined && { documentId: { $ne: own } }),
        ...(locale !== undefined && { locale }),
      },
    });
    // MySQL and MariaDB find "Hello-World" as well, and Strapi then takes "hello-world" for no unique one.
    return rows.map((row) => row[field]!.toLowerCase());
  };

  /** Those of some slugs that lead readers to other entries, which have or had them. */
  const findLeading = async (
    contentType: string,
    slugs: string[],
    { own, locale }: Own,
  ): Promise<string[]> => {
    const rows: { slug: string; entry: string }[] = await strapi.db.query(PERMALINK_UID).findMany({
      select: ['slug', 'entry'],
      where: {
        contentType,
        slug: { $in: slugs },
        ...(own !== undefined && { entry: { $ne: own } }),
        ...(locale !== undefined && { locale }),
      },
      // Permalinks outlive their entries: one slug may have had many.
      orderBy: NEWEST_FIRST,
      limit: 500,
    });
    const entries = new Set<string>();
    for (const some of chunk([...new Set(rows.map(({ entry }) => entry))])) {
      const present: { documentId: string }[] = await strapi.db.query(contentType).findMany({
        select: ['documentId'],
        where: { documentId: { $in: some }, ...(locale !== undefined && { locale }) },
      });
      present.forEach(({ documentId }) => entries.add(documentId));
    }
    return rows.filter(({ entry }) => entries.has(entry)).map(({ slug }) => slug);
  };

  /** Those of some slugs that an entry may not be given: others have them, or had them. */
  const findTaken = async (
    contentType: string,
    slugs: string[],
    own: Numbered,
  ): Promise<Set<string>> =>
    new Set([
      ...(await findUsed(contentType, slugs, own)),
      ...(await findLeading(contentType, slugs, own)),
    ]);

  /** The slug, with the first number that makes it nobody else's. */
  const number = async (contentType: string, slug: string, own: Numbered): Promise<string> => {
    const { claims } = own;
    const ended = claims && endedSince.get(claims);
    const isOpen = (candidate: string): boolean => {
      const key = claimKey(contentType, own, candidate);
      const holder = claimed.get(key);
      return claims === undefined || ((holder ?? claims) === claims && !ended?.has(key));
    };
    let tried = 0;
    for (const attempts of ATTEMPTS) {
      const candidates = Array.from({ length: attempts - tried }, (_, index) =>
        numberSlug(slug, tried + index, own.longest),
      ).filter(isOpen);
      const taken = await findTaken(contentType, candidates, own);
      const free = candidates.find((candidate) => !taken.has(candidate) && isOpen(candidate));
      if (free !== undefined) {
        if (claims !== undefined) claimed.set(claimKey(contentType, own, free), claims);
        return free;
      }
      tried = attempts;
    }
    return numberSlug(slug, randomInt(tried, 1_000_000_000), own.longest);
  };

  /** What stands for a heading without a letter that an address can have: the day. */
  const dayOf = async (contentType: string, now: Date): Promise<string> => {
    const { timeZone } = await settings.get();
    const day = DateTime.fromJSDate(now, { zone: timeZone }).toFormat('yyyy-MM-dd');
    return `${nameOf(contentType)}-${day}`;
  };

  const isDated = (contentType: string, slug: string): boolean => {
    const prefix = `${nameOf(contentType)}-`;
    const day = slug.slice(prefix.length, prefix.length + 10);
    return DATED.test(day) && isNumberOf(slug, prefix + day);
  };

  /** Whether a slug is what the heading makes. */
  const isMade = (contentType: string, slug: string, heading: string): boolean => {
    const made = slugOfHeading(heading);
    return made === '' ? isDated(contentType, slug) : isNumberOf(slug, made);
  };

  /** Whether no editor wrote it: Strapi filled it in for a form without a heading, or we made it. */
  const isAutomatic = (contentType: string, { slug, heading }: SavedSlug): boolean =>
    slug === '' || slug === nameOf(contentType) || isMade(contentType, slug, heading);

  /** The slug readers know an entry by; none before its first publication. A tag has no drafts. */
  const findKnown = async (
    contentType: string,
    documentId: string,
    locale?: string,
  ): Promise<string | undefined> => {
    const inLocale = locale !== undefined && { locale };
    const newest: { slug: string } | null = await strapi.db.query(PERMALINK_UID).findOne({
      select: ['slug'],
      where: { contentType, entry: documentId, ...inLocale },
      orderBy: NEWEST_FIRST,
    });
    if (newest) return newest.slug;
    // Rows may come from an import.
    const published: { slug?: string | null } | null = await strapi.db.query(contentType).findOne({
      select: ['slug'],
      where: { documentId, publishedAt: { $notNull: true }, ...inLocale },
    });
    return published?.slug || undefined;
  };

  const isFree = async (contentType: string, slug: string, own: Own): Promise<boolean> =>
    (await findUsed(contentType, [slug], own)).length === 0;

  /** What a heading makes, whoever has it; empty for an empty heading. */
  const make = async (contentType: string, heading: string): Promise<string> =>
    isBlank(heading) ? '' : slugOfHeading(heading) || (await dayOf(contentType, new Date()));

  /** A slug nobody else has, made from the heading; empty for an empty heading. */
  const suggest = async (wanted: WantedSlug): Promise<string> => {
    const { contentType, heading, locale, saved, claims } = wanted;
    const made = await make(contentType, heading);
    if (made === '') return '';
    const own = { own: saved?.documentId, locale, claims };
    // The number it has stays, though another may be free by now.
    if (saved?.slug && isMade(contentType, saved.slug, heading)) {
      if ((await findTaken(contentType, [saved.slug], own)).size === 0) return saved.slug;
    }
    return number(contentType, made, own);
  };

  return {
    findKnown,
    isFree,
    suggest,

    /**
     * Keeps the slugs that are made for a save from others until it is over: two that begin at once would
     * be given the same, and Strapi refuses the second, or publishes both at one address.
     */
    async whileSaving<Result>(save: (claims: Claims) => Promise<Result>): Promise<Result> {
      const claims = Symbol('save');
      endedSince.set(claims, new Set());
      const release = (): void => {
        for (const [key, holder] of claimed) {
          if (holder !== claims) continue;
          claimed.delete(key);
          endedSince.forEach((ended) => ended.add(key));
        }
      };
      try {
        return await save(claims);
      } finally {
        endedSince.delete(claims);
        const isHolder = [...claimed.values()].includes(claims);
        if (isHolder && strapi.db.inTransaction()) {
          // Within another's transaction, as of a bulk publication, nothing is committed yet.
          await strapi.db.transaction(async ({ trx }) => {
            void trx.executionPromise.then(release, release);
          });
        } else release();
      }
    },

    /**
     * A slug for an empty field of a type of the site, which no other entry has or had; empty where there is
     * nothing to make it from, or where the field does not take it.
     */
    async fill(
      contentType: string,
      { field, longest, accepts }: UidField,
      heading: string,
      own: Own,
    ): Promise<string> {
      const made = fitSlug(await make(contentType, heading), longest);
      const slug = made && (await number(contentType, made, { ...own, field, longest }));
      return accepts(slug) ? slug : '';
    },

    /** Whether an address leads readers to another entry, which has it or had it; by its key. */
    isLeading: async (contentType: string, key: string, own: Own): Promise<boolean> =>
      (await findLeading(contentType, [key], own)).length > 0,

    /**
     * Those of some entries whose slug, or what else is the key of their address, was ever published as
     * another's: a statement for each part of them, so that few are to be looked at one by one.
     */
    async findShared<Entry extends { documentId: string; key: string }>(
      contentType: string,
      entries: readonly Entry[],
    ): Promise<Entry[]> {
      const keys = entries.map(({ key }) => key);
      const holders = new Map<string, Set<string>>();
      for (const { slug, entry } of await findRowsAt(strapi, [contentType], keys)) {
        holders.set(slug, (holders.get(slug) ?? new Set()).add(entry));
      }
      return entries.filter(({ documentId, key }) =>
        [...(holders.get(key) ?? [])].some((holder) => holder !== documentId),
      );
    },

    /**
     * The slug an entry gets: what an editor wrote; without that, what its heading makes until the
     * first publication, and what readers know from then on.
     */
    async resolve(wanted: WantedSlug): Promise<ResolvedSlug> {
      const { contentType, slug, locale, saved } = wanted;
      if (slug !== '' && slug !== saved?.slug) return { slug, origin: 'editor' };
      const known = saved && (await findKnown(contentType, saved.documentId, locale));
      if (saved && known !== undefined) {
        return { slug: saved.slug || known, origin: 'publication' };
      }
      if (saved && slug !== '' && !isAutomatic(contentType, saved)) {
        return { slug, origin: 'editor' };
      }
      // Without a heading there is nothing to make another of.
      return { slug: (await suggest(wanted)) || slug, origin: 'heading' };
    },
  };
};

export type Slugs = ReturnType<typeof createSlugs>;

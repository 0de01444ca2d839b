import { randomInt } from 'node:crypto';

import type { Core, UID } from '@strapi/strapi';
import { DateTime } from 'luxon';

import { isBlank } from '../lib/values';
import { findInParts } from '../lib/waiting';
import { PERMALINK_UID } from '../lib/constants';
import { fitSlug, isNumberOf, numberSlug } from '../lib/url-paths';
import type { SettingsStore } from '../options/settings';
import { NEWEST_FIRST } from '../addresses/permalink-rows';
import { slugOfHeading } from '../mapping/address';

/** A saved entry. */
export interface SavedSlug {
  documentId: string;
  slug: string;
  heading: string;
}

/** An entry that is about to be saved. */
export interface WantedSlug {
  contentType: string;
  /** Empty if the slug is to be made from the heading. */
  slug: string;
  heading: string;
  /** Code of the locale within which the slug is unique; undefined if it is unique in the whole type. */
  locale?: string;
  /** The entry before the save; undefined for a new one. */
  saved?: SavedSlug;
  saveId?: SaveId;
}

/** Origin of a slug: the heading, the editor, or the publication, after which readers know it. */
export type SlugOrigin = 'heading' | 'editor' | 'publication';

export interface ResolvedSlug {
  /** Empty when there is nothing to make it from. */
  slug: string;
  origin: SlugOrigin;
}

/** Identifies a save that may write slugs. */
export type SaveId = symbol;

/** An entry by its document id, and the locale within which its slug is unique. */
export interface SlugOwner {
  own?: string;
  locale?: string;
  /** The save that writes the slug; undefined if the slug is only shown. */
  saveId?: SaveId;
}

/** An entry that needs a slug, among others of its type. */
interface NumberedSlug extends SlugOwner {
  /** Field with the slug: `slug` by default, as in the plugin's own types. */
  field?: string;
  /** Longest slug, in characters. */
  longest?: number;
}

/** A `uid` field of the site in an address, and the text that it is made from. */
export interface UidField {
  field: string;
  /** Strapi's `targetField`. */
  heading: string;
  /** Longest value, in characters. */
  longest: number;
  /** Whether the field's other rules accept a text; Strapi would only refuse it when the draft is published. */
  accepts: (slug: string) => boolean;
}

/** How many numbers are tried: the second limit applies only if all of the first are taken. */
const ATTEMPTS = [20, 300];

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Decides which slugs entries get. */
export const createSlugs = (strapi: Core.Strapi, { settings }: { settings: SettingsStore }) => {
  /** Slugs that saves in progress are about to write, by `claimKey`: no other save can read them yet. */
  const claimedSlugs = new Map<string, SaveId>();

  /**
   * For each save in progress, the slugs of other saves that ended since it began. Its queries may not find them: a
   * query may have run before, and on MySQL a transaction sees the data as of its beginning.
   */
  const slugsEndedSince = new Map<SaveId, Set<string>>();

  const claimKey = (
    contentType: string,
    { field = 'slug', locale = '' }: NumberedSlug,
    slug: string,
  ) => [contentType, field, locale, slug].join(' ');

  /** Singular name of a type: Strapi gives it as slug to entries without a heading. */
  const singularNameOf = (contentType: string): string =>
    strapi.contentType(contentType as UID.ContentType).info.singularName;

  /** Finds which of these slugs other entries have, drafts included. */
  const findUsedSlugs = async (
    contentType: string,
    slugs: string[],
    { own, locale, field = 'slug' }: NumberedSlug,
  ): Promise<string[]> => {
    const rows: Record<string, string>[] = await strapi.db.query(contentType).findMany({
      select: [field],
      where: {
        [field]: { $in: slugs },
        ...(own !== undefined && { documentId: { $ne: own } }),
        ...(locale !== undefined && { locale }),
      },
    });
    // MySQL and MariaDB ignore case and also find "Hello-World"; Strapi then refuses "hello-world" as not unique.
    return rows.map((row) => row[field]!.toLowerCase());
  };

  /** Finds which of these slugs lead readers to other entries, which have or had them. */
  const findLeadingToOthers = async (
    contentType: string,
    slugs: string[],
    { own, locale }: SlugOwner,
  ): Promise<string[]> => {
    const rows: { slug: string; entry: string }[] = await strapi.db.query(PERMALINK_UID).findMany({
      select: ['slug', 'entry'],
      where: {
        contentType,
        slug: { $in: slugs },
        ...(own !== undefined && { entry: { $ne: own } }),
        ...(locale !== undefined && { locale }),
      },
      // Permalinks outlive their entries, so one slug may have many.
      orderBy: NEWEST_FIRST,
      limit: 500,
    });
    const present: { documentId: string }[] = await findInParts(
      rows.map(({ entry }) => entry),
      (some) =>
        strapi.db.query(contentType).findMany({
          select: ['documentId'],
          where: { documentId: { $in: some }, ...(locale !== undefined && { locale }) },
        }),
    );
    const entries = new Set(present.map(({ documentId }) => documentId));
    return rows.filter(({ entry }) => entries.has(entry)).map(({ slug }) => slug);
  };

  /** Finds which of these slugs an entry must not get, because other entries have or had them. */
  const findTakenSlugs = async (
    contentType: string,
    slugs: string[],
    own: NumberedSlug,
  ): Promise<Set<string>> =>
    new Set([
      ...(await findUsedSlugs(contentType, slugs, own)),
      ...(await findLeadingToOthers(contentType, slugs, own)),
    ]);

  /** The slug, with the first number that is free. */
  const makeFreeSlug = async (
    contentType: string,
    slug: string,
    own: NumberedSlug,
  ): Promise<string> => {
    const { saveId } = own;
    const ended = saveId && slugsEndedSince.get(saveId);
    const isUnclaimed = (candidate: string): boolean => {
      const key = claimKey(contentType, own, candidate);
      const owner = claimedSlugs.get(key) ?? saveId;
      return saveId === undefined || (owner === saveId && !ended?.has(key));
    };
    let tried = 0;
    for (const attempts of ATTEMPTS) {
      const candidates = Array.from({ length: attempts - tried }, (_, index) =>
        numberSlug(slug, tried + index, own.longest),
      ).filter(isUnclaimed);
      const taken = await findTakenSlugs(contentType, candidates, own);
      const free = candidates.find((candidate) => !taken.has(candidate) && isUnclaimed(candidate));
      if (free !== undefined) {
        if (saveId !== undefined) claimedSlugs.set(claimKey(contentType, own, free), saveId);
        return free;
      }
      tried = attempts;
    }
    return numberSlug(slug, randomInt(tried, 1_000_000_000), own.longest);
  };

  /** Slug for a heading without a letter that an address can contain: the type and the day. */
  const datedSlugOf = async (contentType: string, now: Date): Promise<string> => {
    const { timeZone } = await settings.get();
    const day = DateTime.fromJSDate(now, { zone: timeZone }).toFormat('yyyy-MM-dd');
    return `${singularNameOf(contentType)}-${day}`;
  };

  const isDated = (contentType: string, slug: string): boolean => {
    const prefix = `${singularNameOf(contentType)}-`;
    const day = slug.slice(prefix.length, prefix.length + 10);
    return DATE_PATTERN.test(day) && isNumberOf(slug, prefix + day);
  };

  /** Whether a slug is made from the heading. */
  const isMadeFromHeading = (contentType: string, slug: string, heading: string): boolean => {
    const made = slugOfHeading(heading);
    return made === '' ? isDated(contentType, slug) : isNumberOf(slug, made);
  };

  /** Whether no editor wrote the slug: Strapi filled it in a form without a heading, or the plugin made it. */
  const isAutomatic = (contentType: string, { slug, heading }: SavedSlug): boolean =>
    slug === '' ||
    slug === singularNameOf(contentType) ||
    isMadeFromHeading(contentType, slug, heading);

  /** The slug by which readers know an entry; undefined before its first publication. A tag has no drafts. */
  const findPublishedSlug = async (
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
    // Imported rows may have no permalink.
    const published: { slug?: string | null } | null = await strapi.db.query(contentType).findOne({
      select: ['slug'],
      where: { documentId, publishedAt: { $notNull: true }, ...inLocale },
    });
    return published?.slug || undefined;
  };

  const isFree = async (contentType: string, slug: string, own: SlugOwner): Promise<boolean> =>
    (await findUsedSlugs(contentType, [slug], own)).length === 0;

  /** The slug of a heading, even if it is taken; empty for an empty heading. */
  const makeSlug = async (contentType: string, heading: string): Promise<string> =>
    isBlank(heading) ? '' : slugOfHeading(heading) || (await datedSlugOf(contentType, new Date()));

  /** A free slug, made from the heading; empty for an empty heading. */
  const suggest = async (wanted: WantedSlug): Promise<string> => {
    const { contentType, heading, locale, saved, saveId } = wanted;
    const made = await makeSlug(contentType, heading);
    if (made === '') return '';
    const own: SlugOwner = { own: saved?.documentId, locale, saveId };
    // Keep the number of the saved slug, even if a lower one is free by now.
    if (saved?.slug && isMadeFromHeading(contentType, saved.slug, heading)) {
      if ((await findTakenSlugs(contentType, [saved.slug], own)).size === 0) return saved.slug;
    }
    return makeFreeSlug(contentType, made, own);
  };

  return {
    findKnown: findPublishedSlug,
    isFree,
    suggest,

    /** Whether a draft keeps its slug when it is published, whoever made it: no other entry has or had it. */
    isKept: async (contentType: string, slug: string, own: SlugOwner): Promise<boolean> =>
      !['', singularNameOf(contentType)].includes(slug) &&
      (await findTakenSlugs(contentType, [slug], own)).size === 0,

    /**
     * Reserves the slugs that are made for a save until it is over. Otherwise two saves that begin at once would get
     * the same slug, and Strapi would refuse the second, or publish both at one address.
     */
    async whileSaving<Result>(save: (saveId: SaveId) => Promise<Result>): Promise<Result> {
      const saveId = Symbol('save');
      slugsEndedSince.set(saveId, new Set());
      const release = (): void => {
        for (const [key, owner] of claimedSlugs) {
          if (owner !== saveId) continue;
          claimedSlugs.delete(key);
          slugsEndedSince.forEach((ended) => ended.add(key));
        }
      };
      try {
        return await save(saveId);
      } finally {
        slugsEndedSince.delete(saveId);
        const isOwner = [...claimedSlugs.values()].includes(saveId);
        if (isOwner && strapi.db.inTransaction()) {
          // Within an outer transaction, such as a bulk publication, nothing is committed before its end.
          await strapi.db.transaction(async ({ trx }) => {
            void trx.executionPromise.then(release, release);
          });
        } else release();
      }
    },

    /**
     * A slug for an empty field of a type of the site, which no other entry has or had. Empty if there is nothing to
     * make it from, or the field does not accept it.
     */
    async makeForField(
      contentType: string,
      { field, longest, accepts }: UidField,
      heading: string,
      own: SlugOwner,
    ): Promise<string> {
      const made = fitSlug(await makeSlug(contentType, heading), longest);
      const slug = made && (await makeFreeSlug(contentType, made, { ...own, field, longest }));
      return accepts(slug) ? slug : '';
    },

    /** Whether the address with this key leads readers to another entry, which has or had it. */
    leadsToAnother: async (contentType: string, key: string, own: SlugOwner): Promise<boolean> =>
      (await findLeadingToOthers(contentType, [key], own)).length > 0,

    /**
     * Decides the slug of an entry: the one an editor wrote; without it, one made from the heading until the first
     * publication, and then the one that readers know.
     */
    async resolve(wanted: WantedSlug): Promise<ResolvedSlug> {
      const { contentType, slug, locale, saved } = wanted;
      if (slug !== '' && slug !== saved?.slug) return { slug, origin: 'editor' };
      const known = saved && (await findPublishedSlug(contentType, saved.documentId, locale));
      if (saved && known !== undefined) {
        return { slug: saved.slug || known, origin: 'publication' };
      }
      if (saved && slug !== '' && !isAutomatic(contentType, saved)) {
        return { slug, origin: 'editor' };
      }
      // Without a heading, keep the slug.
      return { slug: (await suggest(wanted)) || slug, origin: 'heading' };
    },
  };
};

export type Slugs = ReturnType<typeof createSlugs>;

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../cache/cache-tags';
import { dependOn } from '../cache/dependency-tracking';
import { TAG_UID } from '../constants';
import type { Tag } from '../content/article';
import type { Selection } from '../content/selection';
import { createCombination, parseCombination, writeCombination } from '../feed/combination';
import type { Transactions } from '../transactions';
import { findSlugHolders, type SlugHolders } from './slug-holders';
import type { Tags } from './tags';

/** What an address that names tags leads to. */
export type Found =
  | { kind: 'selection'; selection: Selection }
  /** Named by a slug that a tag had before. */
  | { kind: 'moved'; name: string }
  /** A tag was there and has been deleted. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** Finds what addresses that name tags are about. */
export const createSelections = (
  strapi: Core.Strapi,
  { transactions, tags }: { transactions: Transactions; tags: Tags },
) => {
  /** The tag that a slug leads to; none when it was deleted; undefined when it is hidden. */
  const findTag = async (
    slug: string,
    { present, holders }: SlugHolders,
  ): Promise<Tag | 'deleted' | undefined> => {
    const visible = (tag: Tag) => (tag.hidden ? undefined : tag);
    // A slug that another tag took over belongs to that one; only then do its former holders count.
    const tag = present.length > 0 ? await tags.findBySlug(slug) : null;
    if (tag) return visible(tag);
    dependOn(CACHE_TAGS.address(TAG_UID, slug));
    const moved = await tags.findFirst(holders);
    return moved ? visible(moved) : 'deleted';
  };

  return {
    /** @param name part of an address: `api`, `api+testing`, `api,testing` */
    async find(name: string): Promise<Found> {
      const combination = parseCombination(name);
      if (!combination) return { kind: 'unknown' };
      const { slugs, mode } = combination;
      const known = await findSlugHolders(strapi, transactions, TAG_UID, slugs);
      const unknown = slugs.filter((slug) => !known.has(slug));
      dependOn(...unknown.map((slug) => CACHE_TAGS.address(TAG_UID, slug)));
      if (unknown.length > 0) return { kind: 'unknown' };
      const found = await Promise.all(slugs.map((slug) => findTag(slug, known.get(slug)!)));
      if (found.includes(undefined)) return { kind: 'unknown' };
      const present = found.filter((tag): tag is Tag => typeof tag === 'object');
      if (present.length < found.length) return { kind: 'gone' };
      const presentName = writeCombination(
        createCombination(
          present.map(({ slug }) => slug),
          mode,
        ),
      );
      return presentName === writeCombination(combination)
        ? { kind: 'selection', selection: { tags: present, mode } }
        : { kind: 'moved', name: presentName };
    },
  };
};

export type Selections = ReturnType<typeof createSelections>;

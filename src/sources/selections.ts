import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';
import type { Tag } from '../content/article';
import type { Selection } from '../content/selection';
import { createCombination, parseCombination, writeCombination } from '../feed/combination';
import { getService } from '../get-service';

/** What an address that names tags leads to. */
export type Found =
  | { kind: 'selection'; selection: Selection }
  /** Named by a slug that a tag had before. */
  | { kind: 'moved'; name: string }
  /** A tag was there and has been deleted. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

const createSelections = ({ strapi }: { strapi: Core.Strapi }) => {
  /** The tag that a slug leads to; none when it was deleted; undefined when none ever had it. */
  const findTag = async (slug: string): Promise<Tag | 'deleted' | undefined> => {
    const tags = getService(strapi, 'tags');
    const visible = (tag: Tag) => (tag.hidden ? undefined : tag);
    const present = await tags.findBySlug(slug);
    // A slug that another tag took over belongs to that one; only then do its former holders count.
    if (present) return visible(present);
    const holders = await getService(strapi, 'permalinks').findHolders(TAG_UID, slug);
    if (holders.length === 0) return undefined;
    const moved = await tags.findFirst(holders);
    return moved ? visible(moved) : 'deleted';
  };

  return {
    /** @param name part of an address: `api`, `api+testing`, `api,testing` */
    async find(name: string): Promise<Found> {
      const combination = parseCombination(name);
      if (!combination) return { kind: 'unknown' };
      const { slugs, mode } = combination;
      const found = await Promise.all(slugs.map(findTag));
      if (found.includes(undefined)) return { kind: 'unknown' };
      const tags = found.filter((tag): tag is Tag => typeof tag === 'object');
      if (tags.length < found.length) return { kind: 'gone' };
      const present = writeCombination(
        createCombination(
          tags.map(({ slug }) => slug),
          mode,
        ),
      );
      return present === writeCombination(combination)
        ? { kind: 'selection', selection: { tags, mode } }
        : { kind: 'moved', name: present };
    },
  };
};

export default createSelections;

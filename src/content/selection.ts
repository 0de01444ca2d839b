import {
  type CombinationMode,
  combinationTitle,
  createCombination,
  writeCombination,
} from '../feed/combination';
import { tagTitle } from '../feed/channel';
import type { Tag } from './article';

/** What a listing or feed is about: one tag, a combination, or, without any, the whole site. */
export interface Selection {
  tags: Tag[];
  mode: CombinationMode;
}

export const WHOLE_SITE: Selection = { tags: [], mode: 'all' };

/** The selection of a single tag. */
export const ofTag = (tag: Tag): Selection => ({ tags: [tag], mode: 'all' });

/** Part of an address that names the selection; none for the whole site. */
export const selectionName = ({ tags, mode }: Selection): string | undefined =>
  tags.length === 0
    ? undefined
    : writeCombination(
        createCombination(
          tags.map(({ slug }) => slug),
          mode,
        ),
      );

/** Title for people; none for the whole site. */
export const selectionTitle = ({ tags, mode }: Selection, language: string): string | undefined =>
  tags.length === 0
    ? undefined
    : combinationTitle(
        tags.map((tag) => tagTitle(tag, language)),
        mode,
        language,
      );

/** The tag, when the selection is exactly one: what only a tag has, a combination does not. */
export const onlyTag = ({ tags }: Selection): Tag | undefined =>
  tags.length === 1 ? tags[0] : undefined;

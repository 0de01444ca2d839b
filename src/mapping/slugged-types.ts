import { ARTICLE_UID, TAG_UID } from '../constants';

/** A content type whose entries have an address made from a slug. */
export interface SluggedType {
  /** The text that gives an entry its heading, and its slug. */
  heading: 'title' | 'name';
  /** What Strapi calls the type: the slug it gave entries without a heading. */
  name: string;
  /** Whether entries are drafts first. */
  hasDrafts: boolean;
  /** Field that gets the moment of the first publication where an editor left it empty. */
  date?: string;
}

export const SLUGGED_TYPES: Record<string, SluggedType> = {
  [ARTICLE_UID]: { heading: 'title', name: 'article', hasDrafts: true, date: 'date' },
  [TAG_UID]: { heading: 'name', name: 'tag', hasDrafts: false },
};

import type { Problem } from '../../content/problem';
import type { ItemContent } from '../../content/article';
import type { ItemParts } from './feeds';

/** A feed that contains an article, now or once it is published. */
export interface PreviewFeed {
  id: string;
  title: string;
  address: string;
  /** Whether the article is in the feed now. */
  now: boolean;
  /** Whether it will be, once it is published as it is in the form and its date has come. */
  next: boolean;
  /** Whether its items have the full text or the summary. */
  content: ItemContent;
  /** Set if the feed exists only once it contains the article. */
  isToCome?: true;
}

/** Why an article is in no feed yet, or not in more of them. `no-address`: an entry without an address is in no list. */
export type PreviewReason =
  | { code: 'draft' | 'kept-out' | 'not-in-language' | 'no-address' }
  | { code: 'future'; until: string }
  /** Its own field says that it is not published. */
  | { code: 'withdrawn'; field: string }
  /** The end date is past: that of the published version, or the one in the form. */
  | { code: 'ended'; since: string }
  /** No relation to topics has a value; `fields` are the relations. */
  | { code: 'no-tags'; fields: string[] };

/** What readers and subscribers notice when an article is published as it is in the form. */
export type PreviewEffect =
  /**
   * `new`: a new item. `returns`: an item that subscribers had before the article was withdrawn. `change`: different
   * texts or files in an item; `change-quiet`: the same, but subscribers are told only if the editor chooses so.
   * `page-alone`: a page, but no item, since the article is kept out of feeds. `page-new`: an entry of a type of pages,
   * for the first time or again. `page-change`: different texts or files on a page that is no item of any feed.
   * `goes`: readers find it no more, since its own field says that it is not published.
   */
  | {
      code:
        | ('new' | 'returns' | 'change' | 'change-quiet' | 'goes')
        | ('page-alone' | 'page-new' | 'page-change');
    }
  /** The same on the article's date; or a public article (`page-`: that no feed has) disappears until its new date. */
  | {
      code: 'new-later' | 'returns-later' | 'page-alone-later' | 'hidden' | 'page-hidden';
      until: string;
    }
  /** Nothing: its end date is past. */
  | { code: 'ended'; since: string }
  /** Another address; `page-moves` for an entry of a type of pages. */
  | { code: 'moves' | 'page-moves'; from: string; to: string }
  /** The article joins or leaves feeds; `feeds` are their titles. */
  | { code: 'joins' | 'leaves'; feeds: string };

/** The last save of an entry after its form was loaded: saving the form would undo it. */
export interface LaterSave {
  /** ISO 8601; null if the entry was deleted since. */
  at: string | null;
  /** Name as Strapi's panel shows it; null if Strapi does not know who saved. */
  by: string | null;
  /** Whether the same user saved, in another tab. */
  isOwn: boolean;
}

/** An entry in a form as readers and subscribers will get it. */
export interface ArticlePreview {
  /** Whether it is a page, which no feed contains. */
  isPage: boolean;
  /** Whether its type has no drafts: it is public as soon as it is saved. */
  isPublicAtOnce: boolean;
  feeds: PreviewFeed[];
  reasons: PreviewReason[];
  /**
   * Fields to correct, for an entry that is published without a title or an address, so that readers cannot find it;
   * none if another entry keeps its address. Null for any other.
   */
  nowhere: string[] | null;
  effects: PreviewEffect[];
  /** Absolute address of the published version; null if readers cannot find it. */
  publicLink: string | null;
  /** Future date of the published version, as ISO 8601; null if it waits for none. */
  scheduled: string | null;
  /** When subscribers were last told of it, as ISO 8601; null if it is not public or a page. */
  lastTold: string | null;
  item: ItemParts & {
    title: string;
    /** Null while the slug cannot be part of an address. */
    link: string | null;
    /** ISO 8601; null if the article gets its date at publication. */
    date: string | null;
    /** The start of the summary that a listing shows. */
    excerpt: string;
    /** Empty fields of the form that its address needs. */
    missing: string[];
  };
  timeZone: string;
  /** Set if the body was not rendered in time: the full text and the problems of the body are missing. */
  isLate?: true;
  /** Absent for a user who may not see problems. */
  problems?: Problem[];
}

/** Instead of a preview, for a user who may read only a part of what readers see of the saved entry. */
export interface WithheldPreview {
  isWithheld: true;
  /** Names of the fields that the role lacks, as the mapping reads them: `seo.metaTitle`. */
  fields: string[];
}

/** Absolute addresses at which somebody without an account sees a draft. */
export interface SharedPreview {
  /** Null if the plugin serves no pages. */
  page: string | null;
  /** The site's feed with the draft as its only item. */
  feed: string;
  /** When both addresses expire, as ISO 8601. */
  expires: string;
}

/** The slug and address that an entry would get if its form were saved. */
export interface SlugPreview {
  /** Empty if there is nothing to make it from. */
  slug: string;
  /** Origin of the slug: the heading, the editor, or the publication, after which readers know it. */
  origin: 'heading' | 'editor' | 'publication';
  /** Absolute; null if the slug cannot be part of an address. */
  address: string | null;
  /** Whether no other entry has the slug. */
  isFree: boolean;
  /** Whether the address redirects readers to another entry, which had it. */
  isFormer: boolean;
  /** The slug made from the heading. */
  suggestion: string;
  /** Whether the entry was ever published, so that readers know an address of it. */
  isKnown: boolean;
  /** The absolute address that readers know, if it is another one; it will redirect to the new one. */
  former: string | null;
}

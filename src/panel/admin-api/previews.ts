import type { Problem } from '../../content/problem';
import type { ItemContent } from '../../content/article';
import type { ItemParts } from './feeds';

/** A feed an article is in, or will be in. */
export interface PreviewFeed {
  id: string;
  title: string;
  address: string;
  /** Whether the article is in the feed now. */
  now: boolean;
  /** Whether it is, once it is published as it stands in the form and its date has come. */
  next: boolean;
  /** What its items hold. */
  content: ItemContent;
  /** Whether there is no such feed before the article is in it. */
  isToCome?: true;
}

/** Why an article is not in the feeds yet, or not in more of them. */
export type PreviewReason =
  | { code: 'draft' }
  | { code: 'future'; until: string }
  /** Published until a date that is past: what readers had, or what is in the form. */
  | { code: 'ended'; since: string }
  | { code: 'kept-out' }
  | { code: 'not-in-language' }
  /** The user may read a part of the saved entry alone: what readers have of it is not said. */
  | { code: 'withheld' }
  /** Fields of the form, none of which names a topic. */
  | { code: 'no-tags'; fields: string[] }
  /** An entry without an address is listed nowhere. */
  | { code: 'no-address' };

/** What readers and subscribers notice when an article is published as it stands in the form. */
export type PreviewEffect =
  /** A new item, at once or on the article's date. */
  | { code: 'new' }
  | { code: 'new-later'; until: string }
  /** Nothing: the date is past until which it is published. */
  | { code: 'ended'; since: string }
  /** A page and no item. */
  | { code: 'page-alone' }
  | { code: 'page-alone-later'; until: string }
  /** A page of its own, or one that comes back. */
  | { code: 'page-new' }
  /** Other words or files on a page that no subscriber has as an item. */
  | { code: 'page-change' }
  /** Another address of a page of its own. */
  | { code: 'page-moves'; from: string; to: string }
  /** An item that subscribers had before it was withdrawn. */
  | { code: 'returns' }
  | { code: 'returns-later'; until: string }
  /** Other words or files under the same address. */
  | { code: 'change' }
  /** The same, and subscribers are not told of it unless who publishes says so. */
  | { code: 'change-quiet' }
  | { code: 'moves'; from: string; to: string }
  /** Titles of feeds it is added to, and of those it is taken from. */
  | { code: 'joins'; feeds: string }
  | { code: 'leaves'; feeds: string }
  /** Nothing at all until its date. */
  | { code: 'hidden'; until: string }
  /** The same of what no subscriber has as an item. */
  | { code: 'page-hidden'; until: string };

/** A save that the form knows nothing of: to save the form undoes it. */
export interface LaterSave {
  /** ISO 8601. */
  at: string;
  /** Name as Strapi's panel shows it; null where Strapi does not know who it was. */
  by: string | null;
  /** Whether it was the user who asks, in another tab. */
  isOwn: boolean;
}

/** An unsaved entry, as readers and subscribers will get it. */
export interface ArticlePreview {
  /** Whether it is a page, of which subscribers get nothing. */
  isPage: boolean;
  /** Whether its type has no drafts, so that it is public as soon as it is saved. */
  isPublicAtOnce: boolean;
  feeds: PreviewFeed[];
  reasons: PreviewReason[];
  /**
   * Fields of the form to see to, of an entry that is published without an address, so that no reader finds it;
   * null of any other.
   */
  nowhere: string[] | null;
  effects: PreviewEffect[];
  /** The last save, if it is later than what the form was loaded with, or that it was deleted since. */
  laterSave: LaterSave | 'deleted' | null;
  /** Address at which readers have it now; null while they have nothing. */
  publicLink: string | null;
  /** Until when what is published waits, as ISO 8601; null of what waits for no date. */
  scheduled: string | null;
  /** When subscribers were last told of it, as ISO 8601; null while readers have nothing. */
  lastTold: string | null;
  item: ItemParts & {
    title: string;
    /** Null while the slug cannot be part of an address. */
    link: string | null;
    /** ISO 8601; null when the article gets its date at publication. */
    date: string | null;
    /** The start of the summary, as a listing cuts it. */
    excerpt: string;
    /** Fields of the form that its address lacks. */
    missing: string[];
  };
  timeZone: string;
  /** Whether the body was not rendered in time: its text, and what may be wrong with it, are missing. */
  isLate?: true;
  /** Absent for a user who may not see problems. */
  problems?: Problem[];
}

/** Where somebody without an account sees a draft. Absolute addresses. */
export interface SharedPreview {
  /** Null where the plugin serves no pages. */
  page: string | null;
  /** The site's feed with the draft as its only item. */
  feed: string;
  /** Until when both work, as ISO 8601. */
  expires: string;
}

/** The address of an entry as it stands in the form. */
export interface SlugPreview {
  /** The slug the entry gets when it is saved; empty while nothing makes one. */
  slug: string;
  /** Who decides it: the heading, the editor, or readers, who know it already. */
  origin: 'heading' | 'editor' | 'publication';
  /** Absolute; null while the slug cannot be part of an address. */
  address: string | null;
  /** Whether no other entry has the slug. */
  isFree: boolean;
  /** Whether the address leads readers to another entry, which had it. */
  isFormer: boolean;
  /** What the heading makes. */
  suggestion: string;
  /** Whether readers know an address of the entry. */
  isKnown: boolean;
  /** The absolute address readers know, when it is another; it will lead to the new one. */
  former: string | null;
}

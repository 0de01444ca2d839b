import type { FeedFormat } from '../../feed/formats';
import type { FeedRow } from './feeds';

/** Another tag that has the name which somebody gives a tag. */
export interface TagNamesake {
  documentId: string;
  name: string;
  slug: string;
}

/** What a merge did: the tag that stays. */
export interface MergedTag extends TagNamesake {
  /** How many articles, drafts included, got the tag by the merge. */
  movedArticles: number;
}

/** What a merge would do. */
export interface MergePreview {
  /** Articles that carry the tag, drafts included. */
  articles: number;
  /** Those of them that carry the other one already. */
  both: number;
  /** Addresses, former ones included, that would lead to the other tag. */
  addresses: number;
}

/** Why readers have less of a topic than its editor may expect. */
export type TopicNotice =
  | { code: 'draft' | 'hidden' | 'empty' | 'not-in-language' }
  /** Something is missing that it cannot be public without. */
  | { code: 'no-name' | 'no-address'; field: string };

/** A topic's feed in one language. */
export interface TopicFeed extends FeedRow {
  /** Absolute address of its page; null where a front end draws the pages. */
  page: string | null;
  /** The feed in each format, the default one first. */
  documents: { name: FeedFormat['name']; label: string; address: string }[];
}

/** What readers have of a topic, as it is saved. */
export interface TopicDetails {
  timeZone: string;
  notices: TopicNotice[];
  /** None while readers may not know of it. */
  feeds: TopicFeed[];
}

/** What a content type is to the plugin. */
export interface PublishedType {
  /** Where its entries are published. */
  source?: {
    hasDrafts: boolean;
    /** Field that dates them; none where the plugin keeps their dates. */
    date?: string;
    /** Fields that choose topics, without those that addresses are made of. */
    topics: {
      field: string;
      contentType: string;
      /** Field of a topic that tells it from others of its name: the slug of its address. Null without one. */
      slug: string | null;
      isMultiple: boolean;
    }[];
  };
  /** Where its entries group others. */
  topic?: {
    canBeMerged: boolean;
    isLocalised: boolean;
    /** Whether addresses of entries are made of it. */
    isOfAddress: boolean;
  };
}

/** What content types are to the plugin, by type; others are nothing to it. */
export type PublishedTypes = Record<string, PublishedType | undefined>;

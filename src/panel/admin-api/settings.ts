import type { MatchedBy } from '../../addresses/earlier-feed';
import type { EDITABLE_SETTINGS } from '../../lib/constants';
import type { DescribedType } from '../../mapping/describe';
import type { Appearance, AppearanceName } from '../../pages/appearance';

/** A content type that is published, or that could be, and where each part of its items comes from. */
export interface SourceType extends DescribedType {
  /** Whether entries are drafts first; without, every saved one is public at once. */
  hasDrafts: boolean;
  /** Why it cannot be published with nothing said about it: sentences for developers, in English. */
  refusals: string[];
  /** What publishes it, to copy into `config/plugins`; of types that are not published. */
  configuration?: { typescript: string; javascript: string };
}

export interface SourceTypes {
  /** Sources, types of topics and of authors. */
  mapped: SourceType[];
  /** The site's own types that are not published. */
  proposed: SourceType[];
}

/** What starting ids over did. */
export interface ResetIds {
  /** How many articles, tags and feeds got another id. */
  changed: number;
}

/** An item of an earlier feed, and the entry that it is. */
export interface ProposedId {
  id: string;
  link?: string;
  title?: string;
  /** ISO 8601. */
  date?: string;
  /** What it was found by; absent where it is no entry, or could be several. */
  by?: MatchedBy;
  entry?: {
    contentType: string;
    documentId: string;
    /** Empty where the type is not localised. */
    locale: string;
    title: string;
    path: string;
    date: string;
  };
}

/** What taking a feed over would do. */
export interface ProposedIds {
  items: ProposedId[];
  /** What the option "redirects" is to have for who reads the feed at its address on this site. */
  redirects: Record<string, string>;
}

/** What taking a feed over, or undoing that, did. */
export interface TakenOverIds {
  /** How many entries got another id. */
  changed: number;
}

export type SettingName = (typeof EDITABLE_SETTINGS)[number];
export type SettingValues = Record<SettingName, string | number>;

export interface SettingsResponse {
  values: SettingValues;
  /** Settings that `config/plugins.ts` gives and the panel therefore cannot change. */
  fixed: SettingName[];
  /** Another after each save that changes something; who saves gives it as `version`. */
  version: string;
}

/** Values that editors gave the whole site; null for what there is without. */
export type OwnAppearance = { [Name in AppearanceName]: { value: Appearance[Name] } | null };

/** The appearance of the whole site. */
export interface AppearanceResponse {
  values: OwnAppearance;
  /** What there is where it has nothing of its own. */
  otherwise: Appearance;
  /** Values that `config/plugins.ts` gives and the panel therefore cannot change. */
  fixed: AppearanceName[];
  /** What `config/plugins.ts` gives the main language, which shows nothing of these values. */
  fixedInMain: AppearanceName[];
  /** Another after each save that changes something; who saves gives it as `version`. */
  version: string;
  /** Tag of the language of the main locale. */
  mainLanguage: string;
}

/** Pages as they would look, as whole HTML documents. */
export interface AppearancePreview {
  listing: string;
  article: string;
  /** Whether nothing is published yet, so that what is shown is made up. */
  isExample: boolean;
}

/** The channel of the whole site as it would read, and an example of a tag's. */
export interface ChannelPreview {
  site: { title: string; description: string };
  tag: { title: string; description: string };
  address: string;
  /** The present moment, as feeds write dates. */
  date: string;
}

import type { ProposedItem } from '../../addresses/propose-ids';
import type { SettingName } from '../../lib/constants';
import type { DescribedType } from '../../mapping/describe';
import type { Appearance } from '../../pages/appearance';

/** A content type that is published or could be, with the field that each part of its items comes from. */
export interface SourceType extends DescribedType {
  /** Whether entries have drafts, or a field that says so; if not, every saved entry is public. */
  hasDrafts: boolean;
  /** Why it cannot be published with guesses alone: English sentences for developers. */
  refusals: string[];
  /** For a type that is not published: the configuration that publishes it, to copy into `config/plugins`. */
  configuration?: string;
}

export interface SourceTypes {
  /** Sources, and types of topics and authors. */
  mapped: SourceType[];
  /** The site's own types that are not published. */
  proposed: SourceType[];
}

/** Result of starting ids over, of a take-over, or of undoing it. */
export interface ChangedIds {
  /** Number of entries, topics and feeds that got another id. */
  changed: number;
}

/** A value as it arrives in the browser: JSON has dates as ISO 8601. */
type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Json<Value[Key]> }
    : Value;

/** An item of an earlier feed, with the entry that matches it. */
export type ProposedId = Json<ProposedItem>;

/** What a take-over would do. */
export interface ProposedIds {
  items: ProposedId[];
  /** Proposed entries of the option "redirects", for subscribers of the feed's former address on this site. */
  redirects: Record<string, string>;
}

/** Values that editors change and save together, as readers of the main locale see them. */
export interface EditedValues<Values> {
  values: Values;
  /** Values that `config/plugins.ts` sets, so that the panel cannot change them. */
  fixed: (keyof Values)[];
  /** Changes with each save that changes something. A save sends it as the parameter `version`. */
  version: string;
}

export type SettingValues = Record<SettingName, string | number>;

export type SettingsResponse = EditedValues<SettingValues>;

/** The appearance of the whole site. */
export type AppearanceResponse = EditedValues<Appearance>;

/** Previews of pages, as whole HTML documents. */
export interface AppearancePreview {
  listing: string;
  /** Null if nothing is published yet. */
  article: string | null;
}

/** Preview of the channel of the whole site, and of an example tag's. */
export interface ChannelPreview {
  site: { title: string; description: string };
  tag: { title: string; description: string };
  address: string;
  /** The present moment, as feeds write dates. */
  date: string;
}

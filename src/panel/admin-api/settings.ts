import type { EDITABLE_SETTINGS } from '../../constants';
import type { Appearance, AppearanceName } from '../../pages/appearance';

/** What starting ids over did. */
export interface ResetIds {
  /** How many articles, tags and feeds got another id. */
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

/** Values that editors gave the whole site, or a locale; null for what there is without. */
export type OwnAppearance = { [Name in AppearanceName]: { value: Appearance[Name] } | null };

/** The appearance of the whole site, or of a locale. */
export interface AppearanceResponse {
  values: OwnAppearance;
  /** What there is where it has nothing of its own: in a locale, the site's. */
  otherwise: Appearance;
  /** Values that `config/plugins.ts` gives and the panel therefore cannot change. */
  fixed: AppearanceName[];
  /** Of the whole site: what `config/plugins.ts` gives its main language, which shows nothing of these values. */
  fixedInMain: AppearanceName[];
  /** Another after each save that changes something; who saves gives it as `version`. */
  version: string;
  /** Tag of the language of the main locale. */
  mainLanguage: string;
  /** Locales that may look otherwise than the whole site. */
  locales: { code: string; language: string }[];
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
  link: string;
  address: string;
  language: string;
  /** The present moment, as feeds write dates. */
  date: string;
  items: number;
}

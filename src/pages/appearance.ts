/**
 * How the pages look, as pure data. `style.ts` makes a style sheet of it, `options/appearance.ts` says which
 * values are allowed, and `admin/src/features/appearance/` has the fields for editors.
 */
export interface Appearance {
  /** Shown at the top instead of the site's name; null for the name. */
  logo: Logo | null;
  /** The logo on dark pages; null for the same logo on all pages. */
  logoDark: Logo | null;
  /** Address of the favicon; an empty text for none. */
  favicon: string;
  /** Colour of links as `#rrggbb`; empty for the standard one. Pages show a readable tone of it. */
  accent: string;
  font: Font;
  width: Width;
  /** Whether pages are light, dark, or as set on the reader's device (`auto`). */
  theme: Theme;
  headerLinks: SiteLink[];
  footerLinks: SiteLink[];
  /** A line of text at the end of each page; empty for none. */
  footer: string;
  /** What a listing shows of each article in addition to its title. */
  listing: ListingPart[];
}

/** A picture, with its size so that the page does not move when it loads. */
export interface Logo {
  /** Absolute, or relative to the host. */
  src: string;
  /** Pixels. */
  width?: number;
  /** Pixels. */
  height?: number;
}

/** A link to a page of the site, such as its imprint. */
export interface SiteLink {
  label: string;
  /** Absolute, or relative to the host. */
  address: string;
}

/** Links that a row may have. */
export const MAXIMUM_LINKS = 12;

/** Fonts that every device has: pages load none. */
export const FONTS = ['sans', 'serif', 'rounded', 'mono'] as const;
export type Font = (typeof FONTS)[number];

export const WIDTHS = ['narrow', 'normal', 'wide'] as const;
export type Width = (typeof WIDTHS)[number];

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const LISTING_PARTS = ['summary', 'date', 'author', 'cover', 'tags'] as const;
export type ListingPart = (typeof LISTING_PARTS)[number];

export const DEFAULT_APPEARANCE: Appearance = {
  logo: null,
  logoDark: null,
  favicon: '',
  accent: '',
  font: 'sans',
  width: 'normal',
  theme: 'auto',
  headerLinks: [],
  footerLinks: [],
  footer: '',
  listing: ['summary', 'date'],
};

export type AppearanceName = keyof Appearance;

/** Names of all values, in the order the panel shows them. */
export const APPEARANCE_NAMES = Object.keys(DEFAULT_APPEARANCE) as AppearanceName[];

/** How the pages look, in values that need no code. Pure data: `style.ts` makes a style sheet of it. */
export interface Appearance {
  /** Shown at the top instead of the site's name; null for the name. */
  logo: Logo | null;
  /** The same on a dark page; null for the one logo on both. */
  logoDark: Logo | null;
  /** Address of the picture that browsers show beside the title of the page. Empty for none. */
  favicon: string;
  /** Colour of links as `#rrggbb`. Empty for the standard one. What is hard to read is shown readable. */
  accent: string;
  /** The same on a dark page. Empty for a readable tone of `accent`. */
  accentDark: string;
  font: Font;
  width: Width;
  /** Whether pages are light, dark, or as the reader's device is set (`auto`). */
  theme: Theme;
  headerLinks: SiteLink[];
  footerLinks: SiteLink[];
  /** A line at the end of each page. Empty for none. */
  footer: string;
  /** What a listing shows of each article beside its title. */
  listing: ListingPart[];
}

/** A picture of a known size, so that the page does not move when it comes. */
export interface Logo {
  /** Absolute, or relative to the host. */
  src: string;
  /** Pixels. */
  width?: number;
  /** Pixels. */
  height?: number;
}

/** A link to a page of the site's own, such as its imprint. */
export interface SiteLink {
  label: string;
  /** Absolute, or relative to the host. */
  address: string;
}

/** Links in a row. */
export const MAXIMUM_LINKS = 12;

/** Fonts that every device has: none is loaded. */
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
  accentDark: '',
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

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

/** Contrast that text needs against what is behind it (WCAG 2.2, success criterion 1.4.3, level AA). */
export const READABLE_CONTRAST = 4.5;

/** Red, green and blue, 0 to 1. */
type Rgb = [red: number, green: number, blue: number];

/** Backgrounds of text on pages of a theme: the page, and boxes on it. */
export const BACKGROUNDS = {
  light: ['#ffffff', '#f4f6f8'],
  dark: ['#15181c', '#1e2329'],
} as const;

/** Colours of links where no other was chosen. */
export const STANDARD_ACCENTS = { light: '#0a58ca', dark: '#7db4ff' } as const;

/** Themes that a page is shown in. */
export type Shade = keyof typeof BACKGROUNDS;

/** Whether a text is a colour as the appearance has it: `#rrggbb`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const parseColour = (colour: string): Rgb =>
  [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16) / 255) as Rgb;

const writeColour = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Relative luminance, as WCAG 2.2 defines it. */
const luminance = (colour: string): number => {
  const [red, green, blue] = parseColour(colour).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as Rgb;
  return (light + 0.05) / (dark + 0.05);
};

/** The lowest contrast of a colour against the backgrounds of a theme. */
export const contrastOn = (colour: string, shade: Shade): number =>
  Math.min(...BACKGROUNDS[shade].map((background) => contrast(colour, background)));

/** Whether text in a colour is easy to read on pages of a theme. */
export const isReadable = (colour: string, shade: Shade): boolean =>
  contrastOn(colour, shade) >= READABLE_CONTRAST;

/** Steps in the search for a readable tone, as shares of black or white. */
const STEP = 0.005;

/**
 * The nearest tone of a colour, mixed with black or white, that is readable on pages of a theme; the colour itself if
 * it is readable.
 */
export const toReadable = (colour: string, shade: Shade): string => {
  const parts = parseColour(colour);
  const end = shade === 'light' ? 0 : 1;
  let readable = colour.toLowerCase();
  // The search ends at black or white at the latest, which are readable.
  for (let share = STEP; !isReadable(readable, shade); share += STEP)
    readable = writeColour(parts.map((part) => part + (end - part) * Math.min(share, 1)) as Rgb);
  return readable;
};

/** The colour of links on pages of a theme: the chosen one, or its nearest readable tone. */
export const accentOn = (accent: string, shade: Shade): string =>
  toReadable(accent || STANDARD_ACCENTS[shade], shade);

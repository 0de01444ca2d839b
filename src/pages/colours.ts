/** Contrast that text needs against what is behind it (WCAG 2.2, success criterion 1.4.3, level AA). */
export const READABLE_CONTRAST = 4.5;

/** Red, green and blue, 0 to 1. */
type Rgb = [red: number, green: number, blue: number];

/** Hue in degrees, saturation and lightness 0 to 1. */
type Hsl = [hue: number, saturation: number, lightness: number];

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

const toHsl = ([red, green, blue]: Rgb): Hsl => {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const span = most - least;
  const lightness = (most + least) / 2;
  if (span === 0) return [0, 0, lightness];
  const sector =
    most === red
      ? (green - blue) / span
      : most === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  return [60 * sector, span / (1 - Math.abs(2 * lightness - 1)), lightness];
};

/** As in CSS Color 4, section 7.1. */
const fromHsl = ([hue, saturation, lightness]: Hsl): Rgb => {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const place = (offset + hue / 30 + 12) % 12;
    return lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  }) as Rgb;
};

/** Steps of lightness in the search for a readable tone. */
const STEP = 0.005;

/** The nearest tone of a colour that is readable on pages of a theme; the colour itself if it is readable. */
export const toReadable = (colour: string, shade: Shade): string => {
  const [hue, saturation, start] = toHsl(parseColour(colour));
  const step = shade === 'light' ? -STEP : STEP;
  let readable = colour.toLowerCase();
  // The search ends at black or white at the latest, which are readable.
  for (let steps = 1; !isReadable(readable, shade); steps += 1) {
    const lightness = Math.min(1, Math.max(0, start + steps * step));
    readable = writeColour(fromHsl([hue, saturation, lightness]));
  }
  return readable;
};

/** The colour of links on pages of a theme: the chosen one, or its nearest readable tone. */
export const accentOn = (accent: string, shade: Shade): string =>
  toReadable(accent || STANDARD_ACCENTS[shade], shade);

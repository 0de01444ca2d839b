import { decodePath } from '../lib/url-paths';

/** What subscribers get: something broken (error), or something poor (warning). */
export type Severity = 'error' | 'warning';

/** Everything that can be wrong with an article, worst first: errors before warnings. */
export const PROBLEM_SEVERITIES = {
  'image-address': 'error',
  'link-address': 'error',
  'date-postponed': 'error',
  'title-empty': 'error',
  'summary-empty': 'error',
  'slug-invalid': 'error',
  'slug-taken': 'error',
  'address-missing': 'error',
  'address-taken': 'error',
  'address-reserved': 'error',
  'body-heavy': 'warning',
  'component-unknown': 'warning',
  'component-failed': 'warning',
  'link-missing': 'warning',
  'relation-unpublished': 'warning',
  'topic-hidden': 'warning',
  'title-html': 'warning',
  'title-long': 'warning',
  'summary-short': 'warning',
  'image-alt': 'warning',
  'date-moved': 'warning',
  'slug-former': 'warning',
  'slug-generic': 'warning',
} as const satisfies Record<string, Severity>;

export type ProblemCode = keyof typeof PROBLEM_SEVERITIES;

/** A problem without words: the panel finds its text by the code. */
export interface Problem {
  code: ProblemCode;
  severity: Severity;
  /** Values that the text contains; dates are in ISO 8601. */
  params: Record<string, string | number>;
  /** Field of the form that it is about: `seo.metaTitle`. */
  field?: string;
}

/** Problems of one kind that are reported for an article at most: hundreds help nobody. */
export const MAXIMUM_PER_KIND = 20;

/** Whether an article may have more problems of a kind than are reported. */
export const mayBeMore = (problems: readonly Pick<Problem, 'code'>[]): boolean => {
  const counts = new Map<string, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= MAXIMUM_PER_KIND);
};

/** Characters of an alternative text that may be a file name: file systems allow no more. */
const MAXIMUM_FILE_NAME = 255;

const EXTENSION = /\.(?:avif|bmp|gif|heic|heif|ico|jfif|jpe?g|png|svg|tiff?|webp)$/i;

/** The hash that Strapi appends to the name of an uploaded file. */
const HASH = /_[0-9a-f]{10}$/;

/** The end of a copy's file name: `harbour (1)`. */
const COPY = /[ _-]?\(\d{1,4}\)$/;

/** Names that cameras and phones give to their pictures. */
const CAMERA_NAME =
  /^(?:_?(?:img|dsc|mvimg|pxl|imag|cimg|pict|gopr|dji)[ef]?[_-]?\d{4}|dsc[fn]\d{4}|p\d{7}$|\d{8}[_-]\d{6})[\w~-]*$/i;

/** Names that computers and phones give to screenshots and sent pictures, up to the date. */
const SCREENSHOT_NAME =
  /^(?:screen ?shot|bildschirmfoto|capture d[’']écran|captura de pantalla|cuplikan layar|tangkapan layar|whatsapp image)[ _-](?:(?:from|vom|du|del|de|dari) )?\d{4}-?\d{2}-?\d{2}/i;

/** A time of day in the name of a screenshot: ` at 10.13.58 PM`, `-101358_Chrome`. */
const TIME = /^(?:[ _-](?:(?:at|um|à|a las|pukul) )?\d[\d.:-]*(?:\s?[ap]\.?m\.?)?)?(?:_\w+)?$/i;

/** Words that can stand for any picture, perhaps numbered: `image`, `Bild 3`. */
const GENERIC_NAME =
  /^(?:image|img|picture|photo|screenshot|untitled|bild|foto|imagen|gambar)[ _-]?\d{0,4}$/i;

/** Names, without extension, that the file at an address has there and had before its upload. */
const namesIn = (address: string): string[] => {
  if (address.startsWith('data:')) return [];
  const [path = ''] = address.split(/[?#]/);
  const name = decodePath(path.split('/').at(-1)!.replace(EXTENSION, ''));
  const uploaded = name.replace(/^(?:thumbnail|small|medium|large)_/, '').replace(HASH, '');
  return [name, name.replace(HASH, ''), uploaded].filter((one) => one !== '');
};

/**
 * A name in the letters that Strapi writes into an address, and no other characters: `Küste im Sturm` is
 * `Kueste_im_Sturm` there, and `kuesteimsturm` here.
 */
const lettersOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[^a-z\d]/g, '');

/**
 * Whether an alternative text is the name of a file, which tells nobody what the picture shows. Strapi writes the
 * name of the uploaded file into the text when it inserts a picture.
 *
 * An ordinary phrase is not a file name, even if the file's name has the same words: `sunset-over-harbour.jpg` may
 * well be described as "Sunset over harbour".
 *
 * @param address address of the picture: a text that repeats its file name is a file name
 */
export const isFileName = (text: string, address: string): boolean => {
  const name = text.trim();
  if (name === '' || name.length > MAXIMUM_FILE_NAME) return false;
  const hasExtension = EXTENSION.test(name);
  const withoutExtension = name.replace(EXTENSION, '');
  const stem = withoutExtension.replace(COPY, '');
  if (hasExtension && !/\s/.test(stem)) return true;
  const own = namesIn(address);
  if (!/\s/.test(withoutExtension) && own.includes(withoutExtension)) return true;
  const letters = lettersOf(withoutExtension);
  if (hasExtension && letters !== '' && own.some((one) => lettersOf(one) === letters)) return true;
  if (CAMERA_NAME.test(stem) || GENERIC_NAME.test(stem)) return true;
  const [dated] = SCREENSHOT_NAME.exec(stem) ?? [];
  return dated !== undefined && TIME.test(stem.slice(dated.length));
};

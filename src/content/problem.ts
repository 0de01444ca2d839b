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

const EXTENSION = /\.(?:avif|bmp|gif|heic|heif|ico|jfif|jpe?g|png|svg|tiff?|webp)$/i;

/** Names that cameras and phones give to their pictures. */
const CAMERA_NAME =
  /^(?:_?(?:img|dsc|mvimg|pxl|imag|cimg|pict|gopr|dji)[ef]?[_-]?\d{4}|dsc[fn]\d{4}|p\d{7}$|\d{8}[_-]\d{6})[\w~-]*$/i;

/** Names that computers and phones give to screenshots and sent pictures: `Screenshot 2026-11-24 at 10.13.58 PM`. */
const SCREENSHOT_NAME =
  /^(?:screen ?shot|bildschirmfoto|capture d[’']écran|captura de pantalla|cuplikan layar|tangkapan layar|whatsapp image)[ _-](?:\w+ )?\d{4}-?\d{2}-?\d{2}(?:\D{1,9}\d\d[.:-]?\d\d(?:[.:-]?\d\d)?)?(?:\s?[ap]\.?m\.?)?(?:_\w+)?$/i;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/**
 * Whether an alternative text is the name of a file, which tells nobody what the picture shows. Strapi writes the
 * name of the uploaded file into the text when it inserts a picture.
 *
 * @param address address of the picture: it has the file's name with other characters between the words
 */
export const isFileName = (text: string, address: string): boolean => {
  const name = text.trim();
  const stem = name.replace(EXTENSION, '');
  if (CAMERA_NAME.test(stem) || SCREENSHOT_NAME.test(stem)) return true;
  if (stem === name) return false;
  // "The icon of a file called fox.png" is a description.
  return !/\s/.test(stem) || lettersOf(address).includes(lettersOf(stem));
};

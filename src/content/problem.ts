/**
 * How bad a problem is: subscribers get something broken (error), something poor (warning), or
 * something an editor should know (notice).
 */
export type Severity = 'error' | 'warning' | 'notice';

/** What can be wrong with an article, worst first within a severity. */
export const PROBLEM_SEVERITIES = {
  'image-address': 'error',
  'link-address': 'error',
  'date-postponed': 'error',
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
  'title-empty': 'notice',
  'text-empty': 'notice',
  'slug-changed': 'notice',
} as const satisfies Record<string, Severity>;

export type ProblemCode = keyof typeof PROBLEM_SEVERITIES;

/** A problem without words: whoever shows it finds the text by its code. */
export interface Problem {
  code: ProblemCode;
  severity: Severity;
  /** What the text names; dates as ISO 8601. */
  params: Record<string, string | number>;
  /** Field of the form that it is about: `seo.metaTitle`. */
  field?: string;
}

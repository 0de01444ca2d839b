/** How bad a problem is: subscribers get something broken (error), or something poor (warning). */
export type Severity = 'error' | 'warning';

/** What can be wrong with an article, worst first: errors before warnings. */
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

/** A problem without words: whoever shows it finds the text by its code. */
export interface Problem {
  code: ProblemCode;
  severity: Severity;
  /** What the text names; dates as ISO 8601. */
  params: Record<string, string | number>;
  /** Field of the form that it is about: `seo.metaTitle`. */
  field?: string;
}

/** Problems of a kind that are told of an article: hundreds help nobody. */
export const TOLD_OF_A_KIND = 20;

/** Whether there may be more problems of a kind than those of an article that are told. */
export const mayBeMore = (problems: readonly Pick<Problem, 'code'>[]): boolean => {
  const counts = new Map<string, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= TOLD_OF_A_KIND);
};

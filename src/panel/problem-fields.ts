import type { Cover } from '../content/article';
import type { Problem, ProblemCode } from '../content/problem';
import { addressFields } from '../mapping/address';
import type { SourcePlan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import type { EntryRights, NamedEntry, FilterTopics } from './permissions/entry-rights';

/** What a user may know of entries and topics. */
interface Knowing extends Pick<EntryRights, 'mayReadTopics'> {
  filterTopics: FilterTopics;
}

interface Troubled extends NamedEntry {
  problems: readonly Problem[];
}

/** The topic that a problem names, which readers do not see. */
const topicOf = ({ code, params }: Problem): NamedEntry | undefined =>
  code === 'topic-hidden'
    ? { contentType: String(params.contentType), documentId: String(params.documentId) }
    : undefined;

const keyOf = ({ contentType, documentId }: NamedEntry): string => `${contentType} ${documentId}`;

/**
 * The problems of each of some entries, without those that name topics which a user may not know of.
 *
 * @param mark of the locale that the entries are in
 */
export const findKnownProblems = async (
  entries: readonly Troubled[],
  { mayReadTopics, filterTopics }: Knowing,
  mark: string,
): Promise<Problem[][]> => {
  const concerned = entries.filter(({ problems }) => problems.some(topicOf));
  if (concerned.length === 0) return entries.map(({ problems }) => [...problems]);
  const topics = concerned.flatMap(({ problems }) =>
    problems.flatMap((problem) => topicOf(problem) ?? []),
  );
  const each = [...new Map(topics.map((topic) => [keyOf(topic), topic])).values()];
  const known = new Set((await filterTopics(each, mark, true)).map(keyOf));
  const mayRead = await mayReadTopics(concerned);
  return entries.map((entry) =>
    entry.problems.flatMap((problem) => {
      const topic = topicOf(problem);
      if (!topic) return [problem];
      const { name = '', field = '' } = problem.params;
      return known.has(keyOf(topic)) && mayRead(entry)
        ? [{ ...problem, params: { name, field } }]
        : [];
    }),
  );
};

/** Problems that only subscribers would have, and readers of pages do not. */
export const ONLY_OF_ITEMS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...(['summary-empty', 'summary-short', 'date-moved'] as const),
  // What becomes of its former address is said where the page moves.
  'slug-changed',
]);

/** Where in the form a problem is mended, by the name of the field: `seo.metaTitle`. */
const fieldsOf = ({ title, summary, body, date, address, cover }: SourcePlan) => {
  const nameOf = (path: readonly string[] | undefined): string | undefined => path?.join('.');
  const slug = addressFields(address).find(
    (path) => ownField(path) !== undefined && ownField(path) !== 'documentId',
  );
  return {
    title: nameOf(title),
    summary: nameOf(summary[0] ?? body?.path),
    body: nameOf(body?.path ?? summary[0]),
    date: nameOf(date),
    slug: nameOf(slug),
    cover: nameOf(cover),
  };
};

type Part = keyof ReturnType<typeof fieldsOf>;

const PARTS: Partial<Record<ProblemCode, Part>> = {
  'image-address': 'body',
  'link-address': 'body',
  'link-missing': 'body',
  'date-postponed': 'date',
  'summary-empty': 'summary',
  'slug-invalid': 'slug',
  'slug-taken': 'slug',
  'address-taken': 'slug',
  'address-reserved': 'slug',
  'body-heavy': 'body',
  'component-unknown': 'body',
  'component-failed': 'body',
  'title-html': 'title',
  'title-long': 'title',
  'summary-short': 'summary',
  'image-alt': 'body',
  'date-moved': 'date',
  'slug-former': 'slug',
  'slug-generic': 'slug',
  'title-empty': 'title',
  'text-empty': 'body',
  'slug-changed': 'slug',
};

/** Says of each problem which field of the form it is about, as far as there is one. */
export const withFields = (
  source: SourcePlan,
  problems: readonly Problem[],
  cover: Pick<Cover, 'url'> | null | undefined,
): Problem[] => {
  const fields = fieldsOf(source);
  return problems.map((problem) => {
    const isOfCover = problem.code === 'image-alt' && problem.params.address === cover?.url;
    const part = isOfCover ? 'cover' : PARTS[problem.code];
    const field = part ? fields[part] : problem.params.field;
    return field === undefined ? problem : { ...problem, field: String(field) };
  });
};

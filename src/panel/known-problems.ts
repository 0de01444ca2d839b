import type { Problem } from '../content/problem';
import type { EntryRights, NamedEntry } from './permissions/entry-rights';
import type { FilterTopics } from './permissions/known-topics';

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

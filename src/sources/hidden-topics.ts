import type { Plan, SourcePlan } from './plan';
import { isHidden } from './to-topic';
import { type EntryRow, rowsAt, textAt } from './values';

/** Topics of an entry that readers may not know of, with the fields that lead to them. */
export const findHiddenTopics = (
  { topics }: SourcePlan,
  { topicTypes }: Pick<Plan, 'topicTypes'>,
  row: EntryRow,
): { name: string; field: string }[] =>
  topics.flatMap(({ field, contentType }) => {
    const type = topicTypes.find((topicType) => topicType.contentType === contentType);
    return rowsAt(row, [field]).flatMap((topic) =>
      type && isHidden(type, topic) ? { name: textAt(topic, type.name) ?? '', field } : [],
    );
  });

import type { HiddenTopic } from '../content/article';
import type { Plan, SourcePlan } from '../mapping/plan';
import { isHidden } from './to-topic';
import { type ReadEntry, rowsAt, textAt } from '../mapping/values';

/** Topics of an entry that readers may not know of, with the fields that lead to them. */
export const findHiddenTopics = (
  { topics }: Pick<SourcePlan, 'topics'>,
  { topicTypes }: Pick<Plan, 'topicTypes'>,
  row: ReadEntry,
): HiddenTopic[] =>
  topics.flatMap(({ field, contentType }) => {
    const type = topicTypes.find((topicType) => topicType.contentType === contentType);
    return rowsAt(row, [field]).flatMap((topic) =>
      type && isHidden(type, topic)
        ? {
            contentType,
            documentId: String(topic.documentId),
            name: textAt(topic, type.name) ?? '',
            field,
          }
        : [],
    );
  });

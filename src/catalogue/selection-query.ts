import type { Selection } from '../content/selection';
import { type ListName, topicList } from './catalogue-table';
import type { EntryQuery } from './published-rows';

/** Name of the list of a source's entries; none where it has all there are. */
const sourceLists = ({ source }: Selection): ListName[] =>
  source && !source.isAlone ? [source.contentType] : [];

/** The articles of a selection. */
export const selectionQuery = (selection: Selection, now: Date): EntryQuery => ({
  lists:
    selection.topics.length > 0
      ? selection.topics.map(({ contentType, documentId }) => topicList(contentType, documentId))
      : sourceLists(selection),
  mode: selection.mode,
  now,
});

import type { TopicDetails } from '../../../../src/panel/admin-api';
import { type RequestState, useAnswer } from '../../shared/use-request';

/** A topic that is saved. */
export interface SavedTopic {
  contentType: string;
  documentId: string;
  /** Code of the locale it is edited in. */
  locale?: string;
}

/**
 * What readers have of a topic; null for who may not read it.
 *
 * @param version another one after a change asks anew
 */
export const useTopic = (
  { contentType, documentId, locale = '' }: SavedTopic,
  version = '',
): RequestState<TopicDetails | null> => {
  const path = `topics/${contentType}/${documentId}?locale=${locale}`;
  const { data, ...state } = useAnswer<{ data: TopicDetails | null }>(path, version);
  return { ...state, data: data?.data };
};

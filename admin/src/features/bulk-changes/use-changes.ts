import { getFetchClient } from '@strapi/strapi/admin';

import { chunk } from '../../../../src/lib/values';
import {
  type BulkChange,
  PLANNED_AT_ONCE,
  type PlannedChange,
} from '../../../../src/panel/admin-api';
import { useForgetEntries } from '../../shared/forget-entries';
import { type RequestState, useRequest } from '../../shared/use-request';
import { changeRequest, type TopicChange } from './changes';

/** The entries that are changed together. */
export interface ChosenEntries {
  contentType: string;
  documentIds: string[];
  locale: string | undefined;
}

/** Asks the server what a change would do to each entry. */
export const requestPlan = async (
  { contentType, documentIds, locale }: ChosenEntries,
  { kind, field, topic }: TopicChange,
  signal?: AbortSignal,
): Promise<PlannedChange[]> => {
  const change: BulkChange = { kind, field, topic: topic.documentId };
  const planned: PlannedChange[] = [];
  for (const some of chunk(documentIds, PLANNED_AT_ONCE)) {
    const response = await getFetchClient().post<{ data: PlannedChange[] }>(
      '/syndication/bulk-changes/plan',
      { contentType, locale, documentIds: some, change },
      { signal },
    );
    planned.push(...response.data.data);
  }
  return planned;
};

/** What a change would do to each of the chosen entries. */
export const usePlan = (
  entries: ChosenEntries,
  topicChange: TopicChange | undefined,
): RequestState<PlannedChange[]> =>
  useRequest(topicChange && JSON.stringify({ entries, written: topicChange }), (signal) =>
    requestPlan(entries, topicChange!, signal),
  );

/**
 * Saves an entry through the Content Manager.
 *
 * @throws Error with Strapi's message
 */
export const writeChange = async (...change: Parameters<typeof changeRequest>): Promise<void> => {
  const { method, url, data, params } = changeRequest(...change);
  // Not `useFetchClient`: the request goes on when the dialog is closed.
  const { put, post } = getFetchClient();
  await (method === 'PUT' ? put : post)(url, data, { params });
};

/** Returns a function that has the list reload the changed entries. */
export const useRefresh = ({ contentType, documentIds }: ChosenEntries): (() => void) => {
  const forget = useForgetEntries();
  return () =>
    void forget(['LIST', 'ALL_ITEMS', ...documentIds].map((id) => `${contentType}_${id}`));
};

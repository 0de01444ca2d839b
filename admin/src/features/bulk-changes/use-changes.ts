import { getFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import { chunk } from '../../../../src/lib/chunk';
import {
  type BulkChange,
  PLANNED_AT_ONCE,
  type PlannedChange,
} from '../../../../src/panel/admin-api';
import { useForgetEntries } from '../../shared/forget-entries';
import { type RequestState, useRequest } from '../../shared/use-request';
import { changeRequest, type Written } from './changes';

/** Entries that are changed together. */
export interface ChosenEntries {
  contentType: string;
  documentIds: string[];
  locale: string | undefined;
}

/** Asks what a change would make of some entries. */
export const lookAt = async (
  { contentType, documentIds, locale }: ChosenEntries,
  { kind, field, topic }: Written,
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

/** What a change would make of each of the entries that are chosen. */
export const usePlan = (
  entries: ChosenEntries,
  written: Written | undefined,
): RequestState<PlannedChange[]> => {
  const asked = written && JSON.stringify({ entries, written });
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const of = JSON.parse(asked!) as { entries: ChosenEntries; written: Written };
      return { asked, planned: await lookAt(of.entries, of.written, signal) };
    },
    [asked],
  );
  const { data, ...state } = useRequest(asked === undefined ? undefined : request);
  // Numbers of what was chosen before would be wrong.
  return { ...state, data: data?.asked === asked ? data?.planned : undefined };
};

/** Writes into entries as the Content Manager does. */
export const useChanges = ({ contentType, documentIds, locale }: ChosenEntries) => {
  const forget = useForgetEntries();
  return {
    /** @throws Error with what Strapi says */
    write: async (
      documentId: string,
      step: 'save' | 'publish',
      written: Written,
    ): Promise<void> => {
      const request = changeRequest({ contentType, locale }, { documentId, step }, written);
      // Goes on when the dialog is closed.
      const { put, post } = getFetchClient();
      const send = request.method === 'PUT' ? put : post;
      await send(request.url, request.data, { params: request.params });
    },
    /** Lets the list show them as they are now. */
    refresh: (): void =>
      void forget(['LIST', 'ALL_ITEMS', ...documentIds].map((id) => `${contentType}_${id}`)),
  };
};

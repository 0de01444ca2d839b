import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import {
  type BulkChange,
  PLANNED_AT_ONCE,
  type PlannedChange,
} from '../../../../src/panel/admin-api';
import { chunk } from '../../../../src/lib/chunk';
import { type RequestState, useRequest } from '../../shared/use-request';
import type { Written } from './change-request';

/** Entries that are changed together. */
export interface ChosenEntries {
  contentType: string;
  documentIds: string[];
  locale: string | undefined;
}

type Look = (
  documentIds: string[],
  written: Written,
  signal?: AbortSignal,
) => Promise<PlannedChange[]>;

const toChange = ({ kind, field, topic }: Written): BulkChange => ({
  kind,
  field,
  topic: topic.documentId,
});

/** Asks what a change would make of some entries. */
export const useLook = ({
  contentType,
  locale,
}: Pick<ChosenEntries, 'contentType' | 'locale'>): Look => {
  const { post } = useFetchClient();
  return React.useCallback(
    async (documentIds, written, signal) => {
      const planned: PlannedChange[] = [];
      for (const some of chunk(documentIds, PLANNED_AT_ONCE)) {
        const body = { contentType, locale, documentIds: some, change: toChange(written) };
        const response = await post<{ data: PlannedChange[] }>(
          '/syndication/bulk-changes/plan',
          body,
          { signal },
        );
        planned.push(...response.data.data);
      }
      return planned;
    },
    [post, contentType, locale],
  );
};

/** What a change would make of each of the entries that are chosen. */
export const usePlan = (
  { contentType, documentIds, locale }: ChosenEntries,
  written: Written | undefined,
): RequestState<PlannedChange[]> => {
  const look = useLook({ contentType, locale });
  const ids = documentIds.join(',');
  const asked = written && JSON.stringify(written);
  const request = React.useCallback(
    async (signal: AbortSignal) => ({
      asked,
      planned: await look(ids.split(','), JSON.parse(asked!) as Written, signal),
    }),
    [look, ids, asked],
  );
  const { data, ...state } = useRequest(asked === undefined ? undefined : request);
  // Numbers of what was chosen before would be wrong.
  return { ...state, data: data?.asked === asked ? data?.planned : undefined };
};

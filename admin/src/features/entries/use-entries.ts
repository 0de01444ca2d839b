import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type {
  Attention,
  Calendar,
  EntryNumbers,
  EntryPage,
  FeedPage,
} from '../../../../src/panel/admin-api';
import { useMaySeeProblems } from '../../shared/permissions';
import { type RequestState, useRequest } from '../../shared/use-request';

/** Feeds that are offered at once; a search finds the others. */
const OFFERED = 20;

interface ResponseState<Data> extends RequestState<Data> {
  /** The latest response, be it of what was asked for before. */
  latest?: Data;
}

/** Asks the plugin; for nothing while there is no path. */
const useResponse = <Data>(path: string | undefined): ResponseState<Data> => {
  const { get } = useFetchClient();
  const request = React.useCallback(
    async (signal: AbortSignal) => ({
      path,
      response: (await get<Data>(`/syndication/${path ?? ''}`, { signal })).data,
    }),
    [get, path],
  );
  const { data: latest, ...state } = useRequest(path === undefined ? undefined : request);
  // What was found before would be taken for what is asked for now.
  const data = latest?.path === path ? latest?.response : undefined;
  return { ...state, data, latest: latest?.response };
};

/** @param query what of the entries is asked for, as the query of an address */
export const useEntries = (query: string): RequestState<EntryPage> =>
  useResponse<EntryPage>(`entries?${query}`);

export const useEntryNumbers = (query: string): ResponseState<{ data: EntryNumbers }> =>
  useResponse<{ data: EntryNumbers }>(`entries/numbers?${query}`);

export const useCalendar = (query: string): ResponseState<{ data: Calendar }> =>
  useResponse<{ data: Calendar }>(`entries/calendar?${query}`);

/** What needs attention, for who may see problems. */
export const useAttention = (query: string): RequestState<Attention> => {
  const maySeeProblems = useMaySeeProblems();
  return useResponse<Attention>(maySeeProblems ? `attention?${query}` : undefined);
};

/** Whether all was looked at that could need attention: only then nothing found is nothing wrong. */
export const isWholeLook = ({ cut, late }: Attention): boolean => cut.length === 0 && late === 0;

/** Feeds to choose from, by their titles. */
export const useOfferedFeeds = (search: string): ResponseState<FeedPage> =>
  useResponse<FeedPage>(
    `feeds?${new URLSearchParams({ pageSize: String(OFFERED), ...(search ? { _q: search } : {}) }).toString()}`,
  );

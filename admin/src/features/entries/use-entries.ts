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

interface AnswerState<Answer> extends RequestState<Answer> {
  /** The latest answer, be it of what was asked for before. */
  latest?: Answer;
}

/** Asks the plugin; for nothing while there is no path. */
const useAnswer = <Answer>(path: string | undefined): AnswerState<Answer> => {
  const { get } = useFetchClient();
  const request = React.useCallback(
    async (signal: AbortSignal) => ({
      path,
      answer: (await get<Answer>(`/syndication/${path ?? ''}`, { signal })).data,
    }),
    [get, path],
  );
  const { data: latest, ...state } = useRequest(path === undefined ? undefined : request);
  // What was found before would be taken for what is asked for now.
  const data = latest?.path === path ? latest?.answer : undefined;
  return { ...state, data, latest: latest?.answer };
};

/** @param query what of the entries is asked for, as the query of an address */
export const useEntries = (query: string): RequestState<EntryPage> =>
  useAnswer<EntryPage>(`entries?${query}`);

export const useEntryNumbers = (query: string): AnswerState<{ data: EntryNumbers }> =>
  useAnswer<{ data: EntryNumbers }>(`entries/numbers?${query}`);

export const useCalendar = (query: string): AnswerState<{ data: Calendar }> =>
  useAnswer<{ data: Calendar }>(`entries/calendar?${query}`);

/** What needs attention, for who may see problems. */
export const useAttention = (query: string): RequestState<Attention> => {
  const maySeeProblems = useMaySeeProblems();
  return useAnswer<Attention>(maySeeProblems ? `attention?${query}` : undefined);
};

/** Whether all was looked at that could need attention: only then nothing found is nothing wrong. */
export const isWholeLook = ({ cut, late }: Attention): boolean => cut.length === 0 && late === 0;

/** Feeds to choose from, by their titles. */
export const useOfferedFeeds = (search: string): AnswerState<FeedPage> =>
  useAnswer<FeedPage>(
    `feeds?${new URLSearchParams({ pageSize: String(OFFERED), ...(search ? { _q: search } : {}) }).toString()}`,
  );

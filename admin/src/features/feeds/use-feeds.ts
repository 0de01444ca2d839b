import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type {
  ArticleProblems,
  FeedDetail,
  FeedPage,
  FeedWaiting,
} from '../../../../src/panel/admin-api';
import { useMaySeeProblems } from '../../shared/permissions';
import { type RequestState, useRequest } from '../../shared/use-request';

/** @param query of the page's address, as tables, search and pagination write it; none asks for nothing */
export const useFeedPage = (query: string | undefined): RequestState<FeedPage> => {
  const { get } = useFetchClient();
  const request = React.useCallback(
    async (signal: AbortSignal) =>
      (await get<FeedPage>(`/syndication/feeds${query ?? ''}`, { signal })).data,
    [get, query],
  );
  return useRequest(query === undefined ? undefined : request);
};

export const useFeed = (id: string): RequestState<FeedDetail> => {
  const { get } = useFetchClient();
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) =>
        (
          await get<{ data: FeedDetail }>(`/syndication/feeds/${encodeURIComponent(id)}`, {
            signal,
          })
        ).data.data,
      [get, id],
    ),
  );
};

export const useFeedWaiting = (id: string): RequestState<FeedWaiting> => {
  const { get } = useFetchClient();
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const address = `/syndication/feeds/${encodeURIComponent(id)}/waiting`;
        return (await get<{ data: FeedWaiting }>(address, { signal })).data.data;
      },
      [get, id],
    ),
  );
};

export const useFeedProblems = (id: string): RequestState<ArticleProblems[]> => {
  const { get } = useFetchClient();
  const maySeeProblems = useMaySeeProblems();
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const address = `/syndication/feeds/${encodeURIComponent(id)}/problems`;
      return (await get<{ data: ArticleProblems[] }>(address, { signal })).data.data;
    },
    [get, id],
  );
  return useRequest(maySeeProblems ? request : undefined);
};

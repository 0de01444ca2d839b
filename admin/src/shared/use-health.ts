import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type { FeedHealth } from '../../../src/panel/admin-api';
import { useMaySeeProblems } from './permissions';
import { type RequestState, useRequest } from './use-request';

/** Asked for after the list, since it reads whole articles. */
export const useHealth = (ids: string[]): RequestState<Record<string, FeedHealth>> => {
  const { get } = useFetchClient();
  const maySeeProblems = useMaySeeProblems();
  const feeds = ids.map(encodeURIComponent).join(',');
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const address = `/syndication/health?feeds=${feeds}`;
      return (await get<{ data: Record<string, FeedHealth> }>(address, { signal })).data.data;
    },
    [get, feeds],
  );
  return useRequest(maySeeProblems && feeds !== '' ? request : undefined);
};

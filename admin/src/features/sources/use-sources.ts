import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type { SourceExample, SourceTypes } from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';

export const useSources = (): RequestState<SourceTypes> => {
  const { get } = useFetchClient();
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) =>
        (await get<{ data: SourceTypes }>('/syndication/sources', { signal })).data.data,
      [get],
    ),
  );
};

export const useSourceExample = (contentType: string): RequestState<SourceExample | null> => {
  const { get } = useFetchClient();
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const address = `/syndication/sources/${encodeURIComponent(contentType)}/example`;
        return (await get<{ data: SourceExample | null }>(address, { signal })).data.data;
      },
      [get, contentType],
    ),
  );
};

import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type { Overview } from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';

/** What readers have newest and what they get next. */
export const useOverview = (): RequestState<Overview> => {
  const { get } = useFetchClient();
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) =>
        (await get<{ data: Overview }>('/syndication/overview', { signal })).data.data,
      [get],
    ),
  );
};

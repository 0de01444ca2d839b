import { adminApi } from '@strapi/strapi/admin';
import * as React from 'react';

import type { ChosenEntries } from './use-plan';
import { type ChangeRequest, changeRequest, type Written } from './change-request';

/** Requests of Strapi's own client, since they make what the Content Manager keeps untrue. */
const api = adminApi
  .enhanceEndpoints({ addTagTypes: ['Document', 'Relations', 'RecentDocumentList'] })
  .injectEndpoints({
    endpoints: (builder) => ({
      changeSyndicationEntry: builder.mutation<unknown, ChangeRequest>({
        query: ({ params, ...request }) => ({ ...request, config: { params } }),
      }),
      forgetSyndicationEntries: builder.mutation<null, ChosenEntries>({
        queryFn: () => ({ data: null }),
        invalidatesTags: (_result, _error, { contentType, documentIds }) => [
          { type: 'Document', id: `${contentType}_LIST` },
          { type: 'Document', id: `${contentType}_ALL_ITEMS` },
          ...documentIds.map((id) => ({ type: 'Document' as const, id: `${contentType}_${id}` })),
          'Relations',
          'RecentDocumentList',
        ],
      }),
    }),
  });

/** Writes into entries as the Content Manager does. */
export const useChanges = (entries: ChosenEntries) => {
  const [change] = api.useChangeSyndicationEntryMutation();
  const [forget] = api.useForgetSyndicationEntriesMutation();
  const { contentType, locale } = entries;
  return {
    /** @throws Error with what Strapi says */
    write: React.useCallback(
      async (documentId: string, step: 'save' | 'publish', written: Written): Promise<void> => {
        const request = changeRequest({ contentType, locale }, { documentId, step }, written);
        const response = await change(request);
        if ('error' in response) throw new Error(response.error.message ?? '');
      },
      [change, contentType, locale],
    ),
    /** Lets the list show them as they are now. */
    refresh: (): void => void forget(entries),
  };
};

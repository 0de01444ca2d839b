import { adminApi } from '@strapi/strapi/admin';

const api = adminApi
  .enhanceEndpoints({
    addTagTypes: ['Document', 'Relations', 'RecentDocumentList', 'CountDocuments'],
  })
  .injectEndpoints({
    endpoints: (builder) => ({
      forgetSyndicationEntries: builder.mutation<null, string[]>({
        queryFn: () => ({ data: null }),
        invalidatesTags: (_result, _error, ids) => [
          ...ids.map((id) => ({ type: 'Document' as const, id })),
          'Relations',
          'RecentDocumentList',
          'CountDocuments',
        ],
      }),
    }),
  });

/**
 * Returns a function that has the Content Manager reload cached entries, after something else wrote to them. Their
 * ids are the content type, `_`, and a document id, `LIST` or `ALL_ITEMS`.
 */
export const useForgetEntries = (): ((ids: string[]) => unknown) =>
  api.useForgetSyndicationEntriesMutation()[0];

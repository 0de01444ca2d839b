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
 * Has the Content Manager read anew what it keeps of entries, since something else wrote to them. It knows them
 * by content type and document id, or `LIST` or `ALL_ITEMS`, with `_` between them.
 */
export const useForgetEntries = (): ((ids: string[]) => unknown) =>
  api.useForgetSyndicationEntriesMutation()[0];

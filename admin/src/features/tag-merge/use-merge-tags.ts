import { adminApi } from '@strapi/strapi/admin';
import * as React from 'react';

import type { MergedTag } from '../../../../src/panel/admin-api';
import { ARTICLE_UID, TAG_UID } from '../../../../src/constants';
import type { TranslationKey } from '../../shared/use-translation';

interface Merge {
  from: string;
  into: string;
}

/** A request of Strapi's own client, since a merge makes what the Content Manager keeps untrue. */
const api = adminApi
  .enhanceEndpoints({
    addTagTypes: ['Document', 'Relations', 'RecentDocumentList', 'CountDocuments'],
  })
  .injectEndpoints({
    endpoints: (builder) => ({
      mergeSyndicationTags: builder.mutation<{ data: MergedTag }, Merge>({
        query: ({ from, into }) => ({
          url: `/syndication/tags/${from}/merge`,
          method: 'POST',
          data: { into },
        }),
        // Not the merged tag itself, which the page still shows and would ask for once more.
        invalidatesTags: (merged, _error, { into }) =>
          merged
            ? [
                { type: 'Document', id: `${TAG_UID}_LIST` },
                { type: 'Document', id: `${TAG_UID}_${into}` },
                { type: 'Document', id: `${ARTICLE_UID}_LIST` },
                { type: 'Document', id: `${ARTICLE_UID}_ALL_ITEMS` },
                'Relations',
                'RecentDocumentList',
                'CountDocuments',
              ]
            : [],
      }),
    }),
  });

const toFailure = (error: object): { failure: TranslationKey } => {
  if (!('status' in error)) return { failure: 'merge.lost' };
  return { failure: error.status === 404 ? 'merge.gone' : 'merge.failed' };
};

/** Merges a tag into another, by document ids; answers with the one that stays, or what went wrong. */
export const useMergeTags = () => {
  const [merge, { isLoading: isMerging }] = api.useMergeSyndicationTagsMutation();
  return {
    isMerging,
    merge: React.useCallback(
      async (from: string, into: string): Promise<MergedTag | { failure: TranslationKey }> => {
        const response = await merge({ from, into });
        return 'error' in response ? toFailure(response.error!) : response.data.data;
      },
      [merge],
    ),
  };
};

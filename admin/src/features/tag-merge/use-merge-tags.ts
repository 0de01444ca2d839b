import { adminApi, useAuth } from '@strapi/strapi/admin';
import * as React from 'react';

import type { MergedTag, MergeProgress } from '../../../../src/panel/admin-api';
import { ARTICLE_UID, TAG_UID } from '../../../../src/constants';
import type { TranslationKey } from '../../shared/use-translation';
import { mergeInLines } from './merge-lines';

interface Merge {
  from: string;
  into: string;
  token: string | null;
  onProgress: (progress: MergeProgress) => void;
}

/** Where Strapi's own client sends its requests. */
const backend = (): string =>
  (window as unknown as { strapi: { backendURL: string } }).strapi.backendURL;

/** A request of Strapi's own client, since a merge makes what the Content Manager keeps untrue. */
const api = adminApi
  .enhanceEndpoints({
    addTagTypes: ['Document', 'Relations', 'RecentDocumentList', 'CountDocuments'],
  })
  .injectEndpoints({
    endpoints: (builder) => ({
      mergeSyndicationTags: builder.mutation<MergedTag, Merge>({
        async queryFn({ from, into, token, onProgress }, _api, _options, query) {
          const url = `/syndication/tags/${from}/merge`;
          const outcome =
            token === null
              ? undefined
              : await mergeInLines({ address: backend() + url, into, token, onProgress });
          if (outcome && 'data' in outcome) return outcome;
          if (outcome) return { error: { name: 'UnknownError', ...outcome.error } };
          // Strapi's client signs in anew, and tells nothing before the end.
          const { data, error } = await query({ url, method: 'POST', data: { into } });
          return error ? { error } : { data: (data as { data: MergedTag }).data };
        },
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
  const token = useAuth('SyndicationTagMerge', (state) => state.token);
  const [merge, { isLoading: isMerging }] = api.useMergeSyndicationTagsMutation();
  const [progress, setProgress] = React.useState<MergeProgress>();
  return {
    isMerging,
    /** Of the merge under way; undefined while nothing is known of it. */
    progress,
    merge: React.useCallback(
      async (from: string, into: string): Promise<MergedTag | { failure: TranslationKey }> => {
        setProgress(undefined);
        const response = await merge({ from, into, token, onProgress: setProgress });
        return 'data' in response ? response.data : toFailure(response.error);
      },
      [merge, token],
    ),
  };
};

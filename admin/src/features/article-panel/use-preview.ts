import { useDebounce, useFetchClient, useForm } from '@strapi/strapi/admin';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';
import { type Subject, toPreviewRequest } from './form-values';

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

/**
 * The preview of the article in the form, live.
 *
 * @param version changes when the entry is saved, published or withdrawn: its feeds do, too
 */
export const usePreview = (subject: Subject, version: string): RequestState<ArticlePreview> => {
  const { post } = useFetchClient();
  const values = useForm('SyndicationPanel', (state) => state.values);
  const body = useDebounce(JSON.stringify(toPreviewRequest(values, subject)), PAUSE);
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const { data } = await post<{ data: ArticlePreview }>(
        '/syndication/previews',
        JSON.parse(body) as object,
        { signal },
      );
      return data.data;
    },
    // The version is no part of the request, but a new one asks for a new answer.
    [post, body, version],
  );
  return useRequest(request);
};

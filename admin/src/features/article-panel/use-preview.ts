import { useDebounce, useFetchClient, useForm } from '@strapi/strapi/admin';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';
import { type FormEntry, toPreviewRequest } from './form-values';

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

interface PreviewState extends RequestState<ArticlePreview> {
  /** Whether `data` is of before the last key stroke, or before what is being saved. */
  isFormer: boolean;
}

/**
 * The preview of the article in the form, live.
 *
 * @param version changes when the entry is saved, published or withdrawn: its feeds do, too
 */
export const usePreview = (entry: FormEntry, version: string): PreviewState => {
  const { post } = useFetchClient();
  const values = useForm('SyndicationPanel', (state) => state.values);
  const isSubmitting = useForm('SyndicationPanel', (state) => state.isSubmitting);
  const present = JSON.stringify(toPreviewRequest(values, entry));
  const body = useDebounce(present, PAUSE);
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const { data } = await post<{ data: ArticlePreview }>(
        '/syndication/previews',
        JSON.parse(body) as object,
        { signal },
      );
      return { preview: data.data, body, version };
    },
    [post, body, version],
  );
  // What is being saved is asked for as soon as it is.
  const { data, ...state } = useRequest(isSubmitting ? undefined : request);
  return {
    ...state,
    data: data?.preview,
    isFormer: isSubmitting || state.isLoading || data?.body !== present || data.version !== version,
  };
};
